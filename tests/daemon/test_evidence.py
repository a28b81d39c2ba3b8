"""What the floor is shown of a finding while the table plays on: read from the table's own store."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as ET

from tests.daemon.conftest import Table


def evidence(table: Table, finding: str) -> dict[str, Any]:
    return dict(json.loads(table.get(f"/evidence?finding={quote(finding)}&width=800")))


def four_cards_flopped(table: Table, hand: Any, shift: int) -> str:
    """Play a hand to its flop, with a fourth card on it; return the finding's name."""
    table.play([*hand.events(6 if not shift else 1, shift=shift, to="flop")])
    fourth = hand.tag(hand.cards[40])
    table.play([{"type": "card.draw", "tag": fourth, "face": "down"}])
    table.play([{"type": "card.seen", "tag": fourth, "zone": "board", "face": "up"}])

    def found() -> str | None:
        here = [alert["id"] for alert in table.state()["alerts"] if "four_card_flop" in alert["id"]]
        return here[0] if here and (not shift or len(here) > 1) else None

    return str(hand.wait_for(found, "the four-card flop"))


def test_evidence_has_every_lane_and_no_card_that_is_not_public(running: Table, hand: Any) -> None:
    running.play([hand.deck()])
    shown = evidence(running, four_cards_flopped(running, hand, 0))
    svg = ET.fromstring(shown["drawing"])
    texts = [node.text for node in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Draws", "Seats", "Board", "Burn", "Bets", "Keyed"} <= set(texts)
    assert len(re.findall(r'class="proof floor"', shown["drawing"])) >= 4
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", shown["drawing"])
    assert not [tag for tag in hand.deck()["cards"] if tag in json.dumps(shown)]
    assert len(shown["books"]) == 5
    assert shown["ruled"]["of"] == 0


def test_the_next_like_case_is_told_how_the_last_one_was_ruled(running: Table, hand: Any) -> None:
    running.play([hand.deck()])
    first = four_cards_flopped(running, hand, 0)
    ruling = {"type": "ruling", "finding": first, "decision": "misdeal", "by": "Ana", "note": "Two decks"}
    assert running.post("/key", ruling)[0] == 202
    assert evidence(running, first)["ruled"]["of"] == 0  # its own ruling is no precedent
    running.play([{"type": "hand.end"}])
    second = four_cards_flopped(running, hand, 7)
    ruled = evidence(running, second)["ruled"]
    assert ruled["counts"] == [{"text": "Misdeal", "n": 1, "alike": 1}]
    assert (ruled["last"][0]["by"], ruled["last"][0]["note"]) == ("Ana", "Two decks")


def test_evidence_of_nothing_is_refused_with_its_place(running: Table) -> None:
    for asked, told in (("", (404, "finding")), ("&width=wide", (400, "width"))):
        link = http.client.HTTPConnection("127.0.0.1", running.port, timeout=10)
        with contextlib.closing(link):
            link.request("GET", f"/evidence?finding=9:bet.string:1{asked}")
            with link.getresponse() as answer:
                assert (answer.status, json.loads(answer.read())["error"]["place"]) == told
