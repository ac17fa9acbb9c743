"""Whole evenings at a live table: the short ones; ``python -m tests.evenings`` plays long ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from rules.core.call import Alternative, Call, CallKind
from rules.games import rouge
from rules.games.rouge.state import TurnRing
from rules.referee.speaking.notes import EITHER_TURN
from rules.wire.calls import call_to_json
from tests.evenings.blind import HalfBlindEvening, TramlessEvening
from tests.evenings.evening import LiveEvening
from tests.evenings.filming import Camera
from tests.evenings.mokadi_evening import MokadiFilm, MokadiPhotos
from tests.evenings.mokadi_play import Play
from tests.evenings.parts import WHOLE
from tests.evenings.photos import PhotoEvening
from tests.evenings.table import call_of
from tests.people.evening import Evening, Plan

#: Turns after which a game of each kind is over at the latest, where everybody plays on.
MOST_TURNS = 120


@pytest.mark.parametrize("game", WHOLE)
def test_people_who_mean_to_win_come_to_the_end(game: str) -> None:
    """Turn by turn by the rules alone, from the empty table to a winner."""
    part, evening = WHOLE[game], _Players(Plan(game, 2, habit="plain"))
    for _ in range(MOST_TURNS):
        if part.game.outcome(evening.truth.accepted, part.house) is not None:
            return
        evening.habit(evening.people)
        evening.truth.shot()
        evening.truth.due.clear()
    pytest.fail("nobody has won")


def test_a_page_reads_all_that_a_turn_may_have_been() -> None:
    """With the rules that each of them breaks; the answers to a question are its own business."""
    game, house = rouge.GAME, rouge.GAME.rulebook.house()
    state = game.start((), house)
    each = tuple(
        Alternative((turn,), (game.judge(state, turn, house),), 0.5)
        for turn in (TurnRing(1, 2), TurnRing(2, 3))
    )
    (turn,), (verdict,) = each[0].turns, each[0].verdicts
    call = Call(CallKind.FOUL, 1, None, 0.5, state, state, turn, verdict, each, EITHER_TURN)
    session = SimpleNamespace(game=game, referee=SimpleNamespace(match=call))
    heard = call_of(session, call_to_json(game, call))  # type: ignore[arg-type]
    codes = [(o.turns, [v.code for v in o.verdicts[0].violations]) for o in heard.alternatives]
    assert codes == [((one.turns[0],), ["turned-too-far"]) for one in each]
    asked = replace(call, kind=CallKind.ASK, move=None)
    assert call_of(session, call_to_json(game, asked)).alternatives == ()  # type: ignore[arg-type]


class _Players(Evening):
    """Without a camera: the first player's game, everybody named."""

    def _part(self):  # type: ignore[no-untyped-def]
        return WHOLE[self.plan.game]

    def _first_state(self) -> None:
        self.players = tuple(self.part.names[: self.part.game.rulebook.players[0]])


def test_a_filmed_table_is_told_as_it_is_played(tmp_path: Path) -> None:
    """The first turn of an evening of Redline: nothing wrong, nothing under a hand, and the
    standing that the page has is the truth's. Longer ones of each game are below."""
    evening = LiveEvening(Plan("redline", 2, pictures=1, habit="plain"), tmp_path)
    counts = evening.run().counts
    assert counts["pictures"] == 1
    assert counts["wrong"] == counts["silent"] == 0
    assert evening.figures.under_hand == 0
    assert evening.figures.waits


@pytest.mark.parametrize(
    ("game", "seed"),
    [
        *((game, 2) for game in WHOLE if game != "linie1"),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in (("linie1", 2), ("rouge", 5))),
    ],
)
def test_photos_alone_are_told_as_it_was_played(game: str, seed: int) -> None:
    """One a turn: nothing wrong. Both tables of Rouge are hard ones: pegs 20 pixels wide."""
    counts = PhotoEvening(Plan(game, seed, pictures=2, habit="plain")).run().counts
    assert counts["pictures"] == 2
    assert counts["wrong"] == counts["silent"] == 0


