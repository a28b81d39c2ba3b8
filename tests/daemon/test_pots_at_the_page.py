"""A pot is pushed in one touch as the table proposes it; at no-limit nobody is told what it holds."""

from __future__ import annotations

import json
from typing import Any

from tests import warm
from tests.daemon.conftest import Table


def test_the_pot_goes_to_who_is_left_without_its_amount_and_the_record_has_it(
    running: Table, hand: Any
) -> None:
    running.play([hand.deck(), *hand.events(6, to="deal")])
    for seat in (3, 4, 5, 6, 1):
        fold = {"type": "declare", "seat": seat, "action": "fold"}
        hand.wait_for(lambda seat=seat: running.state()["view"]["to_act"] == seat, f"seat {seat} to act")
        assert running.post("/key", fold)[0] == 202
    due = hand.wait_for(lambda: running.state("dealer")["view"]["pots_due"], "the pot to be due")
    assert due == [{"pot": 0, "amount": None, "seats": [2], "shares": [{"seat": 2, "amount": None}]}]
    push = {"type": "chips.award", "seat": 2, "pot": 0}
    assert running.post("/key", {**push, "seat": 4})[0] == 400
    assert running.post("/key", push)[0] == 202
    assert running.post("/key", push)[0] == 400, "there is nothing left of it"
    assert running.stop() == 0
    told = warm.run("controller.cli", "journal", "export", running.journal).stdout.splitlines()
    (award,) = (line for line in map(json.loads, told) if line["type"] == "chips.award")
    assert (award["seat"], award["amount"]) == (2, 100)
