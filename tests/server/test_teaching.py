"""Teaching one's own pieces: a draft from photos, mended, kept, sent to a friend; never misused."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from starlette.testclient import TestClient

from calibration.homography import NoFit
from calibration.learnt_set import Example, LearntSet, load_set, save_set
from server.http.app import create_app
from server.http.context import Services
from server.pipeline.calibrations import start_of
from server.store.learnt_file import NotASet, packed_set, unpacked_set
from server.store.zipped import MOST_MEMBERS
from server.tables.live_table import LiveTable
from server.tables.registry import TableRegistry
from server.tables.resuming import Setup
from tests.calibration.set_photo import found_once, set_photo
from tests.server.scripted import killed, live_table
from tests.vision.linie1.test_learnt_looks import art
from tests.vision.mokadi.test_taught import set_photo as set_photo_of_mokadi
from vision.linie1.knowledge import TableKnowledge
from vision.linie1.tiles.tile_set import KIND_NAMES
from vision.mokadi.tracking.memory import TableMemory
from vision.teacher import ReferencePhoto, TaughtPieces, can_be_taught, load_teacher

API = "/api/v1/tables/table/teach"
MADE = datetime(2026, 5, 1, 20, 15, tzinfo=UTC)


@cache
def tiles_jpeg(seed: int = 12) -> bytes:
    """A photo of a set's twelve tiles."""
    return cv2.imencode(".jpg", set_photo(seed, (1000, 750)).image)[1].tobytes()


def learnt(names: tuple[str, ...] = KIND_NAMES, seed: int = 5) -> LearntSet:
    """A drawn set, one tile of each name."""
    examples = tuple(
        Example(name, 0, (0.0, 0.0), art(seed, int(name[1:]), 0, 96), "set.jpg", MADE)
        for name in names
    )
    return LearntSet("linie1", MADE, "set.jpg", examples)


@cache
def packed() -> bytes:
    """The drawn set as a file."""
    return packed_set(learnt())


