"""How one hand is played and sensed: the habits that differ from hand to hand and break no rule."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """Shares are probabilities, 0 to 1; times are seconds."""

    talks: float
    """How often players say what they do before they do it."""
    names_amounts: float
    """How often "bet" or "raise" comes with its amount."""
    bare_amounts: float
    """How often an amount is said without a verb."""
    two_motions: float
    """How often chips whose amount is settled come in two motions."""
    wants_change: float
    """How often a caller who has said so puts out one larger chip."""
    breaks: int
    """How many chips of each amount are smaller than they need be."""
    posts_sensed: bool
    antes_swept: bool
    names_blinds: bool
    names_pots: bool
    new_deck: bool
    says_dealt: bool
    takes_back: bool
    """An uncalled bet is pulled back; else the dealer pushes it with the pot."""
    pot_taken_from_zones: bool
    """The last bets go to the winner without being swept first."""
    cards_fly_apart: bool
    flop_together: bool
    motion_starts: bool
    """The camera tells when a hand came in as well as when it was out again."""
    thinks_s: tuple[float, float]
    travel_s: float


def manner_of(rng: Random, *, simple: bool) -> Manner:
    """Draw a hand's manner; ``simple`` keeps to one deck whose tags are the cards' names."""

    def often(share: float) -> bool:
        return rng.random() < share

    quick = often(0.2)
    return Manner(
        talks=rng.choice([0.15, 0.5, 0.5, 0.85]),
        names_amounts=rng.choice([0.5, 0.9]),
        bare_amounts=rng.choice([0, 0, 0.3]),
        two_motions=rng.choice([0, 0.25]),
        wants_change=rng.choice([0, 0.2]),
        breaks=rng.choice([0, 0, 1, 2]),
        posts_sensed=often(0.85),
        antes_swept=often(0.6),
        names_blinds=often(0.5),
        names_pots=often(0.5),
        new_deck=often(0.25) and not simple,
        says_dealt=often(0.3),
        takes_back=often(0.6),
        pot_taken_from_zones=often(0.3),
        cards_fly_apart=often(0.3),
        flop_together=often(0.3),
        motion_starts=often(0.4),
        thinks_s=(0.6, 1.2) if quick else (1.0, 4.0),
        travel_s=rng.choice([0.12, 0.17, 0.24]),
    )
