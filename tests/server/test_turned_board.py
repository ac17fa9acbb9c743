"""A round board seen from another side of the table: the game goes on in its own places."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rules.core.call import CallKind
from rules.games.rouge.align import FIRST_RAY
from server.pipeline.session import Session, open_session
from server.tables.incoming.feed import Judged
from vision.live.look import Clear
from vision.live.watcher import Watcher
from vision.photo import load_photo
from vision.reader import Image
from vision.reading import Reading, Refusal
from vision.sources.frame import Frame

#: Frames a second, and of each view; the grains of a camera that these show by turns.
_FPS, _FRAMES, _GRAINS = 10, 45, 4

GAME = Path(__file__).resolve().parents[2] / "sample_images" / "rouge" / "rouge_game_0101"


@pytest.fixture(scope="module")
def photo() -> Image:
    """The last photo of the recorded game."""
    image = load_photo(sorted(GAME.glob("*.jpg"))[-1])
    assert not isinstance(image, Refusal)
    return image


def _look(session: Session, image: Image) -> tuple[Session, CallKind, Reading]:
    reading = session.reader.read(image, session.memory)
    after, moment = session.judge("photo", image, reading)
    return after, moment.calls[-1].kind, reading


def test_what_the_referee_made_of_another_side_is_what_is_read_from_there(photo: Image) -> None:
    """The first photo from there says nothing of its first ray, and is laid over the game; in the
    next one every hollow is counted as in the game."""
    session, kind, first = _look(open_session("rouge", (), {}), photo)
    assert kind is CallKind.SETUP
    assert first.observation is not None
    lying = session.standing()
    quarter = np.ascontiguousarray(np.rot90(photo))
    session, kind, _ = _look(session, quarter)
    assert kind is CallKind.NOTHING
    session, kind, again = _look(session, quarter)
    assert kind is CallKind.NOTHING
    assert again.observation is not None
    assert FIRST_RAY in {one.name for one in again.observation.quantities}
    assert again.observation.occupied() == lying == session.standing()


@pytest.mark.slow
def test_a_camera_put_up_at_another_side_goes_on(photo: Image) -> None:
    """Every look at the table, from here and from there: nothing was played."""
    session = open_session("rouge", (), {})
    watcher, rng, kinds, number = Watcher(session.reader), np.random.default_rng(1), [], 0
    for shown in (photo, np.ascontiguousarray(np.rot90(photo))):
        grains = (rng.integers(-2, 3, shown.shape[:2])[..., None] for _ in range(_GRAINS))
        images = [np.clip(shown + grain, 0, 255).astype(np.uint8) for grain in grains]
        for frame in range(_FRAMES):
            image = images[frame % _GRAINS]
            look = watcher.see(Frame(image, number / _FPS, number))
            number += 1
            if isinstance(look, Clear) and look.fresh:
                session, moment = session.judge(
                    "look", look.image, look.reading, look.evidence, again=look.looks > 1
                )
                kinds += [call.kind for call in moment.calls]
                judged = Judged.of(moment)
                if judged.memory is not None:
                    watcher.settle(judged.memory)
    assert len(kinds) >= 4
    assert kinds == [CallKind.SETUP, *[CallKind.NOTHING] * (len(kinds) - 1)]
    assert isinstance(look, Clear)
    assert look.reading.observation is not None
    assert look.reading.observation.occupied() == session.standing()
