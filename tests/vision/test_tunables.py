"""Every number that can be tuned has bounds, and keeps them."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from vision.gate.limits import LIMITS as GATE
from vision.limits import LIMITS as PHOTO
from vision.linie1.limits import LIMITS as LINIE1
from vision.live.limits import LIMITS as WATCHER
from vision.mokadi.limits import CONTACTS, FIELDS, RENEW
from vision.mokadi.limits import LIMITS as MOKADI
from vision.redline.limits import LIMITS as REDLINE
from vision.rouge.limits import LIMITS as ROUGE
from vision.tunables import Tunables

ALL = (PHOTO, GATE, WATCHER, LINIE1, MOKADI, FIELDS, CONTACTS, RENEW, REDLINE, ROUGE)


@pytest.mark.parametrize(
    "limits", ALL, ids=lambda limits: f"{type(limits).__module__}.{type(limits).__name__}"
)
def test_a_number_out_of_its_bounds_is_refused(limits: Tunables) -> None:
    """A slip of a decimal point is found before it decides anything."""
    for one in fields(limits):
        low, high = one.metadata["bounds"]
        assert low < high, one.name
        for wrong in (low - 1.0, high + 1.0):
            value = getattr(limits, one.name)
            many = (wrong,) * len(value) if isinstance(value, tuple) else wrong
            with pytest.raises(ValueError, match=one.name):
                replace(limits, **{one.name: many})  # type: ignore[arg-type]
