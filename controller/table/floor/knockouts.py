"""Says who finishes higher of several who were knocked out on the same hand."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from controller.table.rulebook_floor import KnockoutRules


class Finish(Struct, frozen=True, kw_only=True):
    """Places, best first; seats that share a place stand together.

    ``award`` is the seat that takes what of a shared place cannot be split. ``unknown``: a hand that was
    not tabled decides, so the floor has to look.
    """

    places: list[list[int]]
    award: int | None = None
    unknown: bool = False


def finishing_order(
    rules: KnockoutRules, stacks: Mapping[int, int], strengths: Mapping[int, int | None]
) -> Finish:
    """Return the order of the seats in ``stacks`` (chips when the hand began), which all lost theirs.

    ``strengths`` ranks their hands, a lower number is better; None is a hand that nobody saw.
    """
    seen = {seat: strengths.get(seat) for seat in stacks}
    if rules.first == "hand":
        unknown = None in seen.values()
        keys = {seat: (0 if unknown else seen[seat] or 0, -stack) for seat, stack in stacks.items()}
    else:
        unknown = False
        keys = {seat: (-stack, 0) for seat, stack in stacks.items()}
    places = [sorted(seat for seat in keys if keys[seat] == key) for key in sorted(set(keys.values()))]
    if unknown:
        return Finish(places=[sorted(stacks)], unknown=True)
    if rules.equal == "share":
        return _shared(places, seen)
    return Finish(places=places)


def _shared(places: list[list[int]], seen: Mapping[int, int | None]) -> Finish:
    """Say whose the part of a shared place is that cannot be split: the best hand's."""
    tied = next((place for place in places if len(place) > 1), None)
    if tied is None:
        return Finish(places=places)
    hands = {seat: seen[seat] for seat in tied}
    known = {seat: hand for seat, hand in hands.items() if hand is not None}
    best = [seat for seat, hand in known.items() if hand == min(known.values())]
    clear = len(known) == len(hands) and len(best) == 1
    return Finish(places=places, award=best[0] if clear else None, unknown=len(known) < len(hands))
