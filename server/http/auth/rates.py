"""How often one address may do something: buckets that fill up again with time."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from server.pairing.addresses import numeric_address

#: Addresses remembered at once; the one not heard of for longest is forgotten.
_MOST_ADDRESSES = 1_000

#: Bits of an IPv6 address that name a household's network: within it anybody takes any address.
_HOUSEHOLD_BITS = 64


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and `each_s` seconds for one more."""

    at_once: int
    each_s: float


#: Requests without a key: the way in and the page that says that a key is needed.
STRANGERS = Rate(120, 0.1)

#: Requests with a key, or from the computer itself: a dozen phones behind one address, each
#: sending ten pictures a second while its page is loaded anew.
VISITORS = Rate(3_000, 0.004)

#: Keys that open nothing: mistyped, or of an evening long ago.
WRONG_KEYS = Rate(10, 6.0)


class Bucket:
    """A rate kept for every address. Safe to use from several threads."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._lock = threading.Lock()
        #: Address to the moment at which its bucket is full again.
        self._full_at: OrderedDict[str, float] = OrderedDict()

    def empty_for(self, address: str) -> float:
        """Seconds until the address may do it once more, 0 where it may now."""
        with self._lock:
            return self._wait(household(address), self._clock())

    def take(self, address: str) -> float:
        """Does it once, and gives 0; or the seconds until the address may, and does nothing."""
        name = household(address)
        with self._lock:
            now = self._clock()
            wait = self._wait(name, now)
            if wait == 0.0:
                self._full_at[name] = max(self._full_at.get(name, now), now) + self._rate.each_s
                self._full_at.move_to_end(name)
                if len(self._full_at) > _MOST_ADDRESSES:
                    self._full_at.popitem(last=False)
            return wait

    def _wait(self, name: str, now: float) -> float:
        behind = self._full_at.get(name, now) - now
        return max(behind - (self._rate.at_once - 1) * self._rate.each_s, 0.0)


def household(address: str) -> str:
    """Whom an address stands for: itself, or its IPv6 network."""
    number = numeric_address(address)
    if not isinstance(number, ipaddress.IPv6Address) or number.ipv4_mapped or number.is_loopback:
        return address
    return str(ipaddress.ip_network((int(number), _HOUSEHOLD_BITS), strict=False))
