"""One table and its referee: clean pictures go in, the words of the contract come out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from rules.core.call import Call
from rules.core.events import Event, Told
from rules.core.game import Game
from rules.core.observation import Loose, Observation
from rules.core.places import Cell
from rules.games.linie1.game import GAME as LINIE1
from rules.games.redline import GAME as REDLINE
from rules.games.redline.tiles import Tile
from rules.games.rouge.game import GAME as ROUGE
from rules.referee import limits
from rules.referee.referee import RefereeState, begin, observe, record
from tests.rules.linie1 import pictures as linie1_pictures
from tests.rules.linie1 import tables as linie1_tables
from tests.rules.redline_pictures import CLEAR, clear
from tests.rules.rouge import sights as rouge_sights
from tests.rules.rouge.tables import position
from tests.rules.tables import tile

State = RefereeState[Any, Any]
Calls = tuple[Call[Any, Any], ...]
At = tuple[int, int]

#: What was said, by the referee (the very object), his limits and what he saw or heard: many tests
#: begin alike.
_SAID: dict[tuple[int, limits.Limits, Hashable], tuple[State, State, Calls]] = {}

#: Pictures and words of which it is kept.
_KEPT = 300


def words(call: Call[Any, Any]) -> str:
    """A call in short: its kind, its player, the rules broken, its notes."""
    codes = [v.code for v in call.verdict.violations] if call.verdict else []
    parts = [call.kind.value, call.player, *codes, call.note and f"({call.note})"]
    return " ".join(part for part in parts if part)


def kinds(calls: Calls) -> list[str]:
    """The calls of a picture in a word each."""
    return [call.kind.value for call in calls]


@cache
def _begun(
    game: Game[Any, Any], players: tuple[str, ...], changes: tuple[tuple[str, Any], ...]
) -> State:
    """The referee before the first picture, one for all who begin alike."""
    return begin(game, players, game.rulebook.house(dict(changes)))


class Session:
    """A referee and all that he said of the last picture or word."""

    def __init__(self, game: Game[Any, Any], players: Sequence[str], **changes: Any) -> None:
        """`changes` of the house rules."""
        self.game = game
        self.state: State = _begun(game, tuple(players), tuple(sorted(changes.items())))
        self.calls: Calls = ()
        self._pictures = 0

    def shown(self, picture: Observation[Any, Any], shows: Hashable = None) -> list[str]:
        """What is said of a picture; where one that `shows` the same was judged after all the same
        before it, what was said then."""
        self._pictures += 1
        photo = f"{self._pictures:02}.jpg"
        key = None if shows is None else (photo, shows)
        return self._once(key, lambda: observe(self.state, picture, photo))

    def said(self, event: Event) -> list[str]:
        """What is said of people's words."""
        return self._once(repr(event), lambda: record(self.state, event))

    def _once(self, key: Hashable, judged: Callable[[], tuple[State, Calls]]) -> list[str]:
        at, before = (id(self.state), limits.LIMITS, key), self.state
        if at in _SAID:
            _, self.state, self.calls = _SAID[at]
        else:
            self.state, self.calls = judged()
        if key is not None and at not in _SAID:
            if len(_SAID) >= _KEPT:
                del _SAID[next(iter(_SAID))]
            _SAID[at] = before, self.state, self.calls  # his `id` stays his own while he is kept
        return [words(call) for call in self.calls]

    def told(self, fact: str, **data: Any) -> None:
        """The players tell a fact."""
        self.said(Told(fact, data))

    @property
    def asked(self) -> list[list[str]]:
        """The alternatives of the question asked last: the rules broken by each of their turns."""
        return [
            [" ".join(x.code for x in v.violations) or v.ruling.value for v in one.verdicts]
            for one in self.calls[0].alternatives
        ]


