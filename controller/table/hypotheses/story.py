"""Tells a hand once more: with words or chips that nobody had keyed in time, or without words keyed in error.

What a player said changes what every later act was. So the hand is played again from its beginning, and what
stands differently then is said: nothing else has to be corrected.
"""

from __future__ import annotations

import msgspec

from controller.table import events as ev
from controller.table.hand import Hand
from controller.table.hand_events import HandEvents
from controller.table.hypotheses.silent import changed_by_words_of
from controller.table.play import Play
from controller.table.wagers.counting import counted_in


def mended(told: HandEvents, play: Play, event: ev.AnyEvent, line: int) -> HandEvents | None:
    """Return the hand as it is to be told again now that ``event`` has come; None where it only goes on."""
    if type(event) is ev.Declared and event.order == "first":
        first = silent_line(play, event)
        place = next((n for n, entry in enumerate(told.entries) if entry[0] == first), None)
        if place is None:
            return None
        said = msgspec.structs.replace(event, t=told.entries[place][1].t)
        return told.with_words(said, line, place)
    if type(event) is ev.ChipsCounted:
        last = _untold_line(play, event)
        place = next((n for n, entry in enumerate(told.entries) if entry[0] == last), None)
        if place is None:
            return None
        return told.with_words(msgspec.structs.replace(event, t=told.entries[place][1].t), line, place + 1)
    if type(event) is ev.DeclareCancelled:
        keyed = {at: words.t for at, words in told.entries if _words_of(words, event.seat)}
        of = max(keyed, default=0) if event.of is None else event.of
        if of in keyed and (of in told.late or _ends_the_deal(play.hand, keyed[of])):
            return told.without(of)
    return None


def _ends_the_deal(hand: Hand, t: float) -> bool:
    """Whether words said at ``t``, before its last card was out, are what a pause ends the deal by, or has ended it."""
    deal = hand.deal
    through = len(hand.draws) - len(deal.taken_back) - deal.predealt - deal.scraps >= deal.due
    return deal.acted_at == t and not through


def _words_of(event: ev.AnyEvent, seat: int) -> bool:
    return (type(event) is ev.Declared or type(event) is ev.Tapped) and event.seat == seat


def _untold_line(play: Play, count: ev.ChipsCounted) -> int | None:
    """Return the last line of chips that could not be told, where ``count`` tells them after others have acted."""
    hand, player = play.hand, play.hand.players.get(count.seat)
    if player is None or hand.awards or not count.told or play.acting.act_of(count.seat) is not None:
        return None
    turn = play.acting.last_final(count.seat, hand.street)
    if turn is None or not turn.act.untold or counted_in(count) <= player.content:
        return None
    return max(turn.lines)


def silent_line(play: Play, words: ev.Declared) -> int | None:
    """Return the first line of what words that were said first change: a silent act that was ruled on."""
    turn = play.acting.act_of(words.seat)
    own = turn if turn is not None and turn.act.pushes else play.acting.last_final(words.seat)
    judge = play.hand.judge
    for finding in reversed(judge.believed()):
        if words.seat not in changed_by_words_of(finding, judge.says(finding)):
            continue
        first = finding.evidence[0]
        if finding.seat == words.seat:
            return first if own is not None and first == min(own.lines) else None
        return first if own is None or min(own.lines) < first else None
    return None
