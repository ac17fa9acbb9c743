"""Every form a game offers can be filled in and is understood; nonsense is refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.discovery import discover, get
from rules.core.errors import ArbitableError
from rules.core.facts import COUNT, Field, Form
from tests.laws.games import GAMES


def _filled(field: Field, number: int = 0) -> Any:
    """What a person might put into a blank: what is known, else a choice."""
    if field.kind == "fixed" or field.value is not None:
        return field.value
    match field.kind:
        case "choice":
            return field.choices[number]
        case "several" | "many":
            return list(field.choices[:2])
        case "counts":
            return {field.choices[0]: 1}
        case "records":
            return [{part.name: _filled(part) for part in field.parts}]
    return 3


def _state(name: str) -> Any:
    game = get(name)
    return game.start(("Ada", "Bo"), game.rulebook.house())


def _told(name: str, form: Form, state: Any) -> Any:
    game: Any = get(name)
    return game.tell(state, form.fact, {f.name: _filled(f, n) for n, f in enumerate(form.fields)})


@pytest.mark.parametrize("name", sorted(discover()))
def test_every_form_is_understood(name: str) -> None:
    """One after the other, in their order, over a fresh table; the forms are still there after."""
    state = _state(name)
    forms = get(name).facts(state)
    assert {form.fact for form in forms} >= {"turn"}
    for form in forms:
        if (name, form.fact) == ("mokadi", "out"):
            continue  # would end a game of two
        state = _told(name, form, state)
    assert {f.fact for f in get(name).facts(state)} >= {"turn"}


@pytest.mark.parametrize("name", sorted(discover()))
def test_what_was_told_is_prefilled(name: str) -> None:
    """Whose turn it is comes back as told."""
    state = _state(name)
    game: Any = get(name)
    state = game.tell(state, "turn", {"player": "Bo"})
    [turn] = [form for form in game.facts(state) if form.fact == "turn"]
    assert turn.fields[0].value == "Bo"


def test_secrets_are_not_given_away() -> None:
    """A line and a card that were told in Linie 1 stand in no form."""
    game: Any = get("linie1")
    state = _state("linie1")
    state = game.tell(state, "line", {"player": "Ada", "line": 3})
    state = game.tell(state, "route", {"player": "Ada", "card": "S1"})
    secret = [f for f in game.facts(state) if f.fact in {"line", "route"}]
    assert all(b.value is None for f in secret for b in f.fields if b.kind != "fixed")


@pytest.mark.parametrize("value", [-1, 1.5, float("nan"), True, "3", 10**9, [1]])
def test_nonsense_is_no_count(value: Any) -> None:
    """Said in one sentence, never kept."""
    with pytest.raises(ArbitableError, match="whole number"):
        COUNT.read(value)
    with pytest.raises(ArbitableError, match="whole number"):
        get("redline").tell(  # type: ignore[attr-defined]
            _state("redline"), "hand", {"player": "Ada", "tiles": [], "hidden": value}
        )


def test_a_game_without_facts_offers_none() -> None:
    """The toy of the law tests has none."""
    toy = GAMES["toy"]
    assert toy.facts(toy.start(("Ada", "Bo"), toy.rulebook.house())) == ()


@pytest.mark.parametrize("name", sorted(discover()))
@pytest.mark.parametrize("junk", [None, True, -1, 10**30, 0.5, "x" * 10_000, [[]], {"a": 1}])
def test_a_fact_with_nonsense_in_it_is_refused_in_words(name: str, junk: Any) -> None:
    """Whatever stands in a blank, it is understood or refused in one short sentence."""
    game: Any = get(name)
    state = _state(name)
    for form in game.facts(state):
        filled = {f.name: _filled(f, n) for n, f in enumerate(form.fields)}
        for blank in filled:
            _refused_or_understood(game, state, form.fact, {**filled, blank: junk})
        _refused_or_understood(game, state, form.fact, dict.fromkeys(filled, junk))
        _refused_or_understood(game, state, form.fact, junk)


def _refused_or_understood(game: Any, state: Any, fact: str, data: Any) -> None:
    said = "."
    try:
        game.tell(state, fact, data)
    except ArbitableError as error:
        said = str(error)
    assert said.endswith(".")
    assert len(said) <= 1000
