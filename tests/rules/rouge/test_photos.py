"""The photographed game, judged from its truth files: each turn as the truth says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.core.call import CallKind
from rules.core.events import Told
from rules.games.rouge.game import GAME
from rules.games.rouge.state import Pawn, RougeState
from rules.games.rouge.track import Hollow
from rules.referee.referee import begin, observe, record
from tests.rules.rouge.sights import seen
from tests.rules.rouge.tables import house
from tests.rules.rouge.test_explanations import best

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = [
    ROOT.parent / "shared" / "photos" / "rouge" / "rouge_game_0101",
    ROOT / "shared" / "photos" / "rouge" / "rouge_game_0101",
]


def photographed() -> list[dict[str, Any]]:
    """The game's truth files, or a skip."""
    for folder in FOLDERS:
        files = sorted(folder.glob("*.json"))
        if files:
            return [json.loads(file.read_text(encoding="utf-8")) for file in files]
    pytest.skip("the photographed game rouge_game_0101 is not on this machine")


def pawns(truth: dict[str, Any]) -> dict[Hollow, Pawn]:
    """What the truth says stands where."""
    cells = (cell for cell in truth["cells"] if cell["colour"])
    return {Hollow(cell["ring"], cell["cell"]): Pawn(cell["colour"]) for cell in cells}


def opened(truth: dict[str, Any]) -> RougeState:
    """The game met half-way, and who is on turn."""
    state = GAME.resume(pawns(truth), tuple(truth["colours"]), house())
    return GAME.tell(state, "turn", {"player": truth["to_move"]})


def test_the_photographed_game_is_judged_as_its_truth_says() -> None:
    """Told turn by turn: legal or not, why, and how many pawns each takes."""
    setup, *rest = photographed()
    state = opened(setup)
    for truth in rest:
        data = truth["move"] | {"captures": truth.get("captured", [])}
        verdict = GAME.judge(state, GAME.turn_from_json(data), house())
        assert verdict.legal == truth["legal"], truth["step"]
        assert [v.code for v in verdict.violations] == truth.get("why", [])
        left_open = GAME.judge(state, GAME.turn_from_json(truth["move"]), house())
        counts = [dict(required.params)["count"] for required in left_open.required]
        assert counts == ([truth["captures_due"]] if truth["captures_due"] else [])
        state = GAME.force(state, GAME.turn_from_json(data), house())
        assert GAME.position(state) == pawns(truth)


def test_the_photographed_game_is_told_from_its_pictures() -> None:
    """The turn the truth names is among the best stories of each picture."""
    setup, *rest = photographed()
    state = opened(setup)
    for truth in rest:
        turn = GAME.turn_from_json(truth["move"] | {"captures": truth.get("captured", [])})
        assert (turn,) in best(state, seen(pawns(truth))), truth["step"]
        state = GAME.force(state, turn, house())


def test_the_referee_calls_the_photographed_game() -> None:
    """Picture by picture, sure readings: the calls of the contract."""
    setup, *rest = photographed()
    state = begin(GAME, tuple(setup["colours"]), house())
    state, _ = observe(state, seen(pawns(setup)))
    state, _ = record(state, Told("turn", {"player": setup["to_move"]}))
    for truth in rest:
        state, (call,) = observe(state, seen(pawns(truth), sure=0.999))
        assert call.kind is (CallKind.LEGAL if truth["legal"] else CallKind.FOUL), truth["step"]
        assert call.player == truth["move"]["colour"]
