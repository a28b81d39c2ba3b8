"""A finding's evidence at the broker: a manifest, its parts, and nothing that is not public."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.room.evidence import parts_of
from controller.room.topics import evidence_name, evidence_of
from controller.table.kinds import KINDS
from controller.timeline.strip import Mark, Strip
from tests.daemon.conftest import DECK, wait_for
from tests.room.test_a_table_tells_its_room import out_of_turn, started


def shown(listener, since=0):
    """Return the manifests heard, and each part as it was sent, by its topic."""
    heard = list(zip(list(listener.heard), list(listener.raw), strict=False))[since:]
    manifests = [body for (topic, body, _), _ in heard if topic.endswith("/manifest")]
    parts = {topic: raw for (topic, _, _), raw in heard if "/evidence/" in topic and topic[-1].isdigit()}
    return manifests, parts


def test_evidence_comes_as_a_manifest_and_its_parts_and_comes_again_after_a_restart(table, listener, hand):
    started(table).play([hand.deck(), *out_of_turn(hand)])
    manifests, parts = wait_for(
        lambda: (told := shown(listener)) and told[0] and told[1] and told, "the evidence", 30.0
    )
    (manifest,) = manifests
    assert (manifest["site"], manifest["table"], manifest["log"]) == ("zagreb", "7", 1)
    (part,) = manifest["parts"]
    prefix = f"floorcall/zagreb/7/{evidence_name(manifest['finding'], '')}"
    raw = parts[f"{prefix}{part['part']}"]
    assert (len(raw), hashlib.sha256(raw).hexdigest()) == (part["bytes"], part["sha256"])
    assert len(raw) <= 256 * 1024
    strip = msgspec.json.decode(raw, type=Strip)
    assert {"draw", "card", "push", "call"} <= {mark.what for mark in strip.marks}
    told = json.dumps([manifest, strip.marks], default=msgspec.to_builtins)
    assert not [card for card in DECK if re.search(rf"\b{card}\b", told)]
    assert not [tag for tag in hand.deck()["cards"] if tag in told]
    assert "n" not in manifest
    assert not [topic for topic, _, _ in listener.heard if re.search(r"[^\w/:-]", topic)], (
        "NATS takes no other"
    )
    table.stop()
    table.start()
    again, _ = wait_for(lambda: (told := shown(listener)) and len(told[0]) > 1 and told, "it once more", 30.0)
    assert again[-1]["sha256"] == manifest["sha256"]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_topic_of_evidence_names_its_finding(kind):
    finding = f"12:{kind}:3"
    assert evidence_of(evidence_name(finding, "1").removeprefix("evidence/")) == (finding, "1")
    assert evidence_of(f"{finding}/1") == (finding, "1"), "as tables said it before"


@given(st.lists(st.text(max_size=300), max_size=60), st.integers(700, 4000))
def test_no_part_is_too_large_and_no_mark_is_lost(details, most):
    marks = [
        Mark(line=place, t=float(place), lane="devices", what="down", detail=text)
        for place, text in enumerate(details)
    ]
    strip = Strip(marks=marks, blind=[], since=0.0, until=99.0)
    longest = max((len(msgspec.json.encode(mark)) for mark in marks), default=0)
    parts = parts_of(strip, most)
    assert all(len(part) <= max(most, longest + 200) for part in parts)
    told = [mark for part in parts for mark in msgspec.json.decode(part, type=Strip).marks]
    assert told == marks


def test_neither_table_nor_floor_needs_what_a_camera_needs():
    told = "import sys, controller.daemon.service, controller.floor.service, controller.doctor.room; "
    told += "print(sorted({'cv2', 'numpy', 'onnxruntime'} & {*sys.modules}))"
    assert subprocess.run([sys.executable, "-c", told], check=True, capture_output=True).stdout == b"[]\n"
