"""Calls in words: what the dashboard shows, the report prints and the terminal says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rules.core.codec import Json, JsonObject
from rules.core.rulebook import Rulebook
from server.pipeline.session import Moment
from server.views.call_json import call_objects
from server.views.place_names import PlaceNames, names_of
from server.words import by_language, say, say_if_known
from server.words.sentences import translated

Spoken = JsonObject

#: Alternatives that are worth reading out; the JSON lists all.
_MOST_CHOICES = 3

#: What is less likely than this would be written "0 %", and helps nobody.
LEAST_CHANCE = 0.005

#: Numbers of decisions as a rule code cites them, such as "R7", "5.4" and "U11".
_NUMBER = re.compile(r"\b(?:[RUM]\d+|\d\.\d+)\b")

#: Calls that explain themselves by a sentence of their own.
_ABOUT = ("setup", "nothing", "taken-back", "ask")


def spoken_calls(moment: Moment, language: str) -> list[Spoken]:
    """The calls of a photo in words, in the order of play; JSON-ready."""
    book, names = moment.session.game.rulebook, names_of(moment.session)
    return [spoken_call(book, one, language, names) for one in call_objects(moment, language)]


def spoken_command(moment: Moment, command: str, language: str) -> list[Spoken]:
    """What a person asked for, in words, and then the calls that it changed."""
    match = moment.session.referee.match
    said: Spoken = {
        "kind": "said",
        "word": say(language, f"said.{command}"),
        "turn": match.ordinal,
        "player": None,
        "move": None,
        "about": None,
        **{name: [] for name in ("reasons", "tasks", "choices")},
        "note": None,
    }
    return [said, *spoken_calls(moment, language)]


def spoken_call(book: Rulebook, one: Json, language: str, names: PlaceNames) -> Spoken:
    """A call of the outside contract in words, its places by their names."""
    kind = one["call"]
    listed = one.get("alternatives") or ()
    likeliest = [other for other in listed if other["probability"] >= LEAST_CHANCE][:_MOST_CHOICES]
    tasks = [duty["message"] for duty in (*one["rewards"], *one["required"])]
    return {
        "kind": kind,
        "word": say(language, f"call.{kind}"),
        "turn": one["turn"],
        "player": one["player"],
        "move": _moves(book, one, language, names),
        "about": say(language, f"about.{kind}") if kind in _ABOUT else _reason(one),
        "reasons": _reasons(book, one, language, names),
        "tasks": [names.in_words(task, language) for task in tasks],
        "choices": [_choice(book, o, language, names) for o in likeliest if kind == "ask"],
        "note": one["note"] and names.in_words(one["note"], language),
    }


def _reasons(book: Rulebook, one: Json, language: str, names: PlaceNames) -> list[Spoken]:
    """The rules that a call finds broken; where the turn may as well have been another one, those
    that this one breaks besides."""
    own = [_violation(book, v, language, names) for v in one["violations"]]
    known = {v["code"] for v in one["violations"]}
    others = [v for o in _instead(one) for v in o["violations"] if v["code"] not in known]
    told = (_violation(book, v, language, names) for v in others)
    return own + [v | {"text": say(language, "reason.or", text=v["text"])} for v in told]


def _instead(one: Json) -> list[Json]:
    """What the turn of a call may as well have been."""
    others = one.get("alternatives") or () if one["call"] != "ask" else ()
    return [other for other in others if other["move"] != one["move"]]


def _violation(book: Rulebook, one: Json, language: str, names: PlaceNames) -> Spoken:
    """A broken rule: the sentence, where the rule stands, and the decisions that it rests on."""
    source = book.code(one["code"]).source
    cited = set(_NUMBER.findall(source))
    rests = [d for d in book.decisions if d.number in cited]
    return {
        "rule": translated(one["rule"], language) or one["rule"],
        "text": names.in_words(one["message"], language),
        "source": translated(source, language) or source,
        "decisions": [{"number": d.number, "text": d.texts[language]} for d in rests],
    }


def _moves(book: Rulebook, one: Json, language: str, names: PlaceNames) -> str | None:
    """The move of a call; of one that is called alike whichever of several it was, all of them."""
    moves = [one["move"], *(other["move"] for other in _instead(one))]
    told = [spoken_move(book, move, language, names) for move in moves]
    return say(language, "move.or").join(text for text in told if text) or None


def spoken_move(book: Rulebook, move: Json | None, language: str, names: PlaceNames) -> str | None:
    """A move in a few words, None where there is none."""
    if move is None:
        return None
    blanks = _blanks(book, move, language)
    words = say_if_known(language, f"move.{book.name}.{move['kind']}", **blanks) or move["kind"]
    return names.in_words("; ".join((words, *_besides(move, language))), language)


def spoken_take_back(book: Rulebook, move: Json, language: str, names: PlaceNames) -> str:
    """What to do about a foul that lies on the table."""
    blanks = _blanks(book, move, language)
    own = say_if_known(language, f"back.{book.name}.{move['kind']}", **blanks)
    return names.in_words(own or say(language, "back"), language)


def _blanks(book: Rulebook, move: Json, language: str) -> dict[str, str]:
    """What fills the sentences about a move."""
    said = {name: _said(book, value, language) for name, value in move.items()}
    return said | _masculine(book, move, language) | _ring(move, language)


def _masculine(book: Rulebook, move: Json, language: str) -> dict[str, str]:
    """The words that a rulebook also has in the masculine (`m.black`: French "un plot noir" beside
    "une baguette noire"), as blanks of their own."""
    words = book.words.get(language, {})
    known = {name: words.get(f"m.{value}") for name, value in move.items()}
    return {f"{name}_m": word for name, word in known.items() if word is not None}


def _ring(about: Json, language: str) -> dict[str, str]:
    """A ring by its name and its hollow counted from one; nothing where there is none."""
    name = say_if_known(language, f"ring.{about.get('ring')}")
    if name is None:
        return {}
    return {"ring": name} | ({"cell": str(about["cell"] + 1)} if "cell" in about else {})


def _besides(move: Json, language: str) -> Iterator[str]:
    """What a move says of other places than those it is made at, such as a sign not put up."""
    for name in ("lacking", "signs"):
        if move.get(name):
            places = ", ".join(f"({', '.join(map(str, place))})" for place in move[name])
            yield say(language, f"move.besides.{name}", places=places)


def _said(book: Rulebook, value: object, language: str) -> str:
    if isinstance(value, list):
        return ", ".join(filter(None, (_said(book, one, language) for one in value)))
    if isinstance(value, dict):
        kind = next((kind for kind in ("ring", "row") if kind in value), None)
        blanks = {**value, **_ring(value, language)}
        place = say(language, f"place.{kind}", **blanks) if kind is not None else ""
        tracks = _said(book, value.get("connections", []), language)
        return f"{place} ({tracks})" if tracks else place
    return book.words.get(language, {}).get(str(value), str(value))


def _reason(one: Json) -> str | None:
    """Why a photo is not clear, and the cure."""
    reason = one.get("reason")
    return None if reason is None else f"{reason['message']} {reason['cure']}".strip()


def _choice(book: Rulebook, one: Json, language: str, names: PlaceNames) -> Spoken:
    moves: Sequence[Json] = one["moves"]
    said = [spoken_move(book, move, language, names) for move in moves]
    instead = one.get("instead")
    if instead is not None:
        was = spoken_move(book, instead["move"], language, names)
        said.append(say(language, "choice.if", turn=instead["turn"], move=was or ""))
    chance = say(language, "chance", percent=round(100 * one["probability"]))
    word = say(language, f"call.{one['call']}")
    return {"moves": said or [say(language, "move.none")], "chance": chance, "word": word}


def spoken_label(book: Rulebook, label: Json | None, language: str) -> str:
    """What lies at a place, in a few words."""
    if label is None:
        return say(language, "label.none")
    words, kind = book.words.get(language, {}), label.get("kind")
    said = (
        words.get(f"{kind}.{value}") or _said_field(book, name, value, language)
        for name, value in label.items()
    )
    return ", ".join(filter(None, said))


def label_texts(book: Rulebook, label: Json | None) -> dict[str, str]:
    """What lies at a place, in every language."""
    return by_language(lambda language: spoken_label(book, label, language))


def _said_field(book: Rulebook, name: str, value: object, language: str) -> str:
    """One property of a piece; a property that it has not is not mentioned."""
    if value is None or value is False or value == []:
        return ""
    own = say_if_known(language, f"label.{name}", value=_said(book, value, language))
    return _said(book, value, language) if own is None else own


def spoken_lines(moment: Moment, language: str) -> Iterator[str]:
    """The calls of a photo for a terminal, each a few lines."""
    for call in spoken_calls(moment, language):
        yield "\n    ".join((_headline(moment.photo, call, language), *_details(call, language)))


def _headline(photo: str, call: Spoken, language: str) -> str:
    player = say(language, "player", player=call["player"]) if call["player"] else ""
    who = " ".join(filter(None, (say(language, "turn", turn=call["turn"]), player)))
    what = call["move"] or call["about"]
    said = f"{who}{say(language, 'colon')}{call['word']}"
    return f"{photo}  {said}" + (f" ({what})" if what else "")


def _details(call: Spoken, language: str) -> Iterator[str]:
    colon = say(language, "colon")
    yield from (f"{reason['rule']}{colon}{reason['text']}" for reason in call["reasons"])
    yield from (f"{one['chance']}  {', '.join(one['moves'])}" for one in call["choices"])
    yield from (f"> {task}" for task in call["tasks"])
    yield from filter(None, [call["note"]])
