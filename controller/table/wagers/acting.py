"""Rules on the act in hand as soon as its finding is proven, and prints its action when it is final."""

from __future__ import annotations

from typing import Final

from controller.table.claims import Claim
from controller.table.hand import Hand
from controller.table.outputs import ActionName
from controller.table.wagers.act import Act, Reading
from controller.table.wagers.amiss import Amiss
from controller.table.wagers.silence import ODD, WRONG, readings, strangeness
from controller.table.wagers.spot import Ruling, Spot
from controller.table.wagers.standing import Standing
from controller.table.wagers.turns import OutOfTurn
from controller.table.wagers.wager import motion_over, rule, string_of
from controller.table.wagers.words import unfitting

SHORT_CALLS: Final = ("bet.undercall", "bet.tiny_chip")
"""Less than the call, where the floor decides: what lies there stays until it does."""


class Acting(Standing):
    """The act in hand from its first word or chip to its action."""

    __deletable__ = ("early",)

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.early = OutOfTurn(self)
        self._undercalls: list[int] = []
        self.passed: dict[int, int] = {}
        """Seats that play has passed over since they were last heard of, with the line that did."""
        self.motion: int | None = None
        """The due seat, where it made a forward motion with chips and left none."""
        self._counted: Act | None = None
        self._chips_counted = False
        self._final: dict[int, tuple[Act, Spot, int]] = {}
        """The last act of each seat that is final, with what it faced and the street."""

    def judge(self, act: Act) -> None:
        """Rule on an act that has changed and is not final."""
        self.hand.changes += 1
        self.look_at(act)

    def look_at(self, act: Act) -> None:
        """Give the finding of an act that is not final as soon as it is proven: time may prove it too."""
        if act is not self.pending:
            self.early.heard(act)
            return
        over = not act.pushes or motion_over(act, self.hand.t)
        ruling = self.ruling(act, settled=over)
        if ruling.stalled:
            self._tell(act, ruling)
            self._no_more(act)
            self._note_check(act)
            return
        self.count(act, ruling.action)
        if over or not self._awaits_count(act):
            self._tell(act, ruling)
        if self.early.acts:
            self.early.settle()

    def _awaits_count(self, act: Act) -> bool:
        """Whether the zone will be counted: until then what was pushed last may be a chip wrong."""
        return self.hand.zones_counted and not act.pushes[-1].counted

    def act_of(self, seat: int) -> Act | None:
        """Return the act of ``seat`` that is not final: in turn, or out of it."""
        if self.pending is not None and self.pending.seat == seat:
            return self.pending
        return next((early.act for early in self.early.acts if early.act.seat == seat), None)

    def last_final(self, seat: int) -> Act | None:
        """Return the last act of ``seat`` with chips that is final."""
        return self._final[seat][0] if seat in self._final else None

    def other_readings(self, seat: int) -> list[Reading]:
        """Settle how the silent chips of ``seat`` are read here; return how else they may be."""
        act = self.act_of(seat)
        if act is None or act.words or act.reading is not None or not act.pushes or act.ruled_to is not None:
            return []
        spot = self.faced(act)
        mine, *others = readings(act, spot, string_of(act, spot))
        if others:
            act.reading = mine
        return others

    def read(self, seat: int, reading: Reading) -> None:
        """Read the silent chips of ``seat`` otherwise."""
        act = self.act_of(seat)
        if act is not None:
            act.reading = reading
            self.judge(act)

    def amend(self, seat: int, by: int) -> bool:
        """The last push of a final act was counted wrong: its figures follow; False where there is none."""
        act, spot, street = self._final.get(seat, (None, None, -1))
        betting = self.hand.round
        if act is None or spot is None or betting is None or street != self.hand.street or not act.pushes:
            return False
        act.counted(by)
        self.hand.changes += 1
        to = rule(act, spot, settled=True).to
        self.hand.players[seat].put_in += to - betting.bet(seat)
        betting.amend(seat, to)
        return True

    def _tell(self, act: Act, ruling: Ruling) -> None:
        """Give the act's finding, once, and let the house's remedy change the ruling."""
        if ruling.matches and self.amiss is not None:
            self._match(act, ruling, self.amiss)
        claim = ruling.claim
        if claim is None or act.told:
            return
        if claim.kind == "turn.nonstandard_fold" and not self.hand.kit.checks:
            act.told = True
            self.hand.strange += WRONG
            return
        claim.seat = act.seat
        claim.lines = act.lines
        if claim.kind == "sensing.gap":  # words that come later may still tell what it is
            if not act.doubted:
                self.hand.tell(claim)
            act.doubted = True
            return
        act.told = True
        if claim.level == "info" and self._leaves_to_floor(claim):
            return
        if claim.kind == "bet.undercall" and self._in_sequence(act, claim):
            return
        act.finding = self.hand.tell(claim)
        settled = not ruling.open and claim.kind not in ("bet.string", "bet.pot_declared")
        if settled and act.finding.remedy not in ("floor", "back_up"):
            act.good_to = ruling.to

    def _leaves_to_floor(self, claim: Claim) -> bool:
        """Whether the house has no answer of its own to what would only be asked about."""
        rule = self.hand.book.rule(claim.kind, *claim.cases)
        return rule is None or rule.remedy == "floor"

    def _match(self, act: Act, ruling: Ruling, amiss: Amiss) -> None:
        """Somebody matches a wager that was ruled up and is not mended: that wager is found too small."""
        amiss.matched.add(act.seat)
        act.good_to = ruling.to
        if not amiss.told:
            amiss.told = True
            claim = amiss.claim()
            claim.lines = [*amiss.lines, *act.lines]
            act.finding = self.hand.tell(claim)

    def let_stand(self, *, street_over: bool) -> None:
        """What is amiss and can be put right no more stands as it lies."""
        amiss = self.amiss
        if amiss is None or not amiss.too_late(street_over=street_over):
            return
        self.amiss = None
        if not amiss.mended(self.hand):
            amiss.let_stand(self.hand)

    def hold_against_words(self, act: Act, *, final: bool) -> None:
        """Chips that lie there and do not fit what was said are told once no more are coming."""
        if act.told or not act.words or not act.pushes:
            return
        if not final and not motion_over(act, self.hand.t):
            return
        quiet = self.hand.t - act.last_t
        ruling = self.ruling(act, settled=True)
        claim = unfitting(act, self.faced(act), ruling, final=final, quiet=quiet)
        if claim is not None:
            act.told, claim.seat, claim.lines = True, act.seat, act.lines
            act.finding = self.hand.tell(claim)
            act.good_to = max(ruling.to, self.hand.players[act.seat].zone)

    def _in_sequence(self, act: Act, claim: Claim) -> bool:
        """A second undercall in a row is one finding about the first seat, where the house has it."""
        seats = [*self._undercalls, act.seat]
        if len(seats) < 2 or "bet.undercall_sequence" not in self.hand.book.kinds:
            return False
        if len(seats) == 2:
            facts = {"to": claim.facts["to"], "seats": seats}
            sequence = Claim("bet.undercall_sequence", seats[0], facts=facts, replaces="bet.undercall")
            sequence.lines = act.lines
            act.finding = self.hand.tell(sequence)
        return True

    def _stands(self, act: Act, ruling: Ruling) -> Ruling:
        """Return the ruling that stands: with the remedy ``floor`` play goes on with what lies there."""
        claim, finding = ruling.claim, act.finding
        if act.ruled_to is not None and finding is not None:
            ruling.cites = finding.cites
        elif finding is not None and finding.kind == "bet.verbal_vs_chips" and finding.remedy == "floor":
            return self._lies_there(act, ruling)
        if claim is None or not act.told:
            return ruling
        decided = finding is not None and finding.remedy not in ("floor", "back_up")
        spot = self.faced(act)
        if claim.kind in SHORT_CALLS and not decided:
            ruling.to = _made_good(act, spot, ruling, spot.to_match)
            ruling.short = ruling.to < spot.capped(spot.to_match)
        elif claim.kind == "bet.underbet" and not decided:
            ruling.to = _made_good(act, spot, ruling, ruling.to)
        elif claim.kind == "bet.over_limit" and not decided:
            ruling.to = ruling.lies
        elif claim.kind == "bet.not_reopened" and not decided:
            ruling.action, ruling.to = "raise", ruling.lies
        ruling.cites = [] if finding is None or claim.level == "info" else finding.cites
        return ruling

    def _lies_there(self, act: Act, ruling: Ruling) -> Ruling:
        """Words and chips contradict each other, and the floor decides: until then what lies there counts."""
        spot = self.faced(act)
        lies = spot.capped(spot.stays + act.pushed)
        if spot.to_match < lies < ruling.to:
            ruling.to = lies
        return ruling

    def commit(self, act: Act) -> None:
        """The act is final: print its action and move the round's figures."""
        hand, betting = self.hand, self.hand.round
        assert betting is not None
        ruling = self.ruling(act, settled=True)
        if ruling.claim is not None and not act.told:
            ruling.claim.cases = tuple(case for case in ruling.claim.cases if case != "misunderstood")
        self._tell(act, ruling)
        if ruling.stalled:
            self._no_more(act)
            return
        if act.pushes:
            self.hold_against_words(act, final=True)
        self.count(act, ruling.action)
        ruling = self._stands(act, ruling)
        if act.pushes and not act.words and not hand.kit.words and not ruling.open:
            spot = self.faced(act)
            hand.strange += strangeness(act, spot, ruling, string_of(act, spot))
            hand.strange += self._coincidence(act, spot, ruling)
        if act.pushes:
            self._final[act.seat] = act, self.faced(act), hand.street
        self._no_more(act)
        if ruling.claim is not None and ruling.claim.kind == "bet.undercall":
            self._undercalls.append(act.seat)
        else:
            self._undercalls.clear()
        player = hand.players[act.seat]
        if ruling.last_chips == "said":
            player.all_there(player.put_in + ruling.to - betting.bet(act.seat))
        self.apply(act.seat, ruling.action, ruling.to, act.t, ruling.cites)
        if ruling.last_chips == "maybe":
            player.all_there(player.put_in, maybe=True)
        self._keep_amiss(act, ruling)
        player.drawn_back = 0
        player.posts_seen = False
        hand.quoted = None
        if ruling.short:
            betting.accept(act.seat)
        hand.board.acted()
        hand.changes += 1

    def _note_check(self, act: Act) -> None:
        """Who said "check" facing a bet may call or fold, where the house says so."""
        betting = self.hand.round
        if act.has_choice and betting is not None:
            betting.said_check[act.seat] = act.lines[-1]

    def _coincidence(self, act: Act, spot: Spot, ruling: Ruling) -> int:
        """Return how surprising it is that chips make just what lies before another seat and is more than its bet."""
        assert self.hand.round is not None
        for player in self.hand.players.values():
            more = player.live and player.seat != act.seat and player.zone > self.hand.round.bet(player.seat)
            if more and player.zone == max(spot.bet, spot.lying) + act.pushed:
                its = self._final.get(player.seat)
                one_chip = its is not None and _one_chip(its[0]) and _one_chip(act)
                return ODD if ruling.action == "call" and one_chip else WRONG
        return 0

    def _no_more(self, act: Act) -> None:
        """An act is in hand no more."""
        if act is self.pending:
            self.pending = None

    def _keep_amiss(self, act: Act, ruling: Ruling) -> None:
        """Remember a wager that was ruled up; count what is done behind one."""
        if ruling.action in ("bet", "raise"):
            self.amiss = Amiss.of(act, ruling)
        elif self.amiss is not None:
            self.amiss.acted(ruling.action)
            self.let_stand(street_over=False)

    def lie(self, act: Act) -> Ruling | None:
        """Put an act that counts before its turn into the figures; its line is printed when its turn comes.

        None where it is not known yet what it is.
        """
        ruling = self.ruling(act, settled=True)
        if ruling.open or ruling.stalled:
            return None
        self._tell(act, ruling)
        self.count(act, ruling.action)
        ruling = self._stands(act, ruling)
        betting, player = self.hand.round, self.hand.players[act.seat]
        assert betting is not None
        player.put_in += ruling.to - betting.bet(act.seat)
        betting.apply(act.seat, ruling.to)
        betting.did[act.seat] = ruling.action
        self.hand.changes += 1
        return ruling

    def kill(self, seat: int, cites: list[str]) -> None:
        """The hand of ``seat`` is dead and its turn over: words count for nothing, chips in its turn stay in."""
        act = self.pending
        if act is not None and act.seat == seat and not act.pushes:
            self.pending = None
        elif act is not None and seat in (act.seat, self.due()):
            self.commit(act)
        self.hand.kill(seat, cites)
        self.early.settle()

    def check_for(self, seat: int, cites: list[str]) -> None:
        """The clock ran out with no bet to face: the seat has checked."""
        if self.pending is not None and self.pending.seat != seat:
            self.commit(self.pending)
        self.pending = None
        self.apply(seat, "check", self.spot(seat).bet, self.hand.t, cites)
        self.early.settle()

    def apply(self, seat: int, action: ActionName, to: int, t: float, cites: list[str]) -> None:
        """Put an action into the hand: chips, fold, the round's figures, the line."""
        hand, betting = self.hand, self.hand.round
        assert betting is not None
        player = hand.players[seat]
        street = hand.street_name
        player.put_in += to - betting.bet(seat)
        player.folded = action == "fold"
        hand.act(seat, action, to, t=t, cites=cites, street=street)
        betting.apply(seat, to)
        betting.did[seat] = action
        hand.changes += 1
        self.early.skipped.acted(seat)
        if self.early.acts:
            self.early.print_folds(seat)

    def count(self, act: Act, action: ActionName) -> None:
        """Count an action in turn towards the cut-off, once, when it begins."""
        if self._counted is act:
            return
        self._counted = act
        cutoff = self.hand.judge.cutoff
        if not cutoff.passed:
            self._chips_counted = action not in ("fold", "check")
            cutoff.add(act.seat, self._chips_counted)
            self.hand.judge.check_cutoff(self.hand.t, self.hand.street_name, act.lines)

    def uncount(self, act: Act) -> None:
        """An action was none: its words are taken back. What passed the cut-off has passed it."""
        cutoff = self.hand.judge.cutoff
        if self._counted is act and not cutoff.passed:
            self._counted = None
            cutoff.take_back(act.seat, self._chips_counted)


def _made_good(act: Act, spot: Spot, ruling: Ruling, good: int) -> int:
    """Return what lies there of a wager that was put out too small, with what was added up to ``good``."""
    return min(spot.capped(good), max(ruling.lies, spot.stays + act.pushed))


def _one_chip(act: Act) -> bool:
    """Whether everything that was pushed is one chip."""
    return sum(push.count for push in act.pushes) == 1
