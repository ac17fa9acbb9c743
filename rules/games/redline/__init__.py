"""Redline, by Jonathan Schouten and Paul Velleman (Cobrain, 1988)."""

from rules.games.redline.game import GAME

__all__ = ["GAME"]
