"""Results as tables for a person at a terminal."""

from __future__ import annotations

import io
import shutil
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table

from rules.core.places import Naming
from server.views.place_names import PlaceNames, names_over
from server.views.read_json import piece_fields
from vision.reading import SURE_CONFIDENCE, ReadingStatus
from vision.sources.photo_order import printable

if TYPE_CHECKING:
    from server.pipeline.readers import PhotoReading
    from vision.reading import Piece

#: How many doubtful places are named: a line of a terminal.
_NAMED = 4


def rows(lines: Sequence[Sequence[str]], headings: Sequence[str] = ()) -> str:
    """Lines of cells as a table that fits the terminal."""
    table = Table(*headings, box=box.SIMPLE_HEAD if headings else None, show_header=bool(headings))
    for _ in range(0 if headings else max(map(len, lines), default=0)):
        table.add_column(overflow="fold")
    for line in lines:
        table.add_row(*line)
    width = shutil.get_terminal_size((100, 24)).columns
    page = io.StringIO()
    Console(file=page, width=width, highlight=False, markup=False).print(table)
    return page.getvalue().rstrip("\n")


def read_text(seen: PhotoReading, violations: Sequence[str]) -> str:
    """What one photo shows, for a person."""
    reading, name = seen.reading, printable(seen.photo.name)
    if reading.refusal is not None:
        return f"{name}: no reading. {reading.refusal.message} {reading.refusal.cure}"
    game = seen.game.rulebook.titles["en"] if seen.game is not None else ""
    doubtful = sum(piece.confidence < SURE_CONFIDENCE for piece in reading.pieces)
    doubt = f", {doubtful} of them doubtful" if doubtful else ""
    head = f"{name}: {game}, {len(reading.pieces)} pieces{doubt}, {seen.seconds:.2f} s"
    names = _names(seen)
    listed = [_piece(seen, names, piece) for piece in reading.pieces]
    proven = [names.in_words(one, "en") for one in violations]
    pieces = rows(listed, ("piece", "place", "what", "sure"))
    return "\n".join([head, pieces, *_unlisted_doubt(seen, names, doubtful), *proven])


def _names(seen: PhotoReading) -> PlaceNames:
    """What people call the places, as on the pages."""
    if seen.game is None:
        return PlaceNames(Naming.BOARD)
    return names_over(seen.game, [piece.place for piece in seen.reading.pieces])


def _unlisted_doubt(seen: PhotoReading, names: PlaceNames, doubtful: int) -> list[str]:
    """A sentence on what an unsure reading doubts besides the `doubtful` pieces that it lists."""
    if seen.reading.status is not ReadingStatus.UNSURE:
        return []
    numbered = seen.game is not None and seen.game.places_are_numbers
    free = () if numbered else seen.reading.doubtful_free()
    places = [names.in_words(one.place.name(), "en") for one in free]
    if places:
        named, more = "; ".join(places[:_NAMED]), len(places) - _NAMED
        rest = f" and {more} other places" if more > 0 else ""
        return [f"Not sure that nothing lies at {named}{rest}: look there."]
    return [] if doubtful else ["Not sure of the table as a whole: look at it once more."]


def _piece(seen: PhotoReading, names: PlaceNames, piece: Piece) -> tuple[str, str, str, str]:
    place = names.of(piece.place, "en") if piece.place is not None else piece.area
    words = piece_fields(seen.game, piece.kind, piece.label) if seen.game is not None else {}
    what = ", ".join(filter(None, (_word(name, value) for name, value in words.items())))
    return piece.kind, place, what, f"{piece.confidence:.1%}"


def _word(name: str, value: object) -> str:
    """A field of a piece in words: `trees` rather than True, `over 3 7` rather than numbers alone.
    What only programs read, measures among it, and the kind, which has its own column, are left
    out."""
    many = value if isinstance(value, list) else [value]
    if name == "kind" or not many or any(isinstance(one, Mapping | float | None) for one in many):
        return ""
    if isinstance(value, bool):
        return name if value else ""
    said = " ".join(map(str, many))
    return f"{name} {said}" if many is value and isinstance(many[0], int) else said
