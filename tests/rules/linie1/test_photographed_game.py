"""The photographed game is judged as its truth says, photo by photo."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.games.linie1.content import CellContent
from rules.games.linie1.game import GAME
from rules.games.linie1.places import Spot, spot_of
from rules.games.linie1.tiles import Tile
from rules.referee.referee import begin, observe
from tests.rules.linie1.pictures import picture
from tests.rules.linie1.tables import house
from tests.rules.said import codes

#: Where the photographs lie that the project may measure but not ship.
PHOTOS = Path(os.environ.get("ARBITABLE_PHOTOS", Path(__file__).parents[4] / "shared" / "photos"))
GAME_101 = PHOTOS / "linie1" / "linie1_game_0101"
TRUTHS = sorted(GAME_101.glob("*.json"))

pytestmark = pytest.mark.skipif(not TRUTHS, reason="the photographed Linie 1 game is not here")


def position(truth: Mapping[str, Any]) -> dict[Spot, CellContent]:
    """What stands on the table by a truth file."""
    tiles = {
        Spot(t["row"], t["col"]): Tile.named(t["connections"]) for t in truth["tiles"] if t["tile"]
    }
    stops = {Spot(s["row"], s["col"]) for s in truth["stops"]}
    trams: dict[Spot, list[int]] = {}
    for tram in truth["trams"]:
        trams.setdefault(spot_of(tram["row"], tram["col"]), []).append(tram["line"])
    return {
        spot: CellContent.of(tiles.get(spot), spot in stops, trams.get(spot, ()))
        for spot in sorted({*tiles, *stops, *trams})
    }


def loaded(path: Path) -> Any:
    """A truth file."""
    return json.loads(path.read_text("utf-8"))


def test_each_move_is_judged_as_the_truth_says() -> None:
    """Legal ones enter the game, fouls are named by their codes and do not."""
    state = GAME.resume(position(loaded(TRUTHS[0])), ("A", "B"), house())
    for path in TRUTHS[1:]:
        truth = loaded(path)
        tiles = [{**t, "replaces": None} for t in truth["move"]]
        turn = GAME.turn_from_json({"kind": "lay", "tiles": tiles})
        verdict = GAME.judge(state, turn, house())
        assert verdict.legal == truth["legal"], path.name
        assert sorted(codes(verdict)) == sorted(truth["why"]), path.name
        if verdict.legal:
            state = GAME.apply(state, turn, house())
            assert GAME.position(state) == position(truth)


def test_the_referee_calls_each_picture_as_the_truth_says() -> None:
    """From what stands on the table alone: the move is found and called."""
    state = begin(GAME, ("A", "B"), house())
    for path in TRUTHS:
        truth = loaded(path)
        state, calls = observe(state, picture(position(truth)), path.name)
        if truth["move"] is None:
            assert [call.kind.value for call in calls] == ["setup"]
            continue
        last = calls[-1]
        assert last.kind.value == ("legal" if truth["legal"] else "foul"), path.name
        assert last.verdict is not None
        assert sorted(codes(last.verdict)) == sorted(truth["why"])
        data = GAME.turn_to_json(last.move)
        seen = {(t["row"], t["col"]) for t in data["tiles"]}
        assert seen == {(t["row"], t["col"]) for t in truth["move"]}


def test_photographed_positions_are_not_accused() -> None:
    """Their makers laid every tile by the rules and put up every sign."""
    for path in sorted((PHOTOS / "linie1").glob("*.json")):
        assert GAME.audit(position(loaded(path)), house()) == (), path.name
