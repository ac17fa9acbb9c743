"""The mean of the weights of two trainings of the plain net of Rouge's closer look:
`python -m vision.training.rouge.mean OUT FIRST.pt SECOND.pt SHARE FOLDER`.

Two trainings that began alike err less as one net than each alone (Wortsman et al., 2022, model
soups); what batch normalisation measured is measured anew on pictures of the folder. `plain.onnx`,
has seven tenths of the later training.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from vision.rouge.pawns.cells import PLAIN_CHANNELS, VIEW
from vision.training.learning import export
from vision.training.rouge.nets import CellReader
from vision.training.rouge.samples import Pool, plain_cut

#: Batches of boards on which is measured, and boards in each.
_BATCHES, _BOARDS = 16, 8


def mean(first: Path, second: Path, share: float) -> CellReader:
    """The net between two, with so large a share of the second."""
    a, b = torch.load(first), torch.load(second)
    net = CellReader(PLAIN_CHANNELS)
    net.load_state_dict(
        {k: torch.lerp(a[k], b[k], share) if a[k].is_floating_point() else b[k] for k in a}
    )
    return net


def measured(net: CellReader, folder: Path) -> CellReader:
    """The net with the batch statistics of the folder's pictures."""
    net.eval()
    for part in net.modules():
        if isinstance(part, torch.nn.BatchNorm2d):
            part.train()
            part.momentum = None
            part.reset_running_stats()
    pool, rng = Pool(folder), np.random.default_rng(3)
    with torch.no_grad():
        for _ in range(_BATCHES):
            cuts = [plain_cut(pool.draw(rng, board=True), rng).image for _ in range(_BOARDS)]
            net(torch.from_numpy(np.stack(cuts)))
    return net.eval()


def main(argv: Sequence[str]) -> None:
    """Command line."""
    out, first, second = map(Path, argv[:3])
    net = measured(mean(first, second, float(argv[3])), Path(argv[4]))
    export(net, (24, PLAIN_CHANNELS, VIEW, VIEW), out, {})


if __name__ == "__main__":
    main(sys.argv[1:])
