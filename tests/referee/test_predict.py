"""What a picture may make of a history: from which tables it is explained, and what that weighs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from rules.core.events import TurnEnded
from rules.core.game import Explanation
from rules.core.observation import EMPTY, Belief, Observation
from rules.core.places import Cell
from rules.referee.history.fold import extended
from rules.referee.history.match import Match, Status, differing
from rules.referee.hypotheses.hypothesis import certain
from rules.referee.limits import LIMITS
from rules.referee.predicting.growing import Grown, grown
from rules.referee.predicting.predict import Candidate, candidates, fits
from tests.laws.toy import Place
from tests.referee.limited import limited
from tests.referee.toy import Scripted, explained, match, o, row, turns, x


def wanted(found: Iterable[Candidate], *made: Place, **facts: Any) -> Candidate:
    """The likeliest candidate of these turns with these facts."""
    same = (c for c in found if turns(c) == made)
    return next(c for c in same if all(getattr(c, k) == v for k, v in facts.items()))


# The tables ------------------------------------------------------------------------------------


def test_a_clear_turn_is_the_likeliest_and_costs_nothing() -> None:
    """That nothing happened costs what its worst place costs, and does not fit."""
    best, *others = explained(match(x(0)), row("XO."))
    assert (turns(best), best.nats, best.worst, best.fouls) == ((o(1),), 0.0, 0.0, 0)
    assert fits(best)
    nothing = wanted(others)
    assert nothing.nats == pytest.approx(-10.5, abs=0.2)


def test_a_foul_is_a_little_less_likely() -> None:
    """By the prior of a foul; it lies open."""
    (best, *_) = explained(match(x(0)), row("XX."))
    assert best.nats == pytest.approx(LIMITS.foul_prior)
    assert [one.status for one in best.new] == [Status.OPEN]
    assert best.fouls == 1


@pytest.mark.parametrize(
    ("shown", "made", "gone", "stay"),
    [
        ("XX.", (), (), (x(1),)),  # the foul lies there
        ("X..", (), (x(1),), ()),  # it is gone
        ("XXO", (o(2),), (), (x(1),)),  # played on beside it
        ("X.O", (o(2),), (x(1),), ()),  # taken back, then the turn it should have been
        ("XO.", (o(1),), (x(1),), ()),  # another mark in its place
    ],
)
def test_an_open_foul_stays_or_is_taken_back(
    shown: str, made: tuple[Place, ...], gone: tuple[Place, ...], stay: tuple[Place, ...]
) -> None:
    """Whatever else was done."""
    best = explained(match(x(0), x(1)), row(shown))[0]
    assert (turns(best), best.gone, best.base.stay) == (made, gone, stay)
    assert fits(best)


def test_of_several_open_fouls_any_may_be_gone() -> None:
    """All, one, all but one: each look has its own story."""
    open_ = match(x(0), x(1), x(2), x(0, 1))
    lies = {x(1), x(2), x(0, 1)}
    for kept in ((), (x(1),), (x(2), x(0, 1)), (x(1), x(2), x(0, 1))):
        first = "X" + "".join("X" if one in kept else "." for one in (x(1), x(2)))
        below = row("X" if x(0, 1) in kept else ".", 1).sightings
        picture = Observation("toy", (*row(first).sightings, *below))
        best = explained(open_, picture)[0]
        assert (set(best.gone), turns(best)) == (lies - set(kept), ()), kept
        assert fits(best)


def test_a_turn_played_over_a_foul_that_nobody_was_told_of_is_less_likely() -> None:
    """Silence about a foul is hardly answered by play."""
    game_so_far = match(x(0), x(1))
    (one,) = certain(game_so_far)
    found = candidates(one, [row("XXO")], (), "now.jpg")
    told = wanted(explained(game_so_far, row("XXO")), o(2)).nats
    assert wanted(found, o(2)).nats == pytest.approx(told + LIMITS.played_over)


# The last turn, changed ------------------------------------------------------------------------


def test_the_last_turn_may_have_been_changed() -> None:
    """Its piece is gone from where it was put: the table before it explains the picture."""
    best = explained(match(x(0), o(1)), row("X.O"))[0]
    assert turns(best) == (o(2),)
    assert best.base.changed is not None
    assert best.base.changed.turn == o(1)
    assert best.nats == pytest.approx(LIMITS.changed_mind)
    assert best.own
    assert best.after("now.jpg", 0).match.accepted == match(x(0), o(2)).accepted


@pytest.mark.parametrize(
    "game_so_far",
    [
        extended(match(x(0), o(1)), [TurnEnded("B")]),  # B said that his turn is over
        match(x(0), first="..O"),  # the piece belongs to the first picture
        match(x(0), o(1), o(2)),  # a foul lies there
    ],
)
def test_a_turn_that_is_over_is_not_changed(game_so_far: Match[Any, Any]) -> None:
    """Nor anything before it."""
    assert all(c.base.changed is None for c in explained(game_so_far, row("X..")))


def test_a_turn_whose_piece_still_lies_there_was_not_changed() -> None:
    """Only one table explains the picture."""
    assert all(c.base.changed is None for c in explained(match(x(0), o(1)), row("XOX")))


def test_another_piece_on_the_same_place_was_rather_misread() -> None:
    """Than exchanged before the next player moved."""
    changed = wanted(explained(match(x(0)), row("O..")), o(0))
    assert changed.base.changed is not None
    assert changed.nats <= LIMITS.changed_mind + LIMITS.changed_in_place + LIMITS.foul_prior


class Marked(Scripted):
    """A game in which the mark tells whose hand laid it."""

    def maker_of(self, state: Any, turn: Place, house: Any) -> str:
        """The mark."""
        return turn.mark


def test_who_goes_on_instead_is_not_who_changed_his_mind() -> None:
    """X is gone, and O lies elsewhere: nobody else puts somebody's pieces elsewhere."""
    found = wanted(explained(match(x(0), game=Marked()), row(".O.")), o(1))
    assert found.base.changed is not None
    assert not found.own
    taken = LIMITS.changed_mind + LIMITS.took_for_nothing + LIMITS.foul_prior
    assert found.nats == pytest.approx(taken)


