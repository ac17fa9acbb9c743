"""The histories that pictures leave possible: joined, pruned, told in short and recalled."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from rules.core.events import (
    Believed,
    Corrected,
    Line,
    PositionCorrected,
    PositionSeen,
    TakenBack,
    TurnSeen,
)
from rules.core.observation import Quantity
from rules.core.places import Cell
from rules.referee.history.fold import extended
from rules.referee.history.match import Match
from rules.referee.hypotheses.hypothesis import (
    MOST_MEASURED,
    Hypothesis,
    amends,
    certain,
    is_told,
    parted,
)
from rules.referee.hypotheses.joining import joined, once_told, shares
from rules.referee.limits import LIMITS
from rules.referee.state import believed_in, in_short, nearly_equal
from tests.laws.toy import Place, Toy
from tests.referee.limited import limited
from tests.referee.toy import match_of, o, x

TOY = Toy()
SAID = match_of(PositionSeen(()))


def played(*turns: Place, base: Match[Any, Any] = SAID) -> Match[Any, Any]:
    """The match with these turns, the legal ones as such."""
    for turn in turns:
        legal = TOY.judge(base.accepted, turn, base.house).legal
        base = extended(base, [TurnSeen(turn, legal)])
    return base


def history(*turns: Place, nats: float = 0.0, told: int | None = None, **more: Any) -> Any:
    """A hypothesis of which nothing was told, or (`told`) its log up to there."""
    match = played(*turns)
    return Hypothesis(match, len(SAID.log) if told is None else told, nats, **more)


def told(*turns: Place, nats: float = 0.0) -> Any:
    """A hypothesis that was told in full."""
    return history(*turns, nats=nats, told=len(played(*turns).log))


@pytest.mark.parametrize("nats", [(0.0,), (0.0, 0.0), (0.0, -1.0, -7.0), (12.0, 11.0)])
def test_shares_leave_something_for_what_nobody_proposed(nats: tuple[float, ...]) -> None:
    """As much as a history that far behind the best, and for what was pruned; else they go by
    weight, whatever the scale."""
    for lost in (0.0, 0.25):
        found = shares(nats, lost)
        rest = found[0] * (math.exp(LIMITS.other_nats) + lost)
        assert sum(found) + rest == pytest.approx(1.0)
        weights = [math.exp(one - nats[0]) for one in nats]
        assert [one / found[0] for one in found] == pytest.approx(weights)


def test_what_was_told_covers_other_news_in_its_stead_and_no_more() -> None:
    """Of turns in the place of those that were told people know; where none was told (nothing was
    new, or a foul was taken back), a turn that may have been made is news when it is told."""
    line, other = history(x(0)), history(x(1), nats=-3.0)
    assert [one.untold for one in once_told([line, other], line, line.match)] == [(), ()]
    still = history()
    left = once_told([still, other], still, still.match)
    assert [[p.turn for p in one.untold] for one in left] == [[], [x(1)]]
    gone = told(x(0), x(1))
    gone = replace(gone, match=extended(gone.match, [TakenBack((x(1),))]))
    said, more = gone.match, replace(gone, nats=-3.0, match=extended(gone.match, [TurnSeen(o(1))]))
    after = once_told([gone, more], gone, said)[1]
    assert ([p.turn for p in after.untold], after.gone(after.told)) == ([o(1)], ())


def test_histories_with_the_same_future_are_one() -> None:
    """Two orders of the same crosses, both told, once a nought was laid on: their weights add up,
    and the likelier one is told."""
    one, other = told(x(0), o(0, 1), x(1), o(1, 1)), told(x(1), o(0, 1), x(0), o(1, 1), nats=-1.0)
    (head,) = joined([other, one], one.match)
    assert head.match == one.match
    assert head.nats == 0.0
    ahead = joined([other, one, told(x(2), nats=-1.0)], one.match)
    assert ahead[1].nats == pytest.approx(-1.0 - math.log1p(math.exp(-1.0)))


@pytest.mark.parametrize(("behind", "amended"), [(0.0, False), (-3.0, False), (-4.0, True)])
def test_a_past_that_nothing_tells_apart_stays_as_it_was_told(behind: float, amended: bool) -> None:
    """Unless another one has a clear lead."""
    said = told(x(1), o(0, 1), x(0), o(1, 1), nats=behind)
    (head,) = joined([told(x(0), o(0, 1), x(1), o(1, 1)), said], said.match)
    assert (head.match != said.match) == amended


#: A nought laid over an open foul, and the same where the table came to lie otherwise by it.
OVER = told(x(0), x(1), o(2))
OTHERWISE = replace(OVER, match=replace(OVER.match, over=TOY.force(OVER.match.over, x(3), {})))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (history(x(0), o(0, 1), x(1)), history(x(1), o(0, 1), x(0))),  # two orders to be told
        (told(x(0), o(0, 1), x(1)), told(x(1), o(0, 1), x(0))),  # the last turn may be changed
        (told(x(0)), history(x(0))),  # one is still to be told
        (told(x(0), x(1)), told(x(0), x(2))),  # another foul lies there
        (told(x(0)), told(x(1))),
        (OVER, OTHERWISE),
    ],
)
def test_histories_whose_future_differs_stay_apart(one: Any, other: Any) -> None:
    """In what is to be told, what may be changed, what lies open, what is accepted, how it lies."""
    assert len(joined([one, other], one.match)) == 2


def test_unlikely_histories_are_forgotten_and_few_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The best counts as zero."""
    limits = limited(monkeypatch, histories=3, pruned_nats=5.0)
    many = [told(x(0), nats=-20.0), told(x(1), nats=-24.9), told(x(2), nats=-25.1)]
    kept = joined(many, many[0].match)
    assert [one.nats for one in kept] == pytest.approx([0.0, -4.9])
    equal = [told(x(col, row)) for col in range(3) for row in range(2)]
    assert len(joined(equal, equal[0].match)) == limits.histories


