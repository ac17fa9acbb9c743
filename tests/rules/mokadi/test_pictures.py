"""From pictures to turns: alignment, explanations, and calls of the referee."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from rules.core.call import Call, CallKind
from rules.core.events import Answered, TurnSeen, Undone
from rules.core.observation import EMPTY, Belief, Observation, Sighting
from rules.core.verdict import Verdict
from rules.games.mokadi.explaining.resting import UPHELD, at_rest, held_up
from rules.games.mokadi.game import GAME
from rules.games.mokadi.geometry import Motion
from rules.games.mokadi.moves import Fall, Fallen, LayPad, LayStick, Remove
from rules.games.mokadi.pieces import (
    Contact,
    Kind,
    Label,
    Pad,
    Part,
    Spot,
    Stick,
    pad_spot,
    stick_spot,
)
from rules.games.mokadi.registering import apart
from rules.games.mokadi.state import LaidStick, MokadiState, Phase
from rules.games.mokadi.stock import NOTHING, Pile, Stock
from rules.referee.hypotheses.hypothesis import certain
from rules.referee.referee import RefereeState, begin, observe, record
from rules.referee.speaking.notes import CHANGED, GAME_OVER, HAPPENED
from tests.referee.limited import limited
from tests.rules.mokadi.tables import (
    BLACK,
    SQUARE,
    WHITE,
    after,
    all_laid,
    fall,
    house,
    judged,
    laid,
    on,
    opened,
    pad,
    start,
    stick,
)
from tests.rules.said import remarks

TURNED = Motion(0.7, 2.0, -1.0)


def photographed(
    state: MokadiState,
    motion: Motion = TURNED,
    seed: int = 1,
    noise: float = 0.005,
    hide: tuple[Spot, ...] = (),
) -> Observation[Spot, Label]:
    """The table as a camera tells it: another frame, numbers of its own, a little noise."""
    rng = random.Random(seed)
    position = {spot: x for spot, x in GAME.position(state).items() if spot not in hide}
    renamed: dict[Spot, Spot] = {}
    for kind in Kind:
        spots = [spot for spot in position if spot.kind is kind]
        rng.shuffle(spots)
        for number, known in enumerate(spots, 11):
            points = [_blurred(motion(p), rng, noise) for p in known.points]
            renamed[known] = (
                pad_spot(number, points[0])
                if kind is Kind.PAD
                else stick_spot(number, (points[0], points[1]))
            )
    return Observation(
        "mokadi",
        tuple(Sighting(renamed[s], _seen(x, renamed)) for s, x in position.items()),
    )


def _blurred(point: tuple[float, float], rng: random.Random, noise: float) -> tuple[float, float]:
    return point[0] + rng.gauss(0, noise), point[1] + rng.gauss(0, noise)


def _seen(label: Label, renamed: dict[Spot, Spot]) -> Belief[Label]:
    if isinstance(label, Pad):
        return Belief.of({label: 0.99, Pad(BLACK if label.colour == WHITE else WHITE): 0.01})
    given = label.contacts or ()
    contacts = tuple(replace(c, spot=renamed[c.spot]) for c in given if c.spot in renamed)
    return Belief.of({Stick(label.colour, contacts): 0.999, EMPTY: 0.001})


def built() -> MokadiState:
    """Four pads and two sticks, laid legally."""
    state = after(opened(), stick(WHITE, "P2 P4"), stick(BLACK, "P1 P3"))
    return after(state, pad(BLACK, -0.5, 0.35))


def turns(state: MokadiState, picture: Observation[Spot, Label]) -> list[tuple]:
    """What is proposed for a picture."""
    (aligned,) = GAME.align(GAME.position(state), picture)
    return [e.turns for e in GAME.explanations(state, aligned, house())]


# Alignment -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_a_moved_camera_finds_every_piece_again(seed: int) -> None:
    """Numbers, frame and contacts are those of the known table."""
    state = built()
    motion = Motion(seed * 1.3, seed - 2.0, 0.5 * seed)
    (aligned,) = GAME.align(GAME.position(state), photographed(state, motion, seed))
    assert aligned.occupied() == GAME.position(state)
    for known in GAME.position(state):
        sighting = aligned.at(known)
        assert sighting is not None
        assert apart(known, sighting.place) < 0.05
    label = aligned.occupied()[stick_spot(1)]
    assert isinstance(label, Stick)
    assert {c.spot for c in label.contacts or ()} == {pad_spot(2), pad_spot(4)}


def test_a_table_of_equal_sides_can_be_laid_over_in_several_ways() -> None:
    """All four pads of one colour in a square, and nothing else: four turns."""
    square = {
        pad_spot(i + 1, xy): Pad(WHITE)
        for i, xy in enumerate([(0, 0), (0.7, 0), (0.7, 0.7), (0, 0.7)])
    }
    state = GAME.resume(square, (), house())
    assert len(GAME.align(square, photographed(state))) == 4


def test_a_piece_that_is_never_believed_keeps_its_number() -> None:
    """What is laid after it does not take it: what people said of it stays known."""
    state = built()
    ghost, new = (stick_spot(n, ((0.1 * n, 0.9), (0.1 * n, 1.9))) for n in (3, 4))
    seen = {**GAME.position(state), ghost: Stick(WHITE), new: Stick(BLACK)}
    sightings = tuple(Sighting(s, Belief.of({x: 0.9, EMPTY: 0.1})) for s, x in seen.items())
    grown = {**GAME.position(state), new: Stick(BLACK)}
    for known in (GAME.position(state), grown):
        (aligned,) = GAME.align(known, Observation("mokadi", sightings))
        assert aligned.occupied() == seen


def test_a_piece_whose_colour_the_light_hides_is_the_same_piece() -> None:
    """What lies where it lay is it, unless it surely looks otherwise: no second pad fits there."""
    state = built()
    picture = photographed(state)
    pads = [s for s in picture.sightings if s.place.kind is Kind.PAD]
    for share, found in ((0.55, True), (0.95, True), (0.999, False)):
        doubted = []
        for one in pads:
            label = one.belief.best
            assert isinstance(label, Pad)
            other = Pad(BLACK if label.colour == WHITE else WHITE)
            doubted.append(replace(one, belief=Belief.of({other: share, label: 1 - share})))
        sticks = [s for s in picture.sightings if s.place.kind is Kind.STICK]
        one_pad = [*pads[1:], doubted[0], *sticks]
        (aligned,) = GAME.align(GAME.position(state), replace(picture, sightings=tuple(one_pad)))
        assert (set(aligned.occupied()) == set(GAME.position(state))) is found


def test_a_mirrored_or_foreign_table_does_not_fit() -> None:
    """Pads stay in place; what is missing counts."""
    pads = {
        pad_spot(i + 1, xy): Pad(WHITE if i < 2 else BLACK)
        for i, xy in enumerate([(0, 0), (0.8, 0), (0.2, 0.6), (1.1, 0.7), (0.6, 1.2)])
    }
    state = GAME.resume(pads, (), house())
    foreign = Observation(
        "mokadi",
        tuple(
            Sighting(pad_spot(i, (i * 1.7, 0.0)), Belief.of({Pad(WHITE): 1.0})) for i in range(5)
        ),
    )
    assert GAME.align(pads, foreign) == ()
    assert GAME.align({}, foreign) == (foreign,)
    mirrored = replace(state, pads=tuple(replace(p, at=(-p.at[0], p.at[1])) for p in state.pads))
    (best, *_) = GAME.align(pads, photographed(mirrored)) or (None,)
    assert best is None or best.occupied() != pads


def test_one_pad_alone_only_shifts() -> None:
    """A turn cannot be told; the new pad keeps its distance."""
    state = after(start(), pad(WHITE, 0, 0))
    grown = after(state, pad(BLACK, 0.75, 0))
    (aligned, *_) = GAME.align(GAME.position(state), photographed(grown, noise=0.0))
    (place,) = [s.place for s in aligned.sightings if s.place.number == 2]
    assert math.dist(place.points[0], (0, 0)) == pytest.approx(0.75, abs=0.01)


def test_what_a_stick_covers_is_not_said_to_be_gone() -> None:
    """A known pad that is not found under a stick is out of sight; one in the open is gone."""
    state = built()
    for name, sight in ((pad_spot(2), 0.0), (pad_spot(5), 1.0)):
        picture = photographed(state, hide=(name,))
        (aligned,) = GAME.align(GAME.position(state), picture)
        missing = aligned.at(name)
        assert missing is not None
        assert missing.visibility == sight


ALL_PADS = tuple(pad_spot(number) for number in range(1, 6))


@pytest.mark.parametrize("motion", [Motion(), TURNED], ids=["still", "moved"])
def test_a_pile_that_hides_its_pads_is_told_by_its_sticks(motion: Motion) -> None:
    """Broad sticks lie over all pads; those that people named stay where they were named."""
    state = built()
    (aligned,) = GAME.align(GAME.position(state), photographed(state, motion, hide=ALL_PADS))
    shown = aligned.occupied()
    assert {stick_spot(1), stick_spot(2)} <= set(shown)
    assert not set(shown) - set(GAME.position(state))


def test_one_stick_tells_a_table_while_the_camera_stands_still() -> None:
    """Of a moved camera it tells nothing: it fits in two ways, and any other stick would."""
    state = after(opened(), stick(WHITE, "P2 P4"))
    picture = [photographed(state, motion, hide=ALL_PADS) for motion in (Motion(), TURNED)]
    still, moved = (GAME.align(GAME.position(state), one) for one in picture)
    assert set(still[0].occupied()) == {stick_spot(1)}
    assert moved == ()


def test_sticks_that_lie_otherwise_are_another_table() -> None:
    """Where no pad tells, they must lie where they lay."""
    state = built()
    sticks = {spot: x for spot, x in GAME.position(state).items() if spot.kind is Kind.STICK}
    other = {stick_spot(k, ((k, 0.0), (k, 1.0))): x for k, x in enumerate(sticks.values(), 1)}
    seen = tuple(Sighting(s, Belief.of({x: 1.0})) for s, x in other.items())
    assert GAME.align(GAME.position(state), Observation("mokadi", seen)) == ()


def test_a_piece_with_unknown_place_is_far_from_everything() -> None:
    """Told sticks may have none."""
    assert apart(stick_spot(1), stick_spot(2)) == math.inf


# Explanations ----------------------------------------------------------------------------------


def test_nothing_happened_comes_first() -> None:
    """And nothing else is proposed."""
    assert turns(built(), photographed(built())) == [()]


def test_a_laid_pad_and_a_laid_stick_are_proposed() -> None:
    """With place, ends and contacts as seen; either colour where it is unsure."""
    state = built()
    grown = after(state, stick(WHITE, "P5 S2"))
    found = turns(state, photographed(grown))
    (lay,) = next(t for t in found if len(t) == 1)
    assert isinstance(lay, LayStick)
    assert (lay.colour, lay.number) == (WHITE, 3)
    assert {c.spot for c in lay.contacts or ()} == {pad_spot(5), stick_spot(2)}
    padded = GAME.force(state, pad(WHITE, 0.35, -0.5), house())
    lays = [t[0] for t in turns(state, photographed(padded)) if t]
    assert {lay.colour for lay in lays if isinstance(lay, LayPad)} == {WHITE}


def test_two_new_sticks_come_in_the_only_order_that_can_have_been() -> None:
    """Whoever lies on the other was laid later, however they are numbered."""
    state = built()
    grown = after(state, stick(WHITE, "P5 S2"), stick(BLACK, "P3 S3"))
    for seed in range(4):
        found = max(turns(state, photographed(grown, seed=seed)), key=len)
        assert [lay.colour for lay in found] == [WHITE, BLACK]


def test_a_pad_beside_a_new_stick_may_have_been_laid_before_it_or_after() -> None:
    """Unless the stick rests on it. Seen: the order in which one player had two moves was the only
    one, and called a foul."""
    state = built()
    grown = after(state, stick(WHITE, "P5 S2"))
    beside = GAME.force(grown, pad(WHITE, 0.35, -0.5), house())
    kinds = [[type(t) for t in ts] for ts in turns(state, photographed(beside)) if len(ts) == 2]
    assert [LayPad, LayStick] in kinds
    assert [LayStick, LayPad] in kinds
    padded = GAME.force(state, pad(WHITE, 0.35, -0.5), house())
    carried = GAME.force(padded, stick(WHITE, "P6 S2", number=3), house())
    kinds = [[type(t) for t in ts] for ts in turns(state, photographed(carried)) if len(ts) == 2]
    assert kinds
    assert all(kind == [LayPad, LayStick] for kind in kinds)


def test_two_sticks_that_may_rest_on_each_other_come_by_the_surer_contact() -> None:
    """What was laid later carries nothing: the fainter contact is none."""
    state = built()
    upper = stick(BLACK, "S2 S4~0.63", number=3, ends=((0.5, -0.2), (0.5, 0.8)))
    lower = stick(WHITE, "P2 P4 S3~0.15", number=4, ends=((0.7, -0.1), (0.7, 0.9)))
    grown = GAME.force(GAME.force(state, lower, house()), upper, house())
    order = next(told for told in turns(state, photographed(grown)) if len(told) == 2)
    assert [lay.colour for lay in order] == [WHITE, BLACK]
    assert {c.spot.kind for c in order[0].contacts} == {Kind.PAD}


def test_a_missing_stick_was_removed_or_fell() -> None:
    """And where something was laid as well, it fell before or after."""
    state = built()
    less = GAME.force(state, Remove((1,)), house())
    kinds = {type(t[0]) for t in turns(state, photographed(less)) if t}
    assert kinds == {Fall, Remove}
    more = GAME.force(less, replace(stick(BLACK, "P1 P3"), number=7), house())
    found = turns(state, photographed(GAME.force(more, pad(WHITE, 0.35, -0.5), house())))
    assert any([type(t) for t in ts][-1:] == [Fall] and len(ts) > 1 for ts in found)
    assert any([type(t) for t in ts][:1] == [Fall] and len(ts) > 1 for ts in found)


def test_two_missing_sticks_may_have_been_two_turns() -> None:
    """Of two pictures the one between is easily missed: either stick may have been taken first."""
    state = built()
    less = GAME.force(state, Remove((1, 2)), house())
    found = [t for t in turns(state, photographed(less)) if t and type(t[-1]) is Remove]
    taken = {tuple(turn.sticks for turn in told) for told in found}
    assert taken == {((1, 2),), ((1,), (2,)), ((2,), (1,))}


def test_m12_a_stick_that_fell_and_was_picked_up_is_asked_about() -> None:
    """It fell as another one was removed, and lies on the table in no picture: whoever made it fall
    can say so, and is out."""
    three = ((WHITE, "P2 P4"), (BLACK, "P1 P3"), (WHITE, "P3 P4"))
    state = replace(all_laid(*three, players=("A", "B", "C")), turn=1, last="A", colour=BLACK)
    seen = photographed(GAME.force(state, Remove((1, 2)), house()))
    referee, (call,) = observe(watched(state), seen)
    told = [[(type(turn), turn.sticks) for turn in one.turns] for one in call.alternatives]
    fell = told.index([(Remove, (1,)), (Fall, (Fallen(2),))])
    assert call.alternatives[fell].turns[-1].player == "B"
    _, calls = record(referee, Answered(fell))
    assert [one.kind for one in calls] == [CallKind.LEGAL, CallKind.FOUL]
    assert calls[-1].accepted.out == ("B",)


def test_a_stick_on_the_bare_table_is_asked_about() -> None:
    """It was dropped, or fell before anybody looked: no foul of a stick without supports."""
    state = built()
    bare = replace(stick(WHITE, "P2 P4"), number=7, contacts=(), ends=((-1.2, 1.0), (-0.3, 1.2)))
    found = turns(state, photographed(GAME.force(state, bare, house())))
    lays = [turn for told in found for turn in told if isinstance(turn, LayStick)]
    assert lays
    assert all(remarks(judged(state, lay)) == ["look-rest"] for lay in lays)


def test_a_fallen_stick_seen_on_the_table_is_no_lay() -> None:
    """It rests on nothing, and one of its colour is gone."""
    state = built()
    fell = GAME.force(state, fall(1, player="A"), house())
    fell = laid(fell, (WHITE, ""))
    far = replace(fell.sticks[-1], number=9, ends=((3.0, 3.0), (4.0, 3.0)))
    fell = replace(fell, sticks=(*fell.sticks[:-1], far))
    (aligned,) = GAME.align(GAME.position(state), photographed(fell))
    found = list(GAME.explanations(state, aligned, house()))
    assert [type(e.turns[0]) for e in found if e.turns] == [Fall, Fall]
    assert next(e.look for e in found if e.turns)[0][1] == Stick(WHITE)


@pytest.mark.parametrize("answered", [True, False])
def test_m12_a_stick_that_fell_may_be_left_lying(answered: bool) -> None:
    """Nobody laid it there: neither while the fall is asked about, nor once it is told, nor beside
    the next stick, which is of the next player; and it may be put aside a little."""
    sticks = (stick(WHITE, "P2 P4"), stick(BLACK, "P1 P3"))
    state = replace(after(opened("A", "B", "C"), *sticks), turn=1, last="A")
    fell = GAME.force(state, fall(2, player="B"), house())
    left = [LaidStick(9, BLACK, ((3.0 + x, 3.0), (4.0 + x, 3.0)), ()) for x in (0.0, 0.01, 0.2)]
    now = [photographed(replace(fell, sticks=(*fell.sticks, one))) for one in left]
    referee, (call,) = observe(watched(state), now[0], "1")
    mine = [one.turns[-1].player for one in call.alternatives].index("B")
    if not answered:
        for _ in range(2):
            referee, (again,) = observe(referee, now[1], "2")
            assert [one.turns for one in again.alternatives] == [
                one.turns for one in call.alternatives
            ]
    referee, (out,) = record(referee, Answered(mine))
    assert (out.kind, out.player) == (CallKind.FOUL, "B")
    for picture in now[1:]:
        referee, (call,) = observe(referee, picture, "3")
        assert call.kind is CallKind.NOTHING
    then = GAME.force(fell, stick(BLACK, "P1 P3", ends=((0.0, -0.2), (0.0, 0.8))), house())
    _, (call,) = observe(referee, photographed(replace(then, sticks=(*then.sticks, left[2]))), "4")
    assert (call.kind, call.player) == (CallKind.LEGAL, "C")


def test_m12_a_stick_laid_beside_one_that_fell_is_told() -> None:
    """It gets the number under which the fallen one was seen: nobody denied that, it fell."""
    state = after(opened("A", "B", "C"), stick(WHITE, "P2 P4"))
    second = {stick_spot(2, ((0.0, -0.15), (0.0, 0.85))): Stick(BLACK, on("P1 P3"))}
    flat = {stick_spot(3, ((0.3, -0.4), (0.4, 0.6))): Stick(BLACK, ())}
    new = {stick_spot(4, ((-0.1, 0.1), (0.8, 0.1))): Stick(BLACK, on("P1 S1"))}
    lies = GAME.position(state)
    referee, (call,) = observe(watched(state), as_lying(lies | second), "1")
    assert (call.kind, call.player) == (CallKind.LEGAL, "A")
    referee, (call,) = observe(referee, as_lying(lies | flat), "2")
    his = [one.turns[-1].player for one in call.alternatives].index("B")
    referee, _ = record(referee, Answered(his))
    _, (call,) = observe(referee, as_lying(lies | flat | new), "3")
    assert (call.kind, call.player) == (CallKind.LEGAL, "C")


def as_lying(position: dict[Spot, Label]) -> Observation[Spot, Label]:
    """Pieces under the reader's own numbers, seen without a doubt."""
    seen = (Sighting(s, Belief.of({x: 0.9995, EMPTY: 0.0005})) for s, x in position.items())
    return Observation("mokadi", tuple(seen))


