"""The mean of two trainings lies between them."""

from __future__ import annotations

import numpy as np
import pytest


def test_a_mean_has_its_share_of_either_net() -> None:
    """Weights of either kind are averaged, whole numbers are kept; other shapes are refused."""
    onnx = pytest.importorskip("onnx")
    from vision.training.mean import mean  # noqa: PLC0415 - needs onnx

    def net(value: float, size: int = 3) -> object:
        weights = [
            onnx.numpy_helper.from_array(np.full(size, value, kind), name)
            for name, kind in (("half", np.float16), ("whole", np.float32), ("shape", np.int64))
        ]
        return onnx.helper.make_model(onnx.helper.make_graph([], "net", [], [], weights))

    between = mean(net(2.0), net(6.0), 0.25)
    held = {one.name: onnx.numpy_helper.to_array(one) for one in between.graph.initializer}
    assert held["half"].tolist() == held["whole"].tolist() == [3.0, 3.0, 3.0]
    assert held["half"].dtype == np.float16
    assert held["shape"].tolist() == [6, 6, 6]
    with pytest.raises(ValueError, match="differs in shape"):
        mean(net(2.0, 4), net(6.0), 0.25)
