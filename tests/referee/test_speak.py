"""What may be said: the limits, what counts as one thing to say, and which history is told."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from rules.core.events import Asked, Corrected, TakenBack, TurnSeen
from rules.core.game import Explanation
from rules.core.places import Cell
from rules.core.verdict import Remark, Reward, Ruling, Verdict
from rules.referee.history.fold import extended
from rules.referee.history.match import Match, Status
from rules.referee.hypotheses.hypothesis import Hypothesis, certain
from rules.referee.limits import LIMITS
from rules.referee.predicting.growing import Grown, grown
from rules.referee.predicting.predict import candidates
from rules.referee.speaking.meaning import Meaning, fact_of, looked_at, meaning_of
from rules.referee.speaking.speak import Decision, Sureness, decided
from rules.referee.speaking.telling import question
from tests.laws.toy import Place
from tests.referee.limited import limited
from tests.referee.toy import Scripted, match, o, row, x

#: A picture that shows nothing.
BLIND = row("")

HERE, THERE = Cell(0, 0), Cell(1, 0)

#: What a history would tell that brings nothing.
NOTHING = Meaning(frozenset(), frozenset(), (), ())

#: What the tests let a turn earn.
EARNS = Verdict(Ruling.LEGAL, rewards=(Reward("draw"),))


def told(share: float, *turns: Place, **more: Any) -> Explanation[Any]:
    """Something that may have happened, with this share."""
    return Explanation(turns, math.log(share), **more)


@pytest.fixture(autouse=True)
def shares_as_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left for what nobody proposed, and what nobody looked at may hold anything."""
    limited(
        monkeypatch,
        sure_move=0.75,
        sure_foul=0.875,
        foul_prior=0.0,
        other_nats=-99.0,
        fit_nats=99.0,
        unlisted=0.0,
    )


class Hiding(Scripted):
    """A game whose pieces stand on others."""

    pieces_hide = True


def grown_of(one: Hypothesis, game: Scripted) -> Grown:
    """What the game's explanations make of a history whose last turn is over."""
    own = replace(one, match=replace(one.match, game=game, before=None))
    return grown(list(candidates(own, [BLIND], (), "now.jpg")), "now.jpg")


def decision(*explanations: Explanation[Any], game: Scripted | None = None) -> Decision:
    """What may be said where a bare table is explained so."""
    scripted = game or Scripted(*explanations)
    before = match(game=scripted)
    return decided(grown_of(certain(before)[0], scripted), before)


def between(said: Match[Any, Any], *histories: tuple[Hypothesis, tuple[Place, ...]]) -> Decision:
    """What may be said where each of these histories goes on with its own turns."""
    pairs = [
        pair
        for one, turns in histories
        for pair in grown_of(one, Scripted(Explanation(turns))).pairs
    ]
    return decided(Grown(tuple(pairs), 0.0), said)


# When it is sure -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("share", "turns", "sure"),
    [
        (0.76, (x(0),), True),
        (0.74, (x(0),), False),
        (0.88, (o(0),), True),  # not O's turn
        (0.87, (o(0),), False),
        (0.76, (), True),
        (0.80, (x(0), x(1)), False),  # the second is a foul
        (0.90, (x(0), x(1)), True),
    ],
)
def test_a_call_needs_its_lead_and_a_foul_a_clearer_one(
    share: float, turns: tuple[Place, ...], sure: bool
) -> None:
    """Against anything else."""
    found = decision(told(share, *turns), told(1 - share, x(2)))
    assert found.sureness is (Sureness.SURE if sure else Sureness.ASK)
    assert found.options[0].share == pytest.approx(share)
    assert tuple(p.turn for p in found.best.best.entries) == turns


def test_a_piece_that_was_touched_is_always_asked_about() -> None:
    """And so is what the game itself cannot judge."""
    assert decision(told(1.0, disturbed=(HERE,))).sureness is Sureness.ASK
    crooked = Verdict(Ruling.ASK, remarks=(Remark("straighten"),))
    unsure = Scripted(told(1.0, x(0)), duties={x(0): crooked})
    assert decision(game=unsure).sureness is Sureness.ASK


def test_the_same_foul_adds_up_over_histories() -> None:
    """What else happened may be in doubt; a legal turn or another foul adds nothing."""
    foul, also = told(0.8, o(0)), told(0.2, o(0), x(1))
    assert decision(foul, also).sureness is Sureness.SURE
    for other in (told(0.2, x(1)), told(0.2, o(1)), told(0.2)):
        assert decision(foul, other).sureness is Sureness.ASK