@pytest.mark.slow
def test_nobody_is_accused_falsely_at_a_filmed_table(tmp_path: Path) -> None:
    """The beginning of an evening of Redline with everything that people do; `python -m
    tests.evenings` plays to the winner."""
    evening = LiveEvening(Plan("redline", 2, answers="answered"), tmp_path, rounds=1)
    counts = evening.run().counts
    assert counts["false-foul"] == counts["foul-as-legal"] == counts["wrong"] == 0
    assert counts["right"] >= 0.8 * counts["pictures"]
    assert counts["fouls-called"] == counts["fouls-due"] > 0
    assert evening.figures.under_hand == 0


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seed", "pictures"), [("rouge", 2, 10), ("linie1", 0, 14)])
def test_answers_and_taps_settle_what_a_watched_view_left_open(
    game: str, seed: int, pictures: int, tmp_path: Path
) -> None:
    """Of several turns at once, a piece that is hardly seen, a foul taken back: what was asked is
    settled before the next picture, no picture after it is lost, and nothing said under a hand."""
    evening = LiveEvening(Plan(game, seed, pictures), tmp_path, rounds=1)
    counts = evening.run().counts
    assert counts["wrong"] == counts["silent"] == counts["fouls-waved-through"] == 0
    assert counts["right"] >= 0.7 * counts["pictures"]
    assert counts["fouls-called"] > 0
    assert evening.figures.under_hand == 0
    assert evening.figures.questions > 0 or game == "linie1"  # of whose trams all are seen by now


@pytest.mark.slow
def test_a_game_ends_though_no_tram_is_seen() -> None:
    """Linie 1: each drive is told by a tap, its player by name, and nobody is accused falsely."""
    evening = TramlessEvening(Plan("linie1", 2, 60, answers="answered"), rounds=1)
    counts = evening.run().counts
    assert evening.figures.won == 1
    assert counts["wrong"] == counts["false-foul"] == counts["player"] == 0
    assert 0 < counts["silent"] <= evening.figures.taps < counts["right"]


@pytest.mark.slow
def test_nobody_is_accused_because_a_drive_was_not_seen() -> None:
    """Linie 1, every second tram of a picture unread: in picture 29 a tram seemed to have come too
    far in a drive of which a tap had told that it were two."""
    counts = HalfBlindEvening(Plan("linie1", 4, 40, answers="answered"), rounds=1).run().counts
    assert counts["pictures"] == 40
    assert counts["false-foul"] == counts["player"] == counts["phantom"] == 0


def test_the_same_seed_gives_the_same_film() -> None:
    """Frame by frame; a scene without a change has no arm in it."""
    rng = np.random.default_rng(3)
    before, after = (rng.integers(0, 255, (72, 128, 3), np.uint8) for _ in range(2))
    one, other = ([*Camera(5).scene(before, after)] for _ in range(2))
    assert len(one) == len(other)
    assert all((a.image == b.image).all() for a, b in zip(one, other, strict=True))
    assert any(shot.hand for shot in one)
    assert not any(shot.hand for shot in Camera(5).scene(before, before))


def test_mokadi_is_played_by_its_rules_until_something_falls() -> None:
    """What is due follows from the rules: a fall is due of who made it, with the sharing out, and
    what fell lies on the table until it is picked up."""
    play = Play(5)
    while not play.table.fallen:
        assert play.step()
    due = play.dues[-1]
    assert due.codes == {"fall"}
    assert [one.kind for one in due.verdict.required] == ["share"]
    assert play.state.out[-1] == due.player
    fallen = [play.table.sticks[k] for k in play.table.fallen]
    assert all((stick.ends[:, 2] == 0).all() for stick in fallen)
    assert play.step()
    assert not play.table.sticks.keys() & play.table.fallen


@pytest.mark.slow
def test_mokadi_photos_are_told_as_it_was_played() -> None:
    """One a turn: nothing wrong."""
    counts = MokadiPhotos(Plan("mokadi", 6, pictures=2)).run().counts
    assert counts["pictures"] == 2
    assert counts["wrong"] == counts["silent"] == 0


@pytest.mark.slow
def test_an_evening_of_mokadi_accuses_nobody_falsely() -> None:
    """Photos of building, a fall and its sharing out, and of the pile taken down."""
    evening = MokadiPhotos(Plan("mokadi", 6, pictures=22))
    counts = evening.run().counts
    assert counts["false-foul"] == counts["wrong"] == 0
    assert counts["right"] >= 0.75 * counts["pictures"]
    assert 3 * counts["fouls-called"] >= 2 * counts["fouls-due"] > 0


@pytest.mark.slow
def test_a_filmed_table_of_mokadi_is_told_as_it_is_played(tmp_path: Path) -> None:
    """The first turns, with arms over the table: nothing wrong, nothing under a hand."""
    evening = MokadiFilm(Plan("mokadi", 6, pictures=2), tmp_path)
    counts = evening.run().counts
    assert counts["pictures"] == 2
    assert counts["wrong"] == counts["silent"] == 0
    assert evening.figures.under_hand == 0
