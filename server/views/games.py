"""Games and house rules as `arbitable games --json` and the web API write them."""

from __future__ import annotations

from rules.core.rulebook import HouseRule, OptionValue, Rulebook


def game_object(book: Rulebook, **more: object) -> dict[str, object]:
    """A game with its house rules; `more` stands before these."""
    return {
        "game": book.name,
        "titles": dict(book.titles),
        "players": [book.players.start, book.players.stop - 1],
        **more,
        "rules": [_rule(option) for option in book.options],
    }


def _rule(option: HouseRule) -> dict[str, object]:
    return {
        "name": option.name,
        "values": [option_word(value) for value in option.values],
        "default": option_word(option.default),
        "decision": option.decision,
        "source": option.source,
        "texts": dict(option.texts),
        "labels": {value: dict(texts) for value, texts in option.labels.items()},
    }


def option_word(value: OptionValue) -> OptionValue:
    """A value as it is written after NAME= on the command line."""
    return str(value).lower() if isinstance(value, bool) else value


def decisions(book: Rulebook) -> list[dict[str, object]]:
    """What the referee holds a game to, decision by decision, in the words of players."""
    return [
        {"number": d.number, "texts": dict(d.texts), "source": d.source} for d in book.decisions
    ]
