"""A table that is watched: one view looked at again and again, as a live table does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.core.call import Call, CallKind
from rules.core.observation import AnyObservation
from rules.referee.referee import RefereeState, observe
from server.tables.live.journalled_game import LIVE_LOOKS

#: Looks at one view: whether it was looked at before, and for a moment only.
LOOKS = ((False, True), (True, True), (True, True), (True, False), (True, False))

State = RefereeState[Any, Any]
Calls = tuple[Call[Any, Any], ...]


def watched(state: State, picture: AnyObservation, name: str) -> tuple[State, Calls]:
    """What is said of a view from its first moment on; that nothing is new is not told."""
    heard: list[Call[Any, Any]] = []
    for again, brief in LOOKS:
        live = replace(state, confirmations=LIVE_LOOKS, brief_view=brief)
        state, calls = observe(live, picture, name, again=again)
        heard += [one for one in calls if one.kind is not CallKind.NOTHING]
    return state, tuple(heard)
