"""Certificates of the home network, addresses and links."""

from __future__ import annotations

import ipaddress
import os
import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from server.http.listen import addresses_at_home
from server.pairing.addresses import at_home, host_names, lan_addresses, ordered
from server.pairing.authority import LEAF_LIFE, tls_files
from server.pairing.links import Pairing, qr_svg

ADDRESSES = ("192.168.1.7", "127.0.0.1")
NAMES = ("localhost", "table.local")
NOW = datetime(2026, 6, 1, tzinfo=UTC)


def _chain(folder: Path) -> list[x509.Certificate]:
    return x509.load_pem_x509_certificates((folder / "server.crt").read_bytes())


def test_a_browser_would_trust_it(tmp_path: Path) -> None:
    """The leaf holds for every address and name, under the authority and its constraints."""
    files = tls_files(tmp_path, ADDRESSES, NAMES, NOW)
    [leaf, authority] = _chain(tmp_path)
    verifier = PolicyBuilder().store(Store([authority])).time(NOW)
    for name in NAMES:
        verifier.build_server_verifier(x509.DNSName(name)).verify(leaf, [])
    for address in ADDRESSES:
        subject = x509.IPAddress(ipaddress.ip_address(address))
        verifier.build_server_verifier(subject).verify(leaf, [])
    with pytest.raises(VerificationError):
        verifier.build_server_verifier(x509.DNSName("example.org")).verify(leaf, [])
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(files.certificate, files.key)


def test_life_and_constraints(tmp_path: Path) -> None:
    """Under 398 days; good for private addresses, localhost and .local only; signs no authority."""
    tls_files(tmp_path, ADDRESSES, NAMES, NOW)
    [leaf, authority] = _chain(tmp_path)
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc == LEAF_LIFE < timedelta(days=398)
    found = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert found.critical
    permitted = {str(name.value) for name in found.value.permitted_subtrees or ()}
    assert {"localhost", "local", "192.168.0.0/16", "10.0.0.0/8"} <= permitted
    assert "0.0.0.0/0" not in permitted
    basic = authority.extensions.get_extension_for_class(x509.BasicConstraints).value
    assert (basic.ca, basic.path_length) == (True, 0)


def test_keys_are_the_users_own(tmp_path: Path) -> None:
    """Mode 0600, whatever the umask is."""
    before = os.umask(0)
    try:
        tls_files(tmp_path / "tls", ADDRESSES, NAMES, NOW)
    finally:
        os.umask(before)
    for name in ("authority.key", "server.key"):
        assert stat.S_IMODE((tmp_path / "tls" / name).stat().st_mode) == 0o600


def test_it_is_kept_between_runs(tmp_path: Path) -> None:
    """The same certificate next time; a new address or a near end makes a new one, signed by the
    same authority, so that a phone which installed it is not asked again."""
    tls_files(tmp_path, ADDRESSES, NAMES, NOW)
    [leaf, authority] = _chain(tmp_path)
    tls_files(tmp_path, ADDRESSES[:1], NAMES, NOW + timedelta(days=10))
    assert _chain(tmp_path) == [leaf, authority]
    tls_files(tmp_path, ("10.0.0.5", *ADDRESSES), NAMES, NOW)
    [moved, same] = _chain(tmp_path)
    assert (moved != leaf, same) == (True, authority)
    tls_files(tmp_path, ADDRESSES, NAMES, NOW + timedelta(days=380))
    assert _chain(tmp_path)[0] not in (leaf, moved)


def test_a_clock_that_ran_ahead_is_outlived(tmp_path: Path) -> None:
    """What was made in a year to come is made anew: no browser would trust it before."""
    tls_files(tmp_path, ADDRESSES, NAMES, NOW + timedelta(days=5000))
    tls_files(tmp_path, ADDRESSES, NAMES, NOW)
    assert all(
        one.not_valid_before_utc <= NOW <= one.not_valid_after_utc for one in _chain(tmp_path)
    )


