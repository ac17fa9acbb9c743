"""The addresses under which others in the home network can reach this computer."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Iterator

#: Addresses inside the usual home networks. Nothing is sent there: naming a destination is enough
#: to learn which of this computer's addresses leads to it.
_PROBES = ("10.255.255.255", "172.31.255.255", "192.168.255.255", "169.254.255.255")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def lan_addresses() -> tuple[str, ...]:
    """This computer's private IPv4 addresses, the likeliest first; none without a network."""
    return private(dict.fromkeys((*_routed(), *_named())))


def private(texts: Iterable[str]) -> tuple[str, ...]:
    """Those of the addresses that belong to a home network."""
    return tuple(text for text in texts if _is_lan(ipaddress.ip_address(text)))


def host_names() -> tuple[str, ...]:
    """The names this computer answers to at home."""
    own = socket.gethostname().casefold().partition(".")[0]
    return ("localhost", f"{own}.local") if own and own != "localhost" else ("localhost",)


def _is_lan(address: Address) -> bool:
    return address.version == 4 and address.is_private and not address.is_loopback


def _routed() -> Iterator[str]:
    for probe in _PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                asking.connect((probe, 9))
                yield asking.getsockname()[0]
            except OSError:
                continue


def _named() -> Iterator[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return
    for entry in found:
        yield str(entry[4][0])