@pytest.fixture(scope="module", autouse=True)
def squares() -> Iterator[None]:
    """The squares of a photo that several tests here learn from are found once."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("vision.linie1.tiles.tile_set.square_families", found_once())
        yield


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """Somebody at the computer itself, at a table without a game."""
    table: LiveTable = live_table(tmp_path / "data", Setup())
    behind = Services(table._store, calibrations=tmp_path / "calibration")
    app = create_app(TableRegistry([table]), ("127.0.0.1",), services=behind)
    yield TestClient(app, base_url="http://127.0.0.1")
    killed(table)


def _photographed(client: TestClient) -> dict[str, Any]:
    answer = client.post(
        f"{API}/photo", params={"game": "linie1", "name": "IMG_7.jpg"}, content=tiles_jpeg()
    )
    assert answer.status_code == 200, answer.text
    draft: dict[str, Any] = answer.json()["draft"]
    return draft


def _friends(client: TestClient, seed: int = 5) -> dict[str, Any]:
    """A draft from a file, which nothing has to be read for."""
    file = packed_set(learnt(seed=seed))
    draft: dict[str, Any] = client.post(f"{API}/file", content=file).json()["draft"]
    return draft


def test_a_photo_becomes_a_draft_that_is_mended_and_kept(
    client: TestClient, tmp_path: Path
) -> None:
    """Twelve pieces with their pictures; nothing is kept before a person says so; what the person
    said of a piece is kept with its source and date, and the next reader starts from it."""
    draft = _photographed(client)
    assert [piece["name"] for piece in draft["pieces"]] == list(KIND_NAMES)
    assert all(piece["picture"].startswith("data:image/jpeg") for piece in draft["pieces"])
    assert draft["missing"] == []
    assert not (tmp_path / "calibration").exists()
    one = draft["pieces"][6]
    turned = {"game": "linie1", "ident": draft["ident"], "number": 6, "quarters": 3}
    after = client.post(f"{API}/mend", json=turned).json()["draft"]
    assert after["pieces"][6]["quarters"] == 3
    assert after["pieces"][6]["label"] != one["label"] or one["quarters"] == 3
    asked = {"game": "linie1", "ident": after["ident"]}
    assert client.post(f"{API}/keep", json=asked).json() == {"ok": True, "draft": None}
    kept = load_set(tmp_path / "calibration", "linie1")
    assert (kept.examples[6].quarters, kept.examples[6].photo) == (3, "IMG_7.jpg")
    assert (datetime.now(UTC) - kept.examples[6].made).total_seconds() < 600
    start = start_of("linie1", tmp_path, None)
    assert isinstance(start.memory, TableKnowledge)
    assert start.memory.looks is not None


def test_a_box_of_mokadi_is_taught_on_the_page(client: TestClient, tmp_path: Path) -> None:
    """Two colours with the pictures of sticks and pads; a wrong name keeps them from being kept;
    what is kept goes to a friend as a file, and the next reader starts from it."""
    jpeg = cv2.imencode(".jpg", set_photo_of_mokadi().image)[1].tobytes()
    asked = {"game": "mokadi", "name": "box.jpg"}
    draft = client.post(f"{API}/photo", params=asked, content=jpeg).json()["draft"]
    colours = {piece["name"].split("-")[0] for piece in draft["pieces"]}
    assert len(colours) == 2
    pad = next(k for k, p in enumerate(draft["pieces"]) if p["name"] == "black-pad")
    assert draft["pieces"][pad]["texts"] == {"en": "pad, black", "fr": "plot, noir"}
    assert draft["objection"] is None
    said = {"game": "mokadi", "number": pad}
    wrong = {**said, "ident": draft["ident"], "name": "red-pad"}
    after = client.post(f"{API}/mend", json=wrong).json()["draft"]
    assert "two colours" in after["objection"]["en"]
    assert "deux couleurs" in after["objection"]["fr"]
    right = {**said, "ident": after["ident"], "name": "black-pad"}
    last = client.post(f"{API}/mend", json=right).json()["draft"]
    client.post(f"{API}/keep", json={"game": "mokadi", "ident": last["ident"]})
    memory = start_of("mokadi", tmp_path, None).memory
    assert isinstance(memory, TableMemory)
    assert memory.looks is not None
    assert set(memory.looks.names) == colours
    file = client.get(f"{API}/file", params={"game": "mokadi"}).content
    assert [e.name for e in unpacked_set(file).examples] == [p["name"] for p in last["pieces"]]


def test_a_mokadi_photo_without_two_colours_is_refused(client: TestClient, tmp_path: Path) -> None:
    """With the cure, in both languages."""
    plain = cv2.imencode(".jpg", np.full((400, 600, 3), 120, np.uint8))[1].tobytes()
    refused = client.post(f"{API}/photo", params={"game": "mokadi"}, content=plain)
    texts = refused.json()["error"]["texts"]
    assert "No Mokadi stick is seen clearly; lay a pad" in texts["en"]
    assert "est vue clairement ; posez un plot et au moins deux baguettes" in texts["fr"]
    assert not (tmp_path / "calibration").exists()


def test_an_old_draft_is_not_mended(client: TestClient) -> None:
    """Somebody else changed it meanwhile: nothing happens, with a sentence in both languages."""
    draft = _friends(client)
    said = {"game": "linie1", "ident": draft["ident"], "number": 0, "name": "T2"}
    assert client.post(f"{API}/mend", json=said).status_code == 200
    again = client.post(f"{API}/mend", json=said)
    assert again.status_code == 422
    assert set(again.json()["error"]["texts"]) == {"en", "fr"}


def test_what_does_not_fit_together_is_not_kept(client: TestClient, tmp_path: Path) -> None:
    """Two tiles of different looks are called alike: it is said, and refused."""
    draft = _friends(client)
    said = {"game": "linie1", "ident": draft["ident"], "number": 0, "name": "T9"}
    after = client.post(f"{API}/mend", json=said).json()["draft"]
    assert "T9" in after["objection"]["en"]
    assert "T9" in after["objection"]["fr"]
    assert after["missing"] == ["T1"]
    asked = {"game": "linie1", "ident": after["ident"]}
    refused = client.post(f"{API}/keep", json=asked)
    assert refused.status_code == 422
    assert not (tmp_path / "calibration").exists()


def test_a_piece_is_left_out_and_another_photo_brings_it_back(client: TestClient) -> None:
    """What the draft has stays as it was mended; what it lacks comes from the next photo."""
    draft = _friends(client, seed=12)
    out = {"game": "linie1", "ident": draft["ident"], "number": 4, "none": True}
    after = client.post(f"{API}/mend", json=out).json()["draft"]
    assert after["missing"] == ["T5"]
    quarters = (after["pieces"][0]["quarters"] + 1) % 4
    turned = {"game": "linie1", "ident": after["ident"], "number": 0, "quarters": quarters}
    client.post(f"{API}/mend", json=turned)
    again = _photographed(client)
    assert again["missing"] == []
    assert (again["pieces"][-1]["name"], again["pieces"][0]["quarters"]) == ("T5", quarters)


def test_what_is_no_set_is_refused_with_the_cure(client: TestClient, tmp_path: Path) -> None:
    """A plain table teaches nothing; in both languages."""
    plain = cv2.imencode(".jpg", np.full((400, 600, 3), 120, np.uint8))[1].tobytes()
    refused = client.post(f"{API}/photo", params={"game": "linie1"}, content=plain)
    assert refused.status_code == 422
    texts = refused.json()["error"]["texts"]
    assert "plain table" in texts["en"]
    assert "table unie" in texts["fr"]
    assert not (tmp_path / "calibration").exists()


def test_a_friends_file_is_looked_at_before_it_is_kept(client: TestClient, tmp_path: Path) -> None:
    """What one table saves another takes in, as a draft; then it can be forgotten again."""
    save_set(tmp_path / "calibration", "linie1", learnt())
    file = client.get(f"{API}/file", params={"game": "linie1"})
    assert file.headers["content-type"] == "application/zip"
    gone = client.post(f"{API}/unlearn", json={"game": "linie1"})
    assert gone.json()["ok"]
    assert client.get(f"{API}", params={"game": "linie1"}).json()["kept"] is None
    draft = client.post(f"{API}/file", content=file.content).json()["draft"]
    assert [piece["name"] for piece in draft["pieces"]] == list(KIND_NAMES)
    assert client.get(f"{API}", params={"game": "linie1"}).json()["kept"] is None
    client.post(f"{API}/keep", json={"game": "linie1", "ident": draft["ident"]})
    found = client.get(f"{API}", params={"game": "linie1"}).json()
    assert len(found["kept"]["pieces"]) == 12
    assert found["draft"] is None


def test_a_game_that_learns_nothing_is_refused(client: TestClient) -> None:
    """With its sentence, on every way in."""
    other = LearntSet("chess", MADE, "a.jpg", learnt().examples[:1])
    answers = (
        client.get(f"{API}", params={"game": "chess"}),
        client.post(f"{API}/photo", params={"game": "chess"}, content=tiles_jpeg()),
        client.post(f"{API}/file", content=packed_set(other)),
    )
    assert [answer.json()["error"]["code"] for answer in answers] == ["not-taught"] * 3


def test_names_that_the_game_does_not_have_are_refused(client: TestClient) -> None:
    """A file that calls a tile T13 is not taken in."""
    strange = learnt()
    strange = replace(strange, examples=(replace(strange.examples[0], name="T13"),))
    answer = client.post(f"{API}/file", content=packed_set(strange))
    assert answer.json()["error"]["code"] == "unknown-piece"


def _rewritten(change: Callable[[dict[str, Any]], Any]) -> bytes:
    """A file whose text was changed."""
    old, made = zipfile.ZipFile(io.BytesIO(packed())), io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        for name in old.namelist():
            data = old.read(name)
            if name == "set.json":
                fields = json.loads(data)
                change(fields)
                data = json.dumps(fields).encode()
            file.writestr(name, data)
    return made.getvalue()


def _with_picture(data: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        old = zipfile.ZipFile(io.BytesIO(packed()))
        file.writestr("set.json", old.read("set.json"))
        for name in old.namelist()[1:]:
            file.writestr(name, data)
    return made.getvalue()


def _jpeg(side: int) -> bytes:
    return cv2.imencode(".jpg", np.zeros((side, side, 3), np.uint8))[1].tobytes()


def _giant() -> bytes:
    """A small JPEG whose header claims 65,000 pixels a side."""
    data = bytearray(_jpeg(40))
    frame = data.find(b"\xff\xc0")
    data[frame + 5 : frame + 9] = struct.pack(">HH", 65_000, 65_000)
    return bytes(data)


def _png() -> bytes:
    return cv2.imencode(".png", np.zeros((40, 40, 3), np.uint8))[1].tobytes()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x05\x06" + b"\0" * 18,
        packed()[:-40],
        b"\0" * 5_000_000,
        _with_picture(_jpeg(3000)),
        _with_picture(_giant()),
        _with_picture(_png()),
        _with_picture(b"\0" * 1_000_000),
        _with_picture(b"no picture"),
        _rewritten(lambda f: f.update(arbitable="lessons")),
        _rewritten(lambda f: f.update(version=99)),
        _rewritten(lambda f: f.update(pieces=f["pieces"] * 99)),
        _rewritten(lambda f: f.update(pieces=[])),
        _rewritten(lambda f: f.update(pieces="T1")),
        _rewritten(lambda f: f.update(made="yesterday")),
        _rewritten(lambda f: f.update(photo="a\nb")),
        _rewritten(lambda f: f["pieces"][0].update(at=[float("nan"), 1])),
        _rewritten(lambda f: f["pieces"][0].update(picture="../../etc/passwd")),
        _rewritten(lambda f: f["pieces"][0].update(quarter_turns="x")),
        _rewritten(lambda f: f["pieces"].append(7)),
    ],
    ids=range(20),
)
def test_a_file_that_is_no_set_is_refused_with_a_sentence(data: bytes) -> None:
    """Cut short, too large, too many, another picture format, hostile names: none of it is
    believed, and nothing is raised but the one error."""
    with pytest.raises(NotASet) as error:
        unpacked_set(data)
    assert len(str(error.value)) < 100
    assert MOST_MEMBERS > 1


def test_a_file_comes_back_as_it_was_packed() -> None:
    """Names, turns, sources and dates; the same bytes every time."""
    back = unpacked_set(packed_set(learnt()))
    assert [(e.name, e.quarters, e.photo, e.made) for e in back.examples] == [
        (name, 0, "set.jpg", MADE) for name in KIND_NAMES
    ]
    assert packed_set(learnt()) == packed_set(learnt())


def test_tiles_in_another_order_are_named_by_their_looks() -> None:
    """Nobody types an order on a page: what lies there is told by its look, one of each kind, and
    what is not told surely is marked."""
    photo = set_photo(12, (1000, 750))
    mirrored_rows = np.ascontiguousarray(np.rot90(photo.image, 2))
    taught = load_teacher("linie1").learn_pieces(ReferencePhoto(mirrored_rows, "a.jpg", MADE), ())
    assert isinstance(taught, TaughtPieces)
    told = [example.name for example in taught.learnt.examples]
    assert sorted(told) == sorted(KIND_NAMES)
    wrong = {at for at, name in enumerate(reversed(KIND_NAMES)) if told[at] != name}
    assert len(wrong) <= 2
    assert wrong <= taught.unclear


def test_every_game_that_learns_names_its_pieces() -> None:
    """Each name has a label, turned or not; a stranger has none."""
    for game in ("linie1", "mokadi", "redline", "rouge"):
        assert can_be_taught(game)
        teacher = load_teacher(game)
        assert set(teacher.wanted()) <= set(teacher.names())
        assert all(teacher.label_of(name, 1) is not None for name in teacher.names())
        with pytest.raises(KeyError):
            teacher.label_of("nobody", 0)


def test_two_tiles_of_a_kind_must_look_alike() -> None:
    """Two T5 of one set fit; one of another look does not."""
    twice = learnt()
    copy = replace(twice.examples[4], picture=art(5, 5, 1, 96))
    teacher = load_teacher("linie1")
    assert teacher.objection(replace(twice, examples=(*twice.examples, copy))) is None
    wrong = replace(copy, picture=art(5, 10, 1, 96))
    assert isinstance(teacher.objection(replace(twice, examples=(*twice.examples, wrong))), NoFit)
