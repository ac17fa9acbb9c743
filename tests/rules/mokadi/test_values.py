"""Values of Mokadi: geometry, piles, wire, what players tell, drawing."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import islice
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.codec import Malformed
from rules.core.errors import UnknownName
from rules.core.game import Marks
from rules.games.mokadi.drawing import crossing, described, draw, stacked
from rules.games.mokadi.game import GAME
from rules.games.mokadi.geometry import (
    STILL,
    Motion,
    ends_apart,
    off_line,
    rigid_fit,
    stick_over,
)
from rules.games.mokadi.laws.candidates import _points, pad_moves
from rules.games.mokadi.laws.reach import likely_ends
from rules.games.mokadi.moves import (
    Concede,
    Fall,
    Fallen,
    LayPad,
    LayStick,
    Pass,
    Remove,
    Share,
    Shift,
    Turn,
)
from rules.games.mokadi.pieces import (
    Contact,
    Pad,
    Part,
    Spot,
    Stick,
    pad_spot,
    spot_of,
    stick_spot,
)
from rules.games.mokadi.readings import Readings
from rules.games.mokadi.state import MokadiState, Phase
from rules.games.mokadi.stock import NOTHING, Pile, Stock
from tests.rules.mokadi.tables import (
    BLACK,
    WHITE,
    ends,
    house,
    judged,
    laid,
    on,
    opened,
    pad,
    pile,
    stick,
)

FEW = st.floats(-3, 3)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(FEW, FEW), min_size=2, max_size=6), FEW, FEW, FEW)
def test_a_rigid_fit_finds_the_motion(points: list, angle: float, dx: float, dy: float) -> None:
    """Whatever the points, they go where they went."""
    motion = Motion(angle, dx, dy)
    pairs = [(p, motion(p)) for p in points]
    found = rigid_fit(pairs)
    assert all(math.dist(found(p), q) < 1e-6 for p, q in pairs)


def test_a_rigid_fit_never_mirrors() -> None:
    """A mirrored triangle does not fit; no pair and one pair fix nothing or a shift."""
    pairs = [((0.0, 0.0), (0.0, 0.0)), ((1.0, 0.0), (1.0, 0.0)), ((0.0, 1.0), (0.0, -1.0))]
    found = rigid_fit(pairs)
    assert max(math.dist(found(p), q) for p, q in pairs) > 0.3
    assert rigid_fit([]) == STILL
    assert rigid_fit([((1.0, 1.0), (2.0, 3.0))])((0.0, 0.0)) == (1.0, 2.0)


def test_sticks_are_compared_either_way_round() -> None:
    """A stick has no head and no tail."""
    one = ends(0, 0, 1, 0)
    assert ends_apart(one, ends(1, 0.1, 0, 0.1)) == pytest.approx(0.1)
    assert off_line((0.5, 0.2), one) == pytest.approx(0.2)
    assert off_line((1.3, 0.4), one) == pytest.approx(0.5)
    assert off_line((1.0, 0.0), ends(0, 0, 0, 0)) == 1.0
    assert stick_over((0, 0), (0.5, 0)) == ends(-0.25, 0, 0.75, 0)
    assert stick_over((0, 0), (0, 0)) == ends(-0.5, 0, 0.5, 0)


def test_a_told_stick_lies_across_its_surest_supports() -> None:
    """With one support nobody knows."""
    state = opened()
    assert likely_ends(state, on("P1~0.3 P2 P4")) == ends(0.7, -0.15, 0.7, 0.85)
    assert likely_ends(state, on("P1")) is None
    assert likely_ends(state, on("P1 P9")) is None
    assert likely_ends(state, None) is None
    state = GAME.force(state, stick(WHITE, "P1"), house())
    assert state.sticks[0].ends is None
    assert "S1" in described(GAME.position(state), Marks())
    assert judged(state, stick(BLACK, "P1 S1")).legal


def test_spots_are_the_same_by_number_wherever_they_lie() -> None:
    """Pose and all survive JSON."""
    one = stick_spot(7, ends(0.1, 0.2, 0.3, 0.4))
    assert one == stick_spot(7)
    assert one != pad_spot(7)
    assert (one.name(), pad_spot(3).name()) == ("S7", "P3")
    assert spot_of(one.as_json()).ends == one.ends
    assert pad_spot(1, (0.5, 0.25)).as_json() == [0, 1, 500, 250]
    assert pad_spot(1, (0.5, 0.25)).ends is None


def test_piles_are_counted_by_colour() -> None:
    """Less than nothing is not a pile."""
    assert Pile.each([WHITE, BLACK, WHITE]) == pile(2, 1)
    assert pile(2, 1).minus(pile(1, 1)) == pile(1)
    assert pile(2).minus(pile(0, 1)) is None
    assert pile(5, 4).shared(3) == (pile(1, 1), pile(2, 1))
    assert (pile(2, 1).total, NOTHING.total, pile(2).colours) == (3, 0, (WHITE,))


def test_a_stock_keeps_what_it_does_not_know_unknown() -> None:
    """Taking what it cannot hold makes it unknown."""
    assert Stock(pile(1), pile(1)).without("pad", BLACK) == Stock(None, pile(1))
    assert Stock(pile(1), pile(1)).without("stick", WHITE) == Stock(pile(1), NOTHING)
    assert Stock(pile(1), None).with_sticks(pile(1)).sticks is None
    assert Stock(NOTHING, NOTHING).empty
    assert not Stock().held


CONTACTS = (Contact(pad_spot(1)), Contact(stick_spot(2), Part.UNCLEAR, 0.5))
TURNS: list[Turn] = [
    LayPad(WHITE, (0.5, 0.25)),
    LayPad(WHITE, (0.5, 0.25), 0.02, "A", 3),
    LayStick(BLACK, CONTACTS),
    LayStick(BLACK, None, ends(0, 0, 1, 0), 0.5, (Shift(1, None, CONTACTS),), "A", 4),
    Remove((3,)),
    Remove((3, 4), True, (Shift(1, ends(0, 0, 1, 0)),), "B"),
    Fall((Fallen(2), Fallen(3, 0.5)), player="A"),
    Fall(own=True, seconds=12.0, touched=False, calm_s=1.5),
    Fall((Fallen(2),), lying=(((1.0, 0.5), (2.0, 0.5)),)),
    Fall(pads=(1, 2)),
    Share((("A", pile(1, 2)), ("B", NOTHING)), 1),
    Concede(),
    Concede("A"),
    Pass("B"),
]


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: type(turn).__name__)
def test_turns_survive_json(turn: Turn) -> None:
    """With every detail, the numbers of new pieces too."""
    data = json.loads(json.dumps(GAME.turn_to_json(turn)))
    back = GAME.turn_from_json(data)
    assert back == turn
    for beside in ("number", "lying"):
        assert getattr(back, beside, None) == getattr(turn, beside, None)


def test_moves_are_written_as_the_contract_has_them() -> None:
    """Kinds and the falls' sticks; what is usual is left out."""
    kinds = {GAME.turn_to_json(turn)["kind"] for turn in TURNS}
    assert {"pad", "stick", "remove", "fall"} <= kinds
    assert GAME.turn_to_json(Fall((Fallen(2),))) == {"kind": "fall", "sticks": [2]}
    label = GAME.label_to_json(Stick(BLACK, CONTACTS))
    assert (label["colour"], label["over"]) == (BLACK, [2])
    assert GAME.label_from_json({"kind": "stick", "colour": BLACK}) == Stick(BLACK)


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "jump"},
        {"kind": "pad", "colour": "green", "at": [0, 0]},
        {"kind": "stick", "colour": BLACK, "on": [{"piece": [0, 1], "part": "edge"}]},
    ],
)
def test_strange_moves_are_refused(data: dict) -> None:
    """By name, with what there is."""
    with pytest.raises(UnknownName):
        GAME.turn_from_json(data)


