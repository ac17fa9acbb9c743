"""Texts that keep their players' names between marks, so that what was told before is told by the
names of now."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

#: What is told as it was keeps its names between these two (Unicode's isolates, which nobody sees).
_FIRST, _LAST = "\u2068", "\u2069"
#: A name ends at the next mark, whichever it is: a text of opened marks is read once.
_MARKED = re.compile(f"{_FIRST}([^{_FIRST}{_LAST}]*){_LAST}")


def marks(players: Sequence[str]) -> Mapping[str, str]:
    """Every player between marks, for what is kept as it was told."""
    return {player: f"{_FIRST}{player}{_LAST}" for player in players}


def with_names(told_json: str, names: Mapping[str, str]) -> str:
    """What was kept, as JSON, with the names of now in the places of the marked ones."""

    def name(found: re.Match[str]) -> str:
        try:
            player = json.loads(f'"{found[1]}"')
        except ValueError:
            return found[0]  # the disk spoilt it
        return json.dumps(names.get(player, player), ensure_ascii=False)[1:-1]

    return _MARKED.sub(name, told_json) if isinstance(told_json, str) else told_json
