"""Lists who tells the table what: every event of the sensor log with what ships and can send it, best first.

``python -m controller.senders > docs/senders.md`` prints it; a test holds it against what firmware, camera,
panel, pages, referee and daemon really send.
"""

from __future__ import annotations

import sys
from typing import Final, Literal, NamedTuple

Who = Literal["shoe", "antennas", "camera", "panel", "page", "table", "daemon"]
"""``panel`` is the one on the Pi's pins, ``page`` the dealer's display or the floor's page, ``table`` the referee,
which works out what nobody told."""


class Sender(NamedTuple):
    """One sender of an event, and by what it does it."""

    who: Who
    by: str


def _page(by: str) -> Sender:
    return Sender("page", by)


SENDERS: Final[dict[str, tuple[Sender, ...]]] = {
    "log": (Sender("daemon", "at the first start, and where the set-up is another"),),
    "table": (Sender("daemon", "seats and stacks: the configuration's when a log begins, then a CSV's"),),
    "device": (Sender("daemon", "a device comes, goes, or loses something"),),
    "tick": (Sender("daemon", "when a silence may mean something"),),
    "deck": (Sender("daemon", "the first tag of a hand says which enrolled deck is dealt"),),
    "level": (
        Sender("daemon", "the configuration's, when a log begins"),
        Sender("table", "the house's clock, by the level schedule"),
        _page("seat page, where there is no schedule"),
    ),
    "seat": (_page("seat page"), Sender("daemon", "a move: one seat empty, the other taken")),
    "chips.stack": (_page("seat page; A seat, Stack"),),
    "hand.start": (
        Sender("shoe", "the contact: deck in, or a shuffler's"),
        _page("New hand"),
        Sender("table", "the first draw after a hand is over"),
    ),
    "deal.end": (_page("Deal done"), Sender("table", "the first burn or board card, or an act on the deal")),
    "hand.end": (
        _page("Hand over"),
        Sender("table", "the pot is gone and the cards are"),
        Sender("daemon", "seats that wait are set before the next hand"),
    ),
    "button.moved": (Sender("antennas", "the button's own tag"), _page("Button")),
    "card.draw": (Sender("shoe", "beam, face sensor and tag reader in the throat"),),
    "card.seen": (Sender("antennas", "a tag lies there in two looks"),),
    "card.gone": (Sender("antennas", "a tag is missing in three looks"),),
    "card.face": (
        Sender("camera", "cards at rest in a place: how many faces lie up"),
        _page("Exposed, Tabled"),
    ),
    "chips.push": (Sender("camera", "a hand goes out and chips are new"),),
    "chips.pull": (Sender("camera", "a hand goes out and chips are missing"),),
    "chips.bet": (Sender("camera", "the zone at rest"), _page("Key amount; A seat, In front")),
    "chips.swept": (
        Sender("camera", "the dealer's hand takes them all"),
        _page("Bets swept"),
        Sender("table", "at the next burn, where no camera looks"),
    ),
    "chips.change": (Sender("camera", "the dealer's hand leaves others"), _page("A seat, Change")),
    "chips.award": (
        _page("Pot to seat N, as proposed"),
        Sender("table", "as due, when the next hand begins"),
    ),
    "tap": (
        Sender("antennas", "the piezo of the seat"),
        _page("Check"),
        Sender(
            "table", "an act, a burn or a sweep passes over who had nothing to call, and no check was sensed"
        ),
    ),
    "declare": (Sender("panel", "the words' keys"), _page("Call, Raise, Said, He said")),
    "declare.cancel": (Sender("panel", "Cancel"), _page("Undo")),
    "seat.speaks": (_page("A seat, Speaks up"),),
    "floor.call": (Sender("panel", "Floor"), _page("Call floor")),
    "clock.call": (Sender("panel", "Clock"), _page("Clock")),
    "clock.cancel": (_page("Clock off, undo of Clock"),),
    "pot.quoted": (_page("Pot said"),),
    "request": (_page("A seat: See hand, Count, Disputes"),),
    "chips.found": (_page("A seat, Found"),),
    "stub": (_page("Stub shuffled, Stub dropped"),),
    "chips.splash": (_page("A seat, Splashed"),),
    "chips.strange": (_page("A seat, No chip"),),
    "clock.ask": (_page("A seat, Clock asked"),),
    "ruling": (_page("the floor's decision"),),
}
"""Event to its senders; ``log`` is the header."""


def sent_by(who: Who) -> set[str]:
    """Return the events that ``who`` sends."""
    return {event for event, senders in SENDERS.items() if any(sender.who == who for sender in senders)}


def page() -> str:
    """Return the table of the documentation."""
    rows = [
        f"| `{event}` | " + "; ".join(f"{sender.who} ({sender.by})" for sender in senders) + " |"
        for event, senders in SENDERS.items()
    ]
    return "\n".join([_HEAD, "| event | senders, best first |", "| --- | --- |", *rows, ""])


_HEAD: Final = """\
# Who tells the table what

Made by `python -m controller.senders > docs/senders.md`. Shoe and antennas are the firmware in
`firmware_bridge/firmware/`, the camera is `vision/`, the panel hangs on the Pi's own pins (`hw/`), a page is the
dealer's display or the floor's page. What the table (`controller/table/inferring/`) works out by itself stands in
the log with `"by":"table"` and `why`; every other event names its `device`. What later play can still change, a check,
a sweep, the end of a deal, is written down once it is final: `of` is the line that told it, and a replay works it out
there anew (`controller/table/inferring/granted.py`). Devices that somebody else builds may send more:
`firmware_bridge/PROTOCOL.md`, section 2.
"""


if __name__ == "__main__":
    sys.stdout.write(page())
