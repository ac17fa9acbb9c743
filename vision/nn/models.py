"""The nets that ship with the package: listed in `vision/models.toml`, run by OpenCV."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

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


class Net:
    """A net from the bytes of an ONNX file. Not safe for two threads at once."""

    def __init__(self, data: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))

    def __call__(self, batch: Tensor) -> Tensor:
        """Return the net's output for a batch (N, C, H, W)."""
        self._net.setInput(np.ascontiguousarray(batch))
        return np.asarray(self._net.forward(), np.float32)


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
