"""Calls in words: what the dashboard shows, the report prints and the terminal says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.core.codec import Json, JsonObject
from rules.core.rulebook import Rulebook
from rules.referee.speaking.notes import GAME_OVER, TAKE_BACK, TURN_TAKEN_BACK
from server.pipeline.session import Moment, Session
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
    session = moment.session
    speaker = Speaker(session.game.rulebook, language, names_of(session))
    return [speaker.call(one) for one in call_objects(moment, language)]


def spoken_command(
    moment: Moment, command: str, about: Mapping[str, str | None], language: str
) -> list[Spoken]:
    """What a person asked for, in words, with what it is about, and then the calls that it
    changed."""
    match = moment.session.referee.match
    said: Spoken = {
        "kind": "said",
        "word": say(language, f"said.{command}"),
        "turn": match.ordinal,
        "player": None,
        "move": None,
        "about": about[language],
        **{name: [] for name in ("reasons", "tasks", "choices")},
        "note": None,
    }
    return [said, *spoken_calls(moment, language)]


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says the calls and moves of a game in one language, with the `names` of its places."""

    book: Rulebook
    language: str
    names: PlaceNames

    def call(self, one: Json) -> Spoken:
        """A call of the outside contract in words, its places by their names."""
        kind = one["call"]
        listed = one.get("alternatives") or ()
        likely = [other for other in listed if other["probability"] >= LEAST_CHANCE]
        tasks = [self._task(one, duty) for duty in (*one["rewards"], *one["required"])]
        return {
            "kind": kind,
            "word": self._say(f"call.{kind}"),
            "turn": one["turn"],
            "player": one["player"],
            "move": self._moves(one),
            "about": self._about(one),
            "reasons": self._reasons(one),
            "tasks": tasks,
            "choices": self._choices(one, likely[:_MOST_CHOICES]) if kind == "ask" else [],
            "note": one["note"] and self._named(one["note"]),
        }

    def _task(self, one: Json, duty: Json) -> str:
        """What must be done; what is to be taken back is named as it is where the foul stands."""
        if duty["kind"] == TAKE_BACK and one["move"] is not None:
            return self.take_back(one["move"])
        return self._named(duty["message"])

    def move(self, move: Json | None) -> str | None:
        """A move in a few words, None where there is none."""
        if move is None:
            return None
        words = self._own(f"move.{self.book.name}.{move['kind']}", move) or move["kind"]
        parts = (words, *_besides(move, self.language), *self._taken(move))
        return self._named(self._say("semicolon").join(parts))

    def _about(self, one: Json) -> str | None:
        """What a call that names no move is about; what was taken back is not always a foul. Once
        the game is over nobody is told that nothing has changed: what is done with the pieces is no
        turn."""
        kind, notes = one["call"], one.get("note_codes", ())
        if kind not in _ABOUT:
            return _reason(one)
        if kind == "nothing" and GAME_OVER in notes:
            return None
        return self._say(f"about.{TURN_TAKEN_BACK if TURN_TAKEN_BACK in notes else kind}")

    def take_back(self, move: Json) -> str:
        """What to do about a foul that lies on the table."""
        own = self._own(f"back.{self.book.name}.{move['kind']}", move)
        return self._named(own or self._say("back"))

    def _say(self, key: str, **blanks: object) -> str:
        return say(self.language, key, **blanks)

    def _named(self, text: str) -> str:
        return self.names.in_words(text, self.language)

    def _own(self, key: str, move: Json) -> str | None:
        """The game's own sentence about a move, None where it has none."""
        said = {
            # A name is nobody's word: there are players called "E" and "N".
            name: str(value) if name == "player" else _said(self.book, value, self.language)
            for name, value in move.items()
        }
        blanks = said | self._masculine(move) | _ring(move, self.language)
        return say_if_known(self.language, key, **blanks)

    def _taken(self, move: Json) -> Iterator[str]:
        """Which pawns a move took from where, as far as anybody can say."""
        pawns = [self._own("move.taken.pawn", one) or "" for one in move.get("captures") or ()]
        if pawns:
            yield self._say("move.besides.captures", pawns=", ".join(pawns))

    def _masculine(self, move: Json) -> dict[str, str]:
        """The words that a rulebook also has in the masculine (`m.black`: French "un plot noir"
        beside "une baguette noire"), as blanks of their own."""
        words = self.book.words.get(self.language, {})
        known = {name: words.get(f"m.{value}") for name, value in move.items()}
        return {f"{name}_m": word for name, word in known.items() if word is not None}

    def _reasons(self, one: Json) -> list[Spoken]:
        """The rules that a call finds broken; where the turn may as well have been another one,
        those that this one breaks besides."""
        own = [self._violation(v) for v in one["violations"]]
        known = {v["code"] for v in one["violations"]}
        others = [v for o in _instead(one) for v in o["violations"] if v["code"] not in known]
        told = map(self._violation, others)
        return own + [v | {"text": self._say("reason.or", text=v["text"])} for v in told]

    def _violation(self, one: Json) -> Spoken:
        """A broken rule: the sentence, where the rule stands, and the decisions it rests on."""
        source = self.book.code(one["code"]).source
        cited = set(_NUMBER.findall(source))
        rests = [d for d in self.book.decisions if d.number in cited]
        return {
            "rule": translated(one["rule"], self.language) or one["rule"],
            "text": self._named(one["message"]),
            "source": translated(source, self.language) or source,
            "decisions": [{"number": d.number, "text": d.texts[self.language]} for d in rests],
        }

    def _moves(self, one: Json) -> str | None:
        """The move of a call; of one that is called alike whichever of several it was, all."""
        told = map(self.move, (one["move"], *(other["move"] for other in _instead(one))))
        return self._say("move.or").join(text for text in told if text) or None

    def answer(self, one: Json, turn: int) -> list[str]:
        """What an answer of a question about a turn says was done, in its order, and what was
        before, if it is so. `one`: its `moves`, what is `gone`, what was `instead`, what was
        `disturbed`."""
        done = [self._gone(gone) for gone in one.get("gone", ())]
        past = one.get("instead") or {}
        if _withdrawn(one):
            key = "choice.last" if past["turn"] == turn - 1 else "choice.turn"
            done.append(self._say(key, turn=past["turn"]))
        done += [self.move(move) or "" for move in one["moves"]]
        touched = ", ".join(place["name"] for place in one.get("disturbed", ()))
        done += [self._named(self._say("choice.disturbed", places=touched))] if touched else []
        done = done or [self._say("move.none")]
        if past and not _withdrawn(one):
            was = self.move(past["move"]) or ""
            done.append(self._say("choice.if", turn=past["turn"], move=was))
        return done

    def _gone(self, one: Json) -> str:
        key = "choice.gone-foul" if one["call"] == "foul" else "choice.gone"
        return self._say(key, move=self.move(one["move"]) or "")

    def called(self, one: Json) -> str:
        """The call of an answer in a word."""
        back = one["call"] == "nothing" and (one.get("gone") or _withdrawn(one))
        return self._say(f"call.{'taken-back' if back else one['call']}")

    def _choices(self, asked: Json, likely: Sequence[Json]) -> list[Spoken]:
        """The answers of a question, fouls with what they break; of those that read alike each
        with what not all break, where there is such."""
        said = [self._choice(one, asked["turn"]) for one in likely]
        broken = [[v["message"] for v in one["violations"]] for one in likely]
        return [
            one | {"moves": [*one["moves"], *self._own_fouls(k, said, broken)]}
            for k, one in enumerate(said)
        ]

    def _own_fouls(
        self, index: int, said: Sequence[Spoken], broken: Sequence[Sequence[str]]
    ) -> list[str]:
        """What one of the answers `said` breaks that not all do that read as it does; all that it
        breaks where that is the same."""
        pairs = zip(said, broken, strict=True)
        alike = [set(fouls) for one, fouls in pairs if one["moves"] == said[index]["moves"]]
        common = set.intersection(*alike)
        own = [foul for foul in broken[index] if foul not in common]
        return [self._named(foul) for foul in own or broken[index]]

    def _choice(self, one: Json, turn: int) -> Spoken:
        chance = self._say("chance", percent=round(100 * one["probability"]))
        return {"moves": self.answer(one, turn), "chance": chance, "word": self.called(one)}


