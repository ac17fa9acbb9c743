"""Small learned parts, run by OpenCV: no other inference library is needed."""

from __future__ import annotations

from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.core.errors import ArbitableError


class Net:
    """An ONNX net that ships with the package. Not safe for two threads at once."""

    def __init__(self, package: str, file: str) -> None:
        data = files(package).joinpath("models", file).read_bytes()
        try:
            self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
        except cv2.error as error:
            raise ArbitableError(f"The model {file} does not load: install again.") from error

    def __call__(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """One forward pass: (N, C, H, W) float32 in, the net's output out."""
        self._net.setInput(np.ascontiguousarray(batch))
        return np.asarray(self._net.forward(), np.float32)


def planes(images: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(N, H, W, 3) uint8 BGR -> (N, 3, H, W) float32 0..1."""
    return np.ascontiguousarray(images.transpose(0, 3, 1, 2)).astype(np.float32) * np.float32(
        1 / 255
    )


def sigmoid(x: NDArray[np.floating]) -> NDArray[np.float64]:
    """Logits as probabilities."""
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), np.float64)


def softmax(logits: NDArray[np.floating]) -> NDArray[np.float64]:
    """(..., K) logits as probabilities of K exclusive classes."""
    top = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(top / top.sum(-1, keepdims=True), np.float64)
