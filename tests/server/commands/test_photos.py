"""Photos of a folder come in the order a person would count them."""

from pathlib import Path

import pytest

from server.errors import UnusableInput
from server.pipeline.photos import folder_of_photos, photos_in
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
