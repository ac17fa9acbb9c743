"""What was said of a Mokadi table is held against what was played."""

from __future__ import annotations

from dataclasses import replace

from rules.core.call import Call, CallKind
from rules.core.verdict import Ruling, Verdict
from rules.games.mokadi.moves import LayPad
from rules.games.mokadi.pieces import pad_spot
from tests.evenings.mokadi_grade import Grading, Names
from tests.evenings.mokadi_play import Due

LEGAL = Verdict(Ruling.LEGAL)
PADS = [LayPad("white", (float(k), 0.0), number=k) for k in (1, 2)]
NAMES: Names = {pad_spot(k): k for k in (1, 2)}


def _told(player: str, pad: LayPad) -> Call[None, LayPad]:
    return Call(CallKind.LEGAL, 1, player, 1.0, None, None, pad, LEGAL)


def test_a_wrong_player_of_a_lone_turn_is_an_error() -> None:
    """Who made it is told by whose turn it was."""
    grading = Grading([Due(PADS[0], LEGAL, "A")], [])
    grading.hear([_told("B", PADS[0])], NAMES)
    assert grading.done().outcome == "wrong"


def test_the_order_of_a_turn_made_without_a_photo_is_not_graded() -> None:
    """The second turn is due only after the grading began: nobody can tell who made which."""
    dues = [Due(PADS[0], LEGAL, "A")]
    grading = Grading(dues, [])
    dues.append(replace(dues[0], turn=PADS[1], player="B"))
    grading.hear([_told("A", PADS[1]), _told("B", PADS[0])], NAMES)
    assert grading.done().outcome == "right"
