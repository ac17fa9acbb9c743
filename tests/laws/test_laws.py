"""The laws of the contract, run over every discovered game."""

from __future__ import annotations

import dataclasses
import json
import random
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from rules.core.errors import ArbitableError, IllegalTurn, UnknownName
from rules.core.game import Game, Marks
from rules.core.rulebook import LANGUAGES, House
from rules.core.texts import render
from rules.core.verdict import Ruling, facts
from tests.laws.games import GAMES, houses, played, players, some_turns
from tests.rules.said import blanks

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
EACH_HOUSE = pytest.mark.parametrize(
    ("game", "house"),
    [
        pytest.param(game, house, id=f"{name}-{number}")
        for name, game in GAMES.items()
        for number, house in enumerate(houses(game))
    ],
)


#: Games whose turns are strangers to others.
STRANGERS = (101, 102)


def strangers(game: Game[Any, Any], house: House, seeds: tuple[int, ...] = STRANGERS) -> list[Any]:
    """Turns of other games and moments: most are illegal in any one state."""
    return [turn for seed in seeds for _, turn, _ in played(game, house, seed)]


def never_accused(game: Game[Any, Any], house: House, seeds: range) -> None:
    """Checks every position of some games."""
    for seed in seeds:
        for _, _, after in played(game, house, seed):
            assert game.audit(game.position(after), house) == ()


@EACH_HOUSE
def test_legal_turns_are_judged_legal_and_can_be_applied(game: Any, house: House) -> None:
    """Every turn of the list, in every position of a game, none of them twice."""
    rng = random.Random(5)
    for state, _, _ in played(game, house, seed=1, most=5):
        turns = some_turns(game, state, house, rng)
        assert len(set(turns)) == len(turns)
        for turn in turns if len(turns) <= 30 else rng.sample(turns, 30):
            verdict = game.judge(state, turn, house)
            assert verdict.legal, (turn, verdict)
            assert game.apply(state, turn, house) == game.force(state, turn, house)


@pytest.mark.parametrize(
    "seeds", [STRANGERS[:1], pytest.param(STRANGERS[1:], marks=pytest.mark.slow)], ids=str
)
@EACH_HOUSE
def test_apply_refuses_exactly_what_judge_objects_to(
    game: Any, house: House, seeds: tuple[int, ...]
) -> None:
    """Judge never raises; apply raises IllegalTurn and nothing else."""
    others = strangers(game, house, seeds)
    for state, _, _ in played(game, house, seed=2, most=6):
        for turn in others:
            if game.judge(state, turn, house).legal:
                game.apply(state, turn, house)
            else:
                with pytest.raises(IllegalTurn):
                    game.apply(state, turn, house)
            game.force(state, turn, house)


@EACH_GAME
def test_a_turn_that_is_judged_legal_is_listed(game: Any) -> None:
    """The list is complete. On an empty table a free layout has no frame, so none is asked of."""
    house = game.rulebook.house()
    others = strangers(game, house)
    for state, _, _ in played(game, house, seed=3):
        if not game.position(state):
            continue
        listed = set(game.legal_turns(state, house))
        for turn in others:
            if game.judge(state, turn, house).legal:
                assert turn in listed


@EACH_HOUSE
def test_a_reachable_position_is_never_accused(game: Any, house: House) -> None:
    """The audit is empty along every legal game."""
    never_accused(game, house, range(1))


@pytest.mark.slow
@EACH_HOUSE
def test_nor_in_more_games(game: Any, house: House) -> None:
    """The same along others."""
    never_accused(game, house, range(1, 3))


@EACH_GAME
def test_a_position_can_be_taken_up_again(game: Any) -> None:
    """Resuming shows the same places, and says nothing of what it cannot know."""
    house = game.rulebook.house()
    for _, _, after in played(game, house, seed=4):
        position = game.position(after)
        assert dict(game.position(game.resume(position, players(game), house))) == dict(position)
        assert dict(game.position(game.resume(position, (), house))) == dict(position)


@EACH_GAME
def test_only_as_many_as_can_play_sit_down(game: Any) -> None:
    """Equal names and a wrong number are refused with a sentence; nobody at all is welcome."""
    house, allowed = game.rulebook.house(), game.rulebook.players
    crowd = [f"player {seat}" for seat in range(allowed[-1] + 1)]
    for wrong in (crowd, crowd[: allowed[0] - 1], [*crowd[: allowed[0] - 1], crowd[0]]):
        if wrong:
            with pytest.raises(ArbitableError, match="player"):
                game.start(wrong, house)
            with pytest.raises(ArbitableError, match="player"):
                game.resume({}, wrong, house)
    for number in allowed:
        assert game.to_move(game.start(crowd[:number], house)) in {None, crowd[0]}
    assert game.to_move(game.start((), house)) is None


@EACH_GAME
def test_turns_places_and_labels_survive_json(game: Any) -> None:
    """There and back through real JSON text."""
    house = game.rulebook.house()
    for _, turn, after in played(game, house, seed=6):
        data = game.turn_to_json(turn)
        assert game.turn_from_json(json.loads(json.dumps(data))) == turn
        assert data["kind"]
        for place, label in game.position(after).items():
            assert game.place_from_json(json.loads(json.dumps(place.as_json()))) == place
            assert game.label_from_json(json.loads(json.dumps(game.label_to_json(label)))) == label


