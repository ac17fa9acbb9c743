"""Every net that ships is listed, whole and loadable."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

import vision
from rules.core.errors import ArbitableError
from vision.nn.models import Model, load_net, manifest

ROOT = Path(vision.__file__).parent


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
