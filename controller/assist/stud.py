"""Says what is mixed, burned and dealt where stud has too few cards left for the last street."""

from __future__ import annotations

from controller.assist.answer import Answer, AssistError, several
from controller.table.ranks import FULL_DECK
from controller.table.rulebook import Rulebook

COMMON = "The seat that was first to act on 6th street acts first on 7th"


class ShortStub(Answer, frozen=True, kw_only=True):
    """How 7th street is dealt. ``needed`` cards would be needed; ``common``: one card for all."""

    needed: int
    common: bool
    mix_burns: bool


def short_stub(book: Rulebook, players: int, stub: int, burns: int = 3) -> ShortStub:
    """Return how 7th street is dealt to ``players`` with ``stub`` cards left and ``burns`` burned before."""
    if players < 2 or stub < 0 or burns < 0 or stub + burns > len(FULL_DECK):
        raise AssistError(f"two players or more, and stub and burns of a deck of {len(FULL_DECK)}")
    needed = players + 2
    title = f"7th street: {several(players, 'player')}, {several(stub, 'card')} left, {needed} needed"
    cites = book.about("deck.short_stub")
    enough = stub >= needed
    mix = not enough and (stub + burns >= needed or stub < 3)
    common = not enough and stub + burns < needed
    if not cites and not enough:
        decide = ["How 7th street is dealt"]
        return ShortStub(title=title, needed=needed, common=False, mix_burns=False, decide=decide)
    steps = [f"Mix {several(burns, 'burn')} into the stub, shuffle, cut"] if mix else []
    steps += ["Burn a card", "Turn one common card" if common else "Deal one card each"]
    steps += [COMMON] if common else []
    return ShortStub(title=title, cites=cites, steps=steps, needed=needed, common=common, mix_burns=mix)