@EACH_GAME
def test_the_same_game_twice_is_the_same_game(game: Any) -> None:
    """No clock, no chance: lists and drawings repeat."""
    house = game.rulebook.house()
    first, second = (list(played(game, house, seed=7)) for _ in range(2))
    assert first == second
    for (one, _, _), (other, _, _) in zip(first, second, strict=True):
        assert list(game.legal_turns(one, house)) == list(game.legal_turns(other, house))
        assert game.draw(one) == game.draw(other)


@EACH_GAME
def test_values_are_frozen_and_hashable(game: Any) -> None:
    """States, turns and verdicts can be keys and cannot be changed."""
    house = game.rulebook.house()
    for state, turn, _ in played(game, house, seed=8):
        verdict = game.judge(state, turn, house)
        for value in (state, turn, verdict):
            hash(value)
            name = dataclasses.fields(value)[0].name
            with pytest.raises((dataclasses.FrozenInstanceError, AttributeError)):
                setattr(value, name, None)


@EACH_GAME
def test_drawings_are_self_contained_and_described(game: Any) -> None:
    """Well-formed SVG with a title and a description, and nothing fetched from elsewhere."""
    house = game.rulebook.house()
    for _, _, after in played(game, house, seed=9):
        places = tuple(game.position(after))
        marks = Marks(places[:1], places[-1:], places[:3], places[1:2])
        for text in (game.draw(after), game.draw(after, marks)):
            root = ElementTree.fromstring(text)
            assert root.tag.endswith("svg")
            assert "viewBox" in root.attrib
            tags = {child.tag.rpartition("}")[2] for child in root.iter()}
            assert {"title", "desc"} <= tags
            assert "script" not in tags
            assert not re.search(r"(href|url\(|@import|@font)", text)


@EACH_GAME
def test_every_code_has_a_rule_a_source_and_two_texts(game: Any) -> None:
    """And every house rule names its decision, source and values in both languages."""
    book = game.rulebook
    assert book.name == game.name
    for said in (*book.codes, *book.options, *book.decisions):
        assert said.source
        assert all(said.texts[language] for language in LANGUAGES)
    for code in book.codes:
        assert code.rule
    for option in book.options:
        assert option.default in option.values
        assert set(option.labels) == {str(value).lower() for value in option.values}
    assert all(book.titles[language] for language in LANGUAGES)


@EACH_GAME
def test_both_languages_fill_the_same_blanks(game: Any) -> None:
    """Else one of them would keep something back."""
    book = game.rulebook
    said = [texts for code in book.codes for texts in (code.texts, *code.cases.values())]
    for texts in (*said, *book.phrases.values()):
        assert blanks(texts["en"]) == blanks(texts["fr"]), texts


@EACH_GAME
def test_every_objection_can_be_said(game: Any) -> None:
    """Codes come from the rulebook, and the sentences have no blank left."""
    house = game.rulebook.house()
    codes = {code.code for code in game.rulebook.codes}
    others = strangers(game, house)
    for state, _, _ in played(game, house, seed=10, most=5):
        for turn in others:
            verdict = game.judge(state, turn, house)
            assert {violation.code for violation in verdict.violations} <= codes
            said = (*verdict.violations, *verdict.rewards, *verdict.required, *verdict.remarks)
            assert json.loads(json.dumps([facts(s.params) for s in said])) is not None
            for language in LANGUAGES:
                assert not [s for s in said if "{" in render(game.rulebook, s, language)]


@EACH_GAME
def test_an_illegal_turn_says_why_and_a_legal_one_objects_to_nothing(game: Any) -> None:
    """Ruling and violations go together; a question has a remark."""
    house = game.rulebook.house()
    others = strangers(game, house)
    for state, _, _ in played(game, house, seed=11, most=5):
        for turn in others:
            verdict = game.judge(state, turn, house)
            assert bool(verdict.violations) == (verdict.ruling is Ruling.ILLEGAL)
            assert verdict.remarks or verdict.ruling is not Ruling.ASK


@EACH_GAME
def test_a_bad_house_rule_is_refused_by_name(game: Any) -> None:
    """An unknown option or value is named, with what there is."""
    with pytest.raises(UnknownName, match="no house rule named 'gravity'"):
        game.rulebook.house({"gravity": 1})
    for option in game.rulebook.options:
        with pytest.raises(UnknownName, match=option.name):
            game.rulebook.house({option.name: "banana"})
        assert game.rulebook.house({option.name: str(option.default).upper()})


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 5), marks=pytest.mark.slow)])
@EACH_GAME
def test_the_outcome_of_a_finished_game_names_players(game: Any, seeds: range) -> None:
    """Winners and ranks are people at the table, each once."""
    house = game.rulebook.house()
    for seed in seeds:
        moves = list(played(game, house, seed, most=60))
        outcome = game.outcome(moves[-1][2], house)
        if outcome is None:
            continue
        assert set(outcome.winners) <= set(players(game))
        ranked = [player for group in outcome.ranking for player in group]
        assert len(ranked) == len(set(ranked))
        assert "{" not in render(game.rulebook, outcome, "fr")
