"""Every rule code is called as a foul from two clean pictures, or must be told, and it says why."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from importlib.resources import files

import pytest

from rules.core.game import Explanation
from rules.core.observation import EMPTY, Observation, log_evidence
from rules.games.linie1.content import CellContent
from rules.games.linie1.game import GAME
from rules.games.linie1.places import Spot
from rules.games.linie1.state import Linie1State, Turn
from tests.rules.linie1.pictures import picture
from tests.rules.linie1.tables import drive, house, lay, position, table, told
from tests.rules.linie1.test_orders import SIGNS, TRACK

#: Nats, as the referee weighs: a foul, and something that nobody proposed against the best.
FOUL, OTHER = -1.0, -6.0

#: The share that a foul needs to be called.
SURE = 0.97

Tiles = list[tuple[int, int, str]]
BASE: Tiles = [(8, 5, "EW"), (8, 6, "EW"), (3, 3, "NS"), (10, 10, "NS+EW")]

Look = Mapping[Spot, CellContent]
Seen = Observation[Spot, CellContent]


def share(state: Linie1State, seen: Seen, code: str) -> float:
    """How much of the weight the explanations have in which a turn is a foul of this code."""
    weighed: dict[object, list[tuple[int, float, bool]]] = {}
    for told_ in GAME.explanations(state, seen, house()):
        found, table_ = _judged(state, told_)
        nats = told_.log_prior + told_.log_evidence - _gap(seen, table_, told_)
        nats += FOUL * sum(map(bool, found))
        one = sum(map(len, found)), nats, any(code in codes for codes in found)
        weighed.setdefault(told_.acts, []).append(one)
    kept = [one for ones in weighed.values() for one in ones if one[0] == min(o[0] for o in ones)]
    best = max(nats for _, nats, _ in kept)
    weights = [(math.exp(nats - best), hit) for _, nats, hit in kept]
    total = sum(weight for weight, _ in weights) + math.exp(OTHER)
    return sum(weight for weight, hit in weights if hit) / total


def _judged(state: Linie1State, told_: Explanation[Turn]) -> tuple[list[set[str]], Linie1State]:
    """The codes of each turn in its order, as no foul enters the game, and the table after all."""
    found, lies = [], state
    for turn in told_.turns:
        codes = {v.code for v in GAME.judge(state, turn, house()).violations}
        lies = GAME.force(lies, turn, house())
        state = state if codes else GAME.force(state, turn, house())
        found.append(codes)
    return found, lies


def _gap(seen: Seen, lies: Linie1State, told_: Explanation[Turn]) -> float:
    look = dict(GAME.position(lies)) | dict(told_.look)
    return sum(
        log_evidence(s, s.belief.best) - log_evidence(s, look.get(s.place, EMPTY))
        for s in seen.sightings
    )


def on_its_way(spot: tuple[int, int] = (2, 9), speed: int = 2) -> Linie1State:
    """Ana drives line 4 from its northern terminus, Bo lays; it is her turn."""
    state = table(*TRACK, signs=SIGNS)
    known = ("turn", {"player": "Ana"}), ("line", {"player": "Ana", "line": 4})
    state = told(state, *known, ("speed", {"spaces": 20}))
    ways = [(None, (0, 6)), ((0, 6), (1, 7)), ((1, 7), (2, 9)), ((2, 9), (3, 10))]
    for start, end in ways[: 3 if spot == (2, 9) else 4]:
        turn = drive(4, start, end)
        state = told(GAME.force(state, turn, house()), known[0], ("speed", {"spaces": 20}))
    return told(state, known[0], ("speed", {"spaces": speed}))


def _hands(state: Linie1State, ana: str, bo: str) -> Linie1State:
    hands = (("Ana", ana), ("Bo", bo))
    facts = [("hand", {"player": name, "tiles": tiles.split()}) for name, tiles in hands]
    return told(state, ("turn", {"player": "Ana"}), *facts)


def _unsigned() -> tuple[Linie1State, Look]:
    """Ana forgot the sign of I; Bo lays on."""
    forgot = lay((7, 9, "EW"), (2, 9, "NS"), lacking=(Spot(7, 9),))
    state = GAME.apply(told(table(*BASE), ("turn", {"player": "Ana"})), forgot, house())
    more = [(7, 9, "EW"), (2, 9, "NS"), (11, 4, "EW"), (11, 8, "EW")]
    return state, position(*BASE, *more)


def _laid(*tiles: tuple[int, int, str]) -> tuple[Linie1State, Look]:
    """One turn of tiles on the base, those on a cell of it exchanged."""
    cells = {one[:2] for one in tiles}
    return table(*BASE), position(*(one for one in BASE if one[:2] not in cells), *tiles)


def _driven(end: tuple[int, int], *more: tuple[int, int, str], **how: int) -> tuple[object, Look]:
    return on_its_way(**how), position(*TRACK, *more, signs=SIGNS, trams={4: end})  # type: ignore[arg-type]


FAR = (11, 8, "EW")
SHOWN: dict[str, tuple[object, Look]] = {
    "off-board": _laid((1, 1, "NS"), FAR),
    "into-location": _laid((5, 9, "NS"), FAR),
    "on-location": _laid((6, 9, "NS"), FAR),
    "blocks-track": _laid((8, 7, "NS"), FAR),
    "terminus": _laid((1, 2, "EW"), FAR),
    "track-removed": _laid((8, 5, "NS"), FAR),
    "tree-locked": _laid((10, 10, "NE+ES+SW+NW"), FAR),
    "too-many-tiles": (
        _hands(table(*BASE), "T1 T1 T1 T1 T1", "T2 T2 T2 T2 T2"),
        position(*BASE, (3, 9, "NS"), (6, 3, "NS"), FAR),
    ),
    "not-in-hand": (
        _hands(table(*BASE), "T1 T1 T1 T1 T1", "T2 T2 T2 T2 T2"),
        position(*BASE, (3, 9, "NS+NE"), FAR),
    ),
    "laid-while-travelling": (
        on_its_way(),
        position(*TRACK, (3, 2, "NS"), (3, 3, "NS"), signs=SIGNS, trams={4: (2, 9)}),
    ),
    "not-on-track": _driven((5, 5)),
    "sharp-turn": _driven((7, 11), spot=(3, 10), speed=9),  # type: ignore[arg-type]
    "backwards": _driven((2, 8)),
    "too-far": _driven((4, 10), speed=1),
    "ran-a-stop": _driven((5, 10), speed=8),
    "route-incomplete": (table(*BASE), position(*BASE, trams={4: (0, 6)})),
    "stop-sign-missing": _unsigned(),
    "stop-sign-wrong": (table(*BASE), position(*BASE, signs=[(3, 3)])),
}

#: What no picture shows: the rulebook says so too.
TOLD = {"no-change", "one-tile"}


def test_every_code_is_shown_or_must_be_told() -> None:
    """And what must be told says why, in both languages."""
    text = files("rules.games.linie1").joinpath("rulebook.toml").read_text("utf-8")
    codes = tomllib.loads(text)["codes"]
    assert codes.keys() == SHOWN.keys() | TOLD
    said = {code: entry["told"] for code, entry in codes.items() if "told" in entry}
    assert said.keys() == TOLD | {"too-many-tiles"}
    assert all(reason.keys() == {"en", "fr"} for reason in said.values())


@pytest.mark.parametrize("code", SHOWN)
def test_two_clean_pictures_show_the_foul(code: str) -> None:
    """Surely enough that it is called."""
    state, look = SHOWN[code]
    assert share(state, picture(look), code) >= SURE  # type: ignore[arg-type]
