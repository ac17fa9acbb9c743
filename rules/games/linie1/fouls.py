"""Violations and remarks, made the same way everywhere: the rule comes from the rulebook."""

from __future__ import annotations

from rules.core.rulebook import Rulebook, load
from rules.core.verdict import Param, Remark, Required, Violation
from rules.games.linie1.places import Spot

#: Texts and house rules, from rulebook.toml.
RULEBOOK: Rulebook = load(__package__)

_RULES = {code.code: code.rule for code in RULEBOOK.codes}


def foul(
    code: str, places: tuple[Spot, ...], reading: str | None = None, /, **params: Param
) -> Violation:
    """A violation of a code; `case` among the params picks another wording."""
    return Violation(code, _RULES[code], places, tuple(params.items()), reading)


def remark(code: str, /, **params: Param) -> Remark:
    """A remark with its facts."""
    return Remark(code, tuple(params.items()))


def required_sign(letter: str, spot: Spot) -> Required:
    """A stop sign to be put up, as the contract writes it."""
    params: tuple[tuple[str, Param], ...] = (
        ("letter", letter),
        ("row", spot.row),
        ("col", spot.col),
    )
    return Required("stop-sign", (spot,), params)


def required_stop(line: int, spot: Spot) -> Required:
    """A stop sign ahead where a tram must halt, as the contract writes it."""
    params: tuple[tuple[str, Param], ...] = (
        ("line", line),
        ("row", spot.row),
        ("col", spot.col),
    )
    return Required("must-stop", (spot,), params)


def required_letters(line: int, missing: tuple[str, ...]) -> tuple[Required, ...]:
    """The stops a route still lacks, as the contract writes them; nothing where none is known."""
    if not missing:
        return ()
    letters: tuple[tuple[str, Param], ...] = (("line", line), ("letters", missing))
    return (Required("missing-stops", (), letters),)