def _withdrawn(one: Json) -> bool:
    """Whether an answer says that an earlier turn was taken back."""
    instead = one.get("instead")
    return instead is not None and instead["move"] is None


def _instead(one: Json) -> list[Json]:
    """What the turn of a call may as well have been."""
    others = one.get("alternatives") or () if one["call"] != "ask" else ()
    return [other for other in others if other["move"] != one["move"]]


def _ring(about: Json, language: str) -> dict[str, str]:
    """A ring by its name and its hollow counted from one; nothing where there is none."""
    name = say_if_known(language, f"ring.{about.get('ring')}")
    if name is None:
        return {}
    return {"ring": name} | ({"cell": str(about["cell"] + 1)} if "cell" in about else {})


def speakers_of(session: Session) -> dict[str, Speaker]:
    """Who says the game's calls and moves, by language."""
    book, names = session.game.rulebook, names_of(session)
    return by_language(lambda language: Speaker(book, language, names))


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


def _choice_lines(choice: Spoken, colon: str) -> str:
    """An answer with its chance and call, a line for each thing it says."""
    indent = " " * len(f"    {choice['chance']}  ")
    return f"{choice['chance']}  {choice['word']}{colon}" + f"\n{indent}".join(choice["moves"])


def _headline(photo: str, call: Spoken, language: str) -> str:
    player = say(language, "player", player=call["player"]) if call["player"] else ""
    who = " ".join(filter(None, (say(language, "turn", turn=call["turn"]), player)))
    what = call["move"] or call["about"]
    said = f"{who}{say(language, 'colon')}{call['word']}"
    return f"{photo}  {said}" + (f" ({what})" if what else "")


def _details(call: Spoken, language: str) -> Iterator[str]:
    colon = say(language, "colon")
    yield from (f"{reason['rule']}{colon}{reason['text']}" for reason in call["reasons"])
    yield from (_choice_lines(one, colon) for one in call["choices"])
    yield from (f"> {task}" for task in call["tasks"])
    yield from filter(None, [call["note"]])
