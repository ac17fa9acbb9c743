"""What is wrong with a picture as such, whatever game it shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.quality import Quality
from vision.reading import Refusal
from vision.refusals import fault_of, refusal_of

GOOD = Quality(light=120.0, bright=230.0, burnt=0.0, contrast=150.0, sharpness=0.4, colour=0.3)
OTHERWISE = Refusal("no-board", "There is no board.", "Show it.")


def test_a_good_picture_has_no_fault() -> None:
    """Then the reader's own reason counts."""
    assert fault_of(GOOD) is None
    assert refusal_of(GOOD, OTHERWISE) is OTHERWISE


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"bright": 5.0}, "too-dark"),
        ({"burnt": 0.9}, "too-bright"),
        ({"sharpness": 0.0}, "blurred"),
    ],
)
def test_a_fault_of_the_picture_comes_first(changed: dict[str, float], code: str) -> None:
    """Whatever else a reader would say of it."""
    found = fault_of(replace(GOOD, **changed))
    assert found is not None
    assert found.code == code
    assert refusal_of(replace(GOOD, **changed), OTHERWISE) is found
