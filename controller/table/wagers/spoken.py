"""Makes amounts as they were said into what they stand for."""

from __future__ import annotations

import msgspec

from controller.table.betting.turn import Turn
from controller.table.events import Declared, Tapped
from controller.table.figures import Spoken
from controller.table.hand import Hand
from controller.table.irregularities import Irregularity
from controller.table.wagers.acting import Acting
from controller.table.wagers.small_chips import rounded, smallest
from controller.table.wagers.words import meaning


def made_clear(acting: Acting, turn: Turn, event: Declared, line: int) -> Declared:
    """A number that may mean several amounts stands for what the house's rule makes of it.

    Behind chips that fix the bet it is nothing that has to be made clear, and chips of an opening bet that came with
    it are what it is where the house goes by them.
    """
    assert event.amount is not None
    pot = acting.hand.betting.carried + sum(player.put_in for player in acting.hand.players.values())
    to = meaning(event.amount, acting.standing.spot(turn.seat), pot, acting.hand.unit)
    if _opened_with_chips(acting, turn, event, to, line):
        return msgspec.structs.replace(event, amount=turn.act.pushed)
    if not turn.reported and turn.act.say(event, line).words_first():
        turn.reported = True
        facts = {"said": event.amount, "to": to}
        turn.finding = acting.hand.tell(
            Irregularity("bet.unclear_amount", turn.seat, facts=facts, lines=[line])
        )
    return msgspec.structs.replace(event, amount=to)


def _opened_with_chips(acting: Acting, turn: Turn, event: Declared, to: int, line: int) -> bool:
    """Whether chips make another bet than the unclear number said with them, which is ``to`` by itself; it is told."""
    act, spot = turn.act.say(event, line), acting.standing.spot(turn.seat)
    rule = acting.hand.book.kinds.get("bet.verbal_vs_chips")
    if rule is None or "together_unclear" not in rule.cases or spot.to_match or not act.pushes or act.untold:
        return False
    if not act.together() or act.pushed == to:
        return False
    if not turn.reported:
        turn.reported = True
        facts = spot.figures(act.pushed) | {"said": event.amount, "pushed": act.pushed, "to": act.pushed}
        lines = [*turn.lines, line]
        unclear = Irregularity("bet.verbal_vs_chips", turn.seat, ("together_unclear",), facts, lines)
        turn.finding = acting.hand.tell(unclear)
    return True


def made_of_chips(acting: Acting, turn: Turn, event: Declared, said: int, line: int) -> Declared:
    """An amount that no chip in play makes is the nearest that one does, but for the last chips."""
    to = rounded(said, acting.hand)
    if to == said or said >= acting.standing.spot(turn.seat).cap:
        return event
    if not turn.reported and turn.act.say(event, line).words_first():
        turn.reported = True
        facts = acting.standing.spot(turn.seat).figures(said) | {"to": to, "smallest": smallest(acting.hand)}
        turn.finding = acting.hand.tell(Irregularity("bet.underbet", turn.seat, ("rounding",), facts, [line]))
    return msgspec.structs.replace(event, amount=to)


def for_the_floor(hand: Hand, event: Declared, line: int) -> None:
    """Take words that are recorded and bind only if the floor says so."""
    player = hand.players.get(event.seat)
    if player is None or not player.live or hand.round is None:
        return
    kind = "bet.conditional" if event.conditional else "bet.premature_call"
    said = Spoken(event.action, event.amount)
    hand.tell(Irregularity(kind, event.seat, facts=said, lines=[line]))


def says_again(acting: Acting, event: Declared | Tapped) -> bool:
    """Whether a seat that has nothing to do names the bet that it has in already: somebody asked how much it is."""
    figures = acting.hand.round
    if type(event) is not Declared or event.unclear or not event.amount or figures is None:
        return False
    if event.action not in ("amount", "bet", "raise") or event.amount != figures.bet(event.seat):
        return False
    return acting.standing.due() != event.seat and acting.act_of(event.seat) is None
