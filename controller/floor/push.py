"""Sends Web Push with the house's own key: a message that the phone's browser alone can read (RFC 8291, RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
import urllib.request
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from controller.floor.outside import is_outside

LIVES_S: Final = 600
"""A call that its phone did not get by then is not told any more, in seconds (TTL of RFC 8030)."""
TOKEN_S: Final = 12 * 3600
RECORD: Final = 4096
MOST_BYTES: Final = 3000
_POINT: Final = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint


class KeyTrouble(Exception):
    """What is wrong with the file of the house's key."""


class Phone(msgspec.Struct, frozen=True, kw_only=True):
    """A browser that is called when its page is closed: where, whose, and the keys that it gave (base64url)."""

    endpoint: str
    person: str
    key: str
    secret: str
    language: str
    at: float

    def mistake(self, *, here: bool) -> tuple[str, str] | None:
        """Return the field that cannot be used and why; ``here``: the floor's page is this machine's alone."""
        if not _calls(self.endpoint, here=here):
            return "endpoint", "an address of a push service is meant, https://…"
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpadded(self.key))
        except ValueError:
            return "key", "a point on P-256 in base64url is meant"
        try:
            whole = len(unpadded(self.secret)) == 16
        except ValueError:
            whole = False
        return None if whole else ("secret", "16 bytes in base64url are meant")


class HouseKey:
    """The key by which push services know the house."""

    def __init__(self, path: Path, contact: str) -> None:
        """Read the key, or make it. Raise KeyTrouble where that cannot be."""
        self._contact = contact
        try:
            if not path.exists():
                _write(path, ec.generate_private_key(ec.SECP256R1()))
            key = serialization.load_pem_private_key(path.read_bytes(), None)
        except OSError as error:
            raise KeyTrouble(f"push.key: {path} cannot be used: {error.strerror}") from error
        except (ValueError, TypeError) as error:
            right = "a private key as PEM is meant, without a passphrase"
            raise KeyTrouble(f"push.key: {path} cannot be used: {right}") from error
        if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
            raise KeyTrouble(f"push.key: {path} holds no key on P-256")
        self._key = key

    @property
    def public(self) -> str:
        """What a page subscribes with."""
        return padless(self._key.public_key().public_bytes(*_POINT))

    def request(self, phone: Phone, text: bytes, now: float) -> urllib.request.Request:
        """Return what is posted to a phone's push service at ``now``, in seconds since 1970."""
        if len(text) > MOST_BYTES:
            raise ValueError(f"a push message has at most {MOST_BYTES} bytes")
        headers = {
            "TTL": str(LIVES_S), "Urgency": "high", "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Authorization": f"vapid t={self._token(phone.endpoint, now)}, k={self.public}",
        }  # fmt: skip
        body = sealed(text, unpadded(phone.key), unpadded(phone.secret))
        return urllib.request.Request(phone.endpoint, body, headers, method="POST")

    def _token(self, endpoint: str, now: float) -> str:
        to = urlsplit(endpoint)
        claims = {"aud": f"{to.scheme}://{to.netloc}", "exp": int(now) + TOKEN_S, "sub": self._contact}
        head = padless(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
        told = f"{head}.{padless(json.dumps(claims).encode())}"
        r, s = decode_dss_signature(self._key.sign(told.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{told}.{padless(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def sealed(text: bytes, key: bytes, secret: bytes) -> bytes:
    """Return ``text`` so that the owner of ``key`` and ``secret`` alone can read it (RFC 8291, section 3.4)."""
    once = ec.generate_private_key(ec.SECP256R1())
    ours = once.public_key().public_bytes(*_POINT)
    shared = once.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key))
    material = _derived(secret, shared, b"WebPush: info\0" + key + ours, 32)
    salt = os.urandom(16)
    cipher = AESGCM(_derived(salt, material, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derived(salt, material, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + cipher.encrypt(nonce, text + b"\x02", None)


def _calls(endpoint: str, *, here: bool) -> bool:
    """Whether an address may be a push service's; ``here``: one of this machine may be it too."""
    try:
        to = urlsplit(endpoint)
        port = to.port
    except ValueError:
        return False
    local = here and to.scheme == "http" and to.hostname == "127.0.0.1"
    outside = to.scheme == "https" and bool(to.hostname) and is_outside(to.hostname or "")
    return port != 0 and (outside or local)


def _derived(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(material)


def padless(data: bytes) -> str:
    """Return base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpadded(text: str) -> bytes:
    """Return the bytes of base64url without padding. Raise ValueError for what is none."""
    return base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def _write(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(pem)
