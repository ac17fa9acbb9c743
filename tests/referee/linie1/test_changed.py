"""A turn of two tiles of which one was put elsewhere before the next player moved."""

from __future__ import annotations

import pytest

from rules.games.linie1.explaining.limits import LIMITS as PRIORS
from rules.referee.limits import LIMITS
from rules.referee.predicting.predict import candidates
from rules.referee.referee import observe
from tests.referee.linie1.test_nowhere import driven, picture
from tests.referee.sessions import Linie1
from tests.rules.linie1 import pictures, tables


def test_the_tile_that_stayed_did_not_come_anew() -> None:
    """It was paid for once more, so that another tile read there before, with which the turn had
    fewer tiles, explained the picture as well (film 78, picture 9)."""
    table = Linie1({(6, 6): "EW"})
    assert table.see({(6, 7): "EW", (9, 5): "EW"}) == ["legal"]
    lying = tables.position((6, 6, "EW"), (6, 7, "EW"), (3, 3, "EW"))
    shown = pictures.picture(lying, sure=0.9999)
    found = candidates(table.state.hypotheses[0], [shown], (), "now.jpg")
    changed = max(one.nats for one in found if one.base.changed is not None)
    moved = PRIORS.place + PRIORS.one_turn
    assert changed == pytest.approx(LIMITS.changed_mind + moved, abs=0.1)


def test_an_exchange_in_place_is_paid_for_in_whole() -> None:
    """As well the next player put his tile there: were it cheaper, his foul would be no answer any
    more (people 80037:7)."""
    table = Linie1({(6, 6): "EW"})
    assert table.see({(6, 7): "EW", (9, 5): "EW"}) == ["legal"]
    lying = tables.position((6, 6, "EW"), (6, 7, "EW"), (9, 5, "NS"))
    shown = pictures.picture(lying, sure=0.9999)
    found = candidates(table.state.hypotheses[0], [shown], (), "now.jpg")
    changed = max((one for one in found if one.base.changed is not None), key=lambda c: c.nats)
    assert len(changed.new[0].turn.tiles) == 2
    swapped = LIMITS.changed_in_place + changed.explanation.log_prior
    assert changed.nats == pytest.approx(LIMITS.changed_mind + swapped, abs=0.1)


def test_a_changed_drive_is_paid_for_in_whole() -> None:
    """It left its first place in both stories, and that was given back for one of them, so that
    the drive before was told to have been changed (people 622768:10)."""
    state, _ = observe(driven(), picture({2: (7, 10)}), "2.jpg")
    found = list(candidates(state.hypotheses[0], [picture({2: (7, 9)})], (), "now.jpg"))
    changed = max((one for one in found if one.base.changed is not None), key=lambda c: c.nats)
    foul = LIMITS.foul_prior * changed.fouls
    weight = LIMITS.changed_mind + foul + changed.explanation.log_prior
    assert changed.nats == pytest.approx(weight, abs=0.1)
