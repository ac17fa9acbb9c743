"""Golden transcripts: one readable game for every discovered game, line by line.

``python -m tests.golden`` writes them anew; a change shows up in the diff, to be read by a person.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from rules.core.discovery import discover
from rules.core.game import Game
from rules.core.rulebook import LANGUAGES, House
from rules.core.texts import render
from rules.core.verdict import Verdict
from tests.golden import deals

HERE = Path(__file__).parent
SEED = 1988
MOST_TURNS = 80

#: Legal turns among which one is chosen: lists of unknown hands are long.
CHOICE = 2000


def names() -> list[str]:
    """Every game that must have a transcript."""
    return list(discover())


def path(name: str) -> Path:
    """Where a game's transcript lies."""
    return HERE / f"{name}.txt"


def transcript(name: str) -> str:
    """A seeded game with every verdict; before every second turn a try, often a foul."""
    return "\n".join(_lines(discover()[name])) + "\n"


def _lines(game: Game[Any, Any]) -> Iterator[str]:
    rng = random.Random(SEED)
    house = game.rulebook.house()
    # Games with hidden hands have somebody who deals and reads them.
    table = getattr(deals, game.name, deals.Table)(game, house, rng)
    yield f"# {game.rulebook.titles['en']}: a game for {', '.join(table.players)}, seed {SEED}"
    for number in range(1, MOST_TURNS + 1):
        if game.outcome(table.state, house) is not None:
            break
        if number % 2 == 0:
            yield from _told(f"{number}?", game, table.state, table.attempt(), house)
        turn = rng.choice(list(islice(table.turns(), CHOICE)))
        yield from _told(f"{number}.", game, table.state, turn, house)
        table.play(turn)
    yield from _ending(game, table.state, house)


def _told(mark: str, game: Game[Any, Any], state: Any, turn: Any, house: House) -> Iterator[str]:
    verdict = game.judge(state, turn, house)
    yield ""
    yield f"{mark} {game.to_move(state)} {json.dumps(game.turn_to_json(turn))}"
    yield f"   {verdict.ruling.value}"
    yield from _sentences(game, verdict)


def _sentences(game: Game[Any, Any], verdict: Verdict) -> Iterator[str]:
    for violation in verdict.violations:
        reading = f" [{violation.reading}]" if violation.reading else ""
        yield f"   {violation.code} ({violation.rule}){reading}"
        yield from (f"     {render(game.rulebook, violation, lang)}" for lang in LANGUAGES)
    for said in (*verdict.rewards, *verdict.required, *verdict.remarks):
        yield from (f"   {render(game.rulebook, said, lang)}" for lang in LANGUAGES)


def _ending(game: Game[Any, Any], state: Any, house: House) -> Iterator[str]:
    outcome = game.outcome(state, house)
    yield ""
    if outcome is None:
        yield "unfinished"
        return
    yield from (render(game.rulebook, outcome, language) for language in LANGUAGES)
    yield "ranking: " + " > ".join(" = ".join(group) for group in outcome.ranking)
