"""Calls in words: what the dashboard shows and the report prints, from the contract's objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.rulebook import Rulebook
from server.words import say, say_if_known

#: Calls that explain themselves by a sentence of their own.
_ABOUT = ("setup", "nothing", "taken-back", "ask")


def spoken(book: Rulebook, call: Mapping[str, Any], language: str) -> dict[str, Any]:
    """One `replay` object in words: the call, the move, why, and what must be done now."""
    kind = call["call"]
    return {
        "kind": kind,
        "word": say(language, f"call.{kind}"),
        "turn": call["turn"],
        "player": call["player"],
        "move": spoken_move(book, call.get("move"), language),
        "about": say(language, f"about.{kind}") if kind in _ABOUT else _reason(call, language),
        "reasons": [_why(violation) for violation in call["violations"]],
        "tasks": _tasks(book, call, language),
        "choices": [_choice(book, one, language) for one in call.get("alternatives") or ()],
        "note": call.get("note"),
    }


def spoken_move(book: Rulebook, move: Mapping[str, Any] | None, language: str) -> str | None:
    """A move in a few words, None where there is none."""
    if move is None:
        return None
    blanks = {name: _said(name, value, language) for name, value in move.items()}
    return say_if_known(language, f"move.{book.name}.{move['kind']}", **blanks) or move["kind"]


def _said(name: str, value: Any, language: str) -> str:
    if isinstance(value, list):
        return " ".join(_said(name.removesuffix("s"), one, language) for one in value)
    return say_if_known(language, f"{name}.{value}") or str(value)


def _why(violation: Mapping[str, Any]) -> dict[str, Any]:
    return {"rule": violation["rule"], "text": violation["message"]}


def _reason(call: Mapping[str, Any], language: str) -> str | None:
    """Why a photo is not clear. Readers speak English; their codes are known in all languages."""
    reason = call.get("reason")
    if not isinstance(reason, Mapping):
        return reason
    known = say_if_known(language, f"refusal.{reason['code']}")
    own = f"{reason['message']} {reason['cure']}"
    return own if language == "en" or known is None else known


def _tasks(book: Rulebook, call: Mapping[str, Any], language: str) -> list[str]:
    """What the turn earned and what must be done now, in the game's own phrases."""
    groups = (("rewards", call["rewards"]), ("required", call["required"]))
    return [_task(book, group, one, language) for group, some in groups for one in some]


def _task(book: Rulebook, group: str, one: Mapping[str, Any], language: str) -> str:
    phrase = book.phrases.get(f"{group}.{one['kind']}", {}).get(language)
    return one.get("message") or (phrase or one["kind"])


def _choice(book: Rulebook, one: Mapping[str, Any], language: str) -> dict[str, Any]:
    moves: Sequence[Mapping[str, Any]] = one.get("moves") or [one["move"]]
    said = [spoken_move(book, move, language) or say(language, "move.none") for move in moves]
    chance = say(language, "chance", percent=round(100 * one["probability"]))
    return {"moves": said, "chance": chance}


def call_line(book: Rulebook, call: Mapping[str, Any], language: str) -> str:
    """One `replay` object as a few lines for a terminal."""
    said = spoken(book, call, language)
    player = say(language, "player", player=said["player"]) if said["player"] else ""
    head = " ".join(filter(None, (say(language, "turn", turn=said["turn"]), player)))
    tail = said["move"] or said["about"]
    first = f"{call['photo']}  {head}: {said['word']}" + (f" ({tail})" if tail else "")
    why = [f"    {reason['rule']}: {reason['text']}" for reason in said["reasons"]]
    choices = [f"    {one['chance']}  {', '.join(one['moves'])}" for one in said["choices"]]
    return "\n".join([first, *why, *choices, *(f"    > {task}" for task in said["tasks"])])
