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

from controller.room.evidence import TAKES_NO_DOTS, parts_of
from controller.room.topics import evidence_name, evidence_of
from controller.table.kinds import KINDS
from controller.timeline.strip import Mark, Strip
from tests.daemon.conftest import DECK, Table, wait_for
from tests.room.conftest import in_room
from tests.room.gateway import TakesNoDots
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
    raw = parts[f"floorcall/zagreb/7/evidence/{manifest['finding']}/{part['part']}"]
    assert (len(raw), hashlib.sha256(raw).hexdigest()) == (part["bytes"], part["sha256"])
    assert len(raw) <= 256 * 1024
    strip = msgspec.json.decode(raw, type=Strip)
    assert {"draw", "card", "push", "call"} <= {mark.what for mark in strip.marks}
    told = json.dumps([manifest, strip.marks], default=msgspec.to_builtins)
    assert not [card for card in DECK if re.search(rf"\b{card}\b", told)]
    assert not [tag for tag in hand.deck()["cards"] if tag in told]
    assert "n" not in manifest
    table.stop()
    table.start()
    again, _ = wait_for(lambda: (told := shown(listener)) and len(told[0]) > 1 and told, "it once more", 30.0)
    assert again[-1]["sha256"] == manifest["sha256"]


def test_a_broker_that_throws_out_who_says_a_dot_gets_a_dash_for_it(tmp_path, broker, listener, hand):
    gateway, table = TakesNoDots(broker.port), Table(tmp_path)
    try:
        in_room(table, gateway)
        table.plug_all()
        started(table).play([hand.deck(), *out_of_turn(hand)])
        manifests, parts = wait_for(
            lambda: (told := shown(listener)) and told[0] and told[1] and told, "the evidence", 60.0
        )
        assert gateway.thrown_out == TAKES_NO_DOTS
        assert evidence_of(min(parts).partition("/evidence/")[2]) == (manifests[0]["finding"], "1")
    finally:
        table.close()
        gateway.close()


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("dots", [True, False])
def test_the_topic_of_evidence_names_its_finding(kind, dots):
    finding = f"12:{kind}:3"
    name = evidence_name(finding, "1", dots=dots)
    assert evidence_of(name.removeprefix("evidence/")) == (finding, "1")


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