def test_an_order_of_legal_turns_is_no_doubt() -> None:
    """Two orders say the same: both together are called, each turn with its own share."""
    found = decision(*(told(1.0, *turns, acts=1) for turns in ((x(0), o(1)), (o(1), x(0)))))
    assert found.sureness is Sureness.SURE
    assert found.share_of(found.line.entries[0]) == pytest.approx(1.0)


# What is one thing to say ----------------------------------------------------------------------


def earning(*explanations: Explanation[Any]) -> Decision:
    """As `decision`, where x(2) earns a tile."""
    return decision(game=Scripted(*explanations, duties={x(2): EARNS}))


def test_who_earns_what_is_part_of_what_is_said() -> None:
    """The same turn that earns something and that does not are two things to say."""
    found = earning(told(0.9, x(2)))
    assert fact_of(found.line.entries[0])[3:] == (EARNS.rewards, (), "A")
    assert found.sure_duties(found.line.entries[0])


def test_of_a_foul_only_the_rule_and_its_place_are_said() -> None:
    """Neither what it would have earned nor whom."""
    (played,) = decision(told(1.0, o(0))).line.entries
    _, _, broken, rewards, required, by = fact_of(played)
    assert broken == {("not-your-turn", (HERE,))}
    assert (rewards, required, by) == ((), (), None)


def test_what_a_history_means_counts_from_where_it_is_new() -> None:
    """Turns, open ones taken back, turns withdrawn, pieces touched."""
    game_so_far = extended(
        match(x(0), x(1)), [TakenBack((x(1),)), Corrected(2, None), TurnSeen(x(2))]
    )
    said = match(x(0), x(1))
    new = meaning_of(Hypothesis(game_so_far, 4), 4, said)
    assert new.gone == {x(1)}
    assert new.withdrawn == (x(0),)
    assert [fact[0] for fact, _ in new.facts] == [x(2)]
    assert meaning_of(certain(game_so_far)[0], len(game_so_far.log), said) == NOTHING
    assert meaning_of(certain(match())[0], 3, said, (HERE,)).disturbed == (HERE,)


def test_that_a_foul_is_gone_of_which_nobody_was_told_is_no_news() -> None:
    """Beside the one that people know of; nor by which reading of that one is gone."""
    said = match(x(0), x(1))
    after = [
        Hypothesis(extended(match(x(0), *lay), [TakenBack(lay)]), 3 + len(lay))
        for lay in ((x(1),), (x(1), x(2)), (Place(THERE, "Y"), x(2)))
    ]
    told, also, reread = (meaning_of(one, one.told, said) for one in after)
    assert told == also == reread
    unknown = match(x(0))
    assert meaning_of(after[0], 4, unknown) != meaning_of(after[1], 5, unknown)


# Where a question is open ----------------------------------------------------------------------


def after_question(*made: tuple[Place, ...]) -> Decision:
    """A cross was put on one of two cells, nobody said which; then, of each of the two, these turns
    were made."""
    said = extended(match(), [Asked(((x(0),), (x(1),)), ((), ()))])
    both = [Hypothesis(extended(match(), [TurnSeen(one)]), 2) for one in (x(0), x(1))]
    return between(said, *zip(both, made, strict=True))


def test_what_is_new_is_told_over_an_open_question_where_it_is_sure() -> None:
    """Whichever the answer, this was played since; what was asked about is let stand."""
    found = after_question((o(2),), (o(2),))
    assert found.sureness is Sureness.SURE
    assert [p.turn for p in found.line.entries] == [o(2)]


def test_what_hangs_on_the_answer_is_asked_about() -> None:
    """A nought on one of the two cells was a foul, or none."""
    assert after_question((o(0),), (o(0),)).sureness is Sureness.ASK


def test_the_same_table_leaves_the_question_open() -> None:
    """Nothing was played since: nobody passes over it."""
    assert after_question((), ()).sureness is Sureness.ASK


# Which history is told -------------------------------------------------------------------------


