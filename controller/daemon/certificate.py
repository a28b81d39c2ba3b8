"""Provides the certificate of the pages: the house's, or one that the table makes for itself.

``python -m controller.daemon.certificate CERTIFICATE KEY ADDRESS [own]`` prints its fingerprint, or says in one line what
is wrong with it and ends with 3; ``controller.daemon.fingerprint`` calls that.
"""

from __future__ import annotations

import datetime
import ipaddress
import os
import socket
import ssl
import sys
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from controller.daemon.serving import NotThere
from controller.exits import NOT_THERE

YEARS = 10
"""A certificate of the table's own is known by its fingerprint; it has to outlast the table."""


def certified(paths: tuple[Path, Path], *, own: bool, address: str) -> str:
    """Return the SHA-256 fingerprint of the certificate, made where it is the table's ``own`` and not there yet.

    Raise NotThere for one that cannot be read, does not fit its key, or has run out.
    """
    certificate, key = paths
    if own and not certificate.exists():
        _make(certificate, address)
    try:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(
            certificate, key, password=""
        )  # without one OpenSSL asks for it at the terminal
        loaded = x509.load_pem_x509_certificate(certificate.read_bytes())
    except (OSError, ValueError) as error:
        names = str(certificate) if certificate == key else f"{certificate} and {key}"
        raise NotThere(f"the pages' certificate, {names}, cannot be used: {_why(error)}") from error
    if loaded.not_valid_after_utc < datetime.datetime.now(datetime.UTC):
        raise NotThere(f"the pages' certificate, {certificate}, ran out on {loaded.not_valid_after_utc:%F}")
    return loaded.fingerprint(hashes.SHA256()).hex(":").upper()


def _why(error: OSError | ValueError) -> str:
    """Return in plain words why a certificate and its key cannot be used; OpenSSL names no more than its own function."""
    if isinstance(error, ssl.SSLError) and error.reason == "KEY_VALUES_MISMATCH":
        return "the key is another certificate's"
    if isinstance(error, OSError) and not isinstance(error, ssl.SSLError):
        return error.strerror or str(error)
    return "a certificate and its private key are meant, both as PEM, the key without a passphrase"


def _make(path: Path, address: str) -> None:
    """Write a key and its self-signed certificate into one file that its owner alone can read."""
    host = socket.gethostname()
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Floorcall at {host}"[:64])])
    now = datetime.datetime.now(datetime.UTC)
    names: list[x509.GeneralName] = [x509.DNSName(name) for name in (host, f"{host}.local", "localhost")]
    try:
        names.append(x509.IPAddress(ipaddress.ip_address(address)))
    except ValueError:
        names.append(x509.DNSName(address))
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # A Pi without a clock cell may make it in what it takes for the past.
        .not_valid_before(datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC))
        .not_valid_after(now + datetime.timedelta(days=365 * YEARS))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(private + certificate.public_bytes(serialization.Encoding.PEM))
    except OSError as error:
        raise NotThere(f"the pages' certificate cannot be kept at {path}: {error.strerror}") from error


def main(certificate: str, key: str, address: str, own: str = "") -> int:
    """Print the fingerprint, or what is wrong, and return the exit code."""
    try:
        sys.stdout.write(certified((Path(certificate), Path(key)), own=own == "own", address=address))
    except NotThere as problem:
        sys.stderr.write(str(problem))
        return NOT_THERE
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
