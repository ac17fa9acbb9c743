"""How well it is known what a stick just laid rests on, before anybody answers: how much of the
probability the rests have that break no rule, against whether the lay was a foul; and whether it
touches colour or wood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from rules.core.observation import AnyObservation
from rules.core.rulebook import House
from rules.games.mokadi.explaining.resting import at_rest
from rules.games.mokadi.game import GAME
from rules.games.mokadi.moves import LayStick
from rules.games.mokadi.pieces import Contacts, Kind, Part, Spot, Stick
from rules.games.mokadi.state import MokadiState
from tests.evenings.mokadi_grade import Names
from tests.evenings.mokadi_play import Due

#: Shares of the rests that are right, up to which lays are counted together.
SHARES = (0.03, 0.1, 0.3, 1.0)
#: Where no rest is right: whether every way that is told breaks a rule, or one is in doubt.
FOUL, DOUBT = "none, a foul", "none, in doubt"


class RestCount:
    """The sticks laid in some pictures, those that were found and may be told from the others."""

    def __init__(self) -> None:
        """Nothing was laid yet."""
        self.legal: Counter[str] = Counter()
        self.fouls: Counter[str] = Counter()
        self.parts: Counter[tuple[Part, Part]] = Counter()

    def turn(
        self, dues: Iterable[Due], seen: AnyObservation | None, before: MokadiState, house: House,
        names: Names,
    ) -> None:  # fmt: skip
        """One picture, `seen` as it lies over the table of `before`, with what was laid in it, in
        its true colour."""
        laid = [due for due in dues if isinstance(due.turn, LayStick)]
        if len(laid) != 1 or seen is None:
            return
        (due,), known = laid, before.position()
        for sighting in seen.sightings:
            spot, label = sighting.place, sighting.belief.best
            if spot in known or not isinstance(label, Stick) or label.contacts is None:
                continue
            if spot.kind is Kind.STICK and names.get(spot) == due.turn.number:
                self._count(
                    due, LayStick(due.turn.colour, label.contacts, spot.ends), before, house
                )
                self._count_parts(label.contacts, due.turn.contacts, names)

    def _count(self, due: Due, seen: LayStick, before: MokadiState, house: House) -> None:
        ways = [(way, prior) for (way,), prior in at_rest(before, [seen], house)]
        judged = [(GAME.judge(before, way, house), prior) for way, prior in ways]
        right = min(1.0, sum(float(np.exp(p)) for verdict, p in judged if verdict.legal))
        key = next(f"up to {top}" for top in SHARES if right <= top)
        if not right:
            key = FOUL if all(verdict.violations for verdict, _ in judged) else DOUBT
        (self.fouls if due.foul else self.legal)[key] += 1

    def _count_parts(self, seen: Contacts, true: Contacts, names: Names) -> None:
        told = {
            names.get(Spot(c.spot.kind, c.spot.number)): c for c in seen or () if _on_stick(c.spot)
        }
        for contact in true or ():
            found = told.get(contact.spot.number) if _on_stick(contact.spot) else None
            if found is not None:
                self.parts[found.part, contact.part] += 1

    def __str__(self) -> str:
        keys = [FOUL, DOUBT, *(f"up to {top}" for top in SHARES)]
        lays = (
            f"{key}: {self.legal[key]} legal, {self.fouls[key]} fouls"
            for key in keys
            if self.legal[key] or self.fouls[key]
        )
        parts = (
            f"{part.value} {self.parts[part, part]} of "
            f"{sum(self.parts[part, true] for true in Part)}"
            for part in (Part.COLOURED, Part.PLAIN)
        )
        return f"right rests' share: {'; '.join(lays)}. Parts told right: {', '.join(parts)}"


def _on_stick(spot: Spot) -> bool:
    return spot.kind is Kind.STICK