def test_a_computer_that_lost_its_clock_keeps_its_authority(tmp_path: Path) -> None:
    """It starts in 1970 until the clock is set: phones that installed the authority go on with it.
    What was certified meanwhile ends in 1971, and is made anew by the same one."""
    start = datetime(1970, 1, 2, tzinfo=UTC)
    tls_files(tmp_path, ADDRESSES, NAMES, NOW)
    kept = _chain(tmp_path)
    tls_files(tmp_path, ADDRESSES, NAMES, start)
    assert _chain(tmp_path) == kept
    tls_files(tmp_path, ("10.0.0.5", *ADDRESSES), NAMES, start)
    assert _chain(tmp_path)[0].not_valid_after_utc < NOW
    tls_files(tmp_path, ADDRESSES, NAMES, NOW)
    [leaf, authority] = _chain(tmp_path)
    assert leaf.not_valid_before_utc <= NOW <= leaf.not_valid_after_utc
    assert authority == kept[1]


def test_damaged_files_are_made_anew(tmp_path: Path) -> None:
    """A half-written file does not keep the server from starting."""
    tls_files(tmp_path, ADDRESSES, NAMES, NOW)
    for name in ("server.crt", "authority.key"):
        (tmp_path / name).write_text("half")
    files = tls_files(tmp_path, ADDRESSES, NAMES, NOW)
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(files.certificate, files.key)


@pytest.mark.parametrize("half", ["server.key", "authority.key"])
def test_a_kill_between_key_and_certificate_locks_nobody_out(tmp_path: Path, half: str) -> None:
    """A key of a later run than its certificate: both are made anew."""
    tls_files(tmp_path / "later", ADDRESSES, NAMES, NOW)
    tls_files(tmp_path, ADDRESSES, NAMES, NOW)
    (tmp_path / half).write_bytes((tmp_path / "later" / half).read_bytes())
    files = tls_files(tmp_path, ADDRESSES, NAMES, NOW)
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(files.certificate, files.key)
    [leaf, authority] = _chain(tmp_path)
    leaf.verify_directly_issued_by(authority)
    assert _chain(tmp_path) == [leaf, authority]
    kept = x509.load_pem_x509_certificate(files.authority.read_bytes())
    key = serialization.load_pem_private_key((tmp_path / "authority.key").read_bytes(), None)
    assert (kept, key.public_key()) == (authority, authority.public_key())


def test_what_it_may_not_certify_is_left_out(tmp_path: Path) -> None:
    """A public address or name would spoil the whole certificate."""
    tls_files(tmp_path, ("8.8.8.8", *ADDRESSES), ("example.org", *NAMES), NOW)
    [leaf, authority] = _chain(tmp_path)
    verifier = PolicyBuilder().store(Store([authority])).time(NOW)
    verifier.build_server_verifier(x509.DNSName("localhost")).verify(leaf, [])


def test_home_addresses_come_first() -> None:
    """Loopback is for nobody else; a phone at home wants the home network's address."""
    assert ordered(("8.8.8.8", "127.0.0.1", "192.168.1.7")) == ("192.168.1.7", "8.8.8.8")
    assert at_home("fd00::1")
    assert not at_home("table.local")
    assert "localhost" in host_names()
    assert all(not ipaddress.ip_address(a).is_loopback for a in lan_addresses())


def test_links_and_codes() -> None:
    """The code is a drawing by itself; without HTTPS there is no secure link."""
    plain = Pairing("http://192.168.1.7:8008")
    assert plain.link("k") == "http://192.168.1.7:8008/join/k"
    assert plain.secure_link("k") is None
    assert Pairing("", "https://x:1").secure_link("k") == "https://x:1/join/k"
    assert qr_svg("http://192.168.1.7:8008/join/k").startswith("data:image/svg+xml")


def test_the_terminal_names_the_addresses_at_home() -> None:
    """What others in the network type; nothing where only this computer is answered."""
    assert addresses_at_home("127.0.0.1", 8000) == ()
    assert addresses_at_home("192.168.1.5", 8000) == ("http://192.168.1.5:8000/",)
    told = addresses_at_home("0.0.0.0", 8000)
    assert told == tuple(f"http://{name}:8000/" for name in lan_addresses())
