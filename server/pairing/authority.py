"""A certificate authority of this computer's own, good for the home network only.

Browsers give a page the camera only over HTTPS, and no public authority certifies an address such
as 192.168.1.7. So this computer makes an authority once, keeps it, and signs a certificate for its
own addresses. The authority is name-constrained: even with its key nobody could certify a name on
the internet.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from calibration.files import write_whole
from server.pairing.addresses import HOME_NETWORKS, at_home
from server.pairing.links import TlsFiles

#: The names it may certify beside home addresses: this computer, and names of the home network.
PERMITTED_NAMES = ("localhost", "local")

#: Browsers refuse a server certificate that is valid for longer than 398 days.
LEAF_LIFE = timedelta(days=397)

#: Days before its end at which a certificate is made anew.
_RENEW = timedelta(days=30)

_AUTHORITY_LIFE = timedelta(days=3650)

#: Clocks of phones are a little off.
_BACKDATED = timedelta(days=1)

#: No Arbitable ran before: a clock that says so is wrong, not the certificate.
_FIRST = datetime(2025, 1, 1, tzinfo=UTC)

PrivateKey = ec.EllipticCurvePrivateKey


def tls_files(
    folder: Path, addresses: Sequence[str], names: Sequence[str], now: datetime | None = None
) -> TlsFiles:
    """Certificate and key for these addresses and names, in a folder only the user can read.
    Kept between runs; the certificate is made anew when an address is new or its end is near.
    What the authority may not certify is left out: it would spoil the whole certificate."""
    addresses = [address for address in addresses if at_home(address)]
    names = [name for name in names if name.rpartition(".")[2] in PERMITTED_NAMES]
    now = now or datetime.now(UTC)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    files = TlsFiles(folder / "server.crt", folder / "server.key", folder / "authority.crt")
    authority, key = _authority(files.authority, folder / "authority.key", now)
    if not _still_good(files, authority, {*addresses, *names}, now):
        _make_leaf(files, authority, key, (addresses, names), now)
    return files


def _authority(certificate: Path, key: Path, now: datetime) -> tuple[x509.Certificate, PrivateKey]:
    """The authority of an earlier run, or a new one."""
    try:
        found = x509.load_pem_x509_certificate(certificate.read_bytes())
        secret = serialization.load_pem_private_key(key.read_bytes(), None)
        own = isinstance(secret, PrivateKey) and secret.public_key() == found.public_key()
        if isinstance(secret, PrivateKey) and own and _holds(found, now, LEAF_LIFE):
            return found, secret
    except (OSError, ValueError):
        pass
    secret = ec.generate_private_key(ec.SECP256R1())
    made = _signed_authority(secret, now)
    _write_secret(key, secret)
    write_whole(certificate, made.public_bytes(serialization.Encoding.PEM))
    return made, secret


def _signed_authority(key: PrivateKey, now: datetime) -> x509.Certificate:
    name = _name("Arbitable on this computer")
    permitted: list[x509.GeneralName] = [x509.IPAddress(network) for network in HOME_NETWORKS]
    permitted += [x509.DNSName(name) for name in PERMITTED_NAMES]
    builder = _builder(name, name, key, now, _AUTHORITY_LIFE)
    for extension, critical in (
        (x509.BasicConstraints(ca=True, path_length=0), True),
        (_usage(signs=True), True),
        (x509.NameConstraints(permitted, None), True),
        (x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False),
    ):
        builder = builder.add_extension(extension, critical)
    return builder.sign(key, hashes.SHA256())


def _make_leaf(
    files: TlsFiles,
    authority: x509.Certificate,
    authority_key: PrivateKey,
    called: tuple[Sequence[str], Sequence[str]],
    now: datetime,
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    addresses, names = called
    alternatives: list[x509.GeneralName] = [
        x509.IPAddress(ipaddress.ip_address(address)) for address in addresses
    ]
    alternatives += [x509.DNSName(name) for name in names]
    builder = _builder(_name("Arbitable table"), authority.subject, key, now, LEAF_LIFE)
    for extension, critical in (
        (x509.BasicConstraints(ca=False, path_length=None), True),
        (_usage(signs=False), True),
        (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False),
        (x509.SubjectAlternativeName(alternatives), False),
        (x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False),
        (x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), False),
    ):
        builder = builder.add_extension(extension, critical)
    certificate = builder.sign(authority_key, hashes.SHA256())
    _write_secret(files.key, key)
    pem = serialization.Encoding.PEM
    write_whole(files.certificate, certificate.public_bytes(pem) + authority.public_bytes(pem))


def _builder(
    subject: x509.Name, issuer: x509.Name, key: PrivateKey, now: datetime, life: timedelta
) -> x509.CertificateBuilder:
    begin = now - _BACKDATED
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(begin + life)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _still_good(
    files: TlsFiles, authority: x509.Certificate, wanted: set[str], now: datetime
) -> bool:
    try:
        leaf = x509.load_pem_x509_certificate(files.certificate.read_bytes())
        key = serialization.load_pem_private_key(files.key.read_bytes(), None)
        called = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        leaf.verify_directly_issued_by(authority)
    except (OSError, ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    known = {str(a) for a in called.get_values_for_type(x509.IPAddress)}
    known |= set(called.get_values_for_type(x509.DNSName))
    own = key.public_key() == leaf.public_key()  # not those of two runs, one of them killed
    return own and wanted <= known and _holds(leaf, now, _RENEW)


def _holds(certificate: x509.Certificate, now: datetime, longer: timedelta) -> bool:
    """Whether a certificate holds now and for some time longer. One that was made while the clock
    ran ahead does not hold yet; before a clock that begins in 1970 is set, none would."""
    begun = certificate.not_valid_before_utc <= now or now < _FIRST
    return begun and certificate.not_valid_after_utc - now > longer


def _write_secret(path: Path, key: PrivateKey) -> None:
    """Writes a key that only the user can read, from its first byte on."""
    data = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    write_whole(path, data, 0o600)
