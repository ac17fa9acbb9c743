"""A Mokadi game turn by turn: pads and sticks are laid, or taken, some of them against the rules.

World frame and unit of `tests.render.mokadi_pile`. Every turn but the first differs from the table
before it by one piece; a foul is taken back before the next turn, as one more picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from tests.render.mokadi_photo import MokadiPhoto, render, truth_json
from tests.render.mokadi_pile import (
    LaidPad,
    LaidStick,
    Pile,
    Sizes,
    crossing,
    laid_stick,
    random_sizes,
)
from tests.render.seeds import stream

#: Pads that lie at the beginning.
_FIRST = 3
#: Tries for one piece before the turn is left out.
TRIES = 4000
#: Distances of pads, stick lengths: of those that may lie so, and of one that lies too far off.
_NEAR, _FAR = (0.56, 0.93), (1.25, 1.45)
#: How far from the border of colour and wood a legal contact lies at least, stick lengths.
_BORDER = 0.03
#: How far beyond a stick's middle its rests lie at least, stick lengths.
_STEADY = 0.06
#: How far off a stick that falls comes to rest, stick lengths either way.
_SLID = 0.6
#: How far a push moves a stick, stick lengths (spread).
_PUSH = 0.015


@dataclass(frozen=True)
class Rules:
    """How a game is drawn: pads in all, sticks laid, sticks taken (a game is met while it grows or
    while it shrinks, not both), the share of turns that break a rule, and of turns that push what
    lies; sticks that lie at the beginning."""

    pads: int
    lays: int = 0
    takes: int = 0
    fouls: float = 0.2
    pushes: float = 0.0
    opening: int = 2


@dataclass(frozen=True)
class Turn:
    """The table after a turn. `sticks` by number, in the order in which they were laid; `move` is
    `pad`, `stick`, `remove`, `take-back`, `fall` or `pick-up`, None at the beginning; `piece` its
    number; `why` the codes of the rules it breaks; `fallen` the sticks that lie on the table."""

    pads: tuple[LaidPad, ...]
    sticks: Mapping[int, LaidStick]
    move: str | None = None
    piece: int | None = None
    why: tuple[str, ...] = ()
    fallen: tuple[int, ...] = ()


@dataclass(frozen=True)
class Game:
    """A box and the turns played with it."""

    sizes: Sizes
    turns: tuple[Turn, ...]

    def pile(self, index: int) -> Pile:
        """What stands after a turn. Supports and crossings keep the numbers of the game."""
        turn = self.turns[index]
        return Pile(self.sizes, turn.pads, tuple(turn.sticks.values()))

    def whole(self) -> Pile:
        """Everything that is ever laid, for a camera that shall see all of it."""
        pads = {pad.xy: pad for turn in self.turns for pad in turn.pads}
        sticks = {id(s): s for turn in self.turns for s in turn.sticks.values()}
        return Pile(self.sizes, tuple(pads.values()), tuple(sticks.values()))


def random_game(rng: np.random.Generator, rules: Rules) -> Game:
    """A game that is met when some sticks lie: they tell how long a stick is."""
    sizes, lawful = random_sizes(rng), replace(rules, fouls=0.0, pushes=0.0)
    table = Turn((LaidPad((0.0, 0.0), 0),), {})
    first = rules.pads if rules.takes else _FIRST
    for step in (*[pad_turn] * (first - 1), *[stick_turn] * rules.opening):
        table = [table, *step(rng, sizes, table, lawful)][-1]
    turns = [Turn(table.pads, table.sticks)]
    for step in _steps(rules):
        turns += step(rng, sizes, turns[-1], rules)
    return Game(sizes, tuple(turns))


_Step = Callable[[np.random.Generator, Sizes, Turn, Rules], list[Turn]]


def _steps(rules: Rules) -> Iterator[_Step]:
    """The turns in order, each a function of the table before it."""
    for k in range(rules.lays):
        yield stick_turn
        if k % 2 and k // 2 < rules.pads - _FIRST:
            yield pad_turn
    colour: list[int] = []
    yield from (partial(take_turn, colour) for _ in range(rules.takes))


def _played(turn: Turn, before: Turn) -> list[Turn]:
    """A turn, and a foul's being taken back."""
    if not turn.why:
        return [turn]
    return [turn, Turn(before.pads, before.sticks, "take-back", turn.piece)]


