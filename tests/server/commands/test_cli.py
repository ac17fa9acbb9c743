"""The command line as the outside contract describes it."""

from __future__ import annotations

import errno
import json
import os
import shutil
import socket
import zipfile
from pathlib import Path
from threading import Event
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from server.cli import COMMANDS, cli
from server.commands import serve
from server.commands.samples import demo_folder
from tests.server.conftest import Arbitable
from tests.server.fakes import PHOTOS
from tests.vision.sources.fakes import FakeCapture, eventually
from vision.sources.capture import CapturedSource
from vision.sources.frame import Silent


def _lines(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def _refused(result: Result) -> str:
    """The one line on standard error of a command that ended with 2."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    [line] = result.stderr.splitlines()
    assert "Traceback" not in line
    return line


def test_read_gives_an_object_a_photo(arbitable: Arbitable) -> None:
    """With the contract's fields, in the order of the arguments."""
    found = _lines(arbitable("read", *PHOTOS[:2], "--game", "redline", "--json"))
    assert [one["photo"] for one in found] == [str(photo) for photo in PHOTOS[:2]]
    first = found[0]
    assert (first["game"], first["status"], first["reason"]) == ("redline", "read", None)
    assert set(first["pieces"][0]) == {
        *("kind", "area", "col", "row", "colour", "spokes", "pixel", "confidence")
    }


def test_read_says_what_a_position_proves_wrong(arbitable: Arbitable) -> None:
    """The wrong colour of the last photo shows in the position alone; the one before is fine."""
    found = _lines(arbitable("read", *PHOTOS[6:], "--game", "redline", "--json"))
    assert [[v["code"] for v in one["violations"]] for one in found] == [[], ["colour"]]


def test_read_finds_the_game(arbitable: Arbitable, tmp_path: Path) -> None:
    """--game auto names it; a photo of nothing names none and is refused."""
    empty = tmp_path / "empty.jpg"
    Image.new("RGB", (640, 480), "tan").save(empty)
    known, unknown = _lines(arbitable("read", PHOTOS[0], empty, "--game", "auto", "--json"))
    assert known["game"] == "redline"
    assert (unknown["game"], unknown["status"], unknown["pieces"]) == (None, "refused", [])


def test_read_for_a_person_names_the_pieces(arbitable: Arbitable) -> None:
    """Without --json a table with places and colours."""
    result = arbitable("read", PHOTOS[7], "--game", "redline")
    assert result.exit_code == 0
    assert "B2" in result.stdout
    assert "yellow" in result.stdout
    assert "Redline C" in result.stdout


def test_overlay_is_a_picture_of_the_same_size(arbitable: Arbitable, tmp_path: Path) -> None:
    """The photo with outlines, as PNG."""
    out = tmp_path / "out.png"
    result = arbitable("read", PHOTOS[0], "--game", "redline", "--json", "--overlay", out)
    assert result.exit_code == 0
    with Image.open(out) as drawn, Image.open(PHOTOS[0]) as photo:
        assert (drawn.format, drawn.size) == ("PNG", photo.size)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("read",),
        ("read", "--game", "redline"),
        ("read", "missing.jpg", "--game", "redline"),
        ("read", PHOTOS[0]),
        ("read", PHOTOS[0], "--game", "chess"),
        ("read", demo_folder(), "--game", "redline"),
        ("read", PHOTOS[0], "--game", "redline", "--frob"),
        ("read", PHOTOS[0], PHOTOS[1], "--game", "redline", "--overlay", "x.png"),
        ("read", PHOTOS[0], "--game", "redline", "--overlay", "x.gif"),
        ("replay", "missing", "--game", "redline"),
        ("replay", PHOTOS[0], "--game", "redline"),
        ("replay", demo_folder(), "--game", "chess"),
        ("replay", demo_folder(), "--game", "redline", "--players", "A,A"),
        ("replay", demo_folder(), "--game", "redline", "--players", "Ada,A\u200dda"),
        ("replay", demo_folder(), "--game", "redline", "--players", ""),
        ("replay", demo_folder(), "--game", "redline", "--rule", "dead_end"),
        ("replay", demo_folder(), "--game", "redline", "--rule", "dead_end=maybe"),
        ("replay", demo_folder(), "--game", "redline", "--rule", "frob=1"),
        (
            "replay",
            "x",
            "--game",
            "redline",
            "--rule",
            "dead_end=both",
            "--rule",
            "dead_end=own_only",
        ),
        ("read", PHOTOS[0], "--game", "redline", "--data", PHOTOS[0]),
        ("replay", demo_folder(), "--game", "redline", "--report", "no/such/folder/x.html"),
        ("read", PHOTOS[0], "--game", "redline", "--overlay", "no/such/folder/x.png"),
        ("replay", demo_folder(), "--game", "redline", "--report", "x.pdf"),
        ("bench", "--plot", "no/such/folder/x.svg"),
        ("bench", "--plot", "x.png"),
        ("calibrate", "pieces", PHOTOS[0], "--game", "redline", "--order", "T1,T2"),
        ("calibrate", "pieces", PHOTOS[0], "--game", "rouge", "--order", "T1", "--colours", "red"),
        ("calibrate", "table", PHOTOS[0], "--game", "linie1", "--overlay", "x.txt"),
        ("calibrate", "table", PHOTOS[0], "--game", "linie1", "--overlay", "no/such/folder/x.png"),
        ("serve", "--game", "redline", "--camera", "no such camera"),
        ("serve", "--game", "redline", "--camera", "missing.avi"),
        ("serve", "--camera", demo_folder(), "--players", "A,B"),
        ("serve", "--game", "redline", "--camera", demo_folder(), "--data", PHOTOS[0]),
        ("serve", "--game", "chess", "--camera", demo_folder()),
        ("serve", "--game", "redline", "--camera", demo_folder(), "--port", "99999"),
        ("serve", "--game", "redline", "--camera", demo_folder(), "--host", "not a host"),
        ("serve", "--game", "linie1", "--table", "nope"),
        ("serve", "--table", "nope"),
        ("doctor", "missing.jpg"),
    ],
    ids=lambda arguments: " ".join(map(str, arguments))[-40:] or "nothing",
)
def test_bad_arguments_end_with_one_line(arbitable: Arbitable, arguments: tuple[Any, ...]) -> None:
    """Status 2 and one line that says what and how to mend it; nothing on standard output."""
    assert len(_refused(arbitable(*arguments))) > 20


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is closed to root")
def test_a_closed_folder_is_told_before_the_work(arbitable: Arbitable, tmp_path: Path) -> None:
    """Not after minutes of reading."""
    tmp_path.chmod(0o500)
    page = tmp_path / "page.html"
    said = _refused(arbitable("replay", demo_folder(), "--game", "redline", "--report", page))
    assert "cannot be written" in said


