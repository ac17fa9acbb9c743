"""What a game's reader knows before the first picture."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from rules.core.discovery import get
from rules.core.events import MatchStarted, PositionSeen
from rules.core.rulebook import House
from rules.wire.journal import event_to_json
from server.pipeline.session import Session
from server.store.store import Store
from server.store.values import Step
from server.tables.resuming import (
    SAME_EVENING_S,
    ReaderStart,
    Setup,
    new_game,
    resumed_game,
    tables_of_the_evening,
)
from server.tables.taught_colours import TaughtColours
from tests.server.fakes import TruthReader
from tests.server.test_turned_board import GAME
from vision.mokadi.box_looks import BoxLooks
from vision.mokadi.tracking.memory import TableMemory
from vision.photo import load_photo
from vision.reader import Reader
from vision.reading import Refusal
from vision.rouge.memory import BoardMemory
from vision.rouge.pawns.box import ColoursInPlay


def _begun(setup: Setup, memory: object = None) -> Session:
    """A game at a table of which a calibration knows `memory` and people have said nothing."""
    return new_game(setup, _start(memory))


def _start(memory: object = None) -> ReaderStart:
    return ReaderStart(lambda _game: memory, _as_it_is, TaughtColours("table"))


def _as_it_is(_game: str, reader: Reader) -> Reader:
    return reader


def test_a_taught_box_is_heeded_from_the_first_photo_on() -> None:
    """Photos are read with what the session remembers, which forgot what was taught."""
    looks = BoxLooks(("blue", "black"), np.eye(2, 3), np.ones(3))
    setup = Setup("mokadi", ("A", "B"), {"box": "red-black"})
    session = _begun(setup, TableMemory(None, (0, 0), looks=looks))
    assert isinstance(session.memory, TableMemory)
    assert session.memory.looks is not None
    assert session.memory.looks.names == looks.named("red-black").names
    assert session.memory.begins


def test_a_game_begins_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """From what a calibration knows, and by the rules that it is played by."""

    class Beginning(TruthReader):
        begun: ClassVar[list[tuple[object, str | None]]] = []

        def begins(self, memory: object, house: House | None = None) -> object:
            self.begun.append((memory, None if house is None else house["dead_end"]))
            return memory

    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: Beginning())
    session = _begun(Setup("redline", ("A", "B"), {"dead_end": "both"}), "calibrated")
    assert session.memory == "calibrated"
    assert Beginning.begun == [("calibrated", "both")]


def _rouge(*players: str) -> Session:
    return _begun(Setup("rouge", players))


def test_players_who_are_named_after_their_colours_tell_what_is_played() -> None:
    """Rouge is read with these colours from the first photo on, and with any where people are
    named."""
    known = _rouge("red", "blue").memory
    assert isinstance(known, ColoursInPlay)
    assert known.played == {"red", "blue"}
    assert _rouge("Ada", "Ben").memory is None


@pytest.fixture(scope="module")
def looked() -> Session:
    """A game of two people after a photo with pawns of both."""
    image = load_photo(sorted(GAME.glob("*.jpg"))[-1])
    assert not isinstance(image, Refusal)
    session = _rouge("Ada", "Ben")
    return session.judge("photo", image, session.reader.read(image, session.memory))[0]


def test_colours_that_players_showed_are_told_to_the_reader(looked: Session) -> None:
    """Once each of them has set a pawn nobody else's can come. What was seen stays known."""
    memory, colours = looked.memory, {pawn.colour for pawn in looked.standing().values()}
    assert isinstance(memory, BoardMemory)
    assert memory.colours.played == colours
    assert len(colours) == 2
    assert looked.knowing_pieces() is looked
    anybody = replace(looked, memory=looked.reader.in_play(memory, None)).memory
    assert isinstance(anybody, BoardMemory)
    assert anybody.colours.played is None
    assert (anybody.colours.seen == memory.colours.seen).all()


def test_after_a_restart_a_board_is_read_as_that_of_a_game(tmp_path: Path) -> None:
    """Also where nothing else is known of the table: what would be a foul is left to the referee,
    as it was before."""
    game = get("linie1")
    started = MatchStarted("linie1", ("A", "B"), tuple(game.rulebook.house().values.items()))
    events = tuple(event_to_json(game, one) for one in (started, PositionSeen(())))
    store = Store(tmp_path)
    store.table("table")
    row, _ = store.new_game("table", "linie1", Step(events))
    assert resumed_game(store, row, _start()).memory is not None
    assert _begun(Setup("linie1")).memory is None
    store.close()


def test_the_tables_of_an_evening_are_those_played_at_last(tmp_path: Path) -> None:
    """A table without a game, or with one of another evening, is not among them."""
    now = 1_000_000.0
    times = iter((now - 2 * SAME_EVENING_S, now - 60.0, now - 30.0))
    store = Store(tmp_path)
    for name in ("old", "salon", "kitchen"):
        store.table(name)
        store._clock = partial(float, next(times))
        store.new_game(name, "redline", Step((), (), ()))
    store.table("empty")
    assert tables_of_the_evening(store, now) == ("salon", "kitchen")
    store.close()
