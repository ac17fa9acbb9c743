"""The live table: watching, fusing what several frames say, still moments of a film."""

from vision.gate.why import Why
from vision.live.look import Clear, Look, Lost, Waiting
from vision.live.watcher import Watcher

__all__ = ["Clear", "Look", "Lost", "Waiting", "Watcher", "Why"]