def pad_turn(rng: np.random.Generator, sizes: Sizes, before: Turn, rules: Rules) -> list[Turn]:
    """A pad laid, right or too far off, then taken back; nothing where there is no room."""
    if rng.random() < rules.fouls:
        foul = replace(_with_pad(rng, before, _FAR), why=("pad-distance",))
        return _played(foul, before)
    return [_with_pad(rng, before, _NEAR)]


def _with_pad(rng: np.random.Generator, before: Turn, apart: tuple[float, float]) -> Turn:
    """The table with a pad whose two nearest lie so far off, clear of the sticks."""
    places = np.array([p.xy for p in before.pads])
    for _ in range(TRIES):
        angle, step = rng.uniform(0, 2 * np.pi), rng.uniform(*apart)
        spot = places[int(rng.integers(len(places)))] + step * np.array(
            [np.cos(angle), np.sin(angle)]
        )
        gaps = np.sort(np.hypot(*(places - spot).T))
        fits = gaps[0] >= apart[0] and (gaps[:2] <= _NEAR[1]).all() == (apart is _NEAR)
        if fits and all(_clear(spot, s) for s in before.sticks.values()):
            pad = LaidPad((float(spot[0]), float(spot[1])), len(places) % 2)
            return Turn((*before.pads, pad), before.sticks, "pad", len(places))
    return before


def _clear(spot: np.ndarray, stick: LaidStick) -> bool:
    """Whether a pad put there would not touch a stick."""
    return _apart(spot, stick) > 0.22


def _apart(spot: np.ndarray, stick: LaidStick) -> float:
    """How far a place lies from a stick, seen from above, stick lengths."""
    along = (stick.ends[1] - stick.ends[0])[:2]
    t = float(np.clip((spot - stick.ends[0, :2]) @ along / (along @ along), 0, 1))
    return float(np.hypot(*(stick.ends[0, :2] + t * along - spot)))


def stick_turn(rng: np.random.Generator, sizes: Sizes, before: Turn, rules: Rules) -> list[Turn]:
    """A stick laid, right or on the wrong colour, then taken back; nothing where none can lie."""
    foul = bool(rng.random() < rules.fouls)
    number = 1 + max(before.sticks, default=-1)
    numbers, lying = list(before.sticks), list(before.sticks.values())
    for _ in range(TRIES):
        stick = laid_stick(rng, before.pads, lying, sizes, not foul)
        if stick is None or not _balanced(stick, before.pads, lying):
            continue
        why = _faults(stick, before.pads, lying, sizes)
        if why is None or bool(why) != foul:
            continue
        stick = replace(
            stick,
            on=tuple((kind, k if kind == "pad" else numbers[k]) for kind, k in stick.on),
            over=tuple(numbers[k] for k in stick.over),
        )
        pushed = _pushed(rng, before.sticks) if rng.random() < rules.pushes else before.sticks
        turn = Turn(before.pads, {**pushed, number: stick}, "stick", number, why)
        return _played(turn, before)
    return []


def _balanced(stick: LaidStick, pads: tuple[LaidPad, ...], lying: Sequence[LaidStick]) -> bool:
    """Whether its middle lies between the two things that it rests on: it would tip over else."""
    along = (stick.ends[1] - stick.ends[0])[:2]
    shares = []
    for kind, k in stick.on:
        if kind == "pad":
            shares.append(float((pads[k].xy - stick.ends[0, :2]) @ along / (along @ along)))
        else:
            at = crossing(stick.ends, lying[k].ends)
            shares.append(np.nan if at is None else at[0])
    return min(shares) < 0.5 - _STEADY and max(shares) > 0.5 + _STEADY


def _faults(
    stick: LaidStick, pads: tuple[LaidPad, ...], lying: list[LaidStick], sizes: Sizes
) -> tuple[str, ...] | None:
    """The codes that a stick's rest breaks; None where it is too near a border to be told."""
    wrong = False
    for kind, k in stick.on:
        colour = pads[k].colour if kind == "pad" else lying[k].colour
        at = None if kind == "pad" else crossing(stick.ends, lying[k].ends)
        inner = 0.0 if at is None else min(at[1], 1 - at[1])
        if abs(inner - sizes.band) < _BORDER:
            return None
        wrong |= colour == stick.colour or inner > sizes.band
    return ("wrong-colour",) if wrong else ()


