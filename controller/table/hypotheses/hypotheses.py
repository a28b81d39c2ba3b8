"""Follows the few likeliest states of a hand, while it is open which of two witnesses was wrong.

The throat's draws and the reads of a card are fitted to each other where the card lies (``dealing.py``).
What is fitted here is money: a push and the count of its zone that disagree leave two hypotheses of the hand.
Both are followed, event by event. What happens next is a regular act in one of them and an irregularity in
the other, and a table is far more often miscounted than played wrong: the hypothesis with the fewer and
smaller surprises is the likeliest, and only it speaks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from controller.table import events as ev
from controller.table.betting.act import Reading
from controller.table.between_hands.stacks import as_known
from controller.table.copying import clone
from controller.table.figures import Look
from controller.table.hand import Hand
from controller.table.hand_events import HandEvents
from controller.table.hypotheses.asked import counted, counted_surely, looked_at, pushed
from controller.table.hypotheses.begun import Begun
from controller.table.hypotheses.dealt_in import begun_otherwise
from controller.table.hypotheses.otherwise import stands_otherwise, table_changed
from controller.table.hypotheses.posted import posted, posted_otherwise, put_chips_out
from controller.table.hypotheses.story import mended
from controller.table.hypotheses.unposted import put_out_unseen
from controller.table.irregularities import Irregularity
from controller.table.kinds import KINDS
from controller.table.lasting import awaited
from controller.table.outputs import Finding, HandLine, Output
from controller.table.play import Play
from controller.table.wagers.counted_late import counted_late
from controller.table.wagers.counting import POWERS, wager_keyed

MISCOUNT: Final = POWERS
"""How surprising a wrong count is: minus the power of ten of its chance, as measured of good cameras."""
IRREGULARITY: Final = 3
"""How surprising an irregularity that calls dealer or floor is, chips that do not add up, or bets that the dealer
pulls in too soon."""
ODDITY: Final = 1
"""How surprising an act is that is regular and tells a finding all the same, as a silent overchip."""
HOPELESS: Final = 5
"""A hypothesis this much more surprising than the likeliest is given up."""
TOLD: Final = 3
"""The same where words are not keyed: one irregularity tells what was said."""
MOST: Final = 6
"""Hypotheses followed at a time."""
MENDING: Final = frozenset({ev.Declared, ev.DeclareCancelled})
"""Events that may change what was heard before."""
ASKS: Final = ("bet.count_mismatch", "sensing.gap")
"""Findings that ask for a look at a seat's chips."""


