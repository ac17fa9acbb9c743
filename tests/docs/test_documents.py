"""The documents say what is so: commands, options, links and modules that they name exist."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from rules.core.discovery import discover, get
from rules.core.rulebook import LANGUAGES
from server.cli import cli

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
OURS = ("tests.", "vision.", "server.", "rules.", "calibration.")

EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))


def program() -> click.Group:
    """The command line as it is installed."""
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    module, _, name = scripts["arbitable"].partition(":")
    assert callable(getattr(import_module(module), name))
    return cli


def code_of(page: Path) -> Iterator[str]:
    """Everything that a page sets as code: lines of blocks without their comments, and words
    between backticks."""
    text = page.read_text("utf-8")
    for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
        yield from (line.split("  #")[0].strip() for line in block.splitlines())
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def commands_in(page: Path) -> Iterator[list[str]]:
    """The words after each `arbitable` of a page."""
    for code in code_of(page):
        for part in re.split(r"&&|\|\|", code):
            words = shlex.split(part)
            if words and words[0].rpartition("/")[2] == "arbitable":
                yield words[1:]


def options_of(command: click.Command) -> set[str]:
    """The options that a command takes."""
    return {"--help"} | {opt for p in command.params for opt in (*p.opts, *p.secondary_opts)}


def unknown_in(words: list[str]) -> list[str]:
    """Which of the words no command or option is."""
    command: click.Command = program()
    while isinstance(command, click.Group) and words:
        with click.Context(command) as context:
            found = command.get_command(context, words[0])
        if found is None:
            return words[:1] if not words[0].startswith("-") else []
        command, words = found, words[1:]
    known = options_of(command)
    return [w for w in words if w.startswith("--") and w.partition("=")[0] not in known]


@EACH_PAGE
def test_the_commands_of_a_page_exist(page: Path) -> None:
    """Each with every option that the page gives it."""
    assert [unknown_in(words) for words in commands_in(page) if unknown_in(words)] == []


def test_the_readme_tells_every_command() -> None:
    """What the command line offers stands in the table."""
    told = {words[0] for words in commands_in(ROOT / "README.md") if words}
    cli = program()
    with click.Context(cli) as context:
        assert set(cli.list_commands(context)) <= told


def test_an_option_that_is_gone_is_found() -> None:
    """The check itself notices what does not exist."""
    assert unknown_in(["read", "photo.jpg", "--sharpen"]) == ["--sharpen"]
    assert unknown_in(["judge"]) == ["judge"]
    assert unknown_in(["calibrate", "pieces", "box.jpg", "--game", "rouge"]) == []


@EACH_PAGE
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    """Files that a page links to or shows are there."""
    targets = re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8"))
    local = [t.partition("#")[0] for t in targets if "://" not in t and not t.startswith("#")]
    assert [t for t in local if not (page.parent / t).exists()] == []


@EACH_PAGE
def test_the_modules_of_a_page_exist(page: Path) -> None:
    """`python -m` runs what a page says."""
    named = {
        name
        for code in code_of(page)
        for name in re.findall(r"python3? -m ([\w.]+)", code)
        if name.startswith(OURS)
    }
    assert [name for name in sorted(named) if find_spec(name) is None] == []


@EACH_PAGE
def test_the_files_of_a_page_exist(page: Path) -> None:
    """A path between backticks that begins with a room is a file or folder."""
    rooms = ("rules/", "vision/", "server/", "calibration/", "tests/", "docs/", "sample_images/")
    paths = {c.split("::")[0] for c in code_of(page) if c.startswith(rooms) and " " not in c}
    plain = [p for p in paths if not re.search(r"[<>*,{]|[A-Z]{3}", p)]
    assert [p for p in sorted(plain) if not (ROOT / p).exists()] == []


def test_make_tells_its_targets() -> None:
    """Every target of the task runner says what it does."""
    text = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z]+):", text, re.MULTILINE))
    told = set(re.findall(r"^([a-z]+):.*##", text, re.MULTILINE))
    assert targets == told


@pytest.mark.parametrize("game", discover())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_has_its_page(game: str, language: str) -> None:
    """How to set up its table and what the referee sees, calls and asks, in every language; house
    rules that it names are the game's."""
    name = f"{game}.md" if language == "en" else f"{game}.{language}.md"
    page = ROOT / "docs" / "games" / name
    text = page.read_text("utf-8")
    assert f"({name})" in (page.parent / "README.md").read_text("utf-8")
    assert len(re.findall(r"^## ", text, re.MULTILINE)) >= 4
    named = dict(re.findall(r"`(\w+)=(\w+)`", text))
    values = {
        o.name: {str(value).lower() for value in o.values} for o in get(game).rulebook.options
    }
    assert all(value in values[option] for option, value in named.items())


def test_the_citation_is_of_this_version() -> None:
    """Who cites Arbitable cites what is here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    said = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {project['version']}\n" in said


def test_the_service_starts_a_command_that_is_there() -> None:
    """The unit for a computer that stays at the table names only commands and options that exist,
    and ends the program by the signal that saves the evening."""
    unit = (ROOT / "docs" / "arbitable.service").read_text("utf-8")
    found = re.search(r"^ExecStart=\S*/arbitable (.*)$", unit, re.MULTILINE)
    assert found
    assert not unknown_in(shlex.split(found[1]))
    assert "\nKillSignal=SIGINT\n" in unit


def test_one_version_is_told_everywhere() -> None:
    """The package, its citation and the newest entry of the changelog name one version and day."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    released = re.search(r"^date-released: (\S+)$", citation, re.M)
    assert f"\nversion: {version}\n" in citation
    assert released is not None
    entries = re.findall(
        r"^## (?!Unreleased)(.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M
    )
    assert entries[0] == f"{version} - {released[1]}"
