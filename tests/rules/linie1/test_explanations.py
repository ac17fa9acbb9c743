"""What may have happened: the referee finds the turn from what stands on the board."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.core.call import Call, CallKind
from rules.core.observation import EMPTY
from rules.games.linie1.content import CellContent
from rules.games.linie1.game import GAME
from rules.games.linie1.places import Spot
from rules.games.linie1.state import Drive, Lay, Pass, Signs, Turn
from rules.referee.referee import begin, observe, resumed
from tests.referee.sessions import on_track
from tests.rules.linie1.pictures import picture
from tests.rules.linie1.tables import drive, house, lay, line_four, position, tile

START = [(8, 5, "EW"), (8, 6, "EW"), (3, 3, "NS")]

Position = Mapping[Spot, CellContent]


def calls(*positions: Position, players: Sequence[str] = ("Ana", "Bo")) -> list[Call[Any, Any]]:
    """The calls of the last of several pictures."""
    state = begin(GAME, players, house())
    said: tuple[Call[Any, Any], ...] = ()
    for one in positions:
        state, said = observe(state, picture(one))
    return list(said)


def told(said: Sequence[Call[Any, Any]]) -> list[tuple[str, Turn | None]]:
    """What was called, and the move."""
    return [(call.kind.value, call.move) for call in said]


def seen(*tiles: tuple[int, int, str], **more: Any) -> dict[Spot, CellContent]:
    """The starting position with more on it."""
    return position(*START, *tiles, **more)


def test_nothing_happened() -> None:
    """The same picture twice."""
    assert told(calls(seen(), seen())) == [("nothing", None)]


@pytest.mark.parametrize(
    ("more", "turn", "kind"),
    [
        ([(10, 10, "EW")], lay((10, 10, "EW")), "legal"),
        ([(10, 10, "EW"), (3, 9, "NS")], lay((3, 9, "NS"), (10, 10, "EW")), "legal"),
        ([(9, 5, "NS"), (2, 9, "NS")], lay((2, 9, "NS"), (9, 5, "NS")), "foul"),
        ([(6, 9, "NS")], lay((6, 9, "NS")), "foul"),
        ([(1, 6, "EW"), (9, 4, "EW")], lay((1, 6, "EW"), (9, 4, "EW")), "foul"),
    ],
)
def test_one_or_two_tiles_laid(more: list[tuple[int, int, str]], turn: Lay, kind: str) -> None:
    """Legal or not: one turn."""
    assert told(calls(seen(), seen(*more))) == [(kind, turn)]


def test_two_neighbours_exchanged_in_one_turn() -> None:
    """Legal only together, and called so; the half of it is asked about."""
    base = position((8, 5, "NS"), (8, 6, "NS"))
    both = position((8, 5, "NS+ES"), (8, 6, "NS+NW"))
    half = position((8, 5, "NS+ES"), (8, 6, "NS"))
    pair = lay((8, 5, "NS+ES"), (8, 6, "NS+NW"))
    assert told(calls(base, both)) == [("legal", pair)]
    assert [call.kind.value for call in calls(base, half)] == ["ask"]
    mended = calls(base, half, both)
    assert {call.kind.value for call in mended} == {"legal"}
    assert {laid for call in mended for laid in call.move.tiles} == set(pair.tiles)


def test_an_illegal_exchange_is_a_foul_and_can_be_taken_back() -> None:
    """Then what follows is compared with the position before it."""
    base, wrong = seen(), position((8, 5, "NS"), *START[1:])
    foul = calls(base, wrong)
    assert told(foul) == [("foul", lay((8, 5, "NS")))]
    assert told(calls(base, wrong, base)) == [("taken-back", None)]
    assert told(calls(base, wrong, seen((10, 10, "EW")))) == [("legal", lay((10, 10, "EW")))]


def test_the_replaced_tile_is_told() -> None:
    """As the contract writes it."""
    said = calls(seen(), position((8, 5, "EW+SW"), *START[1:]))
    data = GAME.turn_to_json(said[0].move)
    assert data["tiles"][0]["replaces"] == ["EW"]


def test_four_tiles_are_two_turns() -> None:
    """In an order in which both are legal."""
    more = [(10, 10, "EW"), (3, 9, "NS"), (10, 4, "EW"), (6, 3, "NS")]
    said = calls(seen(), seen(*more))
    assert [call.kind.value for call in said] == ["legal", "legal"]
    laid = {t.spot for call in said for t in call.move.tiles}
    assert laid == {Spot(*one[:2]) for one in more}


def test_three_tiles_are_a_turn_and_the_beginning_of_the_next() -> None:
    """Nobody is accused of a third tile that the next player may have laid."""
    more = [(10, 10, "EW"), (3, 9, "NS"), (10, 4, "EW")]
    said = calls(seen(), seen(*more))
    assert {call.kind.value for call in said} == {"legal"}
    assert {one.spot for call in said for one in call.move.tiles} == {Spot(*t[:2]) for t in more}


@pytest.mark.parametrize("more", [[], [(3, 9, "NS")]])
def test_a_tile_that_is_gone_is_asked_about_with_its_sign(more: list[tuple[int, int, str]]) -> None:
    """The sign went with it: that is no second thing that happened, and no foul of signs."""
    tile = (7, 9, "EW")
    (call,) = calls(seen(tile, signs=[(7, 9)]), seen(*more))
    assert (call.kind.value, call.note) == ("ask", "disturbed")
    verdicts = [verdict for one in call.alternatives for verdict in one.verdicts]
    assert all(verdict.legal for verdict in verdicts)


def test_signs_put_up_forgotten_late_and_wrong() -> None:
    """Each is told by the turn it came with."""
    tile_there = (7, 9, "EW")
    good = calls(seen(), seen(tile_there, signs=[(7, 9)]))
    assert told(good) == [("legal", lay(tile_there))]
    forgotten = calls(seen(), seen(tile_there))
    assert told(forgotten) == [("legal", lay(tile_there, lacking=(Spot(7, 9),)))]
    verdict = forgotten[0].verdict
    assert verdict is not None
    assert [duty.kind for duty in verdict.required] == ["stop-sign"]
    late = calls(seen(), seen(tile_there), seen(tile_there, signs=[(7, 9)]))
    assert told(late) == [("legal", Signs((Spot(7, 9),)))]
    stray = calls(seen(), seen(signs=[(3, 3)]))
    assert told(stray) == [("foul", Signs((Spot(3, 3),)))]


def test_a_sign_forgotten_while_play_goes_on_is_a_foul() -> None:
    """And none once it is there."""
    first = [(7, 9, "EW"), (2, 9, "NS")]
    base, unsigned = seen(), seen(*first)
    onward = seen(*first, (10, 10, "EW"))
    said = calls(base, unsigned, onward)
    assert [call.kind.value for call in said] == ["foul"]
    assert said[0].verdict is not None
    assert [v.code for v in said[0].verdict.violations] == ["stop-sign-missing"]
    mended = seen(*first, (10, 10, "EW"), signs=[(7, 9)])
    assert told(calls(base, unsigned, mended)) == [
        ("legal", lay((10, 10, "EW"), signs=(Spot(7, 9),)))
    ]


def test_of_two_tiles_beside_a_location_the_one_with_the_sign_came_first() -> None:
    """So the sign is right wherever it stands."""
    more = [(7, 9, "EW"), (6, 8, "NS")]
    for sign in ((7, 9), (6, 8)):
        said = calls(seen(), seen(*more, signs=[sign]))
        assert [call.kind.value for call in said] == ["legal"]
        assert said[0].move.tiles[0].spot == Spot(*sign)


def test_a_sign_taken_off_with_a_turn_is_a_foul() -> None:
    """It stays for the whole game."""
    base = seen((7, 9, "EW"), signs=[(7, 9)])
    assert told(calls(base, seen((7, 9, "EW")))) == [("foul", Signs((), (Spot(7, 9),)))]
    said = calls(base, seen((7, 9, "EW"), (10, 10, "EW")))
    assert "foul" in {call.kind.value for call in said}


def test_trams_placed_and_driven() -> None:
    """From beside the board straight to the first tile; then further; then too far."""
    way = line_four()
    signs = [(1, 7), (4, 10), (6, 10), (11, 10)]
    base = position(*way, signs=signs)
    started = position(*way, signs=signs, trams={4: (1, 7)})
    assert told(calls(base, started)) == [("legal", drive(4, (0, 6), (1, 7)))]
    on_start = position(*way, signs=signs, trams={4: (0, 6)})
    assert told(calls(base, on_start)) == [("legal", drive(4, None, (0, 6)))]
    further = position(*way, signs=signs, trams={4: (2, 8)})
    assert told(calls(base, started, further)) == [("legal", drive(4, (1, 7), (2, 8)))]
    past = position(*way, signs=signs, trams={4: (5, 10)})
    assert calls(base, started, further)[0].move.spaces == 2
    (ran,) = calls(base, started, past)
    assert ran.kind.value == "foul"
    assert ran.verdict is not None
    assert "too-far" in {violation.code for violation in ran.verdict.violations}
    tiles = [(5, 3, "EW"), (9, 4, "EW")]
    others = position(*way, *tiles, signs=signs, trams={4: (1, 7)})
    gone = calls(base, started, others, position(*way, *tiles, signs=signs))
    assert told(gone) == [("ask", None)]
    assert {answer.turns for answer in gone[0].alternatives} == {(drive(4, (1, 7), None),), ()}


@pytest.mark.parametrize(("share", "offered"), [(0.06, True), (0.01, False)])
def test_a_tram_that_left_may_be_where_it_is_hardly_seen(share: float, *, offered: bool) -> None:
    """A sign hides it where it halts, and the reader doubts it there; it must be somewhere."""
    way, signs = line_four(), [(1, 7), (4, 10), (6, 10), (11, 10)]
    state = begin(GAME, ("Ana", "Bo"), house())
    for trams in ({}, {4: (0, 6)}, {4: (1, 7)}):
        state, _ = observe(state, picture(position(*way, signs=signs, trams=trams)))
    left, there = (position(*way, signs=signs, trams=trams) for trams in ({}, {4: (2, 7)}))
    end = Spot(2, 7)
    state, (said,) = observe(state, picture(left, doubts={end: (there[end], share)}))
    assert said.kind is CallKind.ASK
    moves = [answer.turns[0] for answer in said.alternatives if answer.turns]
    assert (drive(4, (1, 7), (2, 7), spaces=1) in moves) == offered
    assert drive(4, (1, 7), None) in moves


@pytest.mark.parametrize(("share", "kind"), [(0.06, CallKind.ASK), (0.001, CallKind.FOUL)])
def test_nobody_is_accused_where_another_trip_may_have_begun(share: float, kind: CallKind) -> None:
    """Two spaces are too far for the first tram, and right for the second: the other one is hardly
    seen, or not at all."""
    table = on_track(lines=False)
    rows = [(*at, text) for at, text in table.tiles.items()]
    after, begun = (
        position(*rows, signs=table.signs, trams=trams)
        for trams in ({4: (11, 10)}, {4: (11, 10), 2: (7, 12)})
    )
    first = Spot(7, 12)
    table.shown(picture(after, doubts={first: (begun[first], share)}))
    (said,) = table.calls
    assert said.kind is kind
    turns = [set(answer.turns) for answer in said.alternatives]
    both = {drive(2, (6, 13), (7, 12), spaces=1), drive(4, (13, 10), (11, 10), spaces=2)}
    assert (both in turns) == (kind is CallKind.ASK)


def test_a_tram_and_tiles_between_two_pictures() -> None:
    """Two turns, whichever order is right."""
    way = line_four()
    signs = [(1, 7), (4, 10), (6, 10), (11, 10)]
    base = position(*way, signs=signs)
    after = position(*way, (5, 3, "EW"), (9, 4, "EW"), signs=signs, trams={4: (1, 7)})
    kinds = [type(call.move) for call in calls(base, after)]
    assert sorted(kind.__name__ for kind in kinds) == ["Drive", "Lay"]
    assert all(call.kind.value == "legal" for call in calls(base, after))


def test_an_accepted_tile_gone_is_asked_about() -> None:
    """Never called a foul."""
    said = calls(seen(), position(*START[1:]))
    assert [call.kind.value for call in said] == ["ask"]


def test_a_doubtful_tile_is_asked_about_when_it_matters() -> None:
    """A switch or a straight: one fits, the other blocks."""
    base = position((8, 5, "NS"))
    spot = Spot(8, 6)
    doubts = {spot: (CellContent(tile("NS+NW")), 0.4)}
    state = begin(GAME, ("Ana", "Bo"), house())
    state, _ = observe(state, picture(base))
    _, said = observe(state, picture({**base, spot: CellContent(tile("NS"))}, doubts=doubts))
    assert [call.kind.value for call in said] == ["ask"]
    kinds = {v.code for a in said[0].alternatives for r in a.verdicts for v in r.violations}
    assert kinds == {"blocks-track"}


def test_hidden_places_say_nothing() -> None:
    """A faint shadow on a bare place is no tile."""
    base = seen()
    spot = Spot(10, 10)
    doubts = {spot: (CellContent(tile("EW")), 0.02)}
    state = begin(GAME, ("Ana", "Bo"), house())
    state, _ = observe(state, picture(base))
    _, said = observe(state, picture(base, doubts=doubts))
    assert told(said) == [("nothing", None)]


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))]
)
def test_a_whole_game_is_followed_turn_by_turn(seed: int) -> None:
    """Two tiles a picture, laid and exchanged at random: each turn is found and called legal."""
    rng = random.Random(seed)
    table = GAME.start(("Ana", "Bo"), house())
    state = begin(GAME, ("Ana", "Bo"), house())
    state, _ = observe(state, picture({}))
    for _ in range(15):
        spots = set()
        for _ in range(2):
            turns = [
                t
                for t in GAME.legal_turns(table, house())
                if isinstance(t, Lay) and len(t.tiles) == 1 and t.tiles[0].spot not in spots
            ]
            swaps = [t for t in turns if t.tiles[0].replaces is not None]
            turn = rng.choice(swaps if swaps and rng.random() < 0.4 else turns)
            spots.add(turn.tiles[0].spot)
            table = GAME.apply(table, turn, house())
        state, said = observe(state, picture(GAME.position(table)))
        assert [call.kind.value for call in said] == ["legal"]
        assert {laid.spot for laid in said[0].move.tiles} == spots
        assert said[0].player == ("Ana", "Bo")[(said[0].turn - 1) % 2]
        assert GAME.position(state.match.accepted) == GAME.position(table)


def test_a_match_is_taken_up_from_its_log() -> None:
    """Everything a state holds comes from the events."""
    state = begin(GAME, ("Ana", "Bo"), house())
    for one in (seen(), seen((10, 10, "EW")), seen((10, 10, "EW"), (7, 9, "EW"), signs=[(7, 9)])):
        state, _ = observe(state, picture(one))
    assert resumed(GAME, state.log).match.accepted == state.match.accepted


def test_a_lay_can_be_read_again() -> None:
    """Another tile on the same cell; no tile, another place or another turn: nothing."""
    turn = lay((8, 5, "EW"), (3, 9, "NS"))
    again = GAME.reread(turn, Spot(8, 5), CellContent(tile("NS")))
    assert again == lay((8, 5, "NS"), (3, 9, "NS"))
    assert GAME.reread(turn, Spot(1, 1), CellContent(tile("NS"))) is None
    assert GAME.reread(turn, Spot(8, 5), CellContent(None, True)) is None
    assert GAME.reread(Pass(), Spot(8, 5), CellContent(tile("NS"))) is None
    assert GAME.reread(Drive(1, None, None), Spot(8, 5), CellContent(tile("NS"))) is None
    assert EMPTY not in (turn, again)