class Hypotheses:
    """One hand's hypotheses, the likeliest first. They share no state but the rulebook."""

    def __init__(self, begun: Begun) -> None:
        self.begun = begun
        self.events = HandEvents()
        self.plays = [begun.play()]
        self.over = False
        """The hand has ended: the likeliest hypothesis says all that it has to say."""

    @property
    def likeliest(self) -> Play:
        """The hypothesis that is taken for what happened."""
        return self.plays[0]

    def take(self, event: ev.AnyEvent, line: int) -> None:
        """Take one event of the hand in every hypothesis."""
        for play in self.plays:
            play.take(pushed(play, event), line)

    def begins_with(self, entries: Iterable[tuple[int, ev.AnyEvent]]) -> None:
        """Take what came before the hand was signalled, and is of it."""
        for line, event in entries:
            self.events.entries.append((line, event))
            self._hear(line, event)

    def told_again(self, event: ev.AnyEvent, line: int) -> bool:
        """Tell the hand once more where ``event`` says that it was otherwise than told so far; return whether it does."""
        if line in self.events.late:
            return False  # it stands already where it belongs
        told = mended(self.events.so_far(), self.likeliest, event, line)
        if told is None:
            return False
        before = self._tell_again(told)
        self._wait(event.t)
        for play in self.plays:
            play.time(event, line)
        self._goes_on_from(before)
        return True

    def inferred(self, event: ev.AnyEvent) -> None:
        """See what ``event``, which every hypothesis has taken, says of what was inferred before it."""
        if not self.likeliest.hand.kit.words:
            self.read(event)
        for _ in range(MOST):
            line = self.likeliest.hand.not_passed
            if not line:
                return
            self._goes_on_from(self._tell_again(self.events.out_of_turn(line)))

    def dealt_in(self) -> None:
        """See by posts and deal who is in the hand, where that was open, and tell the hand so from its first card."""
        hand = self.likeliest.hand
        lies = posted(self.events.entries, hand.kit)
        if hand.draws and not hand.deal.held:
            opened = posted_otherwise(self.begun.opened, lies)
        else:
            bets = put_chips_out(self.events.entries, hand.kit)
            opened = begun_otherwise(self.begun.opened, hand.deal, lies, bets)
        if opened is not None:
            self.begun.begins(opened)
            self._goes_on_from(self._tell_again(self.events.again()))

    def _tell_again(self, told: HandEvents) -> list[Play]:
        """Play the hand once more from its beginning; return the hypotheses that were followed so far."""
        before, first = self.plays, self.begun.play()
        first.hand.passes_nobody = told.passes_nobody
        self.plays, self.events = [first], told
        for at, heard in told.entries:
            self._wait(heard.t)
            self._hear(at, heard)
            self.outputs()
        return before

    def _wait(self, until: float) -> None:
        """Have time pass in a hand that is told again, where it may want to hear of it: when it was played it was another."""
        hand = self.likeliest.hand
        while (wake := awaited(self._time, hand.t)) is not None and wake < until:
            self._hear(hand.line, ev.Tick(t=wake))
            self.outputs()
            hand = self.likeliest.hand

    def _time(self, t: float) -> bool:
        """Tell every hypothesis that time has passed; it brings nothing by itself."""
        for play in self.plays:
            play.time(ev.Tick(t=t), play.hand.line)
        return False

    def _goes_on_from(self, before: list[Play]) -> None:
        """Speak in the place of the hypotheses that were followed before."""
        old, new = before[0], self.likeliest
        stands_otherwise(new, old)
        new.hand.deck, new.earlier = old.hand.deck, old.earlier

    def _hear(self, line: int, event: ev.AnyEvent) -> None:
        """Have every hypothesis take one event of the hand that is told again."""
        for play in self.plays:
            play.time(event, line)
        match event:
            case ev.ChipsCounted():
                self.count(event, line)
            case ev.StackCounted():
                self.stack(event, line)
            case ev.Ruled():
                self.ruled(event, line)
            case ev.SeatChanged() | ev.DeckLoaded() | ev.DeviceChanged():
                for play in self.plays:
                    table_changed(play, event)
            case _:
                self.take(event, line)
                if not self.likeliest.hand.kit.words:
                    self.read(event)

    def read(self, event: ev.AnyEvent) -> None:
        """Chips were pushed where nobody keys words: a hypothesis is divided where words would make them another wager."""
        if type(event) is ev.ChipsPushed:
            self.plays = [hypothesis for play in self.plays for hypothesis in _read(play, event.seat)]

    def ruled(self, event: ev.Ruled, line: int) -> None:
        """Take a ruling; that the first motion stands leaves the hypotheses in which it does."""
        self.take(event, line)
        asked = next((each for each in self._asking() if each.id == event.finding), None)
        if asked is None or event.decision != asked.remedy:
            return
        before, told = self.plays, self.likeliest
        self.plays = [play for play in before if _reading(play, asked) == "first"] or before
        if self.likeliest is not told:
            _take_over(self.likeliest, told)

    def asked(self) -> list[str]:
        """Return the findings that ask what was said, as long as play has not told it on their street."""
        return [finding.id for finding in self._asking()]

    def _asking(self) -> list[Finding]:
        hand = self.likeliest.hand
        return [
            finding
            for finding in hand.judge.findings
            if hand.judge.says(finding).asks
            and finding.street == hand.street_name
            and len({_reading(play, finding) for play in self.plays}) > 1
        ]

    def count(self, event: ev.ChipsCounted, line: int) -> None:
        """A betting zone was counted: where that disagrees with the pushes a hypothesis is divided.

        Where no camera counts, what the dealer keys is a wager. Chips that could not be told are what he keys from
        the moment on at which they were put out.
        """
        if self.events.entries and self.events.entries[-1][1] is event and self.told_again(event, line):
            return
        again = any(play.counting.counts_again(event) for play in self.plays)
        late = {id(play) for play in self.plays if not again and counted_late(play.standing, event)}
        all_in = self.likeliest.counting.tells_all_in(event)
        hypotheses = []
        for play in self.plays:
            if id(play) in late:
                hypotheses.append(play)
            elif event.by == "dealer" and not play.hand.kit.camera and not all_in:
                play.take(wager_keyed(play.standing, event), line)
                hypotheses.append(play)
            else:
                sure = counted_surely(play, event, line)
                hypotheses += _counted(play, sure, line) if sure.told else _guessed(play, sure, line)
        self.plays = hypotheses

    def end(self) -> HandLine:
        """The hand is over in every hypothesis; return the likeliest line."""
        lines = {id(play): as_known(play, play.end()) for play in self.plays}
        self._rank()
        self.over = True
        return lines[id(self.likeliest)]

    @property
    def speak(self) -> bool:
        """Whether there may be something to say: the only hypothesis has said all that it knows nearly always."""
        plays = self.plays
        hand = plays[0].hand
        judge = hand.judge
        return len(hand.actions) != hand.reported or len(judge.findings) != judge.given or len(plays) > 1

    def outputs(self) -> list[Output]:
        """Return what the likeliest hypothesis has to say and was not said yet: actions, then findings."""
        self.plays += put_out_unseen(self.plays)
        if len(self.plays) > 1:
            self._rank()
            if not self.over and not self.plays[0].hand.kit.words:
                return self._agreed()
        hand = self.plays[0].hand
        return [*hand.new_actions(), *hand.judge.new_findings()]

    def _agreed(self) -> list[Output]:
        """Return what every hypothesis has to say: where words are not keyed, nothing is said before play has told."""
        hand, others = self.plays[0].hand, [play.hand for play in self.plays[1:]]
        upto = min([len(hand.actions), *(_alike(hand, other) for other in others)])
        told = {
            (finding.kind, finding.seat)
            for finding in hand.judge.findings
            if finding.level == "info" or all(_found(other, finding) for other in others)
        }
        return [*hand.new_actions(upto), *hand.judge.new_findings(told)]

    def stack(self, event: ev.StackCounted, line: int) -> None:
        """Chips behind a seat were counted: hypotheses in which it has others must explain that."""
        right = [play.counting.stack(event) for play in self.plays]
        for play, agrees in zip(self.plays, right, strict=True):
            play.hand.miscounts += not agrees
            if not any(right):
                seen = Look(look=f"bet:{event.seat}", about="chips")
                play.hand.tell(
                    Irregularity("sensing.gap", event.seat, facts=seen, lines=[line], remedy="look")
                )

    def _rank(self) -> None:
        """Put the likeliest hypothesis first and give up those that nothing speaks for any more."""
        before = self.likeliest
        cost = {id(play): surprise(play) for play in self.plays}
        self.plays.sort(key=lambda play: cost[id(play)])
        least = cost[id(self.likeliest)]
        ranked = self.plays
        hopeless = HOPELESS if self.plays[0].hand.kit.words else TOLD
        self.plays = [play for play in ranked if cost[id(play)] - least < hopeless][:MOST]
        if self.likeliest is not before:
            _take_over(self.likeliest, before)


