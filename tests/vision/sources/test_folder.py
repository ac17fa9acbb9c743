"""A watched folder: complete photos, in order, each once, none lost in silence."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import pytest
from PIL import Image as PillowImage

from tests.vision.sources.fakes import FakeClock, plain
from vision.sources.folder import PATIENCE_S, FolderSource
from vision.sources.frame import Ended, Frame, Silent
from vision.sources.offers import LEFT_OUT, MANY, Unusable
from vision.sources.watched_photo import Beginning, Fate

JUDGED = Fate.JUDGED


def _photo(path: Path, value: int = 100, mtime: float | None = None) -> None:
    cv2.imwrite(str(path), plain(value))
    if mtime is not None:
        os.utime(path, (mtime, mtime))


def _taken(path: Path, when: str, mtime: float) -> None:
    """A photo whose camera wrote when it was taken."""
    exif = PillowImage.Exif()
    exif.get_ifd(0x8769)[0x9003] = when
    PillowImage.new("RGB", (64, 48), (90, 90, 90)).save(path, exif=exif)
    os.utime(path, (mtime, mtime))


def _names(source: FolderSource, timeout: float = 2.0) -> list[str | None]:
    names = []
    while isinstance(found := source.newest(timeout), Frame | Unusable):
        names.append(found.name)
    return names


def _source(
    folder: Path, fates: dict[str, Fate] | None = None, *beginnings: Beginning
) -> tuple[FolderSource, FakeClock]:
    clock = FakeClock()
    return FolderSource(folder, clock, clock.sleep, fates, beginnings=beginnings), clock


def _reason(source: FolderSource) -> str:
    silent = source.newest(0.5)
    assert isinstance(silent, Silent)
    return silent.reason or ""


def test_photos_that_lie_there_come_by_name_each_once(tmp_path: Path) -> None:
    """2 before 10, whatever their times; other files are passed over."""
    _photo(tmp_path / "10.jpg", mtime=1000)
    _photo(tmp_path / "2.jpg", mtime=2000)
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "folder.jpg").mkdir()
    source, _ = _source(tmp_path)
    assert _names(source) == ["2.jpg", "10.jpg"]
    assert _names(source) == []


def test_later_photos_come_as_they_were_taken(tmp_path: Path) -> None:
    """New ones by time, so that a phone that counts from 1 again does not jump the queue."""
    source, _ = _source(tmp_path)
    _photo(tmp_path / "b.jpg", mtime=1000)
    _photo(tmp_path / "a.jpg", mtime=2000)
    assert _names(source) == ["b.jpg", "a.jpg"]


def test_a_copy_under_way_is_placed_by_its_name(tmp_path: Path) -> None:
    """It bears the time of its copying until it is whole; then the photo's own."""
    _photo(tmp_path / "IMG_1.jpg", mtime=1000)
    data = (tmp_path / "IMG_1.jpg").read_bytes()
    source, _ = _source(tmp_path)
    assert _names(source) == ["IMG_1.jpg"]
    (tmp_path / "IMG_2.jpg").write_bytes(data[:300])
    _photo(tmp_path / "IMG_3.jpg", mtime=3000)
    assert _names(source) == []
    (tmp_path / "IMG_2.jpg").write_bytes(data)
    os.utime(tmp_path / "IMG_2.jpg", (2000, 2000))
    assert _names(source) == ["IMG_2.jpg", "IMG_3.jpg"]


def test_a_camera_that_counts_from_one_again_is_followed(tmp_path: Path) -> None:
    """Both photos are whole, so their times count."""
    source, _ = _source(tmp_path)
    _photo(tmp_path / "IMG_9999.jpg", mtime=1000)
    _photo(tmp_path / "IMG_0001.jpg", mtime=2000)
    assert _names(source)[:1] == ["IMG_9999.jpg"]


