"""`arbitable` as a process whose reader sees rightly, so that only the rest is tried:
`python -m tests.hard.truthful DESCRIPTORS ARGUMENT...`, with the arguments of `arbitable`."""

from __future__ import annotations

import resource
import sys
from argparse import REMAINDER
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.asked_seeds import asked_words
from tests.server.running import Running, listening

_COMMAND = (sys.executable, "-m", "tests.hard.truthful")

#: Descriptors that a program gets on most systems.
_USUAL_DESCRIPTORS = 1_024


@contextmanager
def truthful(
    *arguments: object, errors: Path | None = None, descriptors: int = _USUAL_DESCRIPTORS
) -> Iterator[Running]:
    """`arbitable serve` with these arguments on a free port, killed at the end. `errors`: where its
    standard error goes; `descriptors`: how many it may have."""
    command = (*_COMMAND, str(descriptors), "serve", "--port", "0", *map(str, arguments))
    with open(errors or "/dev/null", "wb") as said, listening(command, said) as found:
        yield found


def _main(descriptors: int) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
    import server.pipeline.session  # noqa: PLC0415 - its reader is exchanged before the command runs
    from server.cli import main  # noqa: PLC0415
    from tests.server.fakes import PHOTOS, TruthReader  # noqa: PLC0415
    from vision.photo import load_photo  # noqa: PLC0415

    first = load_photo(PHOTOS[0])
    TruthReader().read(first)  # type: ignore[arg-type] # it learns all the truth with its first photo
    server.pipeline.session.load_reader = lambda _name: TruthReader()  # type: ignore[attr-defined]
    main()


if __name__ == "__main__":
    _asked = asked_words(__doc__, descriptors=int, arguments=(str, REMAINDER))
    sys.argv[1:] = _asked.arguments
    _main(_asked.descriptors)