@pytest.mark.parametrize("seed", range(4))
def test_no_two_answers_differ_by_a_number_alone(seed: int) -> None:
    """A stick laid while another one fell may have been taken for a ghost first, and get another
    number in the next look: who answers cannot tell that from one that was laid before."""
    state = after(opened("A", "B", "C"), stick(WHITE, "P2 P4"), stick(BLACK, "P1 P3"))
    state = GAME.force(state, pad(BLACK, -0.5, 0.35), house())
    state = replace(state, turn=0, last="C")
    lies = LaidStick(9, BLACK, ((3.0, 3.0), (4.0, 3.0)), ())
    grown = GAME.force(GAME.force(state, stick(BLACK, "P1 S1"), house()), fall(2), house())
    grown = replace(grown, sticks=(*grown.sticks, lies))
    referee = watched(state)
    for look in (0, 1):
        shown = photographed(grown, seed=2 * seed + look)
        referee, (call,) = observe(referee, shown, str(look))
        told = [tuple(map(in_words, one.turns)) for one in call.alternatives]
        assert len(told) == len(set(told))


def in_words(turn: object) -> tuple[object, ...]:
    """What the page says of a turn."""
    return type(turn), getattr(turn, "colour", None), getattr(turn, "player", None)


def test_a_fallen_stick_that_hardly_touches_a_pad_is_no_lay() -> None:
    """One likely contact and a faint one keep no stick up."""
    faint = (Contact(pad_spot(1), Part.COLOURED, 0.5), Contact(stick_spot(1), Part.COLOURED, 0.15))
    likely = (*faint[:1], Contact(stick_spot(1), Part.COLOURED, 0.5))
    assert held_up(faint) < UPHELD < held_up(likely)
    assert held_up(faint[:1]) == pytest.approx(0.0)
    state = built()
    taken = replace(state, sticks=state.sticks[:1])
    colour = state.sticks[1].colour
    flat = GAME.force(taken, LayStick(colour, faint, ((0.9, 0.9), (0.9, 1.9)), number=3), house())
    first, *_ = [one for one in turns(state, photographed(flat)) if one]
    assert [type(turn) for turn in first] == [Fall]


