"""Linie 1, also called Streetcar, by Stefan Dorra (Goldsieber and Mayfair, 1995)."""

from rules.games.linie1.game import GAME

__all__ = ["GAME"]
