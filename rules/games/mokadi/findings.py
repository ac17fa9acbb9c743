"""What a law finds: a violation where it is proved, a remark where somebody has to look."""

from __future__ import annotations

from rules.core.places import Place
from rules.core.verdict import Param, Remark, Violation
from rules.games.mokadi.moves import Lay, LayPad
from rules.games.mokadi.pieces import Spot, pad_spot, stick_spot
from rules.games.mokadi.state import LaidPad, LaidStick, MokadiState, next_number

#: Names of the rules, as verdicts give them.
PADS = "Mokadi pads"
STICKS = "Mokadi sticks"
TURN = "Mokadi turn"
REMOVAL = "Mokadi removal"
FALL = "Mokadi fall"
SHARES = "Mokadi shares"

#: A foul, or a question that must be answered first.
Finding = Violation | Remark


def foul(
    code: str,
    rule: str,
    places: tuple[Place, ...],
    case: str | None = None,
    reading: str | None = None,
    /,
    **facts: Param,
) -> Violation:
    """A violation; `case` picks another wording of the code, `facts` fill its blanks."""
    chosen: dict[str, Param] = {"case": case} if case else {}
    return Violation(code, rule, places, tuple((facts | chosen).items()), reading)


def doubt(code: str, case: str | None = None, /, **facts: Param) -> Remark:
    """A remark that says what to look at."""
    chosen: dict[str, Param] = {"case": case} if case else {}
    return Remark(code, tuple((facts | chosen).items()))


def new_spot(state: MokadiState, lay: Lay) -> Spot:
    """The spot that a turn fills."""
    if isinstance(lay, LayPad):
        return pad_spot(_number(lay.number, state.pads), lay.at)
    return stick_spot(_number(lay.number, state.sticks), lay.ends)


def _number(given: int | None, pieces: tuple[LaidPad, ...] | tuple[LaidStick, ...]) -> int:
    """The number given, unless a piece of that number lies already."""
    taken = {piece.number for piece in pieces}
    return next_number(pieces) if given is None or given in taken else given
