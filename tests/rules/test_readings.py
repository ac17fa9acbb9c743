"""A game's readings are the house rules of its rulebook, no more and no fewer."""

from __future__ import annotations

from dataclasses import fields
from importlib import import_module

import pytest

from rules.core.discovery import discover

GAMES = discover()


@pytest.mark.parametrize("name", GAMES)
def test_readings_are_the_house_rules_with_their_defaults(name: str) -> None:
    """A reading that no rulebook lists could never be chosen, and nobody would hear of it."""
    readings = import_module(f"rules.games.{name}.readings").Readings
    listed = {option.name: option.default for option in GAMES[name].rulebook.options}
    assert {field.name: field.default for field in fields(readings)} == listed
