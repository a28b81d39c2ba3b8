"""Writes the hands of a log, or of several, in a format that others read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, Final, Literal

from controller.histories.not_tellable import NotTellable
from controller.histories.ohh import to_ohh
from controller.histories.phh import to_phh
from controller.histories.told import HandTeller, ToldHand
from controller.replay.book_replay import BookReplay
from controller.sensorlog.reader import LogReader
from controller.sensorlog.source import Source

Format = Literal["phh", "ohh"]


def told_hands(
    source: Source, book: str | None = None, *, strict: bool = False, opened: bool = False
) -> Iterator[ToldHand]:
    """Yield the hands of a log under ``book`` (None: the one that it names). Raise ReplayError.

    ``opened``: an auditor opened the log's cards, and its hands name all that they know.
    """
    teller = HandTeller(BookReplay(source.name, book, strict=strict), opened)
    for batch in LogReader(source).batches():
        for line, entry in batch:
            yield from teller.take(line, entry)
    yield from teller.end()


def write_hands(
    hands: Iterable[ToldHand],
    form: Format,
    out: BinaryIO,
    left_out: Callable[[ToldHand, str], None],
    after: int = 0,
) -> int:
    """Write ``hands`` one after the other; return how many. ``left_out`` is told of those that cannot be.

    ``after`` is how many stand in the same file already.

    PHH: one section a hand, named by its number, as a file of several hands has them. Open Hand History: one
    object and an empty line a hand.
    """
    written = 0
    for hand in hands:
        try:
            out.write(_WRITTEN[form](hand, after + written + 1))
        except NotTellable as why:
            left_out(hand, str(why))
            continue
        written += 1
    return written


def _phhs(hand: ToldHand, number: int) -> bytes:
    return f"[{number}]\n{to_phh(hand)}\n".encode()


def _ohh(hand: ToldHand, number: int) -> bytes:
    return to_ohh(hand) + b"\n\n"


_WRITTEN: Final[dict[Format, Callable[[ToldHand, int], bytes]]] = {"phh": _phhs, "ohh": _ohh}