class Redline(Session):
    """A layout told as ``{(1, 0): "B W+S"}``."""

    def __init__(self, players: Sequence[str] = ("A", "B"), **changes: Any) -> None:
        """Before the first picture."""
        super().__init__(REDLINE, players, **changes)

    def see(self, layout: Mapping[At, str], loose: Iterable[Loose[Tile]] = ()) -> list[str]:
        """What is said of a picture of this layout."""
        lying = {Cell(*at): tile(text) for at, text in layout.items()}
        return self.shown(clear(lying, loose))


class Rouge(Session):
    """Positions told as ``red 1/0 1/1; blue 2/3``."""

    def __init__(self, players: Sequence[str] = ("red", "blue"), **changes: Any) -> None:
        """Before the first picture."""
        super().__init__(ROUGE, players, **changes)

    def see(self, text: str) -> list[str]:
        """What is said of a picture of this position."""
        lying = position(text) if text else {}
        return self.shown(rouge_sights.seen(lying, sure=CLEAR), ("clear", text))

    def play(self, *texts: str) -> list[str]:
        """What is said of the last of several pictures; those before it must all be clear."""
        for text in texts[:-1]:
            said = self.see(text)
            assert said[0].split()[0] in {"setup", "legal"}, (text, said)
        return self.see(texts[-1])


class Linie1(Session):
    """A board that grows: tiles by their cell, stop signs, trams by their line."""

    def __init__(
        self,
        tiles: Mapping[At, str] | None = None,
        signs: Iterable[At] = (),
        players: Sequence[str] = ("A", "B"),
        trams: Mapping[int, At] | None = None,
        **changes: Any,
    ) -> None:
        """After the first picture, of this board."""
        super().__init__(LINIE1, players, **changes)
        self.tiles, self.signs = dict(tiles or {}), set(signs)
        self.trams = dict(trams or {})
        self.see()

    def see(
        self,
        tiles: Mapping[At, str] | None = None,
        signs: Iterable[At] = (),
        trams: Mapping[int, At] | None = None,
        gone: Iterable[Any] = (),
    ) -> list[str]:
        """What is said of a picture with these more, and some tiles or trams gone."""
        self.tiles |= tiles or {}
        self.signs |= set(signs)
        self.trams |= trams or {}
        for one in gone:
            self.tiles.pop(one, None)
            self.trams.pop(one, None)
        rows = ((*at, text) for at, text in self.tiles.items())
        lying = linie1_tables.position(*rows, signs=self.signs, trams=self.trams)
        return self.shown(linie1_pictures.picture(lying, sure=0.9999), tuple(lying.items()))


#: Line 4 from its northern terminus down column 10, line 2 from the east to the west.
TRACK: Mapping[At, str] = {
    **{(row, 10): "NS" for row in range(3, 13)},
    **{(7, col): "EW" for col in (7, 8, 9, 11, 12)},
    **{(10, col): "EW" for col in range(1, 6)},
    **{(1, 7): "NS", (2, 7): "NE", (2, 8): "EW", (2, 9): "EW", (2, 10): "SW"},
    **{(7, 10): "NS+EW", (7, 6): "ES", (8, 6): "NS", (9, 6): "NS", (10, 6): "NW"},
}
SIGNS = [(1, 7), (4, 10), (6, 10), (11, 10), (7, 12), (9, 6), (10, 2)]


def on_track(*, lines: bool) -> Linie1:
    """A, who drives line 4, is on turn; B drives line 2."""
    table = Linie1(TRACK, SIGNS)
    table.told("turn", player="A")
    for player, line in (("A", 4), ("B", 2)) if lines else ():
        table.told("line", player=player, line=line)
    return table


def travelling(*, lines: bool) -> Linie1:
    """Both have driven their first space; A is on turn, each may go one space farther than last."""
    table = on_track(lines=lines)
    moves = ({4: (0, 6)}, {4: (1, 7)}, {2: (6, 13)}, {2: (7, 12)})
    assert [table.see(trams=move) for move in moves] == [[f"legal {p}"] for p in "AABB"]
    return table
