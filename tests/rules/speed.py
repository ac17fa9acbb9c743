"""How many turns a second the rules count, beside python-chess in the same run.

``python -m tests.rules.speed [--rounds N]`` prints the median of several rounds and its ratio to
python-chess's perft; without that package the ratios are left out. A measurement, not a test.

A node is a legal turn at the last depth: it is listed one by one, not made, as python-chess counts
its own with ``legal_moves.count()``. The rounds take turns, so that a busy machine slows all alike.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

from rules.core.discovery import get
from rules.core.toolkit.perft import perft
from rules.games.linie1.hands import Hand
from tests.rules.linie1.tables import dealt, line_four, with_board
from tests.rules.rouge.test_perft import middle
from tests.rules.tables import Dealt

#: A perft, or None where the package is missing: gives the number of nodes.
Count = Callable[[], int]

#: A full hand of Linie 1 with switches, so that most places take something.
LINIE1_HAND = (1, 2, 3, 5, 6)


def redline(turns: int, depth: int, *, known: bool) -> Count:
    """Two players some turns into a game, their hands face up or unknown."""
    table = Dealt(2, seed=11)
    for _ in range(turns):
        table.step()
    game, state = get("redline"), table.state
    if not known:
        state = game.resume(game.position(state), ("A", "B"), table.house)
    return partial(perft, game, state, depth, table.house)


def rouge(players: int, depth: int) -> Count:
    """The middle of a game with captures, draws left aside."""
    state, _ = middle(players)
    house = get("rouge").rulebook.house({"draw_offer": False})
    return partial(perft, get("rouge"), state, depth, house)


def linie1(depth: int) -> Count:
    """A line laid half, a full hand: tile by tile."""
    return partial(perft, get("linie1"), _linie1_table(), depth, get("linie1").rulebook.house())


def _linie1_table() -> Any:
    state = with_board(dealt(), *line_four()[:8])
    return state.with_hand(0, Hand.of(LINIE1_HAND))


def chess_perft(fen: str | None, depth: int) -> Count:
    """python-chess from a position (None: the start), its last moves counted in the same way."""
    import chess  # noqa: PLC0415 - only where it is installed

    def count(board: chess.Board, left: int) -> int:
        if left == 1:
            return board.legal_moves.count()
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += count(board, left - 1)
            board.pop()
        return nodes

    return partial(count, chess.Board(fen) if fen else chess.Board(), depth)


#: A middle game with castling, pins and promotions near, known as Kiwipete.
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def counts() -> dict[str, Count]:
    """What is measured, by name; python-chess's two first where it is installed."""
    chess = (
        {
            "python-chess, start": chess_perft(None, 4),
            "python-chess, middle": chess_perft(KIWIPETE, 3),
        }
        if find_spec("chess")
        else {}
    )
    return chess | {
        "Redline, known hands, opening": redline(2, 4, known=True),
        "Redline, known hands, middle": redline(10, 4, known=True),
        "Redline, unknown hands": redline(4, 3, known=False),
        "Rouge, 2 players": rouge(2, 3),
        "Rouge, 4 players": rouge(4, 3),
        "Linie 1, tile by tile": linie1(2),
    }


def measured(rounds: int) -> Iterator[tuple[str, int, float]]:
    """Name, nodes and median nodes a second of processor time. One round before warms up."""
    every = counts()
    speeds: dict[str, list[float]] = {name: [] for name in every}
    nodes = {name: count() for name, count in every.items()}
    for _ in range(rounds):
        for name, count in every.items():
            began = time.process_time()
            count()
            speeds[name].append(nodes[name] / (time.process_time() - began))
    for name in every:
        yield name, nodes[name], statistics.median(speeds[name])


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="nodes a second of the rules, beside python-chess")
    parser.add_argument("--rounds", type=int, default=5)
    rows = list(measured(parser.parse_args().rounds))
    chess = [speed for name, _, speed in rows if name.startswith("python-chess")]
    base = statistics.mean(chess) if chess else None
    if base is None:
        print("python-chess is not installed (pip install chess): no ratios")
    for name, nodes, speed in rows:
        ratio = f"{speed / base:6.2f} x" if base else ""
        print(f"{name:32}{nodes:>9} nodes {speed / 1000:>9.0f} k/s {ratio}")


if __name__ == "__main__":
    main()
