"""The mean of two trainings of a net that began alike:
`python -m vision.training mean OUT.onnx FIRST.onnx SECOND.onnx SHARE`.

It errs less than either alone (Wortsman et al., 2022, model soups): the later one has learnt more,
the earlier one forgotten less. Exported nets are averaged, whose norms are folded into their
layers, so that nothing has to be measured anew.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx
from onnx import numpy_helper


def mean(first: onnx.ModelProto, second: onnx.ModelProto, share: float) -> onnx.ModelProto:
    """The net between two of the same layers, with so large a share (0..1) of the second."""
    made = onnx.ModelProto()
    made.CopyFrom(second)
    others = {one.name: one for one in first.graph.initializer}
    for one in made.graph.initializer:
        ours, theirs = numpy_helper.to_array(one), numpy_helper.to_array(others[one.name])
        if ours.shape != theirs.shape:
            raise ValueError(f"{one.name} differs in shape: train from the first net on")
        if np.issubdtype(ours.dtype, np.floating):
            between = (1 - share) * theirs.astype(np.float64) + share * ours.astype(np.float64)
            one.CopyFrom(numpy_helper.from_array(between.astype(ours.dtype), one.name))
    return made


def main(argv: Sequence[str]) -> None:
    """Command line."""
    out, first, second, share = argv
    onnx.save(mean(onnx.load(first), onnx.load(second), float(share)), out)
