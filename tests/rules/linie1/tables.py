"""How the tests write Linie 1 down: short words for tiles, boards and houses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.core.rulebook import House
from rules.core.verdict import Verdict
from rules.games.linie1.content import CellContent
from rules.games.linie1.game import GAME
from rules.games.linie1.places import SPAN, Spot, board_data, spot_of
from rules.games.linie1.state import Drive, Laid, Lay, Linie1State, Turn
from rules.games.linie1.tiles import Tile


def turned(spot: Spot, quarters: int) -> Spot:
    """A place after quarter turns clockwise of the whole board."""
    row, col = spot.row, spot.col
    for _ in range(quarters % 4):
        row, col = col, SPAN - 1 - row
    return spot_of(row, col)


def house(**changes: object) -> House:
    """The defaults with these changes."""
    return GAME.rulebook.house(changes)


def tile(text: str) -> Tile:
    """``NS+NE`` joins north with south and with east."""
    return Tile.named(text.split("+"))


def laid(row: int, col: int, text: str) -> Laid:
    """One tile on a cell."""
    return Laid(Spot(row, col), tile(text))


def lay(*tiles: tuple[int, int, str], **more: object) -> Lay:
    """A lay as ``lay((8, 5, "EW"), (3, 9, "NS"))``."""
    return Lay(tuple(laid(*one) for one in tiles), **more)  # type: ignore[arg-type]


def in_edition(spot: Spot, edition: str) -> Spot:
    """Where a place lies in the upright picture of an edition (rule document 1.7)."""
    return turned(spot, board_data()["editions"][edition]["quarters"])


def from_edition(spot: Spot, edition: str) -> Spot:
    """The inverse of `in_edition`."""
    return turned(spot, -board_data()["editions"][edition]["quarters"])


def position(
    *tiles: tuple[int, int, str],
    signs: Iterable[tuple[int, int]] = (),
    trams: dict[int, tuple[int, int]] | None = None,
) -> dict[Spot, CellContent]:
    """Contents by place, from rows of tiles, signs and trams."""
    lying = {Spot(row, col): tile(text) for row, col, text in tiles}
    stops = {Spot(*at) for at in signs}
    standing = {line: spot_of(*at) for line, at in (trams or {}).items()}
    places = sorted({*lying, *stops, *standing.values()})
    return {
        spot: CellContent.of(
            lying.get(spot), spot in stops, [n for n, at in standing.items() if at == spot]
        )
        for spot in places
    }


def table(
    *tiles: tuple[int, int, str], players: Iterable[str] = ("Ana", "Bo"), **more: object
) -> Linie1State:
    """A game in progress of which only the board is known."""
    return GAME.resume(position(*tiles, **more), tuple(players), house())  # type: ignore[arg-type]


def dealt(*names: str) -> Linie1State:
    """A fresh game with hands dealt."""
    return GAME.start(names or ("Ana", "Bo"), house())


def told(state: Linie1State, *facts: tuple[str, dict[str, object]]) -> Linie1State:
    """The state after these facts were told."""
    for fact, data in facts:
        state = GAME.tell(state, fact, data)
    return state


def with_board(state: Linie1State, *tiles: tuple[int, int, str]) -> Linie1State:
    """The state with more tiles on its board, signs put up, hands untouched."""
    board = state.board
    for row, col, text in tiles:
        board = board.with_tile(Spot(row, col), tile(text))
    return replace(state, board=board)


def judged(state: Linie1State, turn: Turn, **changes: object) -> Verdict:
    """The verdict under the defaults with these changes."""
    return GAME.judge(state, turn, house(**changes))


def played(state: Linie1State, *turns: Turn, **changes: object) -> Linie1State:
    """The state after these legal turns."""
    for turn in turns:
        state = GAME.apply(state, turn, house(**changes))
    return state


def drive(line: int, start: object, end: object, **more: object) -> Drive:
    """A drive between places given as row and column; None for beside the board."""
    ends = [None if at is None else spot_of(*at) for at in (start, end)]  # type: ignore[misc]
    return Drive(line, ends[0], ends[1], **more)  # type: ignore[arg-type]


#: A way of line 4 from its northern terminus straight down column 6.. to its southern one, past G.
def line_four() -> list[tuple[int, int, str]]:
    """(1, 7) to (12, 10): down column 7 is not free, so by columns 8 to 10."""
    return [
        (1, 7, "NS"),
        (2, 7, "NE"),
        (2, 8, "EW"),
        (2, 9, "EW"),
        (2, 10, "SW"),
        *((row, 10, "NS") for row in range(3, 13)),
    ]