# Pieces misread before -------------------------------------------------------------------------


def test_an_accepted_piece_may_have_been_misread() -> None:
    """As rarely as a gross misread; its turn is corrected, and what follows judged anew."""
    found = explained(match(x(0), o(1), x(2)), row("XXX"))
    one = next(c for c in found if c.base.reread == Cell(1, 0))
    assert one.nats <= LIMITS.reread
    (sure,) = explained_reread("O", "X", {})
    (unsure,) = explained_reread("O", "X", {Cell(1, 0): Belief.of({"O": 0.6, "X": 0.4})})
    assert sure == LIMITS.reread
    assert unsure == pytest.approx(math.log(0.4 / 0.6))


def test_a_piece_that_is_half_hidden_is_not_read_again() -> None:
    """What shows of it may be anything."""
    clear = row("XXX")
    least = LIMITS.reread_visible
    for visibility, found in ((least, True), (least - 0.01, False)):
        dim = [replace(s, visibility=visibility) for s in clear.sightings]
        bases = [c.base for c in explained(match(x(0), o(1), x(2)), clear.with_sightings(dim))]
        assert any(base.reread == Cell(1, 0) for base in bases) is found


def explained_reread(was: str, now: str, doubts: dict[Cell, Any]) -> list[float]:
    """The priors of tables on which a piece of the first picture was another one."""
    found = explained(match(first=f"X{was}"), row(f"X{now}."), doubts=doubts)
    return list({c.base.prior for c in found if c.base.reread == Cell(1, 0)})


# Acts and their orders -------------------------------------------------------------------------


def told_as(*orders: tuple[Place, ...], acts: Any = "acts", **more: Any) -> list[Explanation[Any]]:
    """Explanations that tell the same acts in these orders."""
    return [Explanation(order, acts=acts, **more) for order in orders]


def grown_from(*told: Explanation[Any], shown: str = "XO.") -> Grown:
    """What is kept of these explanations of a picture of a bare table."""
    return grown(explained(match(game=Scripted(*told)), row(shown)), "now.jpg")


def kept(found: Grown) -> list[tuple[Place, ...]]:
    """The turns of what is kept."""
    return [turns(one) for one, _ in found.pairs]


def test_of_the_same_acts_the_orders_with_the_fewest_fouls_count() -> None:
    """An order that makes all legal is never passed over for one that does not."""
    assert kept(grown_from(*told_as((o(1), x(0)), (x(0), o(1))))) == [(x(0), o(1))]


def test_orders_with_as_few_fouls_count_alike() -> None:
    """They share the weight of the acts and are of one kin, whose least foul counts later, too."""
    found = grown_from(*told_as((x(0), x(2)), (x(2), x(0)), log_prior=-3.0), shown="X.X")
    assert sorted(kept(found), key=str) == [(x(0), x(2)), (x(2), x(0))]
    share = -3.0 + LIMITS.foul_prior - math.log(2)
    assert [one.nats for one, _ in found.pairs] == pytest.approx([share, share])
    assert len({after.kin for _, after in found.pairs}) == 1
    assert [after.fouls for _, after in found.pairs] == [1, 1]


