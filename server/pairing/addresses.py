"""The addresses under which others in the home network can reach this computer."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Iterator

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

#: Addresses inside the usual home networks. Nothing is sent there: naming a destination is enough
#: to learn which of this computer's addresses leads to it.
_PROBES = ("10.255.255.255", "172.31.255.255", "192.168.255.255", "169.254.255.255")

#: The networks of homes: private, link-local and loopback.
HOME_NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)


def lan_addresses() -> tuple[str, ...]:
    """This computer's IPv4 addresses, those of a home network first; none without a network."""
    return ordered(dict.fromkeys((*_routed(), *_named())))


def ordered(texts: Iterable[str]) -> tuple[str, ...]:
    """The addresses others may reach: those of home networks first, loopback left out."""
    others = [text for text in texts if not ipaddress.ip_address(text).is_loopback]
    return tuple(sorted(others, key=lambda text: not at_home(text)))


def at_home(text: str) -> bool:
    """Whether this is an address of a home network or of this computer alone."""
    address = numeric_address(text)
    return address is not None and any(address in network for network in HOME_NETWORKS)


def numeric_address(text: str) -> IpAddress | None:
    """The numeric address that a text is, None where it is a name."""
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def host_names() -> tuple[str, ...]:
    """The names this computer answers to at home."""
    own = socket.gethostname().casefold().partition(".")[0]
    return ("localhost", f"{own}.local") if own and own != "localhost" else ("localhost",)


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