def test_a_photo_still_being_copied_waits(tmp_path: Path) -> None:
    """Half a file is not taken for a broken one; it is taken when it stops growing."""
    source, clock = _source(tmp_path)
    _photo(tmp_path / "whole.jpg")
    data = (tmp_path / "whole.jpg").read_bytes()
    (tmp_path / "whole.jpg").unlink()
    growing = tmp_path / "new.jpg"
    growing.write_bytes(data[: len(data) // 2])
    assert isinstance(source.newest(0.3), Silent)
    growing.write_bytes(data)
    assert isinstance(source.newest(0.3), Silent)
    clock.sleep(1.0)
    frame = source.newest(1.0)
    assert isinstance(frame, Frame)
    assert frame.name == "new.jpg"


@pytest.mark.parametrize("there_at_start", [True, False])
@pytest.mark.parametrize("keep", [0.0, 0.5])
def test_a_copy_that_pauses_is_waited_for(
    tmp_path: Path, there_at_start: bool, keep: float
) -> None:
    """However long it rested before it went on, within the patience; those after it wait, and the
    page is told for what. A file without a byte is such a copy too."""
    _photo(tmp_path / "whole.jpg")
    data = (tmp_path / "whole.jpg").read_bytes()
    (tmp_path / "whole.jpg").unlink()
    source, clock = _source(tmp_path)
    (tmp_path / "1.jpg").write_bytes(data[: int(keep * len(data))])
    _photo(tmp_path / "2.jpg")
    if there_at_start:
        source, clock = _source(tmp_path)
    assert _names(source) == []
    clock.sleep(PATIENCE_S / 2)
    assert "1.jpg has not come whole yet" in _reason(source)
    (tmp_path / "1.jpg").write_bytes(data)
    assert _names(source) == ["1.jpg", "2.jpg"]


def test_half_a_photo_is_refused_aloud_and_the_later_ones_go_on(tmp_path: Path) -> None:
    """After the patience, once; nothing is dropped in silence."""
    source, clock = _source(tmp_path)
    (tmp_path / "1.jpg").write_bytes(b"")
    _photo(tmp_path / "2.jpg")
    assert _names(source) == []
    clock.sleep(PATIENCE_S)
    refused = source.newest(1.0)
    assert isinstance(refused, Unusable)
    assert (refused.name, refused.refusal.code) == ("1.jpg", "not-an-image")
    assert _names(source) == ["2.jpg"]
    clock.sleep(2 * PATIENCE_S)
    assert _names(source) == []


def test_an_old_broken_photo_is_refused_at_once(tmp_path: Path) -> None:
    """Nobody has written it for long, so nobody is copying it."""
    (tmp_path / "1.jpg").write_bytes(b"no picture")
    _photo(tmp_path / "2.jpg")
    clock = FakeClock()
    wall = (tmp_path / "1.jpg").stat().st_ctime + PATIENCE_S
    source = FolderSource(tmp_path, clock, clock.sleep, wall=lambda: wall)
    assert _names(source) == ["1.jpg", "2.jpg"]


def test_what_becomes_whole_before_another_was_judged_is_in_order(tmp_path: Path) -> None:
    """Refused, copied to its end, judged: nothing came between."""
    source, clock = _source(tmp_path)
    (tmp_path / "1.jpg").write_bytes(b"")
    assert _names(source) == []
    clock.sleep(PATIENCE_S)
    assert _names(source) == ["1.jpg"]
    _photo(tmp_path / "1.jpg")
    assert _names(source) == ["1.jpg"]
    assert source.offer is None


def _overtaken(folder: Path) -> FolderSource:
    """1.jpg became whole after 2.jpg had been judged."""
    source, clock = _source(folder)
    (folder / "1.jpg").write_bytes(b"")
    _photo(folder / "2.jpg")
    assert _names(source) == []
    clock.sleep(PATIENCE_S)
    assert _names(source) == ["1.jpg", "2.jpg"]
    _photo(folder / "1.jpg")
    assert _names(source) == []
    return source


def test_a_late_photo_is_offered_never_judged(tmp_path: Path) -> None:
    """The players say whether it counts as the newest."""
    source = _overtaken(tmp_path)
    offer = source.offer
    assert offer is not None
    assert (offer.kind, offer.names) == ("late", ("1.jpg",))
    assert offer.choices == ("judge", "leave-out")
    assert not source.answer("another", "judge")
    assert not source.answer(offer.ident, "newest")
    assert source.answer(offer.ident, "judge")
    assert _names(source) == ["1.jpg"]
    assert source.offer is None
    assert not source.answer(offer.ident, "judge")


def test_a_late_photo_may_be_left_out(tmp_path: Path) -> None:
    """Which is said, so that it is not asked again after a restart."""
    source = _overtaken(tmp_path)
    assert source.offer is not None
    assert source.answer(source.offer.ident, "leave-out")
    assert source.newest(1.0) == Unusable("1.jpg", LEFT_OUT)
    again, _ = _source(tmp_path, {"2.jpg": JUDGED, "1.jpg": Fate.LEFT_OUT})
    assert _names(again) == []
    assert again.offer is None


@pytest.mark.parametrize("fates", [{"1.jpg": Fate.BROKEN, "3.jpg": JUDGED}, {"0.jpg": JUDGED}])
def test_after_a_restart_a_late_photo_is_offered(tmp_path: Path, fates: dict[str, Fate]) -> None:
    """Whether it was refused before, or never seen; a later one goes on."""
    last = next(name for name, fate in fates.items() if fate is JUDGED)
    _photo(tmp_path / last, mtime=3000)
    _photo(tmp_path / "1.jpg", mtime=2000)
    _photo(tmp_path / "4.jpg", mtime=4000)
    source, _ = _source(tmp_path, fates)
    assert _names(source) == ["4.jpg"]
    assert source.offer is not None
    assert source.offer.names == ("1.jpg",)


def test_what_a_sync_brings_late_is_offered(tmp_path: Path) -> None:
    """A photo that comes first after a later one was judged: by its number, whatever its time."""
    _photo(tmp_path / "IMG_5.jpg", mtime=5000)
    source, _ = _source(tmp_path)
    assert _names(source) == ["IMG_5.jpg"]
    _photo(tmp_path / "IMG_4.jpg", mtime=6000)
    _photo(tmp_path / "IMG_3.jpg", mtime=6001)
    _photo(tmp_path / "IMG_6.jpg", mtime=7000)
    assert _names(source) == ["IMG_6.jpg"]
    assert source.offer is not None
    assert source.offer.names == ("IMG_4.jpg", "IMG_3.jpg")
    assert source.answer(source.offer.ident, "leave-all-out")
    assert _names(source) == ["IMG_4.jpg", "IMG_3.jpg"]
    assert source.offer is None


def test_a_judged_late_photo_makes_none_after_it_late_or_in_order(tmp_path: Path) -> None:
    """The newest stays the newest."""
    _photo(tmp_path / "5.jpg", mtime=5000)
    source, _ = _source(tmp_path)
    assert _names(source) == ["5.jpg"]
    _photo(tmp_path / "3.jpg", mtime=3000)
    assert _names(source) == []
    assert source.offer is not None
    assert source.answer(source.offer.ident, "judge")
    assert _names(source) == ["3.jpg"]
    _photo(tmp_path / "4.jpg", mtime=4000)
    assert _names(source) == []
    assert source.offer is not None
    assert source.offer.names == ("4.jpg",)


def test_what_the_camera_wrote_counts_among_the_hints(tmp_path: Path) -> None:
    """Names and file times agree, the camera's own time does not: it is asked."""
    _taken(tmp_path / "1.jpg", "2026:11:22 20:00:00", 1000)
    source, _ = _source(tmp_path)
    assert _names(source) == ["1.jpg"]
    _taken(tmp_path / "2.jpg", "2026:11:22 19:00:00", 2000)
    _taken(tmp_path / "3.jpg", "2026:11:22 21:00:00", 3000)
    assert _names(source) == ["3.jpg"]
    assert source.offer is not None
    assert source.offer.names == ("2.jpg",)


def test_what_is_older_than_the_first_photo_is_not_swallowed(tmp_path: Path) -> None:
    """Where nobody chose to begin with the newest, older photos are offered after a restart: the
    first by name need not be the oldest file."""
    _photo(tmp_path / "a.jpg", mtime=2000)
    _photo(tmp_path / "b.jpg", mtime=1000)
    source, _ = _source(tmp_path, {"a.jpg": JUDGED})
    assert _names(source) == []
    assert source.offer is not None
    assert source.offer.names == ("b.jpg",)


EARLIER = {f"{number}.jpg": Fate.EARLIER for number in range(1, 4)}


@pytest.mark.parametrize(
    ("choice", "comes"),
    [
        ("new", ["4.jpg"]),
        ("newest", ["4.jpg"]),
        ("start", ["1.jpg", "2.jpg", "3.jpg", "4.jpg"]),
    ],
)
def test_photos_of_an_earlier_game_are_asked_about(
    tmp_path: Path, choice: str, comes: list[str]
) -> None:
    """None is judged before the answer, and after a restart in mid-course the answer holds."""
    for number in range(1, 5):
        _photo(tmp_path / f"{number}.jpg", mtime=1000.0 * number)
    source, _ = _source(tmp_path, EARLIER)
    assert _names(source) == []
    offer = source.offer
    assert offer is not None
    assert (offer.kind, offer.names, offer.count) == ("earlier", ("4.jpg",), 3)
    beginning = offer.beginning(choice)
    assert beginning is not None
    assert source.answer(offer.ident, choice)
    assert _names(source) == comes
    assert source.offer is None
    for judged in range(len(comes) + 1):
        fates = EARLIER | dict.fromkeys(comes[:judged], JUDGED)
        ordered = {name: fates[name] for name in (*(EARLIER.keys() - fates.keys()), *fates)}
        again, _ = _source(tmp_path, ordered, beginning)
        assert _names(again) == comes[judged:]
        assert again.offer is None


def test_the_newest_of_an_earlier_game_may_begin_this_one(tmp_path: Path) -> None:
    """The table as it lies now is where the next game starts."""
    for number in range(1, 4):
        _photo(tmp_path / f"{number}.jpg", mtime=1000.0 * number)
    source, _ = _source(tmp_path, EARLIER)
    source.newest(0.5)
    assert source.answer("earlier", "newest")
    assert _names(source) == ["3.jpg"]
    again, _ = _source(tmp_path, EARLIER, Beginning("newest", "3.jpg"))
    assert _names(again) == ["3.jpg"]


def test_new_photos_under_old_names_are_new(tmp_path: Path) -> None:
    """A camera counts from 1 again and writes over what it wrote: what is surely newer than the
    game's newest photo is not taken for one of an earlier game."""
    _photo(tmp_path / "4.jpg", mtime=4000)
    _photo(tmp_path / "a 1.jpg", mtime=5000)
    _photo(tmp_path / "a 0.jpg", mtime=1000)
    fates = {"a 0.jpg": Fate.EARLIER, "a 1.jpg": Fate.EARLIER, "4.jpg": JUDGED}
    source, _ = _source(tmp_path, fates, Beginning("new", "a 0.jpg"))
    assert _names(source) == ["a 1.jpg"]


def test_from_the_start_goes_by_name_after_a_restart_too(tmp_path: Path) -> None:
    """Whatever times the files bear: as it was begun, it goes on."""
    for number, mtime in ((1, 3000), (2, 2000), (3, 1000)):
        _photo(tmp_path / f"{number}.jpg", mtime=mtime)
    begun = Beginning("start", "1.jpg")
    source, _ = _source(tmp_path, {"1.jpg": JUDGED}, begun)
    assert _names(source) == ["2.jpg", "3.jpg"]


def test_thousands_of_new_photos_beside_earlier_ones_are_asked_about_too(tmp_path: Path) -> None:
    """First of which game they are, then with which to begin; both answers hold."""
    _photo(tmp_path / "1.jpg", mtime=1)
    data = (tmp_path / "1.jpg").read_bytes()
    for number in range(2, MANY + 3):
        (tmp_path / f"{number}.jpg").write_bytes(data)
        os.utime(tmp_path / f"{number}.jpg", (number, number))
    source, _ = _source(tmp_path, {"1.jpg": Fate.EARLIER})
    source.newest(0.5)
    assert source.answer("earlier", "new")
    source.newest(0.5)
    assert source.offer is not None
    assert (source.offer.kind, source.offer.count) == ("many", MANY + 1)
    assert source.answer("many", "start")
    assert getattr(source.newest(1.0), "name", None) == "2.jpg"
    said = (Beginning("new", "9.jpg"), Beginning("start", "9.jpg"))
    again, _ = _source(tmp_path, {"1.jpg": Fate.EARLIER, "2.jpg": JUDGED}, *said)
    assert getattr(again.newest(1.0), "name", None) == "3.jpg"


@pytest.mark.parametrize(
    ("choice", "comes"), [("newest", [f"{MANY + 1}.jpg"]), ("start", ["1.jpg", "2.jpg", "3.jpg"])]
)
def test_a_folder_of_thousands_is_asked_about(
    tmp_path: Path, choice: str, comes: list[str]
) -> None:
    """With which photo to begin; before the answer none is judged."""
    _photo(tmp_path / "1.jpg", mtime=1)
    data = (tmp_path / "1.jpg").read_bytes()
    for number in range(2, MANY + 2):
        path = tmp_path / f"{number}.jpg"
        path.write_bytes(data)
        os.utime(path, (number, number))
    source, _ = _source(tmp_path)
    assert _names(source) == []
    assert source.offer is not None
    assert (source.offer.kind, source.offer.count) == ("many", MANY + 1)
    assert source.answer(source.offer.ident, choice)
    assert [getattr(source.newest(1.0), "name", None) for _ in comes] == comes
    assert source.offer is None
    if choice == "newest":
        assert _names(source) == []
        _photo(tmp_path / "new.jpg")
        assert _names(source) == ["new.jpg"]
        said = Beginning("newest", comes[0])
        again, _ = _source(tmp_path, {comes[0]: JUDGED, "new.jpg": JUDGED}, said)
        assert _names(again) == []
        assert again.offer is None


def test_a_quiet_folder_of_thousands_is_not_read_all_the_time(tmp_path: Path) -> None:
    """What was looked at is not looked at again."""
    _photo(tmp_path / "1.jpg", mtime=1)
    source, _ = _source(tmp_path)
    assert _names(source) == ["1.jpg"]
    listing = source._listing
    reads = []
    listing._read = lambda: reads.append(1) or dict(listing.files)  # type: ignore[method-assign]
    source.newest(10.0)
    assert len(reads) <= 6


@pytest.mark.skipif(os.name == "nt", reason="names are UTF-16 there")
def test_a_name_that_is_no_text_is_shown_as_well_as_it_can_be(tmp_path: Path) -> None:
    """It stops nothing, and what is kept of it can be written anywhere."""
    _photo(tmp_path / "a.jpg", mtime=1)
    os.rename(tmp_path / "a.jpg", os.path.join(os.fsencode(tmp_path), b"caf\xe9 1.jpg"))
    _photo(tmp_path / "d.jpg", mtime=2)
    source, _ = _source(tmp_path)
    assert _names(source) == ["caf\\xe9 1.jpg", "d.jpg"]
    again, _ = _source(tmp_path, {"caf\\xe9 1.jpg": JUDGED, "d.jpg": JUDGED})
    assert _names(again) == []


def test_a_folder_that_vanishes_is_silent_not_an_error(tmp_path: Path) -> None:
    """A stick pulled out comes back."""
    folder = tmp_path / "stick"
    folder.mkdir()
    source, _ = _source(folder)
    folder.rmdir()
    assert _reason(source) == "The folder cannot be opened."
    folder.mkdir()
    _photo(folder / "1.jpg")
    assert _names(source) == ["1.jpg"]
    source.close()
    assert isinstance(source.newest(0.5), Ended)
