"""Says which chips may leave play, who may rebuy, and whether everybody starts with the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from controller.assist.answer import Answer, AssistError, several
from controller.table.floor.colour_up import not_needed
from controller.table.floor.penalties import missed_hands
from controller.table.rulebook_floor import FloorRules, RaceRules, RebuyRules, StackRules


class ColourUp(Answer, frozen=True, kw_only=True):
    """The chips that no blind or ante needs any more, lowest first."""

    chips: list[int]


def colour_up(rules: RaceRules | None, denominations: Iterable[int], posted: Iterable[int]) -> ColourUp:
    """Return which of ``denominations`` may leave, when ``posted`` are all blinds and antes to come."""
    chips = not_needed(denominations, posted)
    ordered = rules is not None and rules.when_not_needed
    word = ", ".join(f"the {chip:,}s" for chip in chips)
    said = [f"Colour up {word}"] if chips else ["Every chip is still needed"]
    return ColourUp(
        title="Chips that may leave play",
        cites=list(rules.cites) if ordered and rules is not None else [],
        steps=said if ordered or not chips else [],
        decide=[] if ordered or not chips else [f"No blind needs {word} any more: colour up now?"],
        chips=chips,
    )


class Rebuy(Answer, frozen=True, kw_only=True):
    """Whether a rebuy is allowed; None where the book has no limit that tells."""

    allowed: bool | None


def rebuy(rules: RebuyRules | None, played_s: float, had: int, *, offered: bool = True) -> Rebuy:
    """Return whether a player who is out after ``played_s`` seconds of play and ``had`` rebuys may rebuy."""
    if played_s < 0 or had < 0:
        raise AssistError("time played and rebuys had are counted from 0")
    title = "Rebuy"
    if rules is None:
        return Rebuy(title=title, decide=["The book has no rebuys: allow one?"], allowed=None)
    cites = list(rules.cites)
    if not offered:
        return Rebuy(title=title, cites=cites, steps=["Refused: the announcement offers none"], allowed=False)
    if rules.most is not None and had >= rules.most:
        steps = [f"Refused: {several(rules.most, 'rebuy')} a player, and this one has had {had}"]
        return Rebuy(title=title, cites=cites, steps=steps, allowed=False)
    if rules.until_minutes is not None and played_s > 60 * rules.until_minutes:
        steps = [f"Refused: only in the first {rules.until_minutes} minutes of play"]
        return Rebuy(title=title, cites=cites, steps=steps, allowed=False)
    if rules.until_minutes is None and rules.most is None:
        steps = ["Announced before the hand it plays behind, and has to be bought"] if rules.behind else []
        limits = ["Are rebuys open, and how many has the player left?"]
        return Rebuy(title=title, cites=cites, steps=steps, decide=limits, allowed=None)
    steps = ["Allowed, if bought at once; no hand is missed for it"]
    return Rebuy(title=title, cites=cites, steps=steps, allowed=True)


class Stacks(Answer, frozen=True, kw_only=True):
    """The starting stack, and the seats that do not have it."""

    amount: int | None
    wrong: list[int]


def starting_stacks(rules: StackRules | None, stacks: Mapping[int, int], amount: int | None = None) -> Stacks:
    """Return the seats whose stack is not the starting stack; ``amount`` is the event's where the book has none."""
    if strange := [seat for seat in stacks if not 1 <= seat <= 10]:
        raise AssistError(f"seat {strange[0]}: seats are 1 to 10")
    due = rules.amount if rules is not None and rules.amount is not None else amount
    cites = [] if rules is None else list(rules.cites)
    if due is None:
        return Stacks(
            title="Starting stacks",
            cites=cites,
            decide=["What is the starting stack?"],
            amount=None,
            wrong=[],
        )
    wrong = sorted(seat for seat, stack in stacks.items() if stack != due)
    steps = [f"Seat {seat} has {stacks[seat]:,}: make it {due:,}" for seat in wrong]
    return Stacks(
        title=f"Starting stacks of {due:,}",
        cites=cites,
        steps=steps or [f"All {several(len(stacks), 'seat')} as it should be"],
        amount=due,
        wrong=wrong,
    )


class MissedRounds(Answer, frozen=True, kw_only=True):
    """A penalty in hands; None where it cannot be given."""

    hands: int | None


def missed_rounds(rules: FloorRules, players: int, rounds: int) -> MissedRounds:
    """Return the hands of ``rounds`` missed rounds with ``players`` at the table, the offender among them."""
    if players < 1 or rounds < 1:
        raise AssistError("players at the table and rounds are counted from 1")
    title = f"{several(rounds, 'missed round')}, {several(players, 'player')} at the table"
    penalties = rules.penalties
    if penalties is None:
        return MissedRounds(
            title=title, decide=["The book has no missed rounds: how many hands?"], hands=None
        )
    cites = list(penalties.cites)
    if penalties.most_rounds is not None and rounds > penalties.most_rounds:
        steps = [f"Refused: the scale ends at {penalties.most_rounds} rounds; then comes disqualification"]
        return MissedRounds(title=title, cites=cites, steps=steps, hands=None)
    hands = missed_hands(players, rounds)
    steps = [f"{several(hands, 'hand')} to miss; who leaves or joins meanwhile changes nothing"]
    return MissedRounds(title=title, cites=cites, steps=steps, hands=hands)
