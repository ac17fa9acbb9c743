"""Every net learns where its batches lie, a graphics card too."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.slow  # PyTorch takes its time to begin
def test_losses_make_nothing_on_another_device() -> None:
    """Tried on PyTorch's device without data, which refuses to be mixed with the processor's."""
    torch = pytest.importorskip("torch")
    from vision.training.linie1.board import finder, orientation, refiner  # noqa: PLC0415 - torch
    from vision.training.linie1.cells import cell_losses, tram_losses  # noqa: PLC0415
    from vision.training.rouge.train import KINDS  # noqa: PLC0415

    def on(*shape: int, kind: Any = torch.float32) -> Any:
        return torch.zeros(shape, dtype=kind, device="meta", requires_grad=kind is torch.float32)

    faces, things = on(2, 14, 14, kind=torch.int64), on(2, 8, 14, 14)
    marks = [on(24, kind=torch.int64), on(24, kind=torch.int64), on(2, kind=torch.int64)]
    nets = orientation.PrintNet(12).to("meta"), orientation.PrintNet(6).to("meta")
    for parts in (
        cell_losses(on(2, 37, 14, 14), faces, things),
        tram_losses(on(2, 6, 14, 14), faces, things),
        finder.losses_of(on(2, 8, 4, 4), on(2, 8, 4, 4), on(2, 4, 4)),
        refiner.losses_of(on(2, 7, 4, 4), on(2, 7, 4, 4)),
        orientation.losses_of(nets, (on(24, 3, 48, 48), on(24, 3, 48, 96), *marks)),
        KINDS["finder"].losses(on(2, 2, 4, 4), on(2, 2, 4, 4), on(2, 2, 4, 4)),
        KINDS["reader"].losses(on(2, 25, 4, 4), on(2, 25, 4, 4), on(2, 25, 4, 4)),
        KINDS["cells"].losses(on(48, 12), on(2, 24, 12), on(2, 24, 2)),
    ):
        sum(parts).backward()
        assert {part.device.type for part in parts} == {"meta"}