def test_who_reads_no_further_is_no_error(
    arbitable: Arbitable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in `arbitable games | head`: nothing is said, and the status is that of success."""

    def left(*_: object) -> None:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    dropped: list[bool] = []
    monkeypatch.setattr("server.cli._drop_output", lambda: dropped.append(True))
    monkeypatch.setattr("server.commands.games.click.echo", left)
    found = arbitable("games")
    assert (found.exit_code, found.stderr, dropped) == (0, "", [True])


def test_replay_gives_an_object_a_call(arbitable: Arbitable) -> None:
    """The recorded game, turn by turn."""
    found = _lines(arbitable("replay", demo_folder(), "--game", "redline", "--json"))
    assert [one["photo"] for one in found] == [photo.name for photo in PHOTOS]
    assert [one["call"] for one in found] == [
        *("setup", "legal", "legal", "foul", "legal", "legal", "legal", "foul")
    ]
    assert found[3]["violations"][0]["code"] == "dead-end"


def test_replay_goes_on_after_a_broken_photo(arbitable: Arbitable, tmp_path: Path) -> None:
    """Natural order, other files passed over, the broken one unclear with its reason."""
    for number, photo in ((1, PHOTOS[0]), (10, PHOTOS[1])):
        shutil.copy(photo, tmp_path / f"{number}.jpg")
    (tmp_path / "2.jpg").write_text("this is no picture")
    (tmp_path / "notes.txt").write_text("nor is this")
    found = _lines(arbitable("replay", tmp_path, "--game", "redline", "--json"))
    assert [(one["photo"], one["call"]) for one in found] == [
        *(("1.jpg", "setup"), ("2.jpg", "unclear"), ("10.jpg", "legal"))
    ]
    assert found[1]["reason"]["code"] == "not-an-image"


def test_house_rules_change_the_calls(arbitable: Arbitable) -> None:
    """Under another reading of the dead end another turn is the foul."""
    rule = ("--rule", "dead_end=own_only")
    calls = _lines(arbitable("replay", demo_folder(), "--game", "redline", "--json", *rule))
    assert calls[3]["call"] == "legal"


def test_replay_speaks_french(arbitable: Arbitable) -> None:
    """--lang fr, for a person and in JSON."""
    said = arbitable("replay", demo_folder(), "--game", "redline", "--lang", "fr").stdout
    assert "Faute" in said
    assert "Permis" in said


def test_the_report_is_one_page_by_itself(arbitable: Arbitable, tmp_path: Path) -> None:
    """Every call in words, photos and boards inside, nothing fetched, markup of names escaped."""
    page = tmp_path / "report.html"
    names = ("--players", "<b>Ada</b>,Bo")
    result = arbitable("replay", demo_folder(), "--game", "redline", "--report", page, *names)
    assert result.exit_code == 0
    text = page.read_text("utf-8")
    assert text.count('src="data:image/jpeg;base64,') == len(PHOTOS)
    assert text.count('src="data:image/svg+xml;base64,') == len(PHOTOS)
    assert "Foul" in text
    assert "<b>Ada</b>" not in text
    assert "http" not in text.split("base64,")[0]


def test_games_lists_house_rules_and_codes(arbitable: Arbitable) -> None:
    """Each house rule with its values and default, each code in both languages."""
    redline = next(g for g in _lines(arbitable("games", "--json")) if g["game"] == "redline")
    rules = {rule["name"]: rule for rule in redline["rules"]}
    assert rules["dead_end"]["default"] in rules["dead_end"]["values"]
    assert {"askew", "no-extension", "dead-end", "colour"} <= {c["code"] for c in redline["codes"]}
    assert all({"en", "fr"} <= set(code["texts"]) for code in redline["codes"])
    shown = arbitable("games").stdout
    assert "dead_end" in shown
    assert "{" not in shown
    assert "The COLOUR tile at CELL" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("dance",), "No such command 'dance'; `arbitable --help` lists what there is."),
        (
            ("read", "x.jpg"),
            "Missing option '--game'; `arbitable read --help` lists what there is.",
        ),
        ((), "give a command; `arbitable --help` lists them."),
        (("calibrate",), "give a command; `arbitable calibrate --help` lists them."),
        (("calibrate", "dance"), "No such command 'dance'; `arbitable calibrate --help` lists"),
        (
            ("serve", "--interval", "abc"),
            "'abc' is not a valid float; `arbitable serve --help` lists",
        ),
        (
            ("read", PHOTOS[0], "--game", "redline", "--table", "nope"),
            "no table 'nope' is calibrated, there is none yet; `arbitable calibrate table` makes",
        ),
    ],
)
def test_what_cannot_be_has_its_cure(
    arbitable: Arbitable, tmp_path: Path, arguments: tuple[Any, ...], said: str
) -> None:
    """The line says where to look, of a command, an option, a value and a table."""
    data = ("--data", tmp_path) if "--table" in arguments else ()
    assert said in _refused(arbitable(*arguments, *data))


def test_a_zip_that_is_no_game_says_what_to_give(arbitable: Arbitable, tmp_path: Path) -> None:
    """In no words of Python's."""
    path = tmp_path / "holiday.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("a.txt", "hello")
    said = _refused(arbitable("replay", path))
    assert "no game that Arbitable saved (a part of it is missing). Give a game saved" in said


@pytest.mark.parametrize("game", [(), ("--game", "redline")], ids=["no game", "game"])
def test_half_a_saved_game_is_told_as_one(
    arbitable: Arbitable, tmp_path: Path, game: tuple[str, ...]
) -> None:
    """A download that broke off is no zip file; it is no film either, and its game is no matter."""
    path = tmp_path / "table.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("game.json", "{}" * 1000)
    path.write_bytes(path.read_bytes()[:900])
    said = _refused(arbitable("replay", path, *game))
    assert "no game that Arbitable saved (it is no zip file, or cut short)" in said


def test_bench_scores_the_samples(arbitable: Arbitable, tmp_path: Path) -> None:
    """A reader that sees rightly has no error, and every turn is called as the truth says; how many
    pieces of each confidence are right is told, and what asking about doubts would bring."""
    drawing = tmp_path / "plot.svg"
    [figures] = _lines(arbitable("bench", "--json", "--plot", drawing))
    assert figures["wrong"] == figures["silently_wrong"] == 0
    assert figures["turns_right"] == figures["turns"] == len(PHOTOS) - 1
    assert figures["milliseconds"]["total"] > 0
    assert figures["calls"] == {"right": figures["turns"], "asked": 0, "unclear": 0, "wrong": 0}
    assert sum(one["pieces"] for one in figures["reliability"]) == figures["pieces"]
    assert all(one["right"] == one["pieces"] for one in figures["reliability"])
    asked = [one["asked"] for one in figures["asking"]]
    assert asked == sorted(asked)
    assert ET.parse(drawing).getroot().tag.endswith("svg")


def test_bench_reads_a_folder_of_ones_own(arbitable: Arbitable, tmp_path: Path) -> None:
    """Any labelled photo below it counts, whatever its suffix; other files are let alone."""
    own = tmp_path / "my photos" / "sunday"
    own.mkdir(parents=True)
    for n in (1, 2):
        shutil.copy(PHOTOS[n], own / f"table {n}.JPEG")
        shutil.copy(PHOTOS[n].with_suffix(".json"), own / f"table {n}.json")
    (own / "notes.json").write_text("[]")
    [figures] = _lines(arbitable("bench", own.parent, "--json"))
    assert figures["photos"] == 2
    assert figures["wrong"] == 0


@pytest.mark.parametrize(
    ("truth", "said"),
    [
        pytest.param(None, "has no labelled photo", id="no truth"),
        pytest.param("{", "cannot be read as JSON", id="half a file"),
        pytest.param("[]", "does not say of which game", id="no object"),
        pytest.param('{"game": "chess"}', "it must be one of", id="no game of ours"),
        pytest.param('{"game": "redline"}', "does not say what lies on the table", id="no tiles"),
    ],
)
def test_bench_says_in_a_sentence_what_a_folder_lacks(
    arbitable: Arbitable, tmp_path: Path, truth: str | None, said: str
) -> None:
    """Nothing but one line, and the exit status of bad input."""
    shutil.copy(PHOTOS[1], tmp_path / "a.jpg")
    if truth is not None:
        (tmp_path / "a.json").write_text(truth)
    assert said in _refused(arbitable("bench", tmp_path, "--json"))
    assert "is no folder" in _refused(arbitable("bench", tmp_path / "a.jpg"))


def test_doctor_looks_at_the_machine(arbitable: Arbitable) -> None:
    """Python, OpenCV, readers and the port are named."""
    said = arbitable("doctor", "--port", "0").stdout
    for what in ("Python", "OpenCV", "reader of redline", "port", "cameras"):
        assert what in said


def test_doctor_tells_a_closed_port_from_a_taken_one(
    arbitable: Arbitable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ending another program would not open it."""

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket, "create_server", refuse)
    said = arbitable("doctor", "--port", "80").stdout
    assert "open to administrators" in said
    assert "taken" not in said


def test_doctor_looks_at_a_photo(arbitable: Arbitable, tmp_path: Path) -> None:
    """A good photo passes; a dark, small and soft one gets a cure for each."""
    assert "sharp (" in arbitable("doctor", PHOTOS[0]).stdout
    dark = tmp_path / "dark.png"
    Image.new("RGB", (320, 240), (9, 9, 9)).save(dark)
    said = " ".join(arbitable("doctor", dark).stdout.split())
    for cure in ("go nearer", "Turn a lamp on", "Hold the camera still"):
        assert cure in said


def test_a_camera_that_is_not_there_is_told_of_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may be plugged in later, so the table opens; whoever starts it reads why nothing comes."""
    missing = CapturedSource(lambda: FakeCapture([], opened=False))
    assert eventually(lambda: isinstance(said := missing.newest(0.0), Silent) and said.reason)
    monkeypatch.setattr(serve, "open_source", lambda _spec: missing)
    monkeypatch.setattr(serve, "_OPENED_S", 0.0)
    serve._check_camera("99")
    [said] = capsys.readouterr().err.splitlines()
    assert said.startswith("arbitable: --camera 99: The camera cannot be opened. Plug it in")


def test_doctor_sees_a_filter_of_the_camera(arbitable: Arbitable, tmp_path: Path) -> None:
    """A photo without colour is refused by read: here, too, somebody must say why."""
    grey = tmp_path / "grey.jpg"
    with Image.open(PHOTOS[0]) as photo:
        photo.convert("L").save(grey)
    cure = "switch any filter of the camera off"
    said = [" ".join(arbitable("doctor", one).stdout.split()) for one in (grey, PHOTOS[0])]
    assert [cure in one for one in said] == [True, False]


def test_help_matches_the_commands() -> None:
    """The list in --help, kept apart so that it is quick, is what the commands say themselves."""
    for name, summary in COMMANDS.items():
        command = cli.get_command(cli.make_context("arbitable", ["games"]), name)
        assert command is not None
        assert " ".join((command.help or "").split()) == summary


@pytest.mark.parametrize("game", ["linie1", "mokadi", "redline", "rouge"])
def test_read_tells_pieces_in_words(game: str) -> None:
    """A person reads no fields of programs, and nothing where nothing is known."""
    photo = min((demo_folder().parents[1] / game).glob("*.jpg"))
    result = CliRunner().invoke(cli, ["read", str(photo), "--game", game])
    assert result.exit_code == 0, result.stderr
    assert not set("{}[]'") & set(result.stdout)
    assert "None" not in result.stdout


@pytest.mark.parametrize(("more", "fetched"), [((), 1), (("--game", "redline"), 0)])
def test_who_has_no_game_yet_finds_all_at_hand(
    arbitable: Arbitable,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    more: tuple[str, ...],
    fetched: int,
) -> None:
    """They are imported once the server answers; for a table with a game nothing is."""
    found = Event()

    def listen(*told: Any) -> None:
        if told[-1] is not None:
            told[-1]("http://127.0.0.1:1/")
            assert found.wait(5)
        raise KeyboardInterrupt

    monkeypatch.setattr("server.commands.serve.listen", listen)
    monkeypatch.setattr("server.commands.serve.discover", found.set)
    arbitable("serve", "--port", "0", "--data", tmp_path, *more)
    assert found.is_set() == fetched
