"""Nets whose weights are kept as bytes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # PyTorch's older way of exporting
def test_a_net_of_bytes_answers_nearly_as_before(tmp_path: Path) -> None:
    """With and without a bias, from a quarter of the file."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from vision.nn.models import Net  # noqa: PLC0415 - beside torch
    from vision.training.learning import export  # noqa: PLC0415
    from vision.training.narrow import narrow  # noqa: PLC0415

    torch.manual_seed(1)
    layers = torch.nn
    net = layers.Sequential(
        layers.Conv2d(3, 64, 3, padding=1),
        layers.ReLU(),
        layers.Conv2d(64, 64, 3, padding=1, bias=False),
    ).eval()
    file, picture = tmp_path / "net.onnx", np.random.default_rng(2).random((1, 3, 32, 48), "f4")
    export(net, picture.shape, file, {2: "h", 3: "w"})
    size, before = file.stat().st_size, Net(file.read_bytes())(picture)
    narrow(file)
    after = Net(file.read_bytes())(picture)
    assert file.stat().st_size < 0.62 * size  # half floats had halved it already
    assert np.abs(after - before).max() < 0.02 * np.abs(before).max()
