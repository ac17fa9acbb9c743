"""The settled table as it was last seen without a hand over it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float, Mask
from vision.gate.change import ViewChange, change_between
from vision.gate.limits import LIMITS, GateLimits
from vision.gate.view import View, view_from

#: Settled views remembered. More than one heals a memory that a hand got into: where the view
#: is as it was before, nothing reaches in.
_KEPT = 3


@dataclass(frozen=True, slots=True, eq=False)
class SettledView:
    """One settled view; `known` (h, w) bool is False where the camera has moved in new ground."""

    view: View
    known: Mask


class SettledViews:
    """Settled views, newest last. Knows nothing until the first is kept."""

    def __init__(self, limits: GateLimits = LIMITS) -> None:
        self._limits = limits
        self._settled: deque[SettledView] = deque(maxlen=_KEPT)

    @property
    def newest(self) -> View | None:
        """The newest settled view, or None."""
        return self._settled[-1].view if self._settled else None

    def keep(self, view: View, same_look: bool) -> None:
        """Remembers a settled view; of the same clear look it takes the last one's place."""
        if same_look and self._settled:
            self._settled.pop()
        self._settled.append(SettledView(view, np.ones(view.shape, np.bool_)))

    def forget(self) -> None:
        """Starts anew: another size of picture, a camera that looks elsewhere."""
        self._settled.clear()

    def move(self, matrix: Float) -> None:
        """Follows a camera that has moved: `matrix` (3, 3) maps old to new small pixels."""
        self._settled = deque((_moved(s, matrix) for s in self._settled), maxlen=_KEPT)

    def since_last(self, view: View, noise: float) -> ViewChange:
        """Where a view differs from the newest settled one."""
        return self._against(self._settled[-1], view, noise)

    def since_any(self, view: View, noise: float, last: ViewChange) -> ViewChange:
        """Where a view differs from every settled one; `last` is the difference to the newest."""
        other, thing = last.other, last.thing
        for settled in list(self._settled)[:-1]:
            older = self._against(settled, view, noise)
            other, thing = other & older.other, thing & older.thing
        return ViewChange(other, thing)

    def _against(self, settled: SettledView, view: View, noise: float) -> ViewChange:
        change = change_between(view, settled.view, noise, self._limits)
        return ViewChange(change.other & settled.known, change.thing & settled.known)


def _moved(settled: SettledView, matrix: Float) -> SettledView:
    rows, cols = settled.view.shape
    bgr = cv2.warpPerspective(
        settled.view.bgr,
        matrix,
        (cols, rows),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    known = cv2.warpPerspective(settled.known.astype(np.uint8), matrix, (cols, rows))
    # The outermost pixels are half made up.
    known = cv2.erode(known, np.ones((5, 5), np.uint8), borderValue=1)
    return SettledView(
        view_from(np.asarray(bgr, np.uint8), settled.view.scale), known.astype(np.bool_)
    )
