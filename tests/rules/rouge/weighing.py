"""What a referee makes of a picture of Rouge, in a few lines: explanations judged turn by turn and
weighed; of equal acts those that break the fewest rules. No memory, no threshold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from rules.core.game import Explanation
from rules.core.observation import EMPTY, Sighting, log_evidence
from rules.core.rulebook import House
from rules.core.verdict import Ruling, Verdict
from rules.games.rouge.align import RougeObservation
from rules.games.rouge.game import GAME
from rules.games.rouge.state import Pawn, RougeState, Turn
from rules.games.rouge.track import Hollow

#: Nats against each foul, and of something nobody proposed against the best proposal.
FOUL, OTHER = -1.0, -6.0

#: The codes of all fouls, or a word where nobody made a turn.
Codes = tuple[str, ...] | str


class Weighed(NamedTuple):
    """An explanation with its verdicts, the game after it (fouls left out) and its share."""

    told: Explanation[Turn]
    verdicts: tuple[Verdict, ...]
    accepted: RougeState
    share: float

    @property
    def codes(self) -> tuple[str, ...]:
        """Every code of every foul, in order."""
        return tuple(v.code for verdict in self.verdicts for v in verdict.violations)


def weighed(state: RougeState, observation: RougeObservation, house: House) -> list[Weighed]:
    """Every explanation that is left, likeliest first."""
    found = [_ruled(state, e, house) for e in GAME.explanations(state, observation, house)]
    least: dict[object, int] = {}
    for one in found:
        broken = len(one.codes)
        least[one.told.acts] = min(broken, least.get(one.told.acts, broken))
    kept = [w for w in found if w.told.acts is None or len(w.codes) == least[w.told.acts]]
    scores = [score(state, w, observation, house) for w in kept]
    best = max(scores)
    total = sum(math.exp(score - best) for score in scores) + math.exp(OTHER)
    shares = [math.exp(score - best) / total for score in scores]
    told = (w._replace(share=share) for w, share in zip(kept, shares, strict=True))
    return sorted(told, key=lambda w: -w.share)


def shares_of_codes(
    state: RougeState, observation: RougeObservation, house: House
) -> dict[Codes, float]:
    """How likely it is that exactly these codes are called; `disturbed`, `nothing` by name."""
    shares: dict[Codes, float] = {}
    for one in weighed(state, observation, house):
        name: Codes = one.codes
        if one.told.disturbed:
            name = "disturbed"
        elif not one.told.turns:
            name = "nothing"
        shares[name] = shares.get(name, 0.0) + one.share
    return shares


def _ruled(state: RougeState, told: Explanation[Turn], house: House) -> Weighed:
    verdicts = []
    for turn in told.turns:
        verdict = GAME.judge(state, turn, house)
        verdicts.append(verdict)
        if verdict.ruling is not Ruling.ILLEGAL:
            state = GAME.force(state, turn, house)
    return Weighed(told, tuple(verdicts), state, 0.0)


def score(state: RougeState, one: Weighed, observation: RougeObservation, house: House) -> float:
    """Priors and evidence of an explanation, in nats."""
    for turn in one.told.turns:
        state = GAME.force(state, turn, house)
    look: Mapping[Hollow, object] = {**GAME.position(state), **dict(one.told.look)}
    cost = sum(misfit(s, look.get(s.place, EMPTY)) for s in observation.sightings)
    fouls = sum(not verdict.legal for verdict in one.verdicts)
    return one.told.log_prior + one.told.log_evidence + FOUL * fouls - cost


def misfit(sighting: Sighting[Hollow, Pawn], label: object) -> float:
    """How much worse a label explains a sighting than its likeliest label does, in nats."""
    best = log_evidence(sighting, sighting.belief.best)
    return best - log_evidence(sighting, label)  # type: ignore[arg-type] # a look has labels
