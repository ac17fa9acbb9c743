"""Keep an ONNX net's weights as half floats: half the file, the same answers to three digits; or as
bytes: a quarter of the file, nearly the same answers. They are cast back when a net is loaded."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from vision.nn.arrays import Float

#: Steps of a weight either way, of the largest one of its channel: all that a byte holds.
_STEPS = 127


#: Tensors that are smaller (biases, sizes) stay as they are.
_LARGE = 256


def halve(model: onnx.ModelProto) -> None:
    """Change the weights of an exported net to half floats, in place."""
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


def narrow(file: Path) -> None:
    """Rewrite an exported net in place: the weights of every convolution are whole numbers,
    -127..127, times a factor for each of its channels. The product is a constant, which OpenCV
    works out when the net is loaded; factors behind the convolution it would run every time."""
    model = onnx.load(str(file))
    graph = model.graph
    for node in [one for one in graph.node if one.op_type == "Conv"]:
        _narrow(graph, node)
    _forget_unused(graph)
    onnx.checker.check_model(model)
    onnx.save(model, str(file))


def value_of(graph: onnx.GraphProto, name: str) -> Float:
    """A constant of a graph as floats, also one that is worked out when the net is loaded."""
    made = next((one for one in graph.node if name in one.output), None)
    if made is None:
        held = next(one for one in graph.initializer if one.name == name)
        return np.asarray(numpy_helper.to_array(held), np.float64)
    values = [value_of(graph, one) for one in made.input]
    return values[0] * values[1] if made.op_type == "Mul" else values[0]


def _narrow(graph: onnx.GraphProto, node: onnx.NodeProto) -> None:
    """One convolution with weights in whole numbers times factors."""
    weight = value_of(graph, node.input[1])
    factor = np.maximum(np.abs(weight).max((1, 2, 3), keepdims=True), 1e-9) / _STEPS
    whole, cast, factors, scaled = (
        f"{node.output[0]}_{name}" for name in ("whole", "cast", "factors", "weight")
    )
    steps = np.round(weight / factor).astype(np.int8)
    graph.initializer.append(numpy_helper.from_array(steps, whole))
    graph.initializer.append(numpy_helper.from_array(factor.astype(np.float32), factors))
    at = list(graph.node).index(node)
    graph.node.insert(at, helper.make_node("Mul", [cast, factors], [scaled]))
    graph.node.insert(at, helper.make_node("Cast", [whole], [cast], to=TensorProto.FLOAT))
    node.input[1] = scaled


def _forget_unused(graph: onnx.GraphProto) -> None:
    """Leave out constants that nothing asks for any more."""
    asked = {name for node in graph.node for name in node.input}
    for node in [n for n in graph.node if n.op_type == "Cast" and n.output[0] not in asked]:
        graph.node.remove(node)
    asked = {name for node in graph.node for name in node.input}
    for one in [t for t in graph.initializer if t.name not in asked]:
        graph.initializer.remove(one)
