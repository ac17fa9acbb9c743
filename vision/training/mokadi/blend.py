"""The mean of a net and what it became by learning on: `python -m vision.training.mokadi.blend
BEFORE AFTER OUT`, all ONNX files.

It keeps what the first knew of pictures that the second did not learn from, and reads both kinds
better than either (Wortsman et al., 2022).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper


def held(model: onnx.ModelProto) -> list[TensorProto]:
    """Weights and biases of all convolutions, in the order in which they are run."""
    tensors = {one.name: one for one in model.graph.initializer}
    nodes = model.graph.node
    tensors |= {n.output[0]: tensors[n.input[0]] for n in nodes if n.op_type == "Cast"}
    return [tensors[name] for n in nodes if n.op_type == "Conv" for name in n.input[1:]]


def blended(before: onnx.ModelProto, after: onnx.ModelProto) -> onnx.ModelProto:
    """The second net with the means of both nets' weights."""
    found = onnx.ModelProto()
    found.CopyFrom(after)
    for one, other in zip(held(before), held(found), strict=True):
        kept = numpy_helper.to_array(other).dtype
        both = [numpy_helper.to_array(t).astype(np.float32) for t in (one, other)]
        mean = np.mean(both, 0).astype(kept)
        other.CopyFrom(numpy_helper.from_array(mean, other.name))
    return found


def main(argv: Sequence[str]) -> None:
    """Blend two files."""
    before, after = (onnx.load(file) for file in argv[:2])
    onnx.save(blended(before, after), argv[2])


if __name__ == "__main__":
    main(sys.argv[1:])