def beside(state: MokadiState, number: int, contacts: tuple[Contact, ...]) -> MokadiState:
    """The table with a stick a tenth of a length beside where it lay, on these."""

    def moved(one: LaidStick) -> LaidStick:
        assert one.ends is not None
        (ax, ay), (bx, by) = one.ends
        ends = ((ax + 0.08, ay + 0.06), (bx + 0.08, by + 0.06))
        return replace(one, ends=ends, contacts=contacts)

    sticks = tuple(moved(one) if one.number == number else one for one in state.sticks)
    return replace(state, sticks=sticks)


def likeliest(
    state: MokadiState, grown: MokadiState, hide: tuple[Spot, ...] = ()
) -> tuple[str, ...]:
    """What the likeliest history of a picture holds for what happened."""
    referee, _ = observe(watched(state), photographed(grown, hide=hide))
    return tuple(type(one.turn).__name__ for one in referee.hypotheses[0].match.live)


def test_m12_a_stick_that_fell_beside_where_it_lay_is_no_push() -> None:
    """It lies on nothing now. One that still lies on something was pushed; what fell while a stick
    was laid, or another one removed, fell in that turn."""
    state = all_laid((WHITE, "P2 P4"), (BLACK, "P1 P3"))
    lain = state.stick(2)
    assert lain is not None
    assert lain.contacts is not None
    assert likeliest(state, beside(state, 2, ())) == ("Fall",)
    assert likeliest(state, beside(state, 2, lain.contacts)) == ()
    taken = GAME.force(state, Remove((1,)), house())
    assert likeliest(state, beside(taken, 2, ())) == ("Remove", "Fall")
    assert likeliest(state, beside(taken, 2, lain.contacts)) == ("Remove",)
    building = built()
    grown = GAME.force(building, stick(WHITE, "P5 S2"), house())
    assert likeliest(building, beside(grown, 1, ())) == ("LayStick", "Fall")


