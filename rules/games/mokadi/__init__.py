"""Mokadi, by Philippe Proux (Ludarden)."""

from rules.games.mokadi.game import GAME

__all__ = ["GAME"]
