"""Keep an ONNX net's weights as bytes: a quarter of the file, nearly the same answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from vision.nn.arrays import Float

#: Steps of a weight either way, of the largest one of its channel: all that a byte holds.
_STEPS = 127


def narrow(file: Path) -> None:
    """Rewrite an exported net in place: every convolution runs on whole numbers, -127..127, and a
    factor for each of its channels makes them weights again. OpenCV folds the factors into the
    convolution when the net is loaded, so it runs no slower."""
    model = onnx.load(str(file))
    graph = model.graph
    for node in [one for one in graph.node if one.op_type == "Conv"]:
        _narrow(graph, node)
    _forget_unused(graph)
    onnx.checker.check_model(model)
    onnx.save(model, str(file))


def value_of(graph: Any, name: str) -> Float:
    """A constant of a graph as floats, also one that is cast when the net is loaded."""
    cast = {n.output[0]: n.input[0] for n in graph.node if n.op_type == "Cast"}
    held = {one.name: one for one in graph.initializer}
    return np.asarray(numpy_helper.to_array(held[cast.get(name, name)]), np.float64)


def _narrow(graph: Any, node: Any) -> None:
    """One convolution in whole numbers, then its factors, then its bias."""
    weight = value_of(graph, node.input[1])
    bias = value_of(graph, node.input[2]) if len(node.input) > 2 else None
    factor = np.maximum(np.abs(weight).max((1, 2, 3)), 1e-9) / _STEPS
    whole = np.round(weight / factor[:, None, None, None]).astype(np.int8)
    out = node.output[0]
    kept, cast = f"{out}_whole", f"{out}_weight"
    graph.initializer.append(numpy_helper.from_array(whole, kept))
    node.input[1], node.output[0] = cast, f"{out}_of_whole"
    del node.input[2:]
    at = list(graph.node).index(node)
    behind = [_by_channel(graph, "Mul", node.output[0], factor, out if bias is None else f"{out}_")]
    if bias is not None:
        behind.append(_by_channel(graph, "Add", f"{out}_", bias, out))
    for one in reversed(behind):
        graph.node.insert(at + 1, one)
    graph.node.insert(at, helper.make_node("Cast", [kept], [cast], to=TensorProto.FLOAT))


def _by_channel(graph: Any, what: str, before: str, values: Float, after: str) -> Any:
    """A node that adds a number to every channel, or multiplies it with one."""
    name = f"{after}_{what.lower()}"
    shaped = values.astype(np.float32).reshape(1, -1, 1, 1)
    graph.initializer.append(numpy_helper.from_array(shaped, name))
    return helper.make_node(what, [before, name], [after])


def _forget_unused(graph: Any) -> None:
    """Leave out constants that nothing asks for any more."""
    asked = {name for node in graph.node for name in node.input}
    for node in [n for n in graph.node if n.op_type == "Cast" and n.output[0] not in asked]:
        graph.node.remove(node)
    asked = {name for node in graph.node for name in node.input}
    for one in [t for t in graph.initializer if t.name not in asked]:
        graph.initializer.remove(one)
