"""What may have happened is proposed from beliefs, not from the likeliest board."""

from __future__ import annotations

import pytest

from rules.core.call import Call, CallKind
from rules.core.events import Event, TurnEnded
from rules.core.observation import EMPTY, Belief, Loose, Observation, Pose, Sighting
from rules.core.places import Cell
from rules.games.redline import GAME
from rules.games.redline.explaining.grid import fitted_grid
from rules.games.redline.state import Lay
from rules.referee.referee import begin, observe, record
from tests.referee.layouts import BEND, DEAD_END, FIRST, SECOND, lay, tile
from tests.referee.simulate import sharp
from tests.rules.redline_pictures import clear

HOUSE = GAME.rulebook.house()
STATE = GAME.resume(BEND, ("A", "B"), HOUSE)


def proposed(observation: Observation) -> list[tuple[Lay, ...]]:
    """The turns of every explanation since BEND."""
    return [e.turns for e in GAME.explanations(STATE, observation, HOUSE)]


def with_lays(*lays: Lay) -> Observation:
    """BEND and these lays, seen sharply."""
    return sharp({**BEND, **{move.cell: move.tile for move in lays}})


def believing(observation: Observation, cell: Cell, **shares: float) -> Observation:
    """The observation with another belief at one cell; keys are ``N_SE`` or ``empty``."""
    weights = {
        EMPTY if name == "empty" else tile("blue", name.replace("_", " ")): share
        for name, share in shares.items()
    }
    changed = Sighting(cell, Belief.of(weights))
    return observation.with_sightings(
        changed if s.place == cell else s for s in observation.sightings
    )


def test_nothing_is_always_proposed() -> None:
    """An unchanged table is explained by no turn at all."""
    assert () in proposed(sharp(BEND))


def test_every_likely_label_is_proposed() -> None:
    """A place read as two tiles gives a lay of either, and none."""
    doubtful = believing(with_lays(FIRST), FIRST.cell, E_SW_NW=0.6, E_SW=0.35, empty=0.05)
    assert (FIRST,) in proposed(doubtful)
    assert (lay(0, 2, "blue", "E SW"),) in proposed(doubtful)
    assert () in proposed(doubtful)


def test_every_order_is_proposed_alike() -> None:
    """SECOND extends FIRST, so the other order would be a foul: the referee weighs that, not the
    game."""
    found = list(GAME.explanations(STATE, with_lays(FIRST, SECOND), HOUSE))
    both = [e for e in found if set(e.turns) == {FIRST, SECOND}]
    assert {e.turns for e in both} == {(FIRST, SECOND), (SECOND, FIRST)}
    assert len({(e.log_prior, e.log_evidence, e.acts) for e in both}) == 1
    assert all(e.acts != both[0].acts for e in found if e not in both)


def test_a_foul_is_proposed_like_any_lay() -> None:
    """Legality bends nothing."""
    assert (DEAD_END,) in proposed(with_lays(DEAD_END))


def test_a_tile_taken_away_disturbs_its_place() -> None:
    """An accepted tile that is gone is told apart from a turn."""
    gone = sharp({c: t for c, t in BEND.items() if c != Cell(3, 2)})
    gone = Observation("redline", (*gone.sightings, *_nothing_at(gone, Cell(3, 2))))
    found = [e for e in GAME.explanations(STATE, gone, HOUSE) if e.disturbed]
    assert [(e.disturbed, e.look) for e in found] == [((Cell(3, 2),), ((Cell(3, 2), EMPTY),))]


def _nothing_at(observation: Observation, cell: Cell) -> tuple[Sighting, ...]:
    seen = observation.at(cell)
    return () if seen else (Sighting(cell, Belief.of({EMPTY: 0.9995})),)


def test_a_second_tile_of_a_kind_is_less_likely_not_impossible() -> None:
    """Each pattern is there once a colour: soft evidence only, the set is derived."""
    twin = lay(-1, 0, "blue", "E SE S")
    fresh = lay(-1, 0, "blue", "E")
    prior = {e.turns: e.log_prior for e in GAME.explanations(STATE, with_lays(twin), HOUSE)}
    usual = {e.turns: e.log_prior for e in GAME.explanations(STATE, with_lays(fresh), HOUSE)}
    assert prior[twin,] == pytest.approx(usual[fresh,] - 3.0)