def test_strange_pieces_are_refused() -> None:
    """Neither pad nor stick."""
    with pytest.raises(UnknownName, match="pad or stick"):
        GAME.label_from_json({"kind": "dice", "colour": WHITE})


def test_what_players_can_tell() -> None:
    """Shares, turn, phase, who is out, what is aside, the last colour."""
    state = GAME.resume(GAME.position(opened()), ("A", "B", "C"), house())
    assert (state.mover, state.phase, state.stocks[0]) == (None, None, Stock())
    told = [
        ("stock", {"player": "A", "pads": {WHITE: 1}, "sticks": {BLACK: 2}}),
        ("stock", {"player": "B", "pads": {WHITE: 1}}),
        ("turn", {"player": "C"}),
        ("phase", {"phase": "removing"}),
        ("out", {"player": "B"}),
        ("out", {"player": "B"}),
        ("aside", {"sticks": {WHITE: 1}}),
        ("colour", {"colour": BLACK}),
    ]
    for fact, data in told:
        state = GAME.tell(state, fact, data)
    assert state.stocks == (Stock(pile(1), pile(0, 2)), Stock(NOTHING, NOTHING), Stock())
    assert (state.mover, state.phase, state.out) == ("C", Phase.REMOVING, ("B",))
    assert (state.aside, state.colour) == (pile(1), BLACK)


@pytest.mark.parametrize(
    ("fact", "data"),
    [
        ("weather", {}),
        ("turn", {"player": "Z"}),
        ("phase", {"phase": "noon"}),
        ("out", {"player": "Z"}),
    ],
)
def test_what_players_cannot_tell(fact: str, data: dict) -> None:
    """Named, with what there is."""
    with pytest.raises(UnknownName):
        GAME.tell(opened(), fact, data)


