"""What may have happened on the table since a known position, legal or not.

A pad was laid, a stick was laid (and may have pushed others), a stick was removed, sticks fell,
nothing. Who lifted what a picture does not show, so a stick that is gone may have been removed or
may have fallen, and the fall may be that of the last player or of the next (M12).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.core.game import Explanation
from rules.core.observation import EMPTY
from rules.core.rulebook import House
from rules.games.mokadi.explaining.gone import with_gone
from rules.games.mokadi.explaining.lays import all_lays, prior_of
from rules.games.mokadi.explaining.limits import LIMITS
from rules.games.mokadi.explaining.scene import Scene, look_of, scene_of
from rules.games.mokadi.laws.ending import outcome
from rules.games.mokadi.moves import Lay, LayPad, LayStick, Turn
from rules.games.mokadi.pieces import Kind, Label, Spot
from rules.games.mokadi.registering import MokadiObservation
from rules.games.mokadi.state import MokadiState


def proposals(
    state: MokadiState, observation: MokadiObservation, house: House
) -> Iterator[Explanation[Turn]]:
    """Every explanation worth weighing, simple ones first. Once the game is over the table is
    cleared, which is nobody's turn (M20)."""
    if outcome(state, house) is not None:
        yield Explanation((), look=look_of(*observation.sightings))
        return
    scene = scene_of(state, observation)
    for one in _of_scene(scene, house):
        yield replace(one, look=(*one.look, *look_of(*scene.left)))


def _of_scene(scene: Scene, house: House) -> Iterator[Explanation[Turn]]:
    off = LIMITS.pushed_off * len(scene.slid)
    yield Explanation((), prior_of(scene, ()) + off)
    for spot in scene.lost_pads:
        yield Explanation((), LIMITS.disturbed, ((spot, EMPTY),), 0.0, (spot,))
    if scene.recoloured:
        yield _misread(scene)
    for lays, prior in all_lays(scene, house):
        if lays:
            yield Explanation(tuple(lays), prior + off)
        yield from with_gone(scene, lays, prior + off, house)
    if scene.slid:
        fallen = scene.as_fallen
        for lays, prior in all_lays(fallen, house):
            yield from with_gone(fallen, lays, prior, house)


def _misread(scene: Scene) -> Explanation[Turn]:
    """Nothing was done, sticks only look otherwise: worth a question, never a call."""
    labels = {s.place: s.belief.best for s in scene.new}
    look = tuple(
        one for known, now in scene.recoloured for one in ((known, EMPTY), (now, labels[now]))
    )
    known = tuple(known for known, _ in scene.recoloured)
    return Explanation((), LIMITS.misread * len(known), look, 0.0, known)


def reread(turn: Turn, place: Spot, label: Label) -> Turn | None:
    """The same lay with another colour read at the place it filled."""
    laid = isinstance(turn, LayPad if place.kind is Kind.PAD else LayStick)
    if isinstance(turn, Lay) and laid and turn.number == place.number:
        return replace(turn, colour=label.colour)
    return None
