"""The one small family of exceptions; what can normally happen is a value instead."""


class ArbitableError(Exception):
    """Something that must not happen, with a sentence for the person who can mend it."""


class UnknownName(ArbitableError):  # noqa: N818 - reads as the fact it states
    """A game, option, value or player that does not exist."""


class IllegalTurn(ArbitableError):  # noqa: N818 - likewise
    """`apply` was given a turn that `judge` objects to."""
