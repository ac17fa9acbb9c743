"""`arbitable games`: the games, their house rules and their rule codes."""

from __future__ import annotations

import json
from typing import Any

import click

from rules.core.discovery import discover
from rules.core.rulebook import Rulebook
from server.commands.options import rule_object
from server.commands.text_tables import rows
from vision.reader import has_reader


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a game.")
def command(as_json: bool) -> None:
    """The games, their house rules with defaults, and the rule codes with their texts."""
    for game in discover().values():
        if as_json:
            click.echo(json.dumps(_object(game.rulebook), ensure_ascii=False))
        else:
            _show(_object(game.rulebook))


def _object(book: Rulebook) -> dict[str, Any]:
    return {
        "game": book.name,
        "titles": dict(book.titles),
        "players": [book.players.start, book.players.stop - 1],
        "seen": has_reader(book.name),
        "rules": [rule_object(option) for option in book.options],
        "codes": [
            {"code": c.code, "rule": c.rule, "source": c.source, "texts": dict(c.texts)}
            for c in book.codes
        ],
    }


def _show(found: dict[str, Any]) -> None:
    low, high = found["players"]
    seen = "" if found["seen"] else " (rules only: no reader yet)"
    click.echo(f"{found['titles']['en']} ({found['game']}), {low} to {high} players{seen}")
    click.echo("\nHouse rules (--rule NAME=VALUE)")
    click.echo(rows([_rule_row(rule) for rule in found["rules"]]))
    click.echo("\nRule codes")
    click.echo(rows([(c["code"], c["rule"], c["texts"]["en"]) for c in found["codes"]]))
    click.echo()


def _rule_row(rule: dict[str, Any]) -> tuple[str, str, str]:
    values = " | ".join(str(value) for value in rule["values"])
    return rule["name"], f"{values} (default {rule['default']})", rule["texts"]["en"]