def test_orders_are_left_out_before_stories(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more histories than are kept another order of the same turns goes first, and the one that
    stays takes its weight."""
    limited(monkeypatch, histories=2)
    one, other = told(x(0), o(0, 1), x(1)), told(x(1), o(0, 1), x(0))
    story = told(x(0), o(0, 1), x(2))
    kept = joined([one, other, story], one.match)
    assert [h.match for h in kept] == [one.match, story.match]
    assert kept[1].nats == pytest.approx(-math.log(2.0))


def test_of_many_orders_those_stay_that_differ_in_who_made_what(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of six orders of three turns four are kept, with every maker that a turn may have, and none
    weighs more for those that are left out."""
    limited(monkeypatch, histories=4)
    turns = (x(0), x(2), o(4))
    orders = [history(*order) for order in permutations(turns)]
    orders = [replace(one, nats=-0.01 * rank) for rank, one in enumerate(orders)]
    kept = joined(orders, SAID)
    assert len(kept) == 4
    for turn in turns:
        those, every = (
            {p.player for h in some for p in h.match.live if p.turn == turn} - {None}
            for some in (kept, orders)
        )
        assert those == every
    assert max(one.nats for one in kept) - min(one.nats for one in kept) < 0.1


def test_a_likely_order_stays_before_an_unlikely_story(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the other order would be sure by it."""
    limited(monkeypatch, histories=2)
    one, other = told(x(0), o(0, 1), x(1)), told(x(1), o(0, 1), x(0))
    story = told(x(0), o(0, 1), x(2), nats=-3.0)
    kept = joined([one, other, story], one.match)
    assert [h.match for h in kept] == [one.match, other.match]


def test_what_a_hypothesis_has_not_told() -> None:
    """Turns, fouls taken back, turns withdrawn: from its own event number on."""
    foul = extended(played(x(0), x(1)), [TakenBack((x(1),))])
    one = Hypothesis(foul, 3)
    assert [p.turn for p in Hypothesis(played(x(0), o(1)), 3).untold] == [o(1)]
    assert one.gone(3) == ()  # nobody was told of the foul
    assert Hypothesis(foul, 4).gone(4) == (x(1),)
    again = extended(foul, [TurnSeen(x(1), False), TakenBack((x(1),))])
    assert Hypothesis(again, 5).gone(5) == ()  # of the one before they were
    changed = extended(played(x(0)), [Corrected(2, None), TurnSeen(x(1))])
    assert Hypothesis(changed, 3).withdrawn(3) == (x(0),)
    assert Hypothesis(changed, 2).withdrawn(2) == ()


def test_quantities_are_kept_by_how_many_turns_lay_there() -> None:
    """A turn taken back brings back what was measured before it; what a picture does not show
    stays; few pictures are kept."""
    one = certain(played(x(0)))[0].with_measured([Quantity("a", 1.0, 1.0), Quantity("b", 2.0, 1.0)])
    one = one.with_measured([Quantity("a", 3.0, 1.0)])
    assert {q.name: q.value for q in one.quantities(1)} == {"a": 3.0, "b": 2.0}
    assert one.quantities(0) == ()
    more = replace(one, match=played(x(0), o(1))).with_measured([Quantity("a", 9.0, 1.0)])
    assert {q.name: q.value for q in more.quantities(1)} == {"a": 3.0, "b": 2.0}
    assert {q.value for q in more.quantities(5)} == {9.0}
    turns = [x(0), o(1), x(2), o(0, 1), x(1, 1), o(2, 1), x(0, 2), o(1, 2)]
    for count in range(len(turns)):
        more = replace(more, match=played(*turns[:count])).with_measured([])
    assert len(more.measured) == MOST_MEASURED


# In short, as the log tells it ------------------------------------------------------------------


def test_one_history_that_was_told_is_nothing_to_write() -> None:
    """Only what the log itself comes to."""
    match = played(x(0))
    assert in_short(match, certain(match)) == Believed()
    assert believed_in(TOY, extended(match, [Believed()])) == certain(extended(match, [Believed()]))


def test_a_belief_in_short_is_recalled_to_the_last_digit() -> None:
    """Weights, kin, fouls and what was told of each; the told history goes on from the log."""
    said = played(x(0))
    other = Hypothesis(played(x(1), o(2)), 2, -0.123456789, 3, 1)
    foul = replace(history(x(0), x(2), nats=-2.5, told=3), kin=4)
    belief = (*certain(said), other, foul)
    short = in_short(said, belief)
    log = extended(said, [short])
    recalled = believed_in(TOY, log)
    assert [line.since for line in short.lines] == [3, 2, 3]
    assert recalled[0] == certain(log)[0]
    for one, was in zip(recalled[1:], belief[1:], strict=True):
        assert one.match.history == was.match.history
        assert one.match.accepted == was.match.accepted
        assert (one.told, one.nats, one.kin, one.fouls) == (was.told, was.nats, was.kin, was.fouls)


def test_what_was_written_before_the_last_word_is_not_believed() -> None:
    """The log counts from there on."""
    said = extended(played(x(0)), [Believed((Line(2, (), 2, 0.0),)), TurnSeen(o(1))])
    assert believed_in(TOY, said) == certain(said)


LINES = Believed((Line(2, (TurnSeen(x(0)),), 2, 0.0, 1, 0), Line(2, (), 2, -1.0, 2, 1)))


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (LINES, True),
        (Believed((LINES.lines[0], replace(LINES.lines[1], nats=-1.4))), True),
        (Believed((LINES.lines[0], replace(LINES.lines[1], nats=-1.6))), False),
        (Believed((replace(LINES.lines[0], kin=5), LINES.lines[1])), True),
        (Believed((replace(LINES.lines[0], told=3), LINES.lines[1])), False),
        (Believed((replace(LINES.lines[0], events=(TurnSeen(x(1)),)), LINES.lines[1])), False),
        (Believed(LINES.lines[:1]), False),
        (Believed(), False),
    ],
)
def test_beliefs_are_alike_that_need_not_be_written_again(other: Believed, same: bool) -> None:
    """The same histories, told as far, with nearly the same weights."""
    assert nearly_equal(LINES, other) is same
    assert nearly_equal(other, LINES) is same


# Against what was told --------------------------------------------------------------------------


def test_where_histories_part() -> None:
    """At the first event that differs, else where the shorter one ends."""
    assert parted(played(x(0), o(1)), played(x(0), o(2))) == 3
    assert parted(played(x(0)), played(x(0), o(2))) == 3
    assert parted(played(x(0), o(2)), SAID) == 2


def test_a_history_amends_where_something_told_is_otherwise() -> None:
    """Another turn, none, or another piece of the first position; what is new amends nothing."""
    said = played(x(0))
    assert not amends(said, certain(said)[0])
    assert not amends(said, history(x(0), o(1), told=3))
    assert amends(said, history(x(1), told=3))
    position = match_of(PositionSeen(((Cell(0, 0), "X"),)))
    reread = extended(position, [PositionCorrected(Cell(0, 0), "O")])
    assert amends(position, Hypothesis(reread, len(reread.log)))


def test_the_history_that_was_told_holds_the_same_turns() -> None:
    """And nothing untold."""
    said = played(x(0))
    assert is_told(certain(said)[0], said)
    assert not is_told(history(x(0)), said)
    assert not is_told(told(x(1)), said)
    assert not is_told(told(x(0), o(1)), said)
