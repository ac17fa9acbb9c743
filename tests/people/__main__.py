"""Prints the table of people: ``python -m tests.people --help``."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tests.people.evening import Evening, Plan, Tally, table
from tests.people.habits import ANSWERS, HABITS
from tests.people.parts import LEFT_OUT, PARTS

#: The columns: counts of pictures first, then of errors.
COLUMNS = (
    *("pictures", "right", "asked", "asked-without-truth", "silent", "late", "wrong"),
    *("fouls-due", "fouls-called", "fouls-questioned", "fouls-waved-through"),
    *("false-foul", "foul-as-legal", "repeated", "phantom"),
    *("player", "reason", "duty", "reward", "gone", "table", "held", "crashed"),
)


def main() -> None:
    """The table that the options ask for."""
    wanted = _options().parse_args()
    if not wanted.transcript:
        print(_row("", COLUMNS))
    for game in wanted.game or PARTS:
        for habit in list(HABITS) if wanted.by_habit else [wanted.habit]:
            if habit in PARTS[game].never:
                continue
            plan = Plan(
                game,
                0,
                wanted.length,
                wanted.misread,
                habit,
                wanted.answers,
                wanted.photos,
                wanted.live,
            )
            seeds = range(wanted.seed, wanted.seed + wanted.evenings)
            if wanted.transcript:
                _transcribe(plan, seeds)
                continue
            tally = table(plan, seeds)
            print(_row(f"{game} {habit}", _counts(tally.counts)), flush=True)
            for line in _worst(tally, wanted.worst):
                print("    " + line)
    for game, reason in LEFT_OUT.items():
        print(f"{game}: left out, as {reason}")


def _options() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="python -m tests.people", description=__doc__)
    options.add_argument("game", nargs="*", help=f"of {', '.join(PARTS)}; all where none is named")
    options.add_argument("--evenings", type=int, default=50, help="seeds a row")
    options.add_argument("--length", type=int, default=12, help="pictures an evening")
    options.add_argument("--seed", type=int, default=0, help="the first seed")
    options.add_argument("--misread", type=float, default=0.0, help="share of places, as 0.002")
    options.add_argument("--photos", action="store_true", help="rendered and read, a second each")
    options.add_argument("--live", action="store_true", help="every view seen on, as a live table")
    options.add_argument("--habit", default="mixed", choices=["mixed", *HABITS])
    options.add_argument("--by-habit", action="store_true", help="a row for every habit alone")
    options.add_argument("--answers", default="mixed", choices=list(ANSWERS))
    options.add_argument("--worst", type=int, default=0, help="lists so many seeds of each error")
    options.add_argument(
        "--transcript", action="store_true", help="every word of these evenings, to be compared"
    )
    return options


def _row(name: str, cells: object) -> str:
    return f"| {name} | " + " | ".join(map(str, cells)) + " |"  # type: ignore[call-overload]


def _counts(counts: Counter[str]) -> list[int]:
    return [counts[column] for column in COLUMNS]


def _worst(tally: Tally, most: int) -> Iterator[str]:
    """Each kind of error with its first evenings, as seed:picture."""
    for error, number in Counter(cause for cause, _, _ in tally.causes).most_common():
        where = [f"{seed}:{at}" for cause, seed, at in tally.causes if cause == error]
        if most:
            yield f"{error} {number}: {' '.join(where[:most])}"


def _transcribe(plan: Plan, seeds: Iterable[int]) -> None:
    """What was done and said, picture by picture: two versions of the referee that give the same
    text said the same."""
    for seed in seeds:
        evening = Evening(replace(plan, seed=seed))
        evening.run()
        print("\n".join([f"== {plan.game} {seed}", *evening.transcript]), flush=True)


if __name__ == "__main__":
    main()
