"""Keep an ONNX net's weights as half floats: half the file, the same answers to three digits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

#: Smaller tensors (biases, sizes) stay as they are.
_LARGE = 256


def halve(file: Path) -> None:
    """Rewrite the file in place; the net casts its weights back when it is loaded."""
    model = onnx.load(str(file))
    casts = []
    for tensor in list(model.graph.initializer):
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size <= _LARGE:
            continue
        kept = f"{tensor.name}_half"
        model.graph.initializer.remove(tensor)
        half = numpy_helper.from_array(values.astype(np.float16), kept)
        model.graph.initializer.append(half)
        casts.append(helper.make_node("Cast", [kept], [tensor.name], to=TensorProto.FLOAT))
    for k, node in enumerate(casts):
        model.graph.node.insert(k, node)
    onnx.checker.check_model(model)
    onnx.save(model, str(file))
