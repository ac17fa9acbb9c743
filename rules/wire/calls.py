"""A call as the outside contract writes it: the `replay` object, less the photo's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.core import texts
from rules.core.call import Alternative, AnyCall
from rules.core.codec import Json, JsonObject
from rules.core.game import AnyGame
from rules.core.rulebook import Rulebook
from rules.core.verdict import Required, Reward, Ruling, Verdict, Violation, facts
from rules.referee.speaking.notes import SEPARATOR, TAKE_BACK
from rules.wire.sentences import REFUSALS, TAKE_IT_BACK, note_text

#: Digits a probability is written with.
DIGITS = 4


def call_to_json(game: AnyGame, call: AnyCall, language: str = "en") -> JsonObject:
    """The call's object. `note_codes` names what `note` says; `alternatives` is there for a
    question and `reason` for a picture that cannot be used."""
    data = {
        "turn": call.turn,
        "player": game.rulebook.called(call.player),
        "call": call.kind.value,
        "confidence": round(call.confidence, DIGITS),
        "move": None if call.move is None else turn_as_called(game, call.move),
        **_verdict(game, call, language),
        "note": _note(game, call, language),
        "note_codes": call.note.split(SEPARATOR) if call.note else [],
    }
    if call.alternatives:
        data["alternatives"] = [_alternative(game, a, language) for a in call.alternatives]
    if call.reason is not None:
        data["reason"] = _reason(call.reason, language)
    return data


def turn_as_called(game: AnyGame, turn: object) -> JsonObject:
    """A turn's object, its players by the names of now."""
    names = game.rulebook.names
    return with_players(game.turn_to_json(turn), lambda player: names.get(player, player))


def with_players(move: Json, name: Callable[[str], str]) -> JsonObject:
    """A turn's object with other names for its players: who made it, who laid as well (Linie 1) and
    who was given what (Mokadi)."""
    told = dict(move)
    if isinstance(told.get("player"), str):
        told["player"] = name(told["player"])
    if isinstance(told.get("beside"), list):
        told["beside"] = [name(player) for player in told["beside"]]
    if isinstance(told.get("given"), Mapping):
        told["given"] = {name(player): pile for player, pile in told["given"].items()}
    return told


def violation_to_json(rulebook: Rulebook, violation: Violation, language: str) -> JsonObject:
    """A broken rule with its sentence; `reading` where it is one only under a disputed reading."""
    data: JsonObject = {
        "code": violation.code,
        "rule": violation.rule,
        "cells": [place.as_json() for place in violation.places],
        "message": texts.render(rulebook, violation, language),
    }
    return data if violation.reading is None else data | {"reading": violation.reading}


def _verdict(game: AnyGame, call: AnyCall, language: str) -> JsonObject:
    verdict, rulebook = call.verdict, game.rulebook
    if verdict is None:
        return {"violations": [], "rewards": [], "required": []}
    return {
        "violations": [violation_to_json(rulebook, v, language) for v in verdict.violations],
        "rewards": [_duty(rulebook, r, language) for r in verdict.rewards],
        "required": [
            _take_back(game, call, r, language)
            if r.kind == TAKE_BACK
            else _duty(rulebook, r, language)
            for r in verdict.required
        ],
    }


def _duty(rulebook: Rulebook, duty: Reward | Required, language: str) -> JsonObject:
    message = texts.render(rulebook, duty, language)
    return {"kind": duty.kind, **facts(texts.as_called(rulebook, duty.params)), "message": message}


def _take_back(game: AnyGame, call: AnyCall, duty: Required, language: str) -> JsonObject:
    """The pieces of a foul that lies on the table, as they lie there."""
    lying = game.position(call.standing)
    pieces = [
        {"cell": place.as_json(), **game.label_to_json(lying[place])}
        for place in duty.places
        if place in lying
    ]
    return {"kind": duty.kind, "pieces": pieces, "message": TAKE_IT_BACK[language]}


def _note(game: AnyGame, call: AnyCall, language: str) -> str | None:
    """The call's own note and the verdict's remarks, as sentences."""
    remarks = () if call.verdict is None else call.verdict.remarks
    said = [texts.render(game.rulebook, remark, language) for remark in remarks]
    own = note_text(call.note, language)
    return " ".join([own, *said] if own else said) or None


def _alternative(game: AnyGame, alternative: Alternative[object], language: str) -> JsonObject:
    """What may have happened: its turns, and the call of the whole (a foul where any turn is)."""
    verdicts = alternative.verdicts
    moves = [turn_as_called(game, turn) for turn in alternative.turns]
    violations = [
        violation_to_json(game.rulebook, v, language)
        for verdict in verdicts
        for v in verdict.violations
    ]
    told = {
        "call": _kind(verdicts),
        "move": moves[-1] if moves else None,
        "moves": moves,
        "violations": violations,
        "probability": round(alternative.probability, DIGITS),
    }
    touched = [{"cell": p.as_json(), "name": p.name()} for p in alternative.disturbed]
    past = past_to_json(game, alternative.gone, alternative.instead)
    beside = {**past, "disturbed": touched}
    return told | {name: value for name, value in beside.items() if value}


def past_to_json(
    game: AnyGame,
    gone: Sequence[tuple[object, Verdict]],
    instead: tuple[int, object | None] | None,
) -> JsonObject:
    """What an alternative says of turns before it: open ones that are `gone` from the table, and
    what an earlier one was `instead` (a move of null: it was taken back)."""
    told: JsonObject = {
        "gone": [
            {"move": turn_as_called(game, turn), "call": _kind((verdict,))}
            for turn, verdict in gone
        ],
        "instead": None,
    }
    if instead is not None:
        turn, was = instead
        told["instead"] = {"turn": turn, "move": None if was is None else turn_as_called(game, was)}
    return told


def _kind(verdicts: tuple[Verdict, ...]) -> str:
    rulings = {verdict.ruling for verdict in verdicts}
    if Ruling.ILLEGAL in rulings:
        return "foul"
    if Ruling.ASK in rulings:
        return "ask"
    return "legal" if rulings else "nothing"


def _reason(code: str, language: str) -> dict[str, str]:
    sentences = REFUSALS.get(code, {})
    message, cure = sentences.get(language) or sentences.get("en") or (code, "")
    return {"code": code, "message": message, "cure": cure}