def test_m12_a_stick_nudged_over_a_pad_that_it_hides_did_not_fall() -> None:
    """The picture shows one of the two that carry it, and the other cannot be seen under it: that
    one stays in place. Of one in sight it would say that the stick lies beside it."""
    state = all_laid((WHITE, "P2 P4"), (BLACK, "P1 P3"))
    lain = LaidStick(2, BLACK, ((0.0, -0.1), (0.0, 0.9)), on("P1 P3"))
    nudged = LaidStick(2, BLACK, ((0.01, -0.05), (0.0, 0.95)), on("P1"))
    state, grown = (replace(state, sticks=(*state.sticks[:1], one)) for one in (lain, nudged))
    assert likeliest(state, grown, hide=(pad_spot(3),)) == ()
    assert likeliest(state, grown) == ("Fall",)


def test_m12_what_fell_as_another_stick_was_removed_is_told_from_it() -> None:
    """Two are gone, and one like the second lies on the table: it fell as the first was removed, or
    both fell; it was not removed."""
    state = all_laid((WHITE, "P2 P4"), (BLACK, "P1 P3"))
    far = LaidStick(9, BLACK, ((3.0, 3.0), (4.0, 3.0)), ())
    told = [
        [(type(turn), turn.sticks) for turn in found]
        for found in turns(state, photographed(replace(state, sticks=(far,))))
    ]
    fell = (Fallen(2),)
    assert [(Remove, (1,)), (Fall, fell)] in told
    assert [(Fall, (Fallen(1), *fell))] in told
    assert not any(kind is Remove and 2 in sticks for one in told for kind, sticks in one)


