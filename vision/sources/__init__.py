"""Where pictures of the table come from: cameras, films, folders, streams, phones."""

from vision.sources.cameras import Camera, list_cameras
from vision.sources.frame import Clock, Ended, Frame, Silent, Source, SourceError
from vision.sources.opening import open_source
from vision.sources.pushed import PushedSource

__all__ = [
    "Camera",
    "Clock",
    "Ended",
    "Frame",
    "PushedSource",
    "Silent",
    "Source",
    "SourceError",
    "list_cameras",
    "open_source",
]
