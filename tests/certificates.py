"""Certificates as a house makes them for its broker: one who signs, and what he signs."""

from __future__ import annotations

import ipaddress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


class Certificate(NamedTuple):
    """The files of a certificate and its key."""

    certificate: Path
    key: Path


class Authority:
    """Somebody who signs certificates. ``file`` is what others need to believe him."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.file = folder / f"{name}.pem"
        made = self._builder(self._name, self._key.public_key(), timedelta(days=30))
        made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        self._write(self.file, made.sign(self._key, hashes.SHA256()))

    def _builder(
        self, subject: x509.Name, key: ec.EllipticCurvePublicKey, good_for: timedelta
    ) -> x509.CertificateBuilder:
        now = datetime.now(UTC)
        return (
            x509.CertificateBuilder().subject_name(subject).issuer_name(self._name).public_key(key)
            .serial_number(x509.random_serial_number()).not_valid_before(now - timedelta(days=60))
            .not_valid_after(now + good_for)
        )  # fmt: skip

    @staticmethod
    def _write(path: Path, certificate: x509.Certificate) -> None:
        path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))

    def sign(
        self, name: str, *, good_for: timedelta = timedelta(days=30), address: str = "127.0.0.1"
    ) -> Certificate:
        """Return a certificate for who answers at ``address``; a negative time is over already."""
        key = ec.generate_private_key(ec.SECP256R1())
        made = Certificate(self._folder / f"{name}.pem", self._folder / f"{name}.key")
        subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
        there = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))])
        built = self._builder(subject, key.public_key(), good_for).add_extension(there, critical=False)
        self._write(made.certificate, built.sign(self._key, hashes.SHA256()))
        plain = serialization.NoEncryption()
        pkcs8 = serialization.PrivateFormat.PKCS8
        made.key.write_bytes(key.private_bytes(serialization.Encoding.PEM, pkcs8, plain))
        return made
