"""Photos of a folder come in the order a person would count them."""

from pathlib import Path

import pytest
from PIL import ExifTags, Image

from server.errors import UnusableInput
from server.pipeline.photos import doubts_of_order, folder_of_photos, photos_in
from vision.sources.photo_order import natural_key


def _touch(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).write_bytes(b"")


def test_numbers_in_names_count_as_numbers(tmp_path: Path) -> None:
    """2.jpg comes before 10.jpg, and capitals do not matter."""
    _touch(tmp_path, "10.jpg", "2.jpg", "IMG_3.JPG", "img_20.jpeg", "1.png")
    names = [path.name for path in photos_in(tmp_path)]
    assert names == ["1.png", "2.jpg", "10.jpg", "IMG_3.JPG", "img_20.jpeg"]


def test_other_files_are_passed_over(tmp_path: Path) -> None:
    """Truth files, notes, hidden files and folders are no photos."""
    _touch(tmp_path, "1.jpg", "1.json", "notes.txt", "._1.jpg", ".DS_Store")
    (tmp_path / "old.jpg").mkdir()
    assert [path.name for path in photos_in(tmp_path)] == ["1.jpg"]


@pytest.mark.parametrize("name", ["", "a", "7", "٣.jpg", "²", "10a10"])
def test_any_name_has_a_key(name: str) -> None:
    """No file name, however odd, stops the sorting."""
    assert natural_key(name) == natural_key(name)


@pytest.mark.parametrize("made", ["nothing", "file", "empty"])
def test_a_folder_without_photos_is_refused(tmp_path: Path, made: str) -> None:
    """A missing folder, a file and an empty folder each say what is wrong."""
    where = tmp_path / made
    if made == "file":
        where.write_text("x")
    if made == "empty":
        where.mkdir()
    with pytest.raises(UnusableInput):
        folder_of_photos(where)


def _photo(path: Path, taken: str | None) -> Path:
    exif = Image.Exif()
    if taken is not None:
        exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.DateTimeOriginal] = f"2026:11:29 {taken}"
    Image.new("RGB", (8, 8)).save(path, exif=exif)
    return path


@pytest.mark.parametrize(
    ("taken", "doubted"),
    [
        (("20:00:00", "20:01:30", "20:03:00"), False),
        (("20:03:00", "20:00:00", "20:01:30"), True),
        (("20:00:00", None, "20:00:00"), False),
        (("20:03:00", None, "20:00:00"), True),
        ((None, None, None), False),
    ],
    ids=["as named", "counted from 1 again", "one without a time", "round one without", "no times"],
)
def test_an_order_that_the_cameras_clock_denies_is_said(
    tmp_path: Path, taken: tuple[str | None, ...], doubted: bool
) -> None:
    """A camera that goes on with IMG_0001 after IMG_9999 puts the end of a game first."""
    names = ("IMG_0001.jpg", "IMG_9998.jpg", "IMG_9999.jpg")
    photos = [_photo(tmp_path / name, at) for name, at in zip(names, taken, strict=True)]
    said = doubts_of_order(photos)
    assert ["IMG_0001.jpg comes before" in one for one in said] == [True] * doubted


def test_what_is_no_photo_has_no_time(tmp_path: Path) -> None:
    """Half a file is judged later."""
    (tmp_path / "1.jpg").write_bytes(b"x")
    assert doubts_of_order([tmp_path / "1.jpg", _photo(tmp_path / "2.jpg", "20:00:00")]) == ()
