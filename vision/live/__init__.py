"""The live table: watching, fusing what several frames say, still moments of a film."""

from vision.live.look import Clear, Look, Lost, Waiting, Why
from vision.live.watcher import Watcher

__all__ = ["Clear", "Look", "Lost", "Waiting", "Watcher", "Why"]
