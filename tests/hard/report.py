"""Tries everything in this folder in full, and writes what came of it into `docs/toughness.md`.

    python -m tests.hard.report [NAME...]

With names only these are tried again; the other rows stay as they are. All of it takes some ten
minutes on two cores.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

from tests.hard import api, saved_games
from tests.hard.besieged import besieged
from tests.hard.kill9 import kills
from tests.hard.viewers import watched

DOC = Path(__file__).parents[2] / "docs" / "toughness.md"

#: Tries, failures, and the figures in words.
Row = tuple[int, int, str]


def _killed() -> Row:
    found = kills(50)
    said = f"{found['games']} games played to their end, {found['shown']} shown events, none lost"
    return found["kills"], 0, said


def _damaged() -> Row:
    tally = saved_games.run(2_000)
    said = (
        f"{tally.refused} refused in a sentence, {tally.judged} judged; the slowest "
        f"{tally.slowest_s:.1f} s of a processor, at most {saved_games.peak_mb():.0f} MB"
    )
    return tally.tried, sum(tally.faults.values()), said


def _described() -> Row:
    return _answers(api.described(100))


def _odd() -> Row:
    return _answers(api.odd(3_000))


def _answers(found: api.Answers) -> Row:
    counts = ", ".join(f"{status}: {n}" for status, n in sorted(found.by_status.items()))
    return sum(found.by_status.values()), len(found.faults), counts


def _besieged() -> Row:
    siege = besieged(1_000, 8)
    late = sum(wait > 2.0 for wait in siege.waits)
    said = (
        f"a call is on the page after {median(siege.waits):.2f} s, the slowest "
        f"{max(siege.waits):.2f} s; all {siege.ended} hung up on; {siege.most_mb:.0f} MB; "
        f"{siege.said} bytes said on standard error"
    )
    return len(siege.waits), late, said


def _watched() -> Row:
    alone, crowd = watched(0), watched(1_000)
    slow = sum(wait > 2 * max(alone.page) for wait in crowd.page)
    said = (
        f"a photo is on the table's page after {median(crowd.page):.2f} s, alone "
        f"{median(alone.page):.2f} s; on 95 of 100 others after {median(crowd.most):.2f} s; "
        f"{crowd.most_mb:.0f} MB"
    )
    return crowd.followed, slow, said


#: What is tried, in words, and how.
TRIALS: dict[str, tuple[str, Callable[[], Row]]] = {
    "kills": ("`kill -9` at random moments of a live game", _killed),
    "saved games": ("saved games, damaged in their bytes, lists, JSON and events", _damaged),
    "description": ("calls made from the API's own description, for and against it", _described),
    "oddities": ("odd headers, addresses and names", _odd),
    "siege": ("1,000 silent connections and 8 floods of 60 MB POSTs without a key", _besieged),
    "crowd": ("1,000 pages that watch", _watched),
}


def _rows() -> dict[str, str]:
    """The rows of the document as it is, by name."""
    lines = DOC.read_text("utf-8").splitlines() if DOC.exists() else []
    cells = {line.split("|")[1].strip(): line for line in lines if line.startswith("| ")}
    return {name: line for name, line in cells.items() if name in TRIALS}


def write(names: list[str]) -> None:
    """Tries what is named, all without names, and writes the document."""
    rows = _rows()
    for name in names or TRIALS:
        what, trial = TRIALS[name]
        tries, failures, said = trial()
        rows[name] = f"| {name} | {what} | {tries:,} | {failures} | {said} |"
        print(rows[name], flush=True)
        _keep(rows)


def _keep(rows: dict[str, str]) -> None:
    """Puts the rows into the document, in the order of the trials."""
    before, _, after = DOC.read_text("utf-8").partition(_HEAD)
    tail = after.partition("\n\n")[2]  # the table ends with an empty line
    known = [rows[name] for name in TRIALS if name in rows]
    DOC.write_text(before + "\n".join((_HEAD, *known)) + "\n\n" + tail, "utf-8")


_HEAD = "| name | what was tried | tries | failures | figures |\n|---|---|---|---|---|"

if __name__ == "__main__":
    write(sys.argv[1:])
