"""Gathers a finding's evidence as it comes over the room, and says what it is when all parts are there.

Parts are known by their digest, so that what comes twice is there once; a manifest says which belong together.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec

from controller.room.pictures import OfCamera
from controller.rulebooks.elsewhere import Elsewhere
from controller.timeline.strip import LANES, Strip

MOST_PARTS: Final = 64
MANIFEST: Final = "manifest"
PICTURES: Final = "pictures"
"""What a part holds that is sealed to the floor's key."""
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_LONGEST_S: Final = 3600.0
_LATEST_S: Final = 1e9
_MOST_MARKS: Final = 5_000
"""No finding's strip has as many; whoever sends more keeps the store's thread from its work."""

Whole = Literal["none", "part", "whole", "broken"]
"""How much of an evidence is there; ``broken``: what came is not what its manifest says."""


class KeptManifest(msgspec.Struct, frozen=True, kw_only=True):
    """What belongs to the evidence of an alert, and when it was heard (seconds since 1970)."""

    alert: str
    body: dict[str, Any]
    at: float


class KeptPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part of some evidence, named by its SHA-256, and when it was heard."""

    sha256: str
    body: bytes
    at: float


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """Who looked at an alert's evidence, and when."""

    alert: str
    person: str
    at: float


Shelved = KeptManifest | KeptPart | Opening


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """An alert's evidence as far as it is there; the strip is empty where it is not whole.

    ``sealed`` are the parts that hold pictures, as they came; ``lacking`` says how many of them have not.
    """

    whole: Whole
    cameras: list[OfCamera] = []
    sealed: list[bytes] = []
    lacking: int = 0
    strip: Strip = msgspec.field(default_factory=lambda: Strip(marks=[], blind=[], since=0.0, until=0.0))
    elsewhere: list[Elsewhere] = []


def manifest_mistake(body: Mapping[str, Any]) -> str:
    """Return what is wrong with a manifest, "" where nothing is."""
    parts = body.get("parts")
    if not isinstance(parts, list) or not 0 < len(parts) <= MOST_PARTS:
        return f"parts is no list of 1 to {MOST_PARTS}"
    for part in parts:
        digest = part.get("sha256") if isinstance(part, dict) else None
        if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
            return "a part has no SHA-256"
    return ""


def part_of(body: bytes, at: float) -> KeptPart:
    """Return a part as it is kept."""
    return KeptPart(sha256=hashlib.sha256(body).hexdigest(), body=body, at=at)


def digests_of(manifest: Mapping[str, Any]) -> list[str]:
    """Return the digests of the parts of a manifest, in their order."""
    return [part["sha256"] for part in manifest["parts"]]


def has_pictures(manifest: Mapping[str, Any]) -> bool:
    """Whether a manifest names parts that hold pictures."""
    return any(part.get("holds") == PICTURES for part in manifest["parts"])


def proof_of(manifest: Mapping[str, Any], parts: Mapping[str, bytes]) -> Proof:
    """Return the evidence of a manifest, of the ``parts`` that are there by their digest."""
    of_strip = [one["sha256"] for one in manifest["parts"] if one.get("holds") != PICTURES]
    of_pictures = [one["sha256"] for one in manifest["parts"] if one.get("holds") == PICTURES]
    if not of_strip or not all(digest in parts for digest in of_strip):
        return Proof(whole="part")
    sealed = [parts[digest] for digest in of_pictures if digest in parts]
    lacking = len(of_pictures) - len(sealed)
    if not lacking and _digest(parts[digest] for digest in digests_of(manifest)) != manifest.get("sha256"):
        return Proof(whole="broken")
    try:
        strips = [msgspec.json.decode(parts[digest], type=Strip) for digest in of_strip]
        others = msgspec.convert(manifest.get("elsewhere", []), list[Elsewhere])
        cameras = msgspec.convert(manifest.get("cameras", []), list[OfCamera])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Proof(whole="broken")
    strip = msgspec.structs.replace(strips[0], marks=[mark for one in strips for mark in one.marks])
    if not _sound(strip):
        return Proof(whole="broken")
    return Proof(
        whole="whole", strip=strip, elsewhere=others, cameras=cameras, sealed=sealed, lacking=lacking
    )


def _digest(bodies: Iterable[bytes]) -> str:
    return hashlib.sha256(b"".join(bodies)).hexdigest()


def _sound(strip: Strip) -> bool:
    """Whether a strip can be drawn: all of it within its two moments, which are not far apart, in known lanes."""
    if not (0 <= strip.since <= _LATEST_S and 0 <= strip.until - strip.since <= _LONGEST_S):
        return False
    if len(strip.marks) + len(strip.blind) + len(strip.streets) > _MOST_MARKS:
        return False
    if not {*(mark.lane for mark in strip.marks), *(gap.lane for gap in strip.blind)} <= {*LANES}:
        return False
    return all(strip.since <= mark.t <= strip.until for mark in strip.marks)
