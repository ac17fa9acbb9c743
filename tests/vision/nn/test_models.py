"""Every net that ships is listed, whole and loadable."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision
from rules.core.errors import ArbitableError
from vision.nn.models import Model, load_net, make_room, manifest
from vision.training.papers import page

ROOT = Path(vision.__file__).parent
PAPERS = tomllib.loads((ROOT / "models.toml").read_text("utf-8"))


def test_every_net_of_the_package_is_listed_once() -> None:
    """A net without an entry has no papers, an entry without a net cannot be loaded."""
    listed = sorted(model.file for model in manifest().values())
    assert listed == sorted(str(file.relative_to(ROOT)) for file in ROOT.rglob("*.onnx"))


@pytest.mark.parametrize("model", manifest().values(), ids=manifest())
def test_a_net_is_the_one_that_was_measured(model: Model) -> None:
    """Its length and its SHA-256 are those of the manifest."""
    data = model.data()
    assert hashlib.sha256(data).hexdigest() == model.sha256


@pytest.mark.parametrize("name", manifest())
def test_a_net_loads(name: str) -> None:
    """OpenCV reads every net of the manifest."""
    assert callable(load_net(name))


def test_a_net_cut_short_says_how_to_mend_it() -> None:
    """The length is looked at before the net is loaded."""
    short = Model("redline/finder", "redline/models/finder.onnx", 1, "")
    missing = Model("redline/none", "redline/models/none.onnx", 1, "")
    for model in (short, missing):
        with pytest.raises(ArbitableError, match="install again"):
            model.data()


@pytest.mark.parametrize("name", manifest())
def test_a_net_takes_and_gives_what_its_papers_say(name: str) -> None:
    """The shapes of the manifest are those of the file."""
    entry = PAPERS[name]
    found = load_net(name)(np.zeros(entry["input"], np.float32))
    assert list(found.shape) == entry["output"]


@pytest.mark.parametrize("model", manifest().values(), ids=manifest())
def test_a_net_runs_little_besides_its_convolutions(model: Model) -> None:
    """Norms, biases and the factors of weights kept as bytes are folded into them when the net is
    loaded, as far as OpenCV knows how; each would take a pass over all that a layer gave."""
    net = cv2.dnn.readNetFromONNX(np.frombuffer(model.data(), np.uint8))
    kinds = Counter(net.getLayer(name).type for name in net.getLayerNames())
    # OpenCV 5 calls them otherwise than OpenCV 4.
    assert kinds["NaryEltwise"] <= kinds["Conv2"] + kinds["Convolution"]


#: What a process of its own says of its memory: that of others, whose threads come and go, moves by
#: itself.
_LARGE_LOOK = """
import os
import numpy as np
from vision.nn.models import load_net

def resident_mb():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

net, small = load_net("redline/finder"), np.full((1, 3, 320, 320), 0.3, np.float32)
said, before = net(small), resident_mb()
net(np.zeros((1, 3, 1280, 1280), np.float32))
print(resident_mb() - before, np.array_equal(net(small), said))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc")
def test_a_large_look_leaves_little_behind() -> None:
    """OpenCV keeps its scratch for the next look; after a large one a net lets go of it, and says
    the same as before."""
    run = subprocess.run(
        [sys.executable, "-c", _LARGE_LOOK], capture_output=True, text=True, check=True
    )
    grown_mb, same = run.stdout.split()
    assert float(grown_mb) < 40
    assert same == "True"


def test_every_net_has_all_its_papers() -> None:
    """What it reads, how it is made anew, from what, how good it is, and who may use it."""
    for name, entry in PAPERS.items():
        assert entry["command"] == f"python -m vision.training {name}"
        for field in ("reads", "data", "seeds", "held_out", "licence"):
            assert entry[field], f"{name}: {field}"


def test_the_page_of_the_nets_is_current() -> None:
    """`docs/models.md` says what the manifest says."""
    written = (ROOT.parent / "docs" / "models.md").read_text("utf-8")
    assert written == page(PAPERS), "python -m vision.training papers > docs/models.md"


def test_nets_make_room_for_a_large_picture() -> None:
    """What they keep from one picture to the next is given up, and they say the same as before."""
    net, batch = load_net("redline/finder"), np.full((1, 3, 320, 320), 0.3, np.float32)
    said = net(batch)
    make_room()
    assert net._net is None
    assert np.array_equal(net(batch), said)
    assert net._net is not None
