"""Pictures of the game in memory, named by their content; a browser can ask for nothing else."""

from __future__ import annotations

from server.store.values import Picture


class PictureStore:
    """A picture put in twice is kept once, so replaying a game does not grow the store."""

    def __init__(self) -> None:
        self._stored: dict[str, Picture] = {}

    def put(self, data: bytes, media_type: str) -> str:
        """Keeps a picture and returns its id."""
        picture = Picture(data, media_type)
        self._stored[picture.ident] = picture
        return picture.ident

    def get(self, ident: str) -> Picture | None:
        """The picture of an id, or None."""
        return self._stored.get(ident)

    def all(self) -> tuple[Picture, ...]:
        """Every picture, in the order they were put in."""
        return tuple(self._stored.values())
