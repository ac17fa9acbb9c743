"""Clients that mean ill, each kind a coroutine; all of them from one address.

`python -m tests.hard.attack SILENT FLOODERS SECONDS HOST PORT` runs silent connections and floods
of POSTs without a key side by side, in a process of its own.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from tests.asked_seeds import asked_words

#: Bytes of one flooding body, and of what is sent of it at once.
_BODY, _CHUNK = 60_000_000, 1_000_000


async def silent(host: str, port: int, seconds: float) -> float:
    """Connects and says nothing; gives the seconds until the server hangs up, or those given."""
    start = time.monotonic()
    with suppress(OSError, asyncio.TimeoutError):
        reader, writer = await asyncio.open_connection(host, port)
        with suppress(OSError, asyncio.TimeoutError):
            await asyncio.wait_for(reader.read(), seconds)
        writer.close()
    return time.monotonic() - start


async def flooding(host: str, port: int, seconds: float) -> int:
    """Posts large bodies to a table, one after another, without a key; gives how many."""
    head = (
        f"POST /api/v1/tables/table/commands HTTP/1.1\r\nHost: {host}:{port}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {_BODY}\r\n\r\n"
    ).encode()
    until, count = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        with suppress(OSError, asyncio.TimeoutError):
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(head)
            answer = asyncio.ensure_future(reader.readline())
            with suppress(OSError, asyncio.TimeoutError):
                for _ in range(0, _BODY, _CHUNK):
                    writer.write(b"[1],[1],[" * (_CHUNK // 9))
                    await asyncio.wait_for(writer.drain(), 5)
                    if answer.done():
                        break
                await asyncio.wait_for(answer, 5)
            writer.close()
            count += 1
    return count


async def attack(
    silences: int, flooders: int, seconds: float, host: str, port: int
) -> tuple[int, int]:
    """Both at once; gives how many of the silent were hung up on, and how many bodies were
    posted."""
    quiet = [silent(host, port, seconds) for _ in range(silences)]
    loud = [flooding(host, port, seconds) for _ in range(flooders)]
    found = await asyncio.gather(*quiet, *loud)
    ended = sum(one < seconds for one in found[:silences])
    return ended, int(sum(found[silences:]))


if __name__ == "__main__":
    _asked = asked_words(__doc__, silences=int, flooders=int, seconds=float, host=str, port=int)
    print(*asyncio.run(attack(**vars(_asked))))