def test_a_hardly_likely_order_takes_nothing_from_another() -> None:
    """Of two orders the one that the game calls unlikely halved the weight of the other one."""
    told = [*told_as((x(0), x(2))), *told_as((x(2), x(0)), log_prior=-5.0)]
    first, second = (one.nats for one, _ in grown_from(*told, shown="X.X").pairs)
    assert first - second == pytest.approx(5.0)
    assert first == pytest.approx(LIMITS.foul_prior - math.log(1 + math.exp(-5.0)))


def test_other_acts_are_weighed_not_passed_over() -> None:
    """Legality is a weak prior that can lose."""
    legal, foul = Explanation((x(0), o(1)), -3.0, acts="one"), Explanation((o(1), x(0)), acts="two")
    found = grown_from(legal, foul)
    assert kept(found) == [(o(1), x(0)), (x(0), o(1))]
    assert len({after.kin for _, after in found.pairs}) == 2


def test_what_is_pruned_counts_as_something_else() -> None:
    """Its weight against the best one is told."""
    far = LIMITS.pruned_nats + 1.0
    found = grown_from(Explanation((x(0), o(1))), Explanation((x(0), o(1)), -far, acts="other"))
    assert kept(found) == [(x(0), o(1))]
    assert found.lost == pytest.approx(math.exp(-far))


MOVED = (Cell(0, 0), EMPTY), (Cell(1, 0), "X")


def moved(*told: Explanation[Any]) -> tuple[float, Grown]:
    """A cross seems to have moved on: what a change of mind weighed by itself, and what is kept
    where the game explains it so, too."""
    game = Scripted(Explanation((x(1),)), *told)
    found = explained(match(x(0), game=game), row(".X."))
    mind = wanted(found, x(1), own=True)
    assert mind.base.changed is not None
    return mind.nats, grown(found, "now.jpg")


def mind_of(found: Grown) -> Candidate:
    """The change of mind of what is kept."""
    return next(one for one, _ in found.pairs if one.base.changed is not None)


def test_a_change_of_mind_is_unlikely_where_the_next_turn_explains_as_much() -> None:
    """Play went on, rather; where that explains it worse, or not at all, the mind was changed."""
    nats, found = moved(Explanation((o(1),), look=MOVED))
    assert mind_of(found).nats == pytest.approx(nats + LIMITS.went_on)
    for worse in ((), (Explanation((o(1),), -9.0, look=MOVED),)):
        nats, found = moved(*worse)
        assert mind_of(found).nats == pytest.approx(nats)


def test_a_piece_just_laid_that_moved_was_not_disturbed() -> None:
    """Nor is a foul told of what a change of mind explains without one."""
    touched = Explanation((), look=MOVED, disturbed=(Cell(0, 0),), acts="touched")
    foul = Explanation((x(0, 1),), look=(*MOVED, (Cell(0, 1), EMPTY)), acts="foul")
    _, found = moved(touched, foul)
    assert [turns(one) for one, _ in found.pairs][:1] == [(x(1),)]
    assert not [one for one, _ in found.pairs if one.base.changed is None and not one.clean]


# Absolute fit ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("worst", "strays", "fit"),
    [
        (LIMITS.fit_nats, 0, True),
        (LIMITS.fit_nats + 0.1, 0, False),
        (0.0, LIMITS.free_strays, True),
        (0.0, LIMITS.free_strays + 1, False),
    ],
)
def test_what_contradicts_the_picture_did_not_happen(worst: float, strays: int, fit: bool) -> None:
    """However likely beside the others: the worst place touched, and misread places."""
    one = explained(match(x(0)), row("XO."))[0]
    assert fits(replace(one, worst=worst, strays=strays)) is fit


def test_a_larger_table_may_have_more_places_misread(monkeypatch: pytest.MonkeyPatch) -> None:
    """A share of the known ones."""
    one = explained(match(first="XOX"), row("XOX"))[0]
    limited(monkeypatch, stray_share=1.0)
    assert fits(replace(one, strays=3))
    assert not fits(replace(one, strays=4))


def test_what_differs_between_two_tables() -> None:
    """Laid, gone, exchanged; what is alike is left out."""
    before, now = {"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 5, "d": 4}
    found = differing(before, now)
    assert {place: found[place] for place in "bd"} == {"b": 5, "d": 4}
    assert set(found) == {"b", "c", "d"}
