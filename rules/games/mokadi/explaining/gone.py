"""Sticks that are gone: somebody removed them, or they fell, and by whose fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice, permutations

from rules.core.game import Explanation
from rules.core.rulebook import House
from rules.games.mokadi.explaining.limits import LIMITS
from rules.games.mokadi.explaining.scene import Look, Scene, colours_of, colours_seen
from rules.games.mokadi.geometry import Ends
from rules.games.mokadi.laws.apply import force
from rules.games.mokadi.laws.order import may_remove
from rules.games.mokadi.moves import Fall, Fallen, Lay, LayStick, Remove, Turn
from rules.games.mokadi.pieces import Kind
from rules.games.mokadi.state import MokadiState, Phase


def with_gone(
    scene: Scene, lays: list[Lay], prior: float, house: House
) -> Iterator[Explanation[Turn]]:
    """Sticks that are gone were removed, or fell: before the lays or after them. Those that lie
    beside where they lay fell, by themselves or as others were removed."""
    down = (*scene.gone, *scene.fell)
    if not down:
        return
    look, alike = scene.on_table, _alike(scene, lays)
    likely = prior + (LIMITS.fall if look else LIMITS.fall_unseen)
    grown = reduce(lambda state, lay: force(state, lay, house), lays, scene.state)
    first = grown.last if lays else grown.mover
    for fall in _falls(grown, down, scene.lying):
        other = LIMITS.fall_of_other if first is not None and fall.player != first else 0.0
        yield Explanation((*lays, fall), likely + other, look)
        if alike:  # which are no ghosts then
            below = prior + LIMITS.fall_below - LIMITS.left_out_stick * len(alike)
            yield Explanation((*lays, fall), below + other, (*look, *alike))
    if lays:
        for fall in _falls(scene.state, down, scene.lying):
            yield Explanation((fall, *lays), likely + LIMITS.more_lays, look)
    else:
        taking = _removal_prior(scene.state)
        if not look:
            ghosts = LIMITS.left_out_alike if alike else 0.0
            yield from _removals(scene, prior + ghosts + taking)
        yield from _removed_and_fallen(scene, likely + taking, house)


def _removed_and_fallen(scene: Scene, prior: float, house: House) -> Iterator[Explanation[Turn]]:
    """One of the sticks that are gone was removed; the others fell in that turn, or before the next
    player touched anything. They lie on the table, or somebody picked them up before the picture
    (M12, M17)."""
    for number in islice(
        (n for n in scene.gone if _may_be_removed(scene, n)), LIMITS.removed_as_fell
    ):
        taken = Remove((number,), shifts=scene.shifts)
        after = force(scene.state, taken, house)
        fallen = (*(n for n in scene.gone if n != number), *scene.fell)
        for fall in _falls(after, fallen, scene.lying) if fallen else ():
            other = LIMITS.fall_of_other if fall.player != after.last else 0.0
            yield Explanation((taken, fall), prior + other, scene.on_table)


def _may_be_removed(scene: Scene, number: int) -> bool:
    """Whether what lies on the table may be the other sticks that are gone, by its colours."""
    others = Counter(
        stick.colour for n in scene.gone if n != number and (stick := scene.state.stick(n))
    )
    seen = [one for one in map(colours_seen, scene.fallen) if len(one) == 1]
    lies = Counter(colour for one in seen for colour in one)
    return len(scene.fallen) < len(scene.gone) and lies <= others


def _alike(scene: Scene, lays: Sequence[Lay]) -> Look:
    """The new sticks that are none of the lays but may be ones that are gone."""
    laid = {lay.number for lay in lays if isinstance(lay, LayStick)}
    colours = colours_of(scene.state, scene.gone)
    left = (s for s in scene.new if s.place.kind is Kind.STICK and s.place.number not in laid)
    return tuple((s.place, s.belief.best) for s in left if colours & colours_seen(s))


def _removals(scene: Scene, prior: float) -> Iterator[Explanation[Turn]]:
    """The sticks that are gone were all taken in one turn, which is a foul where they are several,
    or one a turn in any order, where a picture was missed."""
    yield Explanation((Remove(scene.gone, shifts=scene.shifts),), prior)
    if 1 < len(scene.gone) <= LIMITS.removed_apart:
        missed = prior + LIMITS.more_lays * (len(scene.gone) - 1)
        for first, *others in permutations(scene.gone):
            taken = Remove((first,), shifts=scene.shifts)
            yield Explanation((taken, *(Remove((number,)) for number in others)), missed)


def _removal_prior(state: MokadiState) -> float:
    if not _may_be_over(state):
        return LIMITS.early_removal
    return LIMITS.removing if state.phase is Phase.REMOVING else LIMITS.removal


def _may_be_over(state: MokadiState) -> bool:
    """Whether building may have come to its end: what nobody knows to be held lies on the table."""
    laid = len(state.sticks) >= LIMITS.all_laid
    return may_remove(state) and (laid or state.phase is not Phase.BUILDING)


def _falls(state: MokadiState, gone: Sequence[int], lying: tuple[Ends, ...]) -> Iterator[Fall]:
    """The fall of these sticks, by each player whose it may have been (M12)."""
    fallen = tuple(map(Fallen, gone))
    near = tuple(dict.fromkeys((state.last, state.mover)))
    suspects = [player for player in near if player in state.playing]
    if None in near:
        suspects = list(state.playing)
    yield from (Fall(fallen, player=player, lying=lying) for player in suspects)
    if not suspects:
        yield Fall(fallen, lying=lying)
