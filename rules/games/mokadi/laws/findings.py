"""What a law finds: a violation where it is proved, a remark where somebody has to look."""

from __future__ import annotations

from rules.core.verdict import Remark, Violation
from rules.games.mokadi.moves import Lay, LayPad
from rules.games.mokadi.pieces import Spot, pad_spot, stick_spot
from rules.games.mokadi.state import LaidPad, LaidStick, MokadiState, next_number

#: A foul, or a question that must be answered first.
Finding = Violation | Remark


#: Says what to look at.
doubt = Remark.of


def new_spot(state: MokadiState, lay: Lay) -> Spot:
    """The spot that a turn fills."""
    if isinstance(lay, LayPad):
        return pad_spot(_number(lay.number, state.pads), lay.at)
    return stick_spot(_number(lay.number, state.sticks), lay.ends)


def _number(given: int | None, pieces: tuple[LaidPad, ...] | tuple[LaidStick, ...]) -> int:
    """The number given, unless a piece of that number lies already."""
    taken = {piece.number for piece in pieces}
    return next_number(pieces) if given is None or given in taken else given