def test_a_tile_lying_askew_is_a_lay_with_its_angle() -> None:
    """A loose tile beside the layout becomes a lay on the nearest free cell."""
    picture = sharp(BEND)
    grid_pixel = _pixel_of(picture, 4.1, 3.05)
    askew = Loose(Belief.of({tile("yellow", "N"): 0.99}), "askew", Pose(grid_pixel, (0, 0), 44.0))
    picture = Observation("redline", picture.sightings, (askew,))
    lays = [turns[0] for turns in proposed(picture) if turns]
    assert [(found.cell, found.askew_deg) for found in lays] == [(Cell(4, 3), 44.0)]


def test_a_known_tile_nudged_askew_is_no_move() -> None:
    """Its place looks empty and the same tile lies turned upon it: nothing was played."""
    left = {c: t for c, t in BEND.items() if c != Cell(3, 2)}
    picture = sharp(left)
    loose = Belief.of({BEND[Cell(3, 2)]: 0.99})
    askew = Loose(loose, "askew", Pose(_pixel_of(picture, 3.1, 2.1), (0, 0), 30.0))
    sightings = (*picture.sightings, *_nothing_at(picture, Cell(3, 2)))
    found = GAME.explanations(STATE, Observation("redline", sightings, (askew,)), HOUSE)
    best = max(found, key=lambda e: e.log_prior + e.log_evidence)
    assert (best.turns, best.disturbed) == ((), ())


def _pixel_of(observation: Observation, col: float, row: float) -> tuple[float, float]:
    """Where a lattice point is in the simulated photo, whose pitch is 92 pixels."""
    origin = observation.at(Cell(0, 0))
    assert origin is not None
    assert origin.pose is not None
    x, y = origin.pose.pixel_xy
    return x + 92 * col, y + 92 * row


@pytest.mark.parametrize("cells", [[(0, 0), (1, 0)], [(0, 0), (1, 0), (2, 0)], list(BEND)])
def test_the_grid_finds_a_pixels_cell(cells: list) -> None:
    """Two tiles fix a similarity, more that do not stand in line an affine map."""
    places = [cell if isinstance(cell, Cell) else Cell(*cell) for cell in cells]
    picture = sharp({place: tile("blue", "N") for place in places})
    grid = fitted_grid(picture)
    assert grid is not None
    assert grid.lattice_xy(_pixel_of(picture, 2.0, 1.0)) == pytest.approx((2.0, 1.0), abs=0.01)


def test_one_tile_fixes_no_grid() -> None:
    """Neither scale nor turn can be told from one middle."""
    assert fitted_grid(sharp({Cell(0, 0): tile("blue", "N")})) is None


# When a lay is final (R25) -----------------------------------------------------------------------

CORNER = {Cell(0, 0): tile("yellow", "E S")}
LAID = {**CORNER, Cell(1, 0): tile("blue", "W S")}
MOVED = {**CORNER, Cell(0, 1): tile("blue", "N E")}


def after_moving(*said: Event, final_when: str = "turn_ended") -> Call:
    """The call on a legal tile that lies elsewhere in the next picture."""
    state = begin(GAME, ("A", "B"), GAME.rulebook.house({"final_when": final_when}))
    for number, layout in enumerate(({}, CORNER, LAID)):
        state, _ = observe(state, clear(layout), f"{number}.jpg")
    for event in said:
        state, _ = record(state, event)
    state, calls = observe(state, clear(MOVED), "3.jpg")
    return calls[0]


def test_until_the_turn_is_ended_the_tile_may_be_moved() -> None:
    """The lay is another one, and as legal as the first."""
    call = after_moving()
    assert call.kind is CallKind.LEGAL
    assert call.move == lay(0, 1, "blue", "N E")
    assert call.player == "B"


@pytest.mark.parametrize(
    ("said", "final_when"), [((TurnEnded("B"),), "turn_ended"), ((), "touched")]
)
def test_a_final_tile_that_moved_is_asked_about(said: tuple[Event, ...], final_when: str) -> None:
    """Once its player ended the turn; or, where the house says so, once it is released."""
    assert after_moving(*said, final_when=final_when).kind is CallKind.ASK
