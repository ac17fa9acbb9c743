"""The HTML templates: pages for people, and pages that are kept or sent."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined


def templates() -> Environment:
    """All templates; every value is escaped, a missing one is an error."""
    return Environment(
        loader=PackageLoader("server"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
