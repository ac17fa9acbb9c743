"""Keep an ONNX net's weights as half floats: half the file, the same answers to three digits."""

from __future__ import annotations

import numpy as np
from onnx import ModelProto, TensorProto, helper, numpy_helper

#: Smaller tensors (biases, sizes) stay as they are.
_LARGE = 256


def halve(model: ModelProto) -> None:
    """Change the weights of a net in place; it casts them back when it is loaded."""
    graph, casts = model.graph, []
    for tensor in list(graph.initializer):
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size <= _LARGE:
            continue
        kept = f"{tensor.name}_half"
        graph.initializer.remove(tensor)
        graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), kept))
        casts.append(helper.make_node("Cast", [kept], [tensor.name], to=TensorProto.FLOAT))
    for k, node in enumerate(casts):
        graph.node.insert(k, node)