def test_m12_a_pile_that_falls_is_told_soon() -> None:
    """Few ways are told of many sticks that fell, not each way in which some of them may have."""
    count = 24
    state = all_laid(*[((WHITE, "P2 P4"), (BLACK, "P1 P3"))[k % 2] for k in range(count)])
    far = [
        LaidStick(99 + k, (WHITE, BLACK)[k % 2], ((3.0, k / 2), (4.0, k / 2)), ())
        for k in range(count // 2)
    ]
    found = turns(state, photographed(replace(state, sticks=tuple(far))))
    assert len(found) < 20
    assert any(kinds == [Remove, Fall] for kinds in ([type(t) for t in one] for one in found))
    assert [[type(t) for t in one] for one in found].count([Fall]) == 2


def test_the_likelier_player_of_a_fall_comes_first() -> None:
    """Who is on turn where nothing was laid, else who laid it: likelier, and never surely so."""
    state = built()
    state = replace(state, turn=0, last="B")
    fell = GAME.force(state, fall(1, player="A"), house())
    (aligned,) = GAME.align(GAME.position(state), photographed(fell))
    found = [e for e in GAME.explanations(state, aligned, house()) if e.turns]
    prior = {e.turns[0].player: e.log_prior for e in found if isinstance(e.turns[0], Fall)}
    assert set(prior) == {"A", "B"}
    assert 0 < prior["A"] - prior["B"] < 1


def test_pushed_sticks_go_with_the_stick_that_pushed_them() -> None:
    """The state takes over where they lie now."""
    state = built()
    grown = after(state, stick(WHITE, "P5 S2"))
    pushed = replace(grown.sticks[0], ends=((0.78, -0.15), (0.78, 0.85)))
    grown = replace(grown, sticks=(pushed, *grown.sticks[1:]))
    (lay,) = next(t for t in turns(state, photographed(grown)) if len(t) == 1)
    assert [shift.number for shift in lay.shifts] == [1]


def test_a_lost_pad_is_a_disturbance() -> None:
    """Asked about, never a turn."""
    state = opened()
    (aligned,) = GAME.align(GAME.position(state), photographed(state, hide=(pad_spot(4),)))
    (_, lost) = GAME.explanations(state, aligned, house())
    assert (lost.turns, lost.disturbed, lost.look) == ((), (pad_spot(4),), ((pad_spot(4), EMPTY),))


def test_a_lay_can_be_read_again_and_other_turns_cannot() -> None:
    """Only at the place it filled."""
    lay, one = pad(WHITE, 0, 0, number=3), stick(WHITE, "P1", number=3)
    assert GAME.reread(lay, pad_spot(3), Pad(BLACK)) == pad(BLACK, 0, 0)
    assert GAME.reread(one, stick_spot(3), Stick(BLACK)) == stick(BLACK, "P1")
    for turn, place in ((lay, stick_spot(3)), (one, stick_spot(4)), (Remove((3,)), stick_spot(3))):
        assert GAME.reread(turn, place, Pad(BLACK)) is None


# Calls -----------------------------------------------------------------------------------------


def watched(state: MokadiState) -> RefereeState[MokadiState, object]:
    """A referee who has seen a game up to this state."""
    referee = begin(GAME, state.players, house())
    match = replace(referee.match, accepted=state, opened=True)
    return replace(referee, match=match, hypotheses=certain(match))


def called(state: MokadiState, grown: MokadiState) -> tuple[CallKind, list[str]]:
    """The last call of a picture and its codes."""
    _, calls = observe(watched(state), photographed(grown))
    verdict = calls[-1].verdict
    return calls[-1].kind, [v.code for v in verdict.violations] if verdict else []


def test_pads_under_the_pile_are_not_under_a_hand() -> None:
    """Sticks hide more than half of what lies there, in the picture before as in this one."""
    state = after(opened(), stick(WHITE, "P2 P4"), stick(BLACK, "P1 P3"))
    grown = after(state, pad(BLACK, -0.5, 0.35))
    hidden = tuple(ALL_PADS[:4])
    referee, _ = observe(watched(state), photographed(state, Motion(), hide=hidden))
    _, calls = observe(referee, photographed(grown, Motion(), hide=hidden))
    assert [call.kind for call in calls] == [CallKind.LEGAL]


def test_a_hand_over_the_pile_is_no_turn() -> None:
    """What the picture before showed is out of sight."""
    state = built()
    shown = photographed(state, Motion())
    referee, _ = observe(watched(state), shown)
    covered = [replace(one, visibility=0.1) for one in shown.sightings[:5]]
    picture = replace(shown, sightings=(*covered, *shown.sightings[5:]))
    _, calls = observe(referee, picture)
    assert [(call.kind, call.reason) for call in calls] == [(CallKind.UNCLEAR, "occluded")]


def test_a_legal_stick_a_foul_and_nothing_are_called() -> None:
    """From a turned, noisy picture."""
    state = built()
    good, bad = stick(WHITE, "P5 S2"), stick(BLACK, "P1 P4")
    assert called(state, state) == (CallKind.NOTHING, [])
    assert called(state, GAME.force(state, good, house())) == (CallKind.LEGAL, [])
    assert called(state, GAME.force(state, bad, house())) == (CallKind.FOUL, ["wrong-colour"])


@pytest.mark.parametrize(
    ("certainty", "due"), [(0.4, CallKind.LEGAL), (0.85, CallKind.ASK), (0.95, CallKind.FOUL)]
)
def test_a_doubtful_contact_is_asked_about(certainty: float, due: CallKind) -> None:
    """A pad of the stick's own colour that it seems to touch: where it hardly does, it rests as it
    may; a foul is called where it surely does."""
    state = built()
    doubtful = LayStick(WHITE, (*on("P5 S2"), Contact(pad_spot(3), Part.COLOURED, certainty)))
    kind, _ = called(state, GAME.force(state, doubtful, house()))
    assert kind is due


@pytest.mark.parametrize(("right", "due"), [(0.4, CallKind.ASK), (0.6, CallKind.LEGAL)])
def test_a_rest_that_is_rather_a_foul_is_not_called_legal(right: float, due: CallKind) -> None:
    """One of two pieces carries an end, the other one is of the stick's own colour. Seen: with 0.3
    for the legal rest a foul was called legal with 0.954 (film, seed 72)."""
    state = built()
    rest = stick(WHITE, f"P5 S2~{right} P3~{1 - right}")
    kind, _ = called(state, GAME.force(state, rest, house()))
    assert kind is due


def test_a_rest_that_nothing_makes_right_is_asked_about() -> None:
    """One contact of two is doubtful and wrong wherever it is: no foul, a question, and people can
    say that it is one."""
    state = built()
    doubtful = LayStick(WHITE, (*on("P5"), Contact(pad_spot(3), Part.COLOURED, 0.6)))
    referee, calls = observe(watched(state), photographed(GAME.force(state, doubtful, house())))
    assert calls[-1].kind is CallKind.ASK
    told = [[v.code for v in verdict.violations] for verdict in verdicts(calls[-1])]
    assert [] in told
    wrong = told.index(["wrong-colour"])
    _, (answer,) = record(referee, Answered(wrong))
    assert answer.kind is CallKind.FOUL


def test_the_foul_that_is_offered_has_the_likeliest_reason() -> None:
    """One rest alike another stick's is the likeliest, but most of them touch a wrong colour."""
    state = built()
    shares = {2: 0.6, 4: 0.55, 1: 0.45}
    rest = tuple(Contact(pad_spot(n), Part.COLOURED, share) for n, share in shares.items())
    found = at_rest(state, [LayStick(WHITE, rest)], house())
    fouls = [GAME.judge(state, lay, house()).violations for (lay,), _ in found]
    assert [{v.code for v in told} for told in fouls if told] == [{"wrong-colour"}]


@pytest.mark.parametrize(
    ("rest", "due"),
    [
        ("P5 S2:plain~0.85", CallKind.FOUL),
        ("P5 S2:plain~0.85 P4~0.12", CallKind.ASK),
        ("P5 S2:unclear~0.85", CallKind.LEGAL),
        ("P5 S2:rather-plain", CallKind.ASK),
    ],
)
def test_a_stick_that_can_only_lie_on_wood_is_a_foul(rest: str, due: CallKind) -> None:
    """The wood is in plain sight: it is called, unless something else may carry the stick."""
    state = built()
    kind, codes = called(state, GAME.force(state, stick(WHITE, rest), house()))
    assert kind is due
    assert codes == (["wrong-colour"] if due is CallKind.FOUL else [])


def test_a_stick_seldom_rests_on_a_third_piece() -> None:
    """What is stiff lies on two: a third contact that may be there is mostly not."""
    state = built()
    rest = on("P5~0.8 S2 P3~0.3")
    (legal, share), *_ = at_rest(state, [LayStick(WHITE, rest)], house())
    assert GAME.judge(state, legal[0], house()).legal
    assert math.exp(share) > 0.8 * 0.7 + 0.1


def verdicts(call: Call[MokadiState, object]) -> list[Verdict]:
    """The verdict of the last turn of every answer."""
    return [one.verdicts[-1] for one in call.alternatives if one.verdicts]


def test_a_pad_that_nobody_holds_is_hardly_one() -> None:
    """A picture shows one, doubtfully, that no player has left: nothing is asked."""
    state = replace(built(), phase=Phase.BUILDING)
    none = Stock(Pile.of({}), Pile.of({WHITE: 5, BLACK: 5}))
    empty = replace(state, stocks=(none,) * len(state.players), spare=Pile.of({}))
    held = replace(none, pads=Pile.of({WHITE: 1}))
    full = replace(empty, stocks=(held,) * len(state.players))
    for holding, due in ((empty, CallKind.NOTHING), (full, CallKind.ASK)):
        picture = photographed(GAME.force(holding, pad(WHITE, 1.1, -0.4), house()))
        faint = Belief.of({Pad(WHITE): 0.6, EMPTY: 0.4})
        known = {math.dist(s.place.points[0], TURNED((1.1, -0.4))): s for s in picture.sightings}
        ghost = known[min(known)]
        picture = picture.with_sightings(
            replace(s, belief=faint) if s is ghost else s for s in picture.sightings
        )
        _, calls = observe(watched(holding), picture)
        assert calls[-1].kind is due


def test_a_stick_that_is_gone_while_the_pile_is_taken_down_was_taken() -> None:
    """One that fell lies on the table; this one is nowhere."""
    state = replace(all_laid(), sticks=())
    state = GAME.force(state, stick(WHITE, "P2 P4"), house())
    state = GAME.force(state, stick(BLACK, "P1 P3"), house())
    state = replace(state, stocks=all_laid().stocks, phase=Phase.REMOVING, colour=None)
    kind, _ = called(state, GAME.force(state, Remove((1,)), house()))
    assert kind is CallKind.LEGAL


def test_m12_a_fall_is_told_of_who_is_guilty_not_of_who_is_on_turn() -> None:
    """The last player's, before the next one touches anything: the call names him."""
    referee = watched(built())
    last, mover = referee.match.accepted.last, referee.match.accepted.mover
    assert last is not None
    assert last != mover
    _, (call,) = record(referee, TurnSeen(fall(1, player=last)))
    assert call.player == last
    assert call.accepted.out == (last,)


def test_m12_a_fall_that_is_told_counts_at_once() -> None:
    """Nobody can take it back: the player is out, and no foul lies open on the table."""
    referee, (call,) = record(watched(built()), TurnSeen(fall(1, player="A")))
    assert (call.kind, call.note) == (CallKind.FOUL, HAPPENED)
    assert [v.code for v in call.verdict.violations] == ["fall"]
    assert call.accepted.out == ("A",)
    assert call.standing == call.accepted
    assert referee.match.open_turns == ()


def test_m12_a_fall_that_was_told_by_mistake_is_undone() -> None:
    """With what it cost: the log before it comes to the game before it."""
    turns = [pad(colour, x, y) for colour, x, y in SQUARE] + [stick(WHITE, "P2 P4")]
    referee = begin(GAME, ("A", "B"), house())
    for turn in turns:
        referee, (call,) = record(referee, TurnSeen(turn))
        assert call.kind is CallKind.LEGAL
    fallen, _ = record(referee, TurnSeen(fall(1, player="A")))
    assert fallen.match.accepted.out == ("A",)
    undone, _ = record(fallen, Undone())
    assert undone.match.accepted == referee.match.accepted


def test_m12_a_fall_that_is_seen_is_confirmed_by_the_players() -> None:
    """The picture proposes the last player and the next one; the answer names who is out, and the
    next picture of the same table tells nothing but that the game is over."""
    state = replace(after(built(), stick(WHITE, "P5 S2")), last="A", turn=1)
    seen = GAME.force(state, fall(2, 1, player="A"), house())
    referee, (call,) = observe(watched(state), photographed(seen))
    assert (call.kind, call.accepted.out) == (CallKind.ASK, ())
    listed = [a.turns for a in call.alternatives]
    falls = [turns for turns in listed if turns and isinstance(turns[-1], Fall)]
    assert {turn.player for (turn,) in falls} == {"A", "B"}
    choice = next(i for i, turns in enumerate(listed) if turns and turns[-1].player == "B")
    referee, (call,) = record(referee, Answered(choice))
    assert (call.kind, call.note, call.accepted.out) == (CallKind.FOUL, HAPPENED, ("B",))
    _, (call,) = observe(referee, photographed(seen))
    assert (call.kind, call.note) == (CallKind.NOTHING, GAME_OVER)


def test_m20_who_clears_the_table_after_the_end_is_accused_of_nothing() -> None:
    """A fell out and B has won: whatever is taken off, falls or is put there is no turn."""
    state = built()
    referee, _ = record(watched(state), TurnSeen(fall(1, player="A")))
    over = referee.match.accepted
    thrown = stick(WHITE, "P5~0.05", ends=((-0.5, 0.9), (0.5, 1.1)))
    fewer = GAME.force(over, Remove((2,)), house())
    for number, seen in enumerate((fewer, GAME.force(fewer, thrown, house()), over)):
        referee, (call,) = observe(referee, photographed(seen, seed=number), str(number))
        assert (call.kind, call.note) == (CallKind.NOTHING, GAME_OVER)
        assert referee.match.accepted == over


def test_m12_a_fall_with_a_lay_is_asked_about_as_well() -> None:
    """A stick more and one less in the same picture: nobody is put out by the camera alone."""
    state = built()
    grown = GAME.force(after(state, stick(WHITE, "P5 S2")), fall(1, player="A"), house())
    referee, (call,) = observe(watched(state), photographed(grown))
    assert (call.kind, referee.match.accepted) == (CallKind.ASK, state)


@pytest.mark.parametrize(("colour", "rest"), [(BLACK, "P1 S1"), (WHITE, "P4 S2")])
def test_m12_the_last_stick_gone_as_another_one_comes(colour: str, rest: str) -> None:
    """Where it has its colour, the stick may be that one: its player tried again. Another one may
    be the next player's, whose hand made the last one fall."""
    state = after(opened("A", "B", "C"), stick(WHITE, "P2 P4"), stick(BLACK, "P1 P3"))
    state = GAME.force(state, pad(BLACK, 0.35, 1.2), house())
    state = replace(state, turn=0, last="C")
    last = stick(WHITE, "P4 P5", ends=((0.81, 0.54), (0.24, 1.36)))
    referee, _ = observe(watched(state), photographed(after(state, last)), "1")
    ends = {BLACK: ((-0.1, 0.1), (0.8, 0.1)), WHITE: ((0.8, 0.69), (-0.1, 0.83))}[colour]
    now = GAME.force(after(state, last), stick(colour, rest, ends=ends), house())
    _, (call,) = observe(referee, taken_off(now, 3, 0.9995), "2")
    if colour == WHITE:
        assert (call.kind, call.note, call.player) == (CallKind.LEGAL, CHANGED, "A")
    else:
        told = [[(type(t), t.player) for t in one.turns] for one in call.alternatives]
        assert (call.kind, told[0]) == (CallKind.ASK, [(LayStick, None)])
        assert [(LayStick, None), (Fall, "B")] in told


@pytest.mark.parametrize("listed", [5, 2])
def test_m12_an_answer_says_what_was_laid_before_a_fall(
    listed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B laid a stick, and another one fell: had it fallen first, the stick would be C's. It is not,
    even where that is too unlikely to be listed beside it."""
    table = GAME.force(opened("A", "B", "C"), pad(BLACK, 0.35, 1.2), house())
    state = after(table, stick(WHITE, "P2 P4"), stick(BLACK, "P1 P3"))
    state = replace(state, turn=1, last="A")
    new = stick(WHITE, "P4 P5", ends=((0.81, 0.54), (0.24, 1.36)))
    fell = GAME.force(after(state, new), fall(2, player="B"), house())
    limited(monkeypatch, alternatives=listed)
    referee, (call,) = observe(watched(state), photographed(fell), "1")
    orders = [[(type(t), t.player) for t in one.turns] for one in call.alternatives]
    assert ([(Fall, "B"), (LayStick, None)] in orders) is (listed > 2)
    laid_first = orders.index([(LayStick, None), (Fall, "B")])
    referee, calls = record(referee, Answered(laid_first))
    assert [(one.kind, one.player) for one in calls] == [
        (CallKind.LEGAL, "B"),
        (CallKind.FOUL, "B"),
    ]
    then = GAME.force(fell, stick(BLACK, "P1 P3", ends=((0.0, -0.2), (0.0, 0.8))), house())
    _, (call,) = observe(referee, photographed(then), "2")
    assert (call.kind, call.player) == (CallKind.LEGAL, "C")


def test_m12_a_fall_nobody_knows_whose_is_proposed_for_everybody() -> None:
    """A game known from its table alone: who played last was not seen."""
    state = replace(built(), last=None, turn=None)
    seen = GAME.force(state, Remove((1,)), house())
    falls = [t[0] for t in turns(state, photographed(seen)) if t and isinstance(t[0], Fall)]
    assert [one.player for one in falls] == list(state.playing)
    nameless = GAME.resume(GAME.position(state), (), house())
    falls = [t[0] for t in turns(nameless, photographed(seen)) if t and isinstance(t[0], Fall)]
    assert [one.player for one in falls] == [None]


@pytest.mark.parametrize("which", [(0,), (1,), (2,), (0, 1), (1, 2)])
def test_m10_a_stick_that_seems_recoloured_is_asked_about(which: tuple[int, ...]) -> None:
    """Only a stick just played is judged, and sticks are not exchanged: pictures that show one of
    another colour where a stick lies are no proof of a second one."""
    state = after(built(), stick(WHITE, "P5 S2"))
    swapped = {WHITE: BLACK, BLACK: WHITE}
    sticks = tuple(
        replace(one, colour=swapped[one.colour]) if index in which else one
        for index, one in enumerate(state.sticks)
    )
    referee = watched(state)
    for seed in range(2):
        picture = photographed(replace(state, sticks=sticks), seed=seed)
        referee, calls = observe(referee, picture)
        assert [call.kind for call in calls] == [CallKind.ASK]
        assert referee.match.accepted == state


def test_a_fall_that_is_seen_alone_asks_whose_it_was() -> None:
    """The count of sticks does not tell."""
    state = built()
    assert remarks(judged(state, fall(1))) == ["look-guilt"]


# What a reader that remembers the table says ----------------------------------------------------


def taken_off(state: MokadiState, number: int, sure: float) -> Observation[Spot, Label]:
    """A picture without a stick, which says so of the place where it lay."""
    known = next(spot for spot in GAME.position(state) if spot == stick_spot(number))
    seen = photographed(state, hide=(known,))
    one, other = (TURNED(point) for point in known.points)
    label = GAME.position(state)[known]
    bare = Sighting(stick_spot(40, (one, other)), Belief.of({EMPTY: sure, label: 1 - sure}))
    return seen.with_sightings([*seen.sightings, bare])


@pytest.mark.parametrize("sure", [0.6, 0.985])
def test_a_piece_is_gone_as_surely_as_the_picture_says(sure: float) -> None:
    """The place that shows nothing any more is that of the known stick, under its number."""
    state = all_laid((WHITE, "P2 P4"), (BLACK, "P1 P3"))
    (aligned,) = GAME.align(GAME.position(state), taken_off(state, 2, sure))
    sighting = aligned.at(stick_spot(2))
    assert sighting is not None
    assert sighting.belief.probability(EMPTY) == pytest.approx(sure)


def test_a_stick_that_vanished_was_taken_off() -> None:
    """It fell only where it lies on the table: one that is gone is called removed, not asked."""
    state = all_laid((WHITE, "P2 P4"), (BLACK, "P1 P3"))
    referee = begin(GAME, ("A", "B"), house())
    referee, _ = observe(referee, photographed(state), "1")
    _, calls = observe(referee, taken_off(state, 2, 0.985), "2")
    assert [call.kind for call in calls] == [CallKind.LEGAL]
    assert isinstance(calls[0].move, Remove)


@pytest.mark.parametrize("number", [1, 3, 4])
def test_a_stick_that_is_put_back_is_the_one_that_was_taken(number: int) -> None:
    """Whatever its number: the new one that a picture gives it was that of the stick only where it
    had the highest, and putting back any other was called a foul, two moves of one player."""
    laid_out = all_laid((WHITE, "P2 P4"), (BLACK, "P1 P3"), (WHITE, "P3 P4"), (BLACK, "P1 P2"))
    state = GAME.force(laid_out, Remove((2,)), house())
    referee, _ = observe(watched(state), photographed(state), "1")
    referee, (call,) = observe(referee, taken_off(state, number, 0.985), "2")
    _, (again,) = observe(referee, photographed(state, seed=5), "3")
    if number == 4:  # of the wrong colour, which is asked about
        assert (call.kind, again.kind) == (CallKind.ASK, CallKind.NOTHING)
    else:
        assert (call.kind, call.move) == (CallKind.LEGAL, Remove((number,)))
        assert again.kind == CallKind.TAKEN_BACK


def test_a_stick_taken_against_the_rules_is_put_back() -> None:
    """The foul is taken back, no other stick is laid where that one lay."""
    laid_out = all_laid((WHITE, "P2 P4"), (BLACK, "P1 P3"), (WHITE, "P3 P4"), (BLACK, "P1 P2"))
    state = GAME.force(laid_out, Remove((1,)), house())
    referee, _ = observe(watched(state), photographed(state), "1")
    referee, _ = observe(referee, taken_off(state, 3, 0.985), "2")
    referee, (call,) = record(referee, Answered(0))
    assert (call.kind, call.move) == (CallKind.FOUL, Remove((3,)))
    _, (again,) = observe(referee, photographed(state, seed=5), "3")
    assert again.kind == CallKind.TAKEN_BACK


def test_of_two_sticks_that_were_taken_one_is_put_back() -> None:
    """The foul is taken back and the turn after it stands; both put back, nothing was taken."""
    laid_out = all_laid((WHITE, "P2 P4"), (BLACK, "P1 P3"), (WHITE, "P3 P4"), (BLACK, "P1 P2"))
    state = GAME.force(laid_out, Remove((1,)), house())
    referee, _ = observe(watched(state), photographed(state), "1")
    referee, _ = observe(referee, taken_off(state, 3, 0.985), "2")
    referee, (foul,) = record(referee, Answered(0))
    without = GAME.force(state, Remove((3,)), house())
    referee, _ = observe(referee, taken_off(without, 2, 0.985), "3")
    referee, (turn,) = record(referee, Answered(0))
    assert (foul.kind, turn.kind, turn.move) == (CallKind.FOUL, CallKind.LEGAL, Remove((2,)))
    referee, (one,) = observe(referee, photographed(GAME.force(state, Remove((2,)), house())), "4")
    assert (one.kind, len(one.accepted.sticks)) == (CallKind.TAKEN_BACK, 2)
    _, (both,) = observe(referee, photographed(state, seed=7), "5")
    assert (both.kind, len(both.accepted.sticks)) == (CallKind.TAKEN_BACK, 3)


def test_the_stick_laid_last_is_taken_off_by_the_next_player() -> None:
    """Once all is laid every turn takes one: it was hardly taken back."""
    state = all_laid((WHITE, "P2 P4"))
    hand = Stock(NOTHING, Pile.of({BLACK: 1}))
    state = replace(state, stocks=(hand, state.stocks[1]), phase=Phase.BUILDING, turn=0)
    referee, calls = observe(watched(state), photographed(state), "1")
    laid_last = GAME.force(state, stick(BLACK, "P1 P3", ends=((0.0, -0.1), (0.0, 0.9))), house())
    referee, calls = observe(referee, photographed(laid_last), "2")
    assert [call.kind for call in calls] == [CallKind.LEGAL]
    _, calls = observe(referee, taken_off(laid_last, 2, 0.985), "3")
    assert [(call.kind, call.move) for call in calls] == [(CallKind.LEGAL, Remove((2,)))]


def test_a_stick_laid_where_the_last_one_was_taken_begins_the_next_pile() -> None:
    """It was not put back: the pile was taken down."""
    rest, place = "P2 P4", ((0.7, -0.1), (0.7, 0.9))
    state = replace(all_laid(), sticks=(), phase=Phase.REMOVING)
    state = GAME.force(state, stick(WHITE, rest, ends=place), house())
    state = replace(state, phase=Phase.REMOVING, turn=0)
    referee, _ = observe(watched(state), photographed(state), "1")
    referee, (call,) = observe(referee, taken_off(state, 1, 0.985), "2")
    assert (call.kind, call.move) == (CallKind.LEGAL, Remove((1,)))
    bare = call.accepted
    assert not bare.sticks
    near = stick(WHITE, rest, ends=((0.72, -0.2), (0.7, 0.8)))
    _, (call,) = observe(referee, photographed(GAME.force(bare, near, house())), "3")
    assert (call.kind, type(call.move)) == (CallKind.LEGAL, LayStick)


def test_a_stick_gone_while_one_like_it_lies_elsewhere_may_have_fallen() -> None:
    """Under the pile it looks as if it rested on what lies above it: a fall is asked about, and
    nothing is called removed."""
    state = all_laid((WHITE, "P2 P4"), (BLACK, "P1 P3"))
    less = GAME.force(state, Remove((2,)), house())
    below = stick(BLACK, "P1~0.85 S1~0.85", number=7, ends=((-0.9, 0.2), (0.1, 0.2)))
    referee, calls = observe(watched(state), photographed(GAME.force(less, below, house())))
    assert [call.kind for call in calls] == [CallKind.ASK]
    told = [one.turns for one in calls[0].alternatives]
    assert isinstance(told[0][-1], Fall)
    assert referee.match.accepted == state


def test_nobody_takes_sticks_off_while_building_goes_on() -> None:
    """A foul that is gone from the next picture was taken back, even where nobody knows who holds
    what."""
    state = opened()
    referee = begin(GAME, ("A", "B"), house())
    referee, _ = observe(referee, photographed(state), "1")
    legal = GAME.force(state, stick(WHITE, "P2 P4", ends=((0.7, -0.1), (0.7, 0.9))), house())
    referee, calls = observe(referee, photographed(legal), "2")
    assert [call.kind for call in calls] == [CallKind.LEGAL]
    foul = GAME.force(legal, stick(WHITE, "P1 P3", ends=((0.0, -0.1), (0.0, 0.9))), house())
    referee, calls = observe(referee, photographed(foul), "3")
    assert [call.kind for call in calls] == [CallKind.FOUL]
    _, calls = observe(referee, taken_off(foul, 2, 0.985), "4")
    assert [call.kind for call in calls] == [CallKind.TAKEN_BACK]


def live(grown: MokadiState, looks: int) -> list[list[CallKind]]:
    """What is said of some looks at one table, each measured a little otherwise."""
    referee = replace(watched(built()), confirmations=2)
    said = []
    for seed in range(looks):
        picture = photographed(grown, Motion(), seed)
        referee, calls = observe(referee, picture, "2", again=seed > 0)
        said.append([call.kind for call in calls])
    return said


def test_live_a_foul_is_one_foul_wherever_its_stick_is_measured() -> None:
    """Two looks agree on it, though no two measure a stick alike."""
    grown = GAME.force(built(), stick(WHITE, "P1 P2", ends=((-0.1, 0.0), (0.9, 0.0))), house())
    assert live(grown, 3) == [[], [CallKind.FOUL], [CallKind.NOTHING]]


def test_live_a_doubt_is_asked_about_once_wherever_its_stick_is_measured() -> None:
    """The question stays the one that people are answering."""
    doubtful = stick(WHITE, "P1~0.7 P2", ends=((-0.1, 0.0), (0.9, 0.0)))
    said = live(GAME.force(built(), doubtful, house()), 9)
    assert [kinds for kinds in said if kinds] == [[CallKind.ASK]]


def test_a_foul_that_is_asked_about_gets_no_likelier_by_being_looked_at() -> None:
    """It lies there, or it was made again and lies there: that is one thing, and weighed twice."""
    doubtful = stick(WHITE, "P1~0.7 P2", ends=((-0.1, 0.0), (0.9, 0.0)))
    picture = photographed(GAME.force(built(), doubtful, house()), Motion())
    referee, (first,) = observe(watched(built()), picture, "1")
    for _ in range(3):
        referee, (again,) = observe(referee, picture, "2")
        was, now = (_share_of_fouls(one) for one in (first, again))
        assert now <= was


def _share_of_fouls(call: Call) -> float:
    return sum(one.probability for one in call.alternatives if one.verdicts[-1].violations)
