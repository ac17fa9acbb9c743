"""What holds of whichever game: its states, turns and labels are its own, and nothing here looks
inside. One page, so that nobody has to name `Any` for it again."""

from __future__ import annotations

from typing import Any, TypeAlias

from rules.core.call import Call
from rules.core.events import Asked
from rules.referee.referee import RefereeState

AnyCall: TypeAlias = Call[Any, Any]
AnyReferee: TypeAlias = RefereeState[Any, Any]
AnyAsked: TypeAlias = Asked[Any]
