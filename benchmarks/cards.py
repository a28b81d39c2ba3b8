"""How well faces and backs are told, on tables made up by seed: right, wrong, not told, and how long it takes."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from vision.cards import enrol
from vision.cards.deck import POKER_MM
from vision.cards.reading import CardReader, Lying
from vision.counting.paper import paper_of
from vision.felt_view import felt_view
from vision.frames import pictures
from vision.geometry import markers
from vision.geometry.camera import Picture, VisionError
from vision.geometry.place import HAND
from vision.profile import Profile
from vision.training import deck_art
from vision.training.card_tables import CardTable, Truth


def main() -> None:
    """Draw, enrol and read the tables, and print what was told."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--tables", type=int, default=6)
    asked.add_argument("--pictures", type=int, default=8)
    asked.add_argument(
        "--decks", type=Path, nargs="*", default=[], help="sheets of other decks, 13 cards across"
    )
    asked.add_argument("--hand", type=int, help="cards of a hand on every table; else 2, on each fourth 4")
    asked.add_argument("--keep", type=Path, help="write pictures of which something was told wrong here")
    told = asked.parse_args()
    figures: Counter[str] = Counter()
    times: list[float] = []
    for number in range(told.tables):
        seed = told.seed * 1000 + number
        sheet = told.decks[number % len(told.decks)] if told.decks else None
        table = CardTable(seed, deck_art.drawn(seed) if sheet is None else deck_art.sheet(sheet))
        table.hand = told.hand or table.hand
        reader = _enrolled(table, f"table {seed}" if sheet is None else f"{sheet.stem}, table {seed}")
        for _ in range(told.pictures if reader is not None else 0):
            assert reader is not None
            shot = table.shot()
            began = time.process_time()
            cards = reader(shot.picture)
            times.append(time.process_time() - began)
            game = "Omaha: " if table.hand > HAND else ""
            verdicts = [game + _verdict(truth, cards[truth.zone]) for truth in shot.truth]
            figures.update(verdicts)
            for truth, verdict in zip(shot.truth, verdicts, strict=True):
                if verdict.endswith(("WRONG", "not told")):
                    say(f"{seed}: {verdict}: {truth}: {cards[truth.zone].why}")
            if told.keep is not None and any(verdict.endswith("WRONG") for verdict in verdicts):
                told.keep.mkdir(parents=True, exist_ok=True)
                pictures.write(told.keep / f"{seed}-{len(times)}.jpg", shot.picture)
    say(
        dict(figures),
        f"{1000 * np.median(times or [0]):.0f} ms a picture, {1000 * max(times, default=0):.0f} at most",
    )


def say(*words: object) -> None:
    """Write a line."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")


def _verdict(truth: Truth, lying: Lying) -> str:
    if not lying.told:
        return (
            "under a hand, silent"
            if truth.covered
            else "not told"
            if truth.clear
            else "beside chips, not told"
        )
    right = (lying.up, lying.down) == (truth.up, truth.down)
    where = "under a hand, " if truth.covered else "" if truth.clear else "beside chips, "
    return where + ("right" if right else "WRONG")


def _enrolled(table: CardTable, name: str) -> Callable[[Picture], dict[str, Lying]] | None:
    """Return what reads the table's places, None where its back was refused."""
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "felt.png"
        pictures.write(bare, table.bare())
        profile = Profile(table.lens, table.markers, table.zones, bare)
        try:
            felt = felt_view(profile)
            deck = enrol.enrol([(name, table.back())], profile, name, POKER_MM)
        except VisionError as problem:
            say(f"refused, on felt {table.scene.felt}: {problem}")
            return None
    assert felt is not None
    known = felt.fit
    printed = [profile.markers[number] for number in known.used]
    reader = CardReader(table.places, deck, profile.lens, known.pose, felt, printed, table.hand)
    shown = {number: profile.lens.project(profile.markers[number], known.pose) for number in known.used}

    def read(picture: Picture) -> dict[str, Lying]:
        seen = markers.find(picture)
        return reader.read(picture, paper_of(picture, {n: at for n, at in shown.items() if n in seen}))

    return read


if __name__ == "__main__":
    main()
