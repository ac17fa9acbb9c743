"""`arbitable games`: the games, their house rules and their rule codes."""

from __future__ import annotations

import json

import click

from rules.core.discovery import discover
from rules.core.rulebook import HouseRule, Rulebook
from rules.core.texts import unfilled
from server.commands.text_tables import rows
from server.views.games import game_object, option_word
from vision.reader import has_reader


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a game.")
def command(as_json: bool) -> None:
    """The games, their house rules with defaults, and the rule codes with their texts."""
    for game in discover().values():
        if as_json:
            click.echo(json.dumps(_object(game.rulebook), ensure_ascii=False))
        else:
            _show(game.rulebook)


def _object(book: Rulebook) -> dict[str, object]:
    codes = [
        {"code": c.code, "rule": c.rule, "source": c.source, "texts": dict(c.texts)}
        for c in book.codes
    ]
    return {**game_object(book, seen=has_reader(book.name)), "codes": codes}


def _show(book: Rulebook) -> None:
    seen = "" if has_reader(book.name) else " (rules only: no reader yet)"
    low, high = book.players.start, book.players.stop - 1
    click.echo(f"{book.titles['en']} ({book.name}), {low} to {high} players{seen}")
    click.echo("\nHouse rules (--rule NAME=VALUE)")
    click.echo(rows([_rule_row(option) for option in book.options]))
    click.echo("\nRule codes (capitals stand for what lies on the table)")
    click.echo(rows([(c.code, c.rule, unfilled(c.texts["en"])) for c in book.codes]))
    click.echo()


def _rule_row(option: HouseRule) -> tuple[str, str, str]:
    values = " | ".join(str(option_word(value)) for value in option.values)
    return option.name, f"{values} (default {option_word(option.default)})", option.texts["en"]
