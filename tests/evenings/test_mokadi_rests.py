"""What a stick just laid may rest on is held against the lay as it was."""

from __future__ import annotations

from rules.core.observation import Belief, Observation, Pose, Sighting
from rules.games.mokadi.game import GAME
from rules.games.mokadi.moves import LayStick
from rules.games.mokadi.pieces import Stick, stick_spot
from tests.evenings.mokadi_play import Due
from tests.evenings.mokadi_rests import RestCount
from tests.rules.mokadi.tables import WHITE, house, on, opened

ENDS = ((0.7, -0.1), (0.7, 0.9))


def _counted(seen: str, true: str) -> str:
    """The count of one lay seen on some pieces that lies on others, under another number."""
    state = opened()
    lay = LayStick(WHITE, on(true), ENDS, number=4)
    due = Due(lay, GAME.judge(state, lay, house()), "A")
    new = stick_spot(9, ENDS)
    label = Stick(WHITE, on(seen))
    picture = Observation("mokadi", (Sighting(new, Belief.of({label: 1.0}), 1.0, Pose((0, 0))),))
    count = RestCount()
    count.turn([due], picture, state, house(), {new: 4})
    return str(count)


def test_lays_are_counted_by_the_share_of_their_right_rests() -> None:
    """A sure rest, a doubtful one, and one that can only be wrong."""
    assert "up to 1.0: 1 legal, 0 fouls" in _counted("P2 P4", "P2 P4")
    assert "up to 0.1: 0 legal, 1 fouls" in _counted("P2 P4~0.3 P1~0.85", "P1 P2")
    assert "none, a foul: 0 legal, 1 fouls" in _counted("P1 P2", "P1 P2")
    assert "none, in doubt: 1 legal, 0 fouls" in _counted("P2 P1~0.85", "P2 P4")