def test_after_a_picture_of_a_game_in_progress_the_unknown_makes_no_foul() -> None:
    """Any turn that a game could hold is legal, and phases are learnt from what is seen."""
    state = GAME.resume(GAME.position(laid(opened(), (BLACK, "P1 P3"))), ("A", "B"), house())
    for turn in (stick(WHITE, "P2 P4"), pad(WHITE, 0.35, -0.5), Remove((1,))):
        assert judged(state, turn).legal
    assert GAME.apply(state, stick(WHITE, "P2 P4"), house()).phase is Phase.BUILDING
    removing = GAME.apply(state, Remove((1,), player="A"), house())
    assert (removing.mover, removing.stock("A").sticks) == ("B", None)
    kinds = {type(turn) for turn in GAME.legal_turns(state, house())}
    assert {LayPad, LayStick, Remove} <= kinds


def test_a_pad_whose_place_nobody_knows_is_asked_about() -> None:
    """Told without a place: no distance is proved, nothing is listed near it."""
    told = {pad_spot(1): Pad(WHITE), pad_spot(2, (0.0, 0.0)): Pad(BLACK)}
    state = replace(GAME.resume(told, (), house()), phase=Phase.BUILDING)
    verdict = judged(state, pad(WHITE, 0.7, 0.0))
    assert {remark.code for remark in verdict.remarks} == {"measure"}
    assert judged(state, stick(BLACK, "P1 S9")).violations == ()
    alone = GAME.resume({pad_spot(1): Pad(WHITE)}, (), house())
    assert not [t for t in GAME.legal_turns(alone, house()) if isinstance(t, LayPad)]


def test_without_players_nothing_is_said_of_shares() -> None:
    """Any piece may come next, and nobody is on turn."""
    state = GAME.start((), house())
    assert (state.mover, state.phase, GAME.outcome(state, house())) == (None, None, None)
    state = GAME.apply(state, pad(WHITE, 0, 0), house())
    assert GAME.to_move(GAME.apply(state, pad(BLACK, 0.7, 0), house())) is None


def test_3_1_a_box_of_other_colours() -> None:
    """Named by the house, or seen on the table."""
    boxed = GAME.start(("A", "B"), house(box="blue-black"))
    assert boxed.stocks[0].pads == Pile.of({"blue": 2, BLACK: 2})
    seen = {pad_spot(1, (0, 0)): Pad("red"), pad_spot(2, (0.7, 0)): Pad("red")}
    state = replace(GAME.resume(seen, (), house()), phase=Phase.BUILDING)
    assert {t.colour for t in GAME.legal_turns(state, house()) if isinstance(t, LayPad)} == {"red"}


def test_the_drawing_shows_who_lies_on_whom() -> None:
    """Lower sticks first, a dot for every contact, names and marks."""
    state = laid(opened(), (WHITE, "P2 S2"), (BLACK, "P1 P3"))
    position = GAME.position(state)
    assert [s.name() for s in stacked(position)] == ["P1", "P2", "P3", "P4", "S2", "S1"]
    marks = Marks((stick_spot(1, state.sticks[0].ends),), (pad_spot(1, (0, 0)),))
    text = draw(state, marks)
    root = ElementTree.fromstring(text)
    assert sum(e.get("class") == "contact" for e in root.iter()) == 4
    assert sum(e.get("class") == "foul" for e in root.iter()) == 1
    said = described(position, marks)
    assert "white stick S1 on P2, S2" in said
    assert "foul: S1" in said
    assert described({}, Marks()) == "Nothing on the table."
    assert ElementTree.fromstring(draw(MokadiState(), Marks())).get("viewBox")


def test_sticks_that_lie_on_each_other_in_a_ring_are_drawn_too() -> None:
    """Contacts may be misread."""
    ring = GAME.position(laid(opened(), (WHITE, "S2"), (BLACK, "S1")))
    assert len(stacked(ring)) == 6


def test_a_mark_knows_where_a_piece_lies_by_its_number() -> None:
    """Though the mark itself carries no pose."""
    assert 'circle class="doubt"' in draw(opened(), Marks(doubt=(pad_spot(2),)))
    assert crossing(ends(0, 0, 1, 0), pad_spot(1, (0.5, 0.3))) == (0.5, 0.0)
    assert crossing(ends(0, 0, 1, 0), stick_spot(1, ends(0.25, -1, 0.25, 1))) == (0.25, 0.0)
    assert isinstance(pad_spot(1), Spot)


def test_pads_far_apart_are_listed_as_quickly_as_pads_near() -> None:
    """Points are looked at around each pad, not over all the table between them: of two pads a
    thousand sticks apart that would be a hundred million."""
    state = opened()
    far = GAME.force(state, pad(BLACK, 1000.0, -1000.0), house())
    near = {lay.at for lay in pad_moves(state, Readings())}
    listed = list(islice(pad_moves(far, Readings()), 3 * len(near)))
    assert near
    assert near <= {lay.at for lay in listed}
    looked_at = len(list(_points(state)))
    assert len(list(islice(_points(far), 3 * looked_at))) <= 2 * looked_at


def test_a_stick_touches_no_thousand_pieces() -> None:
    """Every two contacts are judged, so that their number has a bound of its own."""
    on_one = {"kind": "stick", "colour": "black", "on": [{"piece": [0, 1]}] * 101}
    with pytest.raises(Malformed):
        GAME.turn_from_json(on_one)
