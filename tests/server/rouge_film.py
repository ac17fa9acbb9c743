"""An evening of Rouge as a film: `python -m tests.server.rouge_film [SEED] [TURNS]`.

The rendered game of `tests.vision.rouge.evening`, filmed: before every turn an arm reaches over the
board and goes. Played into a live table, where what is asked is answered as the players would, and
through `arbitable replay`, where nobody answers. Prints what came of every turn.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from rules.core.call import CallKind
from rules.games.rouge.wire import TURN
from server.tables.live_table import LiveTable
from server.tables.player_commands import AnswerQuestion
from tests.server.evening_films import replayed
from tests.server.film import SIZE_WH, Pace, write_avi
from tests.server.played import Told, play_film
from tests.vision.rouge.evening import Evening, Shot, meaning

_FPS = 15.0

#: As many as the rendered game has.
NAMES = ("Ada", "Bo", "Cy")

#: A turn: two seconds of clear table, then an arm.
_PACE = Pace(clear=30, hand=24)

#: Calls that tell the players something.
_TELLING = frozenset(kind.value for kind in CallKind) - {"nothing", "unclear"}


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture of the game in the film: it lies on the table in the frames from `start` to before
    `end`, and no arm is in view from `clear` on, until the next one comes."""

    shot: Shot
    start: int
    clear: int
    end: int

    def what_came(self, told: Sequence[Told]) -> str:
        """`right`, `asked`, `silent` or `wrong`: the last call of this picture decides, and a
        verdict before it that says otherwise is wrong too."""
        here = [one for one in told if self.start <= one.frame < self.end]
        kinds = [one for one in here if one.kind in _TELLING]
        if self.shot.turn is None:
            return "right" if all(k.kind in ("setup", "taken-back") for k in kinds) else "wrong"
        verdicts = [one for one in kinds if one.kind in ("legal", "foul")]
        if any(not self._right(one) for one in verdicts):
            return "wrong"
        if verdicts:
            return "right"
        return "asked" if any(one.kind == "ask" for one in kinds) else "silent"

    def _right(self, told: Told) -> bool:
        assert self.shot.turn is not None
        wanted = ("foul", self.shot.codes) if self.shot.codes else ("legal", frozenset())
        if (told.kind, told.codes) != wanted:
            return False
        return bool(wanted[1]) or _means(told.call["move"]) == meaning(self.shot.turn)


def _means(move: dict[str, Any]) -> object:
    return meaning(TURN.read(move))


def write_evening(seed: int, turns: int, folder: Path) -> tuple[Path, list[Scene]]:
    """Renders a game and writes it as a motion-JPEG film; what is truly in it."""
    shots = [shot for shot in Evening(seed, filmed=True).played(turns) if not shot.hand]
    photos = tuple(_written(folder / f"{k:03d}.jpg", shot) for k, shot in enumerate(shots))
    film = folder / "film.avi"
    written = write_avi(film, _PACE, photos, SIZE_WH, _FPS)
    starts, ends = written.starts, (*written.starts[1:], written.frames)
    clears = (
        next(n for n in range(start, end) if n not in written.hands)
        for start, end in zip(starts, ends, strict=True)
    )
    return film, [Scene(*row) for row in zip(shots, starts, clears, ends, strict=True)]


def _written(path: Path, shot: Shot) -> Path:
    """The picture as a photo with what an arm would reach for beside it."""
    cv2.imwrite(str(path), shot.image)
    pawns = [
        {"at": _spot(c.foot_xy), "colour": c.colour, "px": list(c.foot_xy)}
        for c in shot.photo.cells
        if c.colour is not None
    ]
    path.with_suffix(".json").write_text(json.dumps({"cells": pawns}), "utf-8")
    return path


def _spot(xy: tuple[float, float]) -> list[int]:
    """The same for one hollow of the table, whichever of the ring's it is."""
    return [round(v / 20) for v in xy]


class Players:
    """They answer what the table asks."""

    def __init__(self, scenes: Sequence[Scene]) -> None:
        self._scenes = scenes
        self.answered = 0

    def hear(self, table: LiveTable, frame: int) -> None:
        """Answers an open question about the picture that a frame shows, where the truth is among
        the answers."""
        session = table.session()
        question = None if session is None else session.referee.match.question
        scene = next(s for s in self._scenes if s.start <= frame < s.end)
        if question is None:
            return
        wanted = [] if scene.shot.turn is None else [meaning(scene.shot.turn)]
        for choice, alternative in enumerate(question.alternatives):
            if [meaning(turn) for turn in alternative] == wanted:
                table.execute(AnswerQuestion(choice), table.channel.last)
                self.answered += 1
                return


def counts(scenes: Sequence[Scene], told: Sequence[Told]) -> dict[str, int]:
    """How many turns, and pictures without one, came out in each way."""
    found: Counter[str] = Counter()
    for scene in scenes:
        kind = "turn" if scene.shot.turn is not None else "no turn"
        found[f"{kind} {scene.what_came(told)}"] += 1
    found["under an arm"] = sum(
        one.kind in _TELLING and s.start <= one.frame < s.clear for s in scenes for one in told
    )
    return dict(sorted(found.items()))


def _wrong(scenes: Sequence[Scene], told: Sequence[Told]) -> Iterator[str]:
    for number, scene in enumerate(scenes):
        came = scene.what_came(told)
        if came != "right":
            here = [one for one in told if scene.start <= one.frame < scene.end]
            said = [(one.frame - scene.start, one.kind, one.call.get("move")) for one in here]
            yield f"{number:03d} {came}: {scene.shot.turn} {sorted(scene.shot.codes)} <- {said}"


def main(seed: int, turns: int) -> None:
    """Prints the counts, and every turn that was not called right."""
    with tempfile.TemporaryDirectory() as place:
        film, scenes = write_evening(seed, turns, Path(place))
        players = Players(scenes)
        live = play_film(
            film, "rouge", Path(place) / "journal", players=NAMES, after=players.hear
        ).told
        print(seed, "live", counts(scenes, live), "answered", players.answered, flush=True)
        print(*_wrong(scenes, live), sep="\n", flush=True)
        alone = replayed(film, "rouge", "--players", ",".join(NAMES))
        print(seed, "replay", counts(scenes, alone))
        print(*_wrong(scenes, alone), sep="\n")


if __name__ == "__main__":
    main(*(int(word) for word in (*sys.argv[1:], 5, 60)[:2]))
