"""The nets that ship with the package: listed in `vision/models.toml`, run by OpenCV."""

from __future__ import annotations

import ctypes
import sys
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from weakref import WeakSet

import cv2
import numpy as np

from rules.core.errors import ArbitableError
from vision.nn.arrays import Tensor


@dataclass(frozen=True)
class Model:
    """A net of the manifest: its `file` below `vision/`, its length in bytes and its SHA-256."""

    name: str
    file: str
    length: int
    sha256: str

    def data(self) -> bytes:
        """The ONNX file. Raises ArbitableError where it is missing or cut short."""
        try:
            data = files("vision").joinpath(self.file).read_bytes()
        except OSError:
            data = b""
        if len(data) != self.length:
            raise ArbitableError(f"The model {self.name} does not load: install again.")
        return data


#: Pixels of a batch, all pictures together, up to which OpenCV may keep its scratch for the next
#: one: it never gives any back by itself, and one look of 1792 x 1792 leaves 190 MB. What the first
#: looks need lies below; reading a net anew takes 3 to 25 ms, a look this large 500 and more.
_LASTING_PX = 500_000


class Net:
    """A net from the bytes of an ONNX file. Not safe for two threads at once."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._net: cv2.dnn.Net | None = _read(data)
        _ALL.add(self)

    def __call__(self, batch: Tensor) -> Tensor:
        """Return the net's output for a batch (N, C, H, W)."""
        net = self._net if self._net is not None else _read(self._data)
        net.setInput(np.ascontiguousarray(batch))
        out = np.array(net.forward(), np.float32)
        small = batch.shape[0] * batch.shape[2] * batch.shape[3] <= _LASTING_PX
        self._net = net if small else None
        return out

    def let_go(self) -> None:
        """Frees the scratch; the next batch reads the net anew. From any thread."""
        self._net = None


#: Every net in use.
_ALL: WeakSet[Net] = WeakSet()


def make_room() -> None:
    """Frees what all nets keep from one picture to the next, some 40 to 80 MB a game."""
    for net in tuple(_ALL):
        net.let_go()
    if sys.platform == "linux":  # glibc keeps what was freed, 70 MB after hundreds of pictures
        with suppress(OSError, AttributeError):  # another C library knows no such call
            ctypes.CDLL(None).malloc_trim(0)


def _read(data: bytes) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))


@cache
def manifest() -> Mapping[str, Model]:
    """The models by name, such as `redline/finder`."""
    text = files("vision").joinpath("models.toml").read_text("utf-8")
    listed = tomllib.loads(text)
    return MappingProxyType(
        {
            name: Model(name, entry["file"], entry["bytes"], entry["sha256"])
            for name, entry in listed.items()
        }
    )


def load_net(name: str) -> Net:
    """Return a net of the manifest. Raises ArbitableError where OpenCV cannot load it."""
    data = manifest()[name].data()
    try:
        return Net(data)
    except cv2.error as error:
        raise ArbitableError(f"The model {name} does not load: install again.") from error