def surprise(play: Play) -> float:
    """Return how surprising a hypothesis is: the sum of what must have gone wrong in it."""
    hand = play.hand
    total: float = (
        MISCOUNT * hand.miscounts + IRREGULARITY * (hand.swept_early + hand.judge.amiss) + hand.strange
    )
    for finding in play.hand.judge.believed():
        kind = KINDS[finding.kind]
        if finding.kind == "sensing.gap":
            total += IRREGULARITY
        elif kind.by_house and not kind.advice:
            total += ODDITY if finding.level == "info" else IRREGULARITY
    return total


def _read(play: Play, seat: int) -> list[Play]:
    """Return the hypotheses that silent chips leave: several where words would make them different wagers."""
    others = play.acting.other_readings(seat)
    hypotheses = [play]
    for reading in others:
        hypothesis = clone(play, play.hand.book)
        hypothesis.acting.read(seat, reading)
        hypotheses.append(hypothesis)
    return hypotheses


def _reading(play: Play, asked: Finding) -> Reading | None:
    """Return how a hypothesis reads the silent chips that a finding asks about; None where they are not the last."""
    turn = play.acting.act_of(asked.seat) if asked.seat is not None else None
    if turn is None and asked.seat is not None:
        turn = play.acting.last_final(asked.seat)
    return turn.act.reading if turn is not None and asked.evidence[0] in turn.lines else None


