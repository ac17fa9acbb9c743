"""The forms of the facts that a game may be told, with what is known already."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rules.core.facts import Field, Form
from rules.core.rulebook import Rulebook
from server.pipeline.player_names import BY_PLAYER
from server.pipeline.session import Session
from server.words import ALL_WORDS, by_language


def fact_forms(session: Session) -> list[dict[str, object]]:
    """The forms, JSON-ready; those that the last call asks for come first."""
    match, book = session.referee.match, session.game.rulebook
    asked = {remark.code for p in match.history[-1:] for remark in p.verdict.remarks}
    unknown = match.opened and match.mover is None
    players = {book.called(player) for player in session.players}
    forms = [
        _form(
            book,
            form,
            wanted=bool(asked & set(form.asked)) or (unknown and form.fact == "turn"),
            named=form.about in players,
        )
        for form in (_as_called(session, one) for one in session.game.facts(match.accepted))
    ]
    return sorted(forms, key=lambda form: not form["wanted"])


def _as_called(session: Session, form: Form) -> Form:
    """A form with its players by what they are called now; every blank of one about colours is
    named by a player."""
    names = session.game.rulebook.names

    def field(one: Field) -> Field:
        if one.name != "player":
            return replace(one, name=names.get(one.name, one.name)) if by_player else one
        choices = tuple(names.get(str(choice), choice) for choice in one.choices)
        return replace(one, value=names.get(str(one.value), one.value), choices=choices)

    by_player = form.fact == BY_PLAYER
    fields = tuple(map(field, form.fields)) if names else form.fields
    return replace(form, about=names.get(form.about, form.about), fields=fields)


def _form(book: Rulebook, form: Form, *, wanted: bool, named: bool) -> dict[str, object]:
    """`named`: it is about a player who gave his name, which no language changes."""
    return {
        "fact": form.fact,
        "about": form.about,
        "about_texts": by_language(partial(_about, book, form.about, named)),
        "wanted": wanted,
        "titles": by_language(partial(_word, book.name, "fact", form.fact)),
        "fields": [_field(book, field) for field in form.fields],
    }


def _about(book: Rulebook, about: str, named: bool, language: str) -> str:
    """A player without a name is called by his colour."""
    return about if named else book.words.get(language, {}).get(about, about)


def _word(game: str, group: str, name: str, language: str) -> str:
    """The game's own word where it has one, else the common one, else the name itself."""
    words = ALL_WORDS[language]
    return words.get(f"{group}.{game}.{name}") or words.get(f"{group}.{name}") or name


def _field(book: Rulebook, field: Field) -> dict[str, object]:
    return {
        "name": field.name,
        "kind": field.kind,
        "value": field.value,
        "titles": by_language(partial(_word, book.name, "field", field.name)),
        "choices": [
            {
                "value": choice,
                "texts": by_language(partial(choice_text, book, field.name, str(choice))),
            }
            for choice in field.choices
        ],
        "parts": [_field(book, part) for part in field.parts],
    }


def choice_text(book: Rulebook, name: str, choice: str, language: str) -> str:
    """What may be filled in, in words: the field's own where there is one (a pad is "blanc", a
    stick "blanche")."""
    known, words = ALL_WORDS[language].get(f"choice.{name}.{choice}"), book.words.get(language, {})
    return known or words.get(f"{name}.{choice}") or words.get(choice, choice)
