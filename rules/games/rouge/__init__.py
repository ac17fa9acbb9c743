"""Rouge, by the French leaflet: lines of three on three turning rings; the last one in wins."""

from rules.games.rouge.game import GAME

__all__ = ["GAME"]
