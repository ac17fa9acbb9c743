"""The HTML templates: pages for people, and pages that are kept or sent."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined


def rendered(template: str, **values: object) -> str:
    """A page from its template; every value is escaped, a missing one is an error."""
    environment = Environment(
        loader=PackageLoader("server"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(values)