@pytest.mark.parametrize(("share", "first"), [(0.85, x(0)), (0.9, x(1))])
def test_what_was_told_is_amended_only_with_a_clear_lead(share: float, first: Place) -> None:
    """Else the history that amends nothing is told, though it is less likely."""
    said = match(x(0))
    other = Hypothesis(match(x(1)), len(said.log), math.log(share))
    plain = Hypothesis(said, len(said.log), math.log(1 - share))
    found = between(said, (other, (o(2),)), (plain, (o(2),)))
    assert found.sureness is Sureness.SURE
    assert [p.turn for p in found.line.hypothesis.match.live] == [first, o(2)]


def test_nobody_is_accused_of_an_older_turn_where_all_amend_what_was_told() -> None:
    """Whether X began elsewhere or not at all, which would make a foul of the nought."""
    said = extended(match(x(0)), [TurnSeen(o(1), legal=False)])
    first, _ = said.live
    histories = []
    for was, nats in ((None, 1.0 - LIMITS.played_over), (x(2), 0.0)):
        other = extended(said, [Corrected(first.number, was)])
        histories.append(Hypothesis(other, len(other.log), nats))
    assert [one.match.live[-1].status for one in histories] == [Status.OPEN, Status.ACCEPTED]
    pairs = (p for h in histories for p in grown_of(h, Scripted(Explanation((x(2, 2),)))).pairs)
    found = decided(Grown(tuple(p for p in pairs if not p[0].gone), 0.0), said)
    assert found.sureness is Sureness.SURE
    assert [p.turn for p in found.line.hypothesis.match.live] == [x(2), o(1), x(2, 2)]


# Of whom, and with what ------------------------------------------------------------------------


def test_nobody_is_named_where_players_are_not_sure() -> None:
    """The explanation stands for others of which somebody else may have made some."""
    found = decision(told(1.0, x(0)), told(1e-9, x(1)))
    assert found.player_of(found.line.entries[0]) == "A"
    unknown = decision(told(1.0, x(0), players_known=False))
    assert unknown.player_of(unknown.line.entries[0]) is None


def test_an_unclear_piece_is_called_where_nothing_hangs_on_it() -> None:
    """Where pieces hide one another no second look shows more: all its readings are legal, and the
    likeliest is told. Elsewhere the next picture is waited for."""
    game = Hiding(told(0.6, x(0)), told(0.4, Place(HERE, "Y")), duties={})
    game.also_legal = {Place(HERE, "Y")}
    found = decision(game=game)
    assert found.sureness is Sureness.SURE
    assert found.either
    assert [p.turn for p in found.line.entries] == [x(0)]
    assert decision(told(0.6, x(0)), told(0.4, x(1))).sureness is Sureness.ASK


@pytest.mark.parametrize(
    "other", [told(0.4, o(0)), told(0.4), told(0.4, x(1)), told(0.4, x(0), o(1))]
)
def test_what_hangs_on_an_unclear_piece_is_asked_about(other: Explanation[Any]) -> None:
    """It would be a foul, or not lie there at all, or lie elsewhere, or not lie there alone."""
    assert decision(game=Hiding(told(0.6, x(0)), other)).sureness is Sureness.ASK


def test_an_answer_says_what_all_its_histories_have_otherwise() -> None:
    """The third turn was another one, whatever else of the past is open between them."""
    said = match(x(0), o(1), x(0, 2))
    pasts = ((x(2), o(1), x(1, 2)), (x(0), o(2), x(1, 2)))
    lines = [(certain(match(*past))[0], (o(0, 1),)) for past in pasts]
    found = between(said, *lines, (certain(said)[0], (o(1, 1),)))
    _, (call,) = question(said, found, "now.jpg")
    instead = {one.turns: one.instead for one in call.alternatives}
    assert instead == {(o(0, 1),): (3, x(1, 2)), (o(1, 1),): None}


def test_nothing_is_said_where_nothing_was_done() -> None:
    """However open it is which of several histories it was, as long as all of it was told."""
    said = match(x(0), o(1))
    lines = [certain(match(*turns))[0] for turns in ((x(0), o(1)), (x(1), o(0)))]
    found = between(said, *((one, ()) for one in lines))
    assert found.sureness is Sureness.SURE
    assert found.line.meaning == NOTHING
    assert found.line.hypothesis.match.live == said.live


def test_what_differs_from_what_was_told_is_looked_at_like_what_is_new() -> None:
    """A live table may wait for another look at either."""
    line = decision(told(0.9, x(0)), told(0.1)).line
    against = replace(line, anew=True).meaning
    assert against.facts == line.meaning.facts
    assert looked_at(match(), against) == looked_at(match(), line.meaning)
