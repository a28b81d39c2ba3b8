"""Writes and checks a release's manifest: each file of the wheel with its digest, signed by the releaser.

The file is ``{"signed": text, "signature": hex, "key": hex}``, the text a manifest as JSON. Whoever checks it takes the
public key from elsewhere; the one in the file only says whose signature it claims to be.
"""

from __future__ import annotations

import hashlib
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from controller.journal.signing import SignedHead, SignKey, fingerprint, is_signed

_BESIDE: Final = ".dist-info/"
"""The installer writes these files anew; none of them is run."""


class ReleaseError(ValueError):
    """A wheel, a manifest or a key is none, or not the one it should be; the message says which."""


class Manifest(Struct, frozen=True, kw_only=True):
    """What a release holds: digests (SHA-256) of the wheel ``wheel`` itself and of each file in it, by path."""

    release: str
    wheel: str
    sha256: str
    at: str
    files: dict[str, str]


def manifest_of(wheel: Path) -> Manifest:
    """Return the manifest of the wheel at ``wheel``. Raise ReleaseError where it is none."""
    try:
        content = wheel.read_bytes()
        with zipfile.ZipFile(wheel) as archive:
            names = [name for name in archive.namelist() if not name.endswith("/") and _BESIDE not in name]
            files = {name: hashlib.sha256(archive.read(name)).hexdigest() for name in sorted(names)}
        program, release, *_ = wheel.name.split("-")
    except OSError as error:
        raise ReleaseError(f"{wheel}: {error.strerror}") from error
    except (zipfile.BadZipFile, ValueError) as error:
        raise ReleaseError(f"{wheel}: is no wheel: {error}") from error
    if program != "floorcall" or "controller/cli.py" not in files:
        raise ReleaseError(f"{wheel}: is no wheel of Floorcall")
    return Manifest(
        release=release, wheel=wheel.name, sha256=hashlib.sha256(content).hexdigest(),
        at=datetime.now(UTC).isoformat(timespec="seconds"), files=files,
    )  # fmt: skip


def signed_by(key: SignKey, manifest: Manifest) -> bytes:
    """Return the file that says ``manifest`` with the signature of ``key``."""
    text = msgspec.json.encode(manifest)
    told = SignedHead(signed=text.decode(), signature=key.sign(text).hex(), key=key.public.hex())
    return msgspec.json.encode(told) + b"\n"


def read_signed(path: Path) -> SignedHead:
    """Read a signed manifest, not checked yet. Raise ReleaseError where it is none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=SignedHead)
    except OSError as error:
        raise ReleaseError(f"{path}: {error.strerror}") from error
    except (msgspec.DecodeError, ValueError) as error:
        raise ReleaseError(f"{path}: is no signed manifest: {error}") from error


def checked(path: Path, public: bytes) -> Manifest:
    """Read the manifest at ``path`` and check that the key ``public`` signed it. Raise ReleaseError."""
    told = read_signed(path)
    try:
        signature = bytes.fromhex(told.signature)
    except ValueError:
        signature = b""
    if not is_signed(public, told.signed.encode(), signature):
        raise ReleaseError(f"{path}: is not signed with the releases' key {fingerprint(public)}")
    try:
        return msgspec.json.decode(told.signed, type=Manifest)
    except (msgspec.DecodeError, ValueError) as error:
        raise ReleaseError(f"{path}: is no manifest: {error}") from error
