"""The judgement of stop signs: missing ones, wrong ones, the ones to be put up now (5.8)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.toolkit.readings import named
from rules.core.verdict import Required, Violation
from rules.games.linie1.laws.signs import belongs, due, letter_at, newly_due, overdue, signs_of
from rules.games.linie1.places import Spot
from rules.games.linie1.readings import Readings, foul
from rules.games.linie1.state import Lay, Linie1State, Signs


def lay_signs(state: Linie1State, lay: Lay, readings: Readings) -> Iterator[Violation]:
    """What is wrong with the signs that came with tiles, or did not."""
    fresh = newly_due(state, lay.tiles)
    for spot in lay.signs:
        letter = letter_at(spot)
        if letter in fresh or not belongs_at(state, spot):
            yield wrong_sign(state, spot, fresh.get(letter or ""))
    yield from overdue_signs(state, lay.signs, readings)
    if readings.sign_missing == "at_once":
        for letter, spot in fresh.items():
            if spot in lay.lacking:
                yield missing_sign(letter, spot, named("sign_missing", "at_once"))


def overdue_signs(
    state: Linie1State, put: tuple[Spot, ...], readings: Readings
) -> Iterator[Violation]:
    """Signs that an earlier turn made due and that are still not up."""
    if readings.sign_missing == "reminder":
        return
    for letter in overdue(state):
        right = belongs(state, letter)
        if not set(right) & set(put):
            yield missing_sign(letter, right[0], named("sign_missing", readings.sign_missing))


def judge_signs(state: Linie1State, turn: Signs) -> Iterator[Violation]:
    """Signs put up where they do not belong, and right ones taken off."""
    for spot in turn.put:
        if not belongs_at(state, spot):
            yield wrong_sign(state, spot, None)
    for spot in turn.removed:
        letter = letter_at(spot)
        if letter is not None and spot in belongs(state, letter):
            yield missing_sign(letter, spot)


def required_signs(state: Linie1State, lay: Lay) -> Iterator[Required]:
    """The signs to put up now: those these tiles make due, and any still missing from before."""
    for letter, spot in newly_due(state, lay.tiles).items():
        yield _put_up(letter, spot)
    for letter in due(state):
        right = belongs(state, letter)
        if not set(right) & set(lay.signs):
            yield _put_up(letter, right[0])


def _put_up(letter: str, spot: Spot) -> Required:
    return Required.of("stop-sign", spot, letter=letter, row=spot.row, col=spot.col)


def belongs_at(state: Linie1State, spot: Spot) -> bool:
    """Whether a location's sign is still to be put up and belongs here."""
    letter = letter_at(spot)
    if letter is None or signs_of(state.signs, letter):
        return False
    return spot in belongs(state, letter)


def missing_sign(letter: str, spot: Spot, reading: str | None = None) -> Violation:
    """A location's stop sign is not where it belongs."""
    return foul("stop-sign-missing", spot, reading=reading, letter=letter, cell=spot)


def wrong_sign(state: Linie1State, spot: Spot, right: Spot | None) -> Violation:
    """Why a sign does not belong here: no location beside it, its sign stands already, or another
    tile was there first (`right`, where these very tiles made it due)."""
    letter = letter_at(spot)
    if letter is None:
        return foul("stop-sign-wrong", spot, cell=spot)
    others = tuple(other for other in signs_of(state.signs, letter) if other != spot)
    if others:
        return second_sign(spot, others[0], letter)
    first = right or next(iter(belongs(state, letter)), None)
    if first is None:
        return foul("stop-sign-wrong", spot, cell=spot, letter=letter, case="early")
    return foul("stop-sign-wrong", spot, first, cell=spot, other=first, letter=letter, case="later")


def second_sign(spot: Spot, other: Spot, letter: str) -> Violation:
    """A location has a sign already: one is all it gets."""
    return foul(
        "stop-sign-wrong", spot, other, cell=spot, other=other, letter=letter, case="second"
    )
