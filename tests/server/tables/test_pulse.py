"""How a camera does: counted over seconds, told in one word."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from server.http.app import create_app
from server.http.auth.guard import allowed_names
from server.tables.incoming.camera_feed import CameraFeed
from server.tables.incoming.pulse import CameraHealth, Pulse
from server.tables.registry import TableRegistry
from server.views.now.status import camera_status, shown_source
from tests.server.scripted import killed, live_table
from tests.server.tables.test_feeds import IMAGE, Heard, Listing, Watching
from vision.live.look import Look, Lost
from vision.sources.frame import Frame


def _counted(hz: float, delay_s: float | None, seconds: float = 6.0) -> CameraHealth | None:
    pulse = Pulse()
    for number in range(int(hz * seconds) + 1):
        pulse.taken(number, number / hz)
        if delay_s is not None:
            pulse.read(delay_s)
    return pulse.told


@pytest.mark.parametrize(
    ("hz", "delay_s", "told"),
    [
        (30.0, 0.31, CameraHealth(30.0, 0.3, "good")),
        (30.0, None, CameraHealth(30.0, None, "good")),
        (30.0, 2.5, CameraHealth(30.0, 2.5, "slow")),
        (4.0, 0.2, CameraHealth(4.0, 0.2, "slow")),
        (1.0, 0.2, CameraHealth(1.0, 0.2, "poor")),
    ],
)
def test_a_camera_is_told_in_one_word(hz: float, delay_s: float | None, told: CameraHealth) -> None:
    """Enough pictures and quick calls are good; a hand may pass between too few."""
    assert _counted(hz, delay_s) == told


def test_pictures_that_nobody_took_count_too() -> None:
    """It is the camera's rate, not that of the looks at it; and nothing is told before it is
    known."""
    pulse = Pulse()
    pulse.taken(0, 0.0)
    assert pulse.told is None
    pulse.taken(150, 5.0)
    assert pulse.told == CameraHealth(30.0, None, "good")
    pulse.taken(290, 10.0)  # wavers: every page would be told of it
    assert pulse.told == CameraHealth(30.0, None, "good")
    pulse.taken(310, 15.0)
    assert pulse.told == CameraHealth(4.0, None, "slow")


class _LostAtOnce(Watching):
    def see(self, frame: Frame) -> Look:
        return Lost("no-board", frame.at)


def test_a_feed_takes_its_cameras_pulse() -> None:
    """The delay is from the picture to what was made of it."""
    frames = [Frame(IMAGE, float(n), 10 * n) for n in range(8)]
    feed = CameraFeed("0", Listing(*frames), _LostAtOnce(), rest_s=0.0, clock=lambda: 7.5)
    assert feed.health is None
    feed.run(Heard())
    assert feed.health == CameraHealth(10.0, 3.5, "slow")


@pytest.mark.parametrize(
    ("spec", "shown"),
    [
        ("rtsp://ada:secret@10.0.0.7/stream", "rtsp://10.0.0.7/stream"),
        ("http://10.0.0.7:8080/@video", "http://10.0.0.7:8080/@video"),
        ("0", "0"),
        ("my photos @home", "my photos @home"),
    ],
)
def test_a_streams_password_is_not_shown(spec: str, shown: str) -> None:
    """Not to those who only watch, and in no sentence."""
    assert shown_source(spec) == shown
    assert camera_status(spec)["source"] == shown


def test_a_watcher_is_not_told_a_streams_password(tmp_path: Path) -> None:
    """A keeper is: he may choose it again."""
    table = live_table(tmp_path, spec="rtsp://ada:secret@10.0.0.7/stream")
    app = create_app(TableRegistry([table]), allowed_names("0.0.0.0"))
    for key, told in ((table.row.watch, False), (table.row.keeper, True)):
        client = TestClient(app, base_url="http://192.168.1.7", client=("192.168.1.9", 50_000))
        client.cookies.update(client.get(f"/join/{key}", follow_redirects=False).cookies)
        answer = client.get("/api/v1/tables/table/state")
        assert answer.status_code == 200
        assert ("secret" in answer.text) is told
    killed(table)