def _alike(hand: Hand, other: Hand) -> int:
    """Return how many of the first actions are the same in two hypotheses."""
    for n, (mine, its) in enumerate(zip(hand.actions, other.actions, strict=False)):
        if mine.move != its.move:
            return n
    return min(len(hand.actions), len(other.actions))


def _found(hand: Hand, finding: Finding) -> bool:
    """Whether a finding of the same kind at the same seat was given in another hypothesis."""
    return any((f.kind, f.seat) == (finding.kind, finding.seat) for f in hand.judge.findings)


def _counted(play: Play, event: ev.ChipsCounted, line: int) -> list[Play]:
    """Return the hypotheses that a count of a betting zone leaves: several where it disagrees with the pushes."""
    first, *others = play.counting.readings(event)
    hypotheses = [play, *(clone(play, play.hand.book) for _ in others)]
    for hypothesis, reading in zip(hypotheses, (first, *others), strict=True):
        hypothesis.counted(event, line, reading)
    return hypotheses


def _guessed(play: Play, event: ev.ChipsCounted, line: int) -> list[Play]:
    """Return the hypotheses that a count leaves of which the camera is not sure: what it finds likely settles what the
    betting asks.
    """
    count = counted(play, event)
    if count is not None:
        return _counted(play, count, line)
    looked_at(play, event, line)
    return [play]


def _take_over(new: Play, old: Play) -> None:
    """A likelier hypothesis speaks from now on: what the other one has said is said, and keeps its name."""
    told = old.hand.actions[: old.hand.reported]
    said = Counter((action.street, action.seat) for action in told)
    left = []
    for action in new.hand.actions:
        said[action.street, action.seat] -= 1
        if said[action.street, action.seat] < 0:
            left.append(action)
    ahead = []
    for action in reversed(told):
        if said[action.street, action.seat] > 0:
            said[action.street, action.seat] -= 1
            ahead.append(action)
    new.hand.told_ahead = tuple(ahead)
    new.hand.actions, new.hand.reported = [*told, *left], len(told)
    judge = old.hand.judge
    unsaid = judge.findings[judge.given :]
    for withdrawn in new.hand.judge.go_on_from(judge):
        if withdrawn.level != "info":
            _ask(new, withdrawn, replaces=withdrawn.kind)
    asked = [finding for finding in new.hand.judge.findings if finding.kind in ASKS]
    for finding in unsaid:
        if finding.level != "info" and not any(_same_chips(each, finding) for each in asked):
            _ask(new, finding)


def _same_chips(asked: Finding, finding: Finding) -> bool:
    """Whether a look was asked for at the chips that a finding is about, or at what came after them."""
    return asked.seat == finding.seat and asked.evidence[-1:] >= finding.evidence[:1]


def _ask(play: Play, finding: Finding, replaces: str | None = None) -> None:
    """Ask for a look at the chips instead of what another hypothesis says, or has said, of them."""
    look = "pot" if finding.seat is None else f"bet:{finding.seat}"
    seen = Look(look=look, about="chips")
    irregularity = Irregularity("sensing.gap", finding.seat, facts=seen, replaces=replaces, remedy="look")
    play.hand.judge.withdrawn.add(play.hand.tell(irregularity).id)