def _pushed(rng: np.random.Generator, sticks: Mapping[int, LaidStick]) -> Mapping[int, LaidStick]:
    """The sticks after those that bear nothing slid a little."""
    bearing = {k for s in sticks.values() for kind, k in s.on if kind == "stick"}
    return {
        k: s if k in bearing else replace(s, ends=s.ends + np.append(rng.normal(0, _PUSH, 2), 0.0))
        for k, s in sticks.items()
    }


def take_turn(
    colour: list[int], rng: np.random.Generator, sizes: Sizes, before: Turn, rules: Rules
) -> list[Turn]:
    """A stick on which nothing lies is taken; colours alternate (M17). `colour` of those taken."""
    lying = before.sticks
    free = bare_sticks(lying)
    last = colour[-1] if colour else None
    due = [k for k in free if last is None or lying[k].colour != last]
    undue = [k for k in free if last is not None and lying[k].colour == last]
    others = any(s.colour != last for s in lying.values())
    foul = bool(undue and others and rng.random() < rules.fouls)
    choice = undue if foul else due or (undue if not others else [])
    if not choice:
        return []
    number = choice[int(rng.integers(len(choice)))]
    why = ("removed-wrong-colour",) if foul else ()
    if not foul:
        colour.append(lying[number].colour)
    left = {k: s for k, s in lying.items() if k != number}
    return _played(Turn(before.pads, left, "remove", number, why), before)


def bare_sticks(sticks: Mapping[int, LaidStick]) -> list[int]:
    """The sticks on which no other lies, by number."""
    covered = {k for s in sticks.values() for k in s.over}
    return [k for k in sticks if k not in covered]


def fall_turn(rng: np.random.Generator, sizes: Sizes, before: Turn, count: int) -> Turn | None:
    """So many sticks on which nothing lies slide off and come to rest on the table, clear of the
    pads; None where none finds room. They come first: whatever stands passes over them."""
    free = bare_sticks(before.sticks)
    chosen = [int(k) for k in rng.permutation(free)[:count]]
    lying = {k: _slid(rng, sizes, before, before.sticks[k]) for k in chosen}
    found = {k: stick for k, stick in lying.items() if stick is not None}
    if not found:
        return None
    sticks = found | {k: s for k, s in before.sticks.items() if k not in found}
    return Turn(before.pads, sticks, "fall", fallen=tuple(found))


def _slid(
    rng: np.random.Generator, sizes: Sizes, before: Turn, stick: LaidStick
) -> LaidStick | None:
    """The stick on the table, not far from where it lay."""
    middle, near = stick.ends.mean(0)[:2], sizes.pad_radius + sizes.thick
    for _ in range(TRIES):
        angle, spot = rng.uniform(0, np.pi), middle + rng.uniform(-_SLID, _SLID, 2)
        along = np.array([np.cos(angle), np.sin(angle)]) / 2
        ends = np.zeros((2, 3))
        ends[:, :2] = spot - along, spot + along
        lies = replace(stick, ends=ends, on=(), over=())
        if all(_apart(np.array(pad.xy), lies) >= near for pad in before.pads):
            return lies
    return None


def photograph(
    game: Game, index: int, seed: int, size_wh: tuple[int, int] = (1280, 960), shake: float = 0.0
) -> MokadiPhoto:
    """The table after a turn, of one room and camera for every turn of a seed. `shake`: how far a
    hand that holds the camera turns and tilts it between two, degrees (spread)."""
    turned, tilted, near = stream(seed, "mokadi-held", index).normal(0, shake, 3)
    held = (float(turned), float(tilted), float(near) / 100)
    return render(game.pile(index), seed=seed, size_wh=size_wh, framed=game.whole(), held=held)


def game_truth(game: Game, index: int, photo: MokadiPhoto) -> dict[str, object]:
    """`truth_json` under the numbers of the game, with the turn that led there."""
    turn, truth = game.turns[index], truth_json(photo)
    sticks = [
        {
            "id": number,
            "colour": photo.names[stick.colour],
            "on": [list(one) for one in stick.on],
            "over": [k for k in stick.over if k in turn.sticks],
            "px": xy.round(1).tolist(),
        }
        for (number, stick), xy in zip(turn.sticks.items(), photo.sticks_xy, strict=True)
    ]
    told = {"move": turn.move, "piece": turn.piece, "why": list(turn.why)}
    return {**truth, "sticks": sticks, "step": index, **told, "legal": not turn.why}
