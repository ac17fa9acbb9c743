"""The installed command as a running server, with its real reader."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO, Any
from urllib.request import Request, urlopen

_COMMAND = (sys.executable, "-c", "from server.cli import main; main()")
#: What a server prints once it answers, and its address.
LISTENING = re.compile(r"^Arbitable is listening on (http://\S+)/$")

#: Seconds an answer may take on a busy machine.
PATIENCE_S = 60


@dataclass(frozen=True)
class Running:
    """A server and its address, without a slash at the end."""

    process: subprocess.Popen[str]
    address: str

    def get(self, path: str) -> dict[str, Any]:
        """An answer of the API."""
        with urlopen(f"{self.address}{path}", timeout=PATIENCE_S) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def post(self, path: str, body: Any) -> dict[str, Any]:
        """The answer to a POST of JSON."""
        data = json.dumps(body).encode()
        request = Request(f"{self.address}{path}", data, {"Content-Type": "application/json"})
        with urlopen(request, timeout=PATIENCE_S) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def events(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What the table's channel tells, name and data, until the server is gone."""
        name = ""
        with (
            suppress(OSError),
            urlopen(f"{self.address}/api/v1/tables/table/events", timeout=PATIENCE_S) as lines,
        ):
            for line in lines:
                key, _, value = line.decode().rstrip("\n").partition(": ")
                if key == "event":
                    name = value
                elif key == "data":
                    yield name, json.loads(value)


@contextmanager
def serving(*arguments: object) -> Iterator[Running]:
    """`arbitable serve` with these arguments on a free port, killed at the end."""
    with listening((*_COMMAND, "serve", "--port", "0", *map(str, arguments))) as found:
        yield found


@contextmanager
def listening(
    command: Sequence[str], said: IO[bytes] | int = subprocess.DEVNULL
) -> Iterator[Running]:
    """A command that serves, once it answers, killed at the end; `said`: where its standard error
    goes."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True)
    assert process.stdout is not None
    try:
        match = LISTENING.match(process.stdout.readline().rstrip("\n"))
        assert match, process.poll()
        yield Running(process, match[1])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
