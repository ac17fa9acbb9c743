"""Nets that shipped can learn on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.nn.models import load_net, manifest


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("mokadi/pieces", (1, 3, 64, 96)),
        ("linie1/close", (2, 3, 80, 80)),
        ("rouge/cells", (24, 27, 40, 40)),
        ("rouge/plain", (24, 15, 40, 40)),
    ],
)
def test_a_shipped_net_learns_on_from_what_it_was(name: str, shape: tuple[int, ...]) -> None:
    """With norms again it answers as its file does."""
    torch = pytest.importorskip("torch")
    from vision.training.linie1.nets import CloseNet  # noqa: PLC0415 - beside torch
    from vision.training.mokadi.net import Pieces  # noqa: PLC0415
    from vision.training.reopen import unfold_norms  # noqa: PLC0415
    from vision.training.rouge.train import KINDS  # noqa: PLC0415

    picture = np.random.default_rng(2).random(shape, np.float32)
    nets = {
        "mokadi/pieces": Pieces,
        "linie1/close": CloseNet,
        "rouge/cells": KINDS["cells"].net,
        "rouge/plain": KINDS["plain"].net,
    }
    net: Any = nets[name]()
    unfold_norms(net, Path("vision") / manifest()[name].file, [torch.from_numpy(picture)])
    with torch.no_grad():
        told = net.eval()(torch.from_numpy(picture)).numpy()
    np.testing.assert_allclose(told, load_net(name)(picture), atol=1e-2)
