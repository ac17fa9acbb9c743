"""Frozen values as JSON and back, from one description of each.

A `Codec` turns one kind of value into JSON and reads it again. What is read is checked: its type,
its range, how many of it there are. Whatever does not fit raises `Malformed` with a sentence that
says what would. Keys that a description does not name are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Generic, TypeAlias, TypeVar

from rules.core.errors import UnknownName

T = TypeVar("T")
S = TypeVar("S")

#: A JSON object that is looked into: each key holds what whoever wrote it put there.
Json: TypeAlias = Mapping[str, Any]

#: One that is just being written.
JsonObject: TypeAlias = dict[str, Any]

#: Of a wrong value so many letters are repeated to who sent it.
SHOWN = 60

#: Letters of the longest name or word.
LONGEST = 200


class Malformed(UnknownName):
    """JSON that is no such value: a sentence with the cure, and the keys that lead there."""

    def __init__(self, sentence: str, where: tuple[str, ...] = ()) -> None:
        """The sentence for who sent it, such as ``move.col: 'x' will not do, give ...``."""
        super().__init__(f"{'.'.join(where)}: {sentence}" if where else sentence)
        self.sentence, self.where = sentence, where

    def inside(self, name: str) -> Malformed:
        """The same, seen from the value around it."""
        return Malformed(self.sentence, (name, *self.where))


def wrong(value: object, wanted: str) -> Malformed:
    """What to raise for a value that is not what is wanted."""
    return Malformed(f"{_short(value)} will not do, give {wanted}.")


def _short(value: object) -> str:
    """A value in few letters, however large it is."""
    if value is None or isinstance(value, str | bool | float):
        text = repr(value[:SHOWN] if isinstance(value, str) else value)
        return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
    small = isinstance(value, int) and abs(value) < 10**SHOWN
    return str(value) if small else f"this {type(value).__name__}"


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """One kind of value: how it is written, and how JSON is read as one (raises Malformed);
    `cls` its class, where it has one of its own."""

    # JSON has no one type: who calls `write` knows what comes, and `read` checks what it is given.
    write: Callable[[T], Any]
    read: Callable[[Any], T]
    cls: type | None = None


#: Of values whose type only their description knows.
AnyCodec: TypeAlias = Codec[Any]


def _same(value: T) -> T:
    return value


def as_it_is(fits: Callable[[object], bool], wanted: str) -> AnyCodec:
    """A value that is its own JSON, where it fits."""

    def read(data: object) -> object:
        if not fits(data):
            raise wrong(data, wanted)
        return data

    return Codec(_same, read)


#: What stands in no name: control characters, and halves of letters that no file can hold.
_NO_LETTER = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def text(least: int) -> Codec[str]:
    """A text of `least` letters or more, in one line."""
    wanted = f"a {'word' if least else 'name'} of {least} to {LONGEST} letters"

    def fits(data: object) -> bool:
        if not isinstance(data, str) or not least <= len(data) <= LONGEST:
            return False
        return _NO_LETTER.search(data) is None

    return as_it_is(fits, wanted)


#: Yes or no; a name, which may be empty; a word, which may not.
FLAG: Codec[bool] = as_it_is(lambda data: isinstance(data, bool), "true or false")
TEXT, WORD = text(0), text(1)


def whole(low: int, high: int) -> Codec[int]:
    """A whole number from `low` to `high`."""
    wanted = f"a whole number from {low} to {high}"
    return as_it_is(lambda data: type(data) is int and low <= data <= high, wanted)


def number(low: float, high: float) -> Codec[float]:
    """A number from `low` to `high`."""

    def fits(data: object) -> bool:
        if isinstance(data, bool) or not isinstance(data, int | float):
            return False
        return low <= data <= high

    return as_it_is(fits, f"a number from {low:g} to {high:g}")


def words(*choices: str) -> Codec[str]:
    """One of some words."""
    wanted = f"one of {', '.join(choices)}"
    return as_it_is(lambda data: isinstance(data, str) and data in choices, wanted)


def maybe(codec: Codec[T]) -> Codec[T | None]:
    """The same, or null where nobody knows."""

    def write(value: T | None) -> object:
        return None if value is None else codec.write(value)

    return Codec(write, lambda data: None if data is None else codec.read(data))


def many(codec: Codec[T], most: int, least: int = 0) -> Codec[tuple[T, ...]]:
    """A list of `least` to `most` values."""

    def read(data: object) -> tuple[T, ...]:
        if not isinstance(data, list | tuple) or not least <= len(data) <= most:
            raise wrong(data, f"a list of {least} to {most}")
        return tuple(map(codec.read, data))

    return Codec(lambda values: [*map(codec.write, values)], read)


def by_name(codec: Codec[T], most: int) -> Codec[tuple[tuple[str, T], ...]]:
    """An object with a value for each of up to `most` names, in their order."""

    def read(data: object) -> tuple[tuple[str, T], ...]:
        if not isinstance(data, Mapping) or len(data) > most:
            raise wrong(data, f"an object with up to {most} names")
        return tuple((TEXT.read(name), codec.read(value)) for name, value in data.items())

    return Codec(lambda pairs: {name: codec.write(value) for name, value in pairs}, read)


def through(codec: Codec[S], write: Callable[[T], Any], read: Callable[[S], T]) -> Codec[T]:
    """Values that are written as others are."""

    def made(data: object) -> T:
        value = codec.read(data)
        try:
            return read(value)
        except ValueError as error:
            raise Malformed(f"This cannot be: {error}.") from error

    return Codec(lambda value: codec.write(write(value)), made)


def called(what: str, codec: Codec[T]) -> Codec[T]:
    """The same, with a name for it in what is said of wrong ones."""

    def read(data: object) -> T:
        try:
            return codec.read(data)
        except Malformed as error:
            raise error.inside(what) from None

    return Codec(codec.write, read, codec.cls)


#: The default of a key that must be there.
REQUIRED: object = object()

#: Takes from a JSON object the argument by which a value is made, and puts a key of it there.
Take: TypeAlias = Callable[[dict[str, object], Json], None]
Put: TypeAlias = Callable[[dict[str, object], object], None]


@dataclass(frozen=True, slots=True)
class Key:
    """One key of an object: it holds the attribute `of` (else of the key's own name), or what `get`
    says. Absent it stands for `default`; with `terse` it is left out where it has that value.
    Without a codec it is only written, as it follows from the rest."""

    name: str
    codec: AnyCodec | None
    of: str = ""
    default: object = REQUIRED
    terse: bool = False
    get: Callable[[Any], object] | None = None

    def reader(self) -> Take:
        """What takes from an object the argument by which a value is made."""
        name, default, attribute = self.name, self.default, self.of or self.name
        if self.codec is None:
            return lambda named, data: None
        read = called(name, self.codec).read

        def take(named: dict[str, object], data: Json) -> None:
            held = data.get(name, default)
            if held is REQUIRED:
                raise Malformed(f"{name} is missing, give it.")
            named[attribute] = held if held is default else read(held)

        return take

    def writer(self) -> Put:
        """What puts the key of a value into an object."""
        name, default, leave_out = self.name, self.default, self.terse
        get = self.get or attrgetter(self.of or name)
        shown = _same if self.codec is None else self.codec.write

        def put(data: dict[str, object], value: object) -> None:
            held = get(value)
            if not (leave_out and held == default):
                data[name] = shown(held)

        return put


@dataclass(frozen=True, slots=True)
class Inline:
    """An attribute whose keys stand among those of the value itself."""

    attribute: str
    codec: AnyCodec

    def reader(self) -> Take:
        """As `Key.reader`."""
        attribute, read = self.attribute, self.codec.read

        def take(named: dict[str, object], data: Json) -> None:
            named[attribute] = read(data)

        return take

    def writer(self) -> Put:
        """As `Key.writer`."""
        inner, whose = self.codec.write, attrgetter(self.attribute)
        return lambda data, value: data.update(inner(whose(value)))


def terse(name: str, codec: AnyCodec, default: object = None, of: str = "") -> Key:
    """A key that is there only where it has something to say."""
    return Key(name, codec, of, default, terse=True)


def record(make: Callable[..., T], *parts: Key | Inline, cls: type | None = None) -> Codec[T]:
    """A value with named attributes as an object, keys in this order. `cls` is its class where
    `make` is only a function."""
    writers = tuple(part.writer() for part in parts)
    readers = tuple(part.reader() for part in parts)

    def write(value: T) -> dict[str, object]:
        data: dict[str, object] = {}
        for put in writers:
            put(data, value)
        return data

    def read(data: object) -> T:
        if type(data) is not dict and not isinstance(data, Mapping):
            raise wrong(data, "an object")
        named: dict[str, object] = {}
        for take in readers:
            take(named, data)
        try:
            return make(**named)
        except ValueError as error:
            raise Malformed(f"This cannot be: {error}.") from error

    return Codec(write, read, cls or (make if isinstance(make, type) else None))


def kinds(what: str, codecs: Mapping[str, AnyCodec]) -> AnyCodec:
    """One of several classes, told apart by the word under `kind`; `what` names them all, as in
    "Redline move"."""
    of_class = {codec.cls: (kind, codec.write) for kind, codec in codecs.items()}
    names = " or ".join((", ".join([*codecs][:-1]), [*codecs][-1]))

    def write(value: object) -> dict[str, object]:
        kind, shown = of_class[type(value)]
        return {"kind": kind, **shown(value)}

    def read(data: object) -> object:
        kind = data.get("kind") if isinstance(data, Mapping) else None
        if type(kind) is not str or kind not in codecs:
            raise Malformed(f"There is no {what} of kind {_short(kind)}, give {names}.")
        return codecs[kind].read(data)

    return called(what.rsplit(maxsplit=1)[-1], Codec(write, read))
