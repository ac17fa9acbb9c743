"""Plays whole evenings and prints a table: ``python -m tests.evenings --help``."""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.evenings.evening import MOST_PICTURES, ROUNDS, TURN_S, LiveEvening, WholeEvening
from tests.evenings.mokadi_evening import MokadiEvening, MokadiFilm, MokadiPhotos
from tests.evenings.parts import WHOLE
from tests.evenings.photos import PhotoEvening
from tests.evenings.table import TableAtHome
from tests.evenings.traced import Album, TracedEvening, TracedMokadi
from tests.people.evening import Plan
from tests.people.habits import ANSWERS, HABITS

#: The game whose people are its own, and all games.
MOKADI = "mokadi"
GAMES = (*WHOLE, MOKADI)

#: The columns of the table.
COLUMNS = (
    *("pictures", "right", "asked", "silent", "wrong", "false fouls", "fouls called"),
    *("won", "told under a hand", "hand to page, median s", "worst s"),
    *("questions an hour", "taps", "MiB"),
)


def main() -> None:
    """The evenings that the options ask for, a row each."""
    options = _options()
    wanted = options.parse_args()
    if wanted.booth and (wanted.turned or wanted.own_box):
        options.error("--turned and --own-box are for pictures of the quick maker, not for --booth")
    if wanted.wall:
        TableAtHome.work_clock = staticmethod(time.perf_counter)
    print(_row("", COLUMNS))
    print(_row("---", ["---"] * len(COLUMNS)))
    for game in wanted.game or GAMES:
        for seed in range(wanted.seed, wanted.seed + wanted.evenings):
            plan = Plan(game, seed, wanted.pictures, habit=wanted.habit, answers=wanted.answers)
            evening = played(plan, wanted)
            print(_row(f"{game}, seed {seed}", cells(evening)), flush=True)
            for line in causes(evening):
                print("    " + line)
    tables = "path-traced tables" if wanted.booth else "tables of the quick picture maker"
    print(f"({tables}; a turn is counted as {TURN_S:.0f} s)")


def played(plan: Plan, wanted: argparse.Namespace) -> WholeEvening | MokadiEvening:
    """One evening: at a live table whose journal lies in a folder that goes, or in photos."""
    if wanted.booth:
        return _traced(plan, wanted)
    if plan.game == MOKADI:
        return _mokadi(plan, wanted)
    how = {"tell": wanted.tell, "open_hands": wanted.open_hands and plan.game == "redline"}
    if wanted.photos:
        album = PhotoEvening(plan, wanted.rounds, wanted.keep, **how)
        album.run()
        return album
    with tempfile.TemporaryDirectory() as folder:
        evening = LiveEvening(plan, Path(folder), wanted.rounds, wanted.keep, **how)
        evening.run()
    return evening


def _traced(plan: Plan, wanted: argparse.Namespace) -> WholeEvening | MokadiEvening:
    album = Album(wanted.booth, wanted.album)
    evening: TracedEvening | TracedMokadi
    if plan.game == MOKADI:
        evening = TracedMokadi(album, plan, wanted.keep, tell=wanted.tell, empty=wanted.empty)
    else:
        evening = TracedEvening(album, plan, wanted.rounds, wanted.keep, tell=wanted.tell)
    try:
        evening.run()
    finally:
        album.close()
    return evening


def _mokadi(plan: Plan, wanted: argparse.Namespace) -> MokadiEvening:
    how = {"tell": wanted.tell, "empty": wanted.empty, "own_box": wanted.own_box}
    if wanted.photos:
        album = MokadiPhotos(plan, wanted.keep, turned=wanted.turned, **how)
        album.run()
        return album
    with tempfile.TemporaryDirectory() as folder:
        evening = MokadiFilm(plan, Path(folder), wanted.keep, **how)
        evening.run()
    return evening


def cells(evening: WholeEvening | MokadiEvening) -> list[object]:
    """An evening's row."""
    counts, figures = evening.tally.counts, evening.figures
    waits = figures.waits or [0.0]
    return [
        *(counts[one] for one in ("pictures", "right", "asked", "silent", "wrong", "false-foul")),
        f"{counts['fouls-called']} of {counts['fouls-due']}",
        *(f"{figures.won} of {figures.games}", figures.under_hand),
        *(f"{median(waits):.2f}", f"{max(waits):.2f}"),
        f"{figures.an_hour(counts['pictures']):.1f}",
        figures.taps,
        " to ".join(f"{mib:.0f}" for mib in (figures.mib[0], figures.mib[-1])),
    ]


def causes(evening: WholeEvening | MokadiEvening) -> Iterator[str]:
    """What went wrong, and at which pictures."""
    found: dict[str, list[int]] = {}
    for cause, _, picture in evening.tally.causes:
        found.setdefault(cause, []).append(picture)
    for cause, pictures in sorted(found.items()):
        yield f"{cause}: pictures {', '.join(map(str, pictures))}"
    if isinstance(evening, MokadiEvening):
        yield str(evening.pieces)
        yield str(evening.rests)


def _row(name: str, row: object) -> str:
    return f"| {name} | " + " | ".join(map(str, row)) + " |"  # type: ignore[call-overload]


def _folder(name: str) -> Path:
    made = Path(name)
    made.mkdir(parents=True, exist_ok=True)
    return made


def _options() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="python -m tests.evenings", description=__doc__)
    options.add_argument("game", nargs="*", help=f"of {', '.join(GAMES)}; all where none is named")
    options.add_argument("--evenings", type=int, default=1, help="seeds a game")
    options.add_argument("--seed", type=int, default=0, help="the first seed")
    options.add_argument("--rounds", type=int, default=ROUNDS, help="games until the evening ends")
    options.add_argument("--pictures", type=int, default=MOST_PICTURES, help="at most")
    options.add_argument("--habit", default="mixed", choices=["mixed", *HABITS])
    options.add_argument("--answers", default="answered", choices=list(ANSWERS))
    options.add_argument(
        "--photos", action="store_true", help="one photo a turn: some missing, doubled, turned"
    )
    options.add_argument("--empty", action="store_true", help="Mokadi begins on an empty table")
    options.add_argument(
        "--open-hands", action="store_true", help="Redline with hands face up round the layout"
    )
    options.add_argument(
        "--own-box", action="store_true", help="Mokadi drawn with sticks and pads of own making"
    )
    options.add_argument(
        "--turned", action="store_true", help="Mokadi photos held by quarters otherwise"
    )
    options.add_argument(
        "--booth", type=Path, metavar="PYTHON",
        help="one path-traced photo a turn: the photobooth's interpreter, which takes them",
    )  # fmt: skip
    options.add_argument(
        "--album", type=Path, default=Path("album"), help="a folder for path-traced photos"
    )
    options.add_argument(
        "--wall", action="store_true", help="times work by the clock: where nothing else runs"
    )
    options.add_argument("--tell", action="store_true", help="prints picture by picture")
    options.add_argument("--keep", type=_folder, help="a folder for pictures of what is not right")
    return options


if __name__ == "__main__":
    main()
