"""Rules on the act in hand as soon as its finding is proven, and prints its action when it is final."""

from __future__ import annotations

from msgspec.structs import replace

from controller.table.betting.act import Reading
from controller.table.betting.amiss import Amiss
from controller.table.betting.spot import Ruling, Spot
from controller.table.betting.turn import Turn
from controller.table.irregularities import Irregularity
from controller.table.outputs import ActionName
from controller.table.wagers.all_in_unsaid import has_lost
from controller.table.wagers.early import (
    Binds,
    Counts,
    EarlyAct,
    Final,
    FoldPrinted,
    Passed,
    Posted,
    Released,
    Skips,
    Step,
)
from controller.table.wagers.last_chips import RESTS_ON_AMOUNT
from controller.table.wagers.silence import ODD, WRONG, readings, strangeness
from controller.table.wagers.standing import Standing
from controller.table.wagers.stands import what_stands
from controller.table.wagers.turns import OutOfTurn
from controller.table.wagers.undercalls import Undercalls
from controller.table.wagers.wager import motion_over, rule, string_of
from controller.table.wagers.words import unfitting


class Acting:
    """The act in hand from its first word or chip to its action."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self.hand = standing.hand
        self.early = OutOfTurn(standing)
        self._undercalls = Undercalls(self.hand)
        self.passed: dict[int, int] = {}
        """Seats that play has passed over since they were last heard of, with the line that did."""
        self._counted: Turn | None = None
        self._chips_counted = False
        self.final: dict[int, tuple[Turn, Spot, int]] = {}
        """The last act of each seat that is final, with what it faced and the street."""

    def judge(self, turn: Turn) -> None:
        """Give the finding of an act that is not final as soon as it is proven: time may prove it too."""
        if turn is not self.standing.pending:
            self.carry_out(self.early.heard(turn))
            return
        over = not turn.act.pushes or (not turn.taken and motion_over(turn.act, self.hand.t))
        ruling = self.standing.ruling(turn, settled=over)
        if ruling.stalled:
            self._tell(turn, ruling)
            self._no_more(turn)
            self._note_check(turn)
            return
        self.count(turn, ruling.action)
        if over or not self._awaits_count(turn):
            self._tell(turn, ruling)
        self.settle_early()

    def settle_early(self, by: int | None = None, *, final: bool = False) -> None:
        """Settle what is known of acts out of turn; ``by``: the seat that goes on acting, whose own act still grows.

        ``final``: the act in hand grows no more.
        """
        if not self.early.acts:
            return
        self.carry_out(self.early.skipped.counting(self.early.acts, by))
        while steps := self.early.next_step(by, final=final):
            self.carry_out(steps)

    def carry_out(self, steps: list[Step]) -> None:
        """Do what follows of acts out of turn, step by step."""
        early = self.early
        for step in steps:
            match step:
                case Final():
                    self.finish_act()
                case Posted():
                    early.post(step.early)
                case Skips():
                    early.skipped.look(early.acts)
                case Counts():
                    self._count_before(step.acts)
                case Binds():
                    early.bind(step.early)
                    if step.early.posted is None:
                        self.standing.pending = step.early.turn
                        self.judge(step.early.turn)
                    self._folds_behind(step.early)
                case Released():
                    early.release(step.early)
                    self._folds_behind(step.early)
                case Passed():
                    early.pass_over(step.acts)
                    for act in step.acts:
                        self._folds_behind(act)
                case FoldPrinted():
                    early.print_fold(step.early)

    def _folds_behind(self, act: EarlyAct) -> None:
        """A hand that was thrown in behind an act out of turn is folded now that the act is settled."""
        if act.behind is not None:
            if self.standing.pending is act.turn:
                self.finish_act()
            self.early.folds_behind(act.turn.seat, act.behind)

    def _count_before(self, acts: list[EarlyAct]) -> None:
        """Put ``acts`` into the figures though the skipped seat has not acted: it stays the one that is due."""
        assert self.hand.round is not None
        last = self.hand.round.last
        for early in acts:
            ruling = self.lie(early.turn)
            if ruling is None:
                early.bound = False
            else:
                self.early.count(early, ruling)
        self.hand.now_is(round=replace(self.hand.round, last=last))

    def finish_act(self) -> None:
        """Make the act in hand final, if there is one."""
        if self.standing.pending is not None:
            self.commit(self.standing.pending)

    def _awaits_count(self, turn: Turn) -> bool:
        """Whether what was pushed last may be otherwise: it was taken back, or a count may put it right."""
        return bool(turn.taken) or (self.hand.betting.zones_counted and not turn.act.pushes[-1].counted)

    def act_of(self, seat: int) -> Turn | None:
        """Return the act of ``seat`` that is not final: in turn, or out of it."""
        if self.standing.pending is not None and self.standing.pending.seat == seat:
            return self.standing.pending
        return next((early.turn for early in self.early.acts if early.turn.seat == seat), None)

    def last_final(self, seat: int, street: int | None = None) -> Turn | None:
        """Return the last act of ``seat`` with chips that is final; on ``street``, where that is given."""
        turn, _, on = self.final.get(seat, (None, None, -1))
        return turn if street in (None, on) else None

    def other_readings(self, seat: int) -> list[Reading]:
        """Settle how the silent chips of ``seat`` are read here; return how else they may be."""
        turn = self.act_of(seat)
        if (
            turn is None
            or turn.act.words
            or turn.act.reading is not None
            or not turn.act.pushes
            or turn.act.ruled_to is not None
        ):
            return []
        spot = self.standing.faced(turn.act)
        mine, *others = readings(turn.act, spot, string_of(turn.act, spot))
        if others:
            turn.read(mine)
        return others

    def read(self, seat: int, reading: Reading) -> None:
        """Read the silent chips of ``seat`` otherwise."""
        turn = self.act_of(seat)
        if turn is not None:
            turn.read(reading)
            self.judge(turn)

    def amend(self, seat: int, by: int) -> bool:
        """The last push of a final act was counted wrong: its figures follow; False where there is none."""
        turn, spot, street = self.final.get(seat, (None, None, -1))
        hand, figures = self.hand, self.hand.round
        if turn is None or spot is None or figures is None or street != hand.street or not turn.act.pushes:
            return False
        turn.act = turn.act.counted(by)
        to = rule(turn.act, spot, settled=True).to
        hand.betting = hand.betting.paid(seat, to)
        hand.now_is(round=figures.amend(seat, to))
        return True

    def _tell(self, turn: Turn, ruling: Ruling) -> None:
        """Give the act's finding, once, and let the house's remedy change the ruling."""
        if ruling.matches and self.hand.betting.amiss is not None:
            self._match(turn, ruling, self.hand.betting.amiss)
        irregularity = ruling.irregularity
        if irregularity is None or turn.reported or has_lost(self.hand, turn.seat, irregularity):
            return
        if irregularity.kind == "turn.nonstandard_fold" and not self.hand.kit.checks:
            turn.reported = True
            self.hand.strange += WRONG
            return
        irregularity.seat, irregularity.lines = irregularity.seat or turn.seat, turn.lines
        if irregularity.kind == "sensing.gap":  # words that come later may still tell what it is
            asked = None if turn.doubted else self.hand.tell(irregularity)
            if asked is not None and asked.seat != turn.seat:  # nothing is odd about this act
                self.hand.judge.withdrawn.add(asked.id)
            turn.doubted = True
            return
        turn.reported = True
        if self.hand.counts_wait() and irregularity.kind.startswith(RESTS_ON_AMOUNT):
            return
        if irregularity.level == "info" and self._leaves_to_floor(irregularity):
            return
        if irregularity.kind == "bet.undercall" and self._undercalls.goes_on(turn, ruling):
            return
        turn.finding = self.hand.tell(irregularity)
        settled = not ruling.open and irregularity.kind not in ("bet.string", "bet.pot_declared")
        if settled and turn.finding.remedy not in ("floor", "back_up"):
            turn.good_to = ruling.to

    def _leaves_to_floor(self, irregularity: Irregularity) -> bool:
        """Whether the house has no answer of its own to what would only be asked about."""
        rule = self.hand.book.rule(irregularity.kind, *irregularity.cases)
        return rule is None or rule.remedy == "floor"

    def _match(self, turn: Turn, ruling: Ruling, amiss: Amiss) -> None:
        """Somebody matches a wager that was ruled up and is not mended: that wager is found too small."""
        self.hand.now_is(amiss=amiss.match(turn.seat))
        turn.good_to = ruling.to
        if not amiss.reported:
            irregularity = amiss.found()
            irregularity.lines = [*amiss.lines, *turn.lines]
            turn.finding = self.hand.tell(irregularity)

    def let_stand(self, *, street_over: bool) -> None:
        """What is amiss and can be put right no more stands as it lies."""
        betting = self.hand.betting = self.hand.betting.uncut(street_over=street_over)
        amiss = betting.amiss
        if amiss is None or not amiss.too_late(street_over=street_over):
            return
        self.hand.now_is(amiss=None)
        if not betting.mended(amiss):
            found = self.hand.tell(amiss.stands(self.hand.line))
            if found.remedy == "play_on":
                self.hand.betting = self.hand.betting.let_stand(amiss.lies)

    def hold_against_words(self, turn: Turn, *, final: bool) -> None:
        """Chips that lie there and do not fit what was said, nor what the floor made of it, are told once no more come."""
        if turn.reported or turn.act.ruled_to is not None or not turn.act.words or not turn.act.pushes:
            return
        if self.hand.counts_wait() or not (final or motion_over(turn.act, self.hand.t)):
            return
        ruling = self.standing.ruling(turn, settled=True)
        spot = self.standing.faced(turn.act)
        irregularity = unfitting(turn.act, spot, ruling, final=final, now=self.hand.t)
        if irregularity is not None:
            irregularity.seat, irregularity.lines = irregularity.seat or turn.seat, turn.lines
            turn.reported, turn.finding = True, self.hand.tell(irregularity)
            turn.good_to = max(ruling.to, self.hand.players[turn.seat].zone)

    def _stands(self, turn: Turn, ruling: Ruling) -> Ruling:
        """Return the ruling that stands; one of which nothing was told does."""
        if ruling.irregularity is None and turn.finding is None:
            return ruling
        return what_stands(turn, self.standing.faced(turn.act), ruling)

    def commit(self, turn: Turn) -> None:
        """The act is final: print its action and move the round's figures."""
        hand, figures = self.hand, self.hand.round
        assert figures is not None
        ruling = self.standing.ruling(turn, settled=True)
        if ruling.irregularity is not None and not turn.reported:
            ruling.irregularity.cases = tuple(
                case for case in ruling.irregularity.cases if case != "misunderstood"
            )
        self._tell(turn, ruling)
        if ruling.stalled:
            self._no_more(turn)
            return
        if turn.act.pushes:
            self.hold_against_words(turn, final=True)
        self.count(turn, ruling.action)
        ruling = self._stands(turn, ruling)
        if turn.act.pushes and not turn.act.words and not hand.kit.words and not ruling.open:
            spot = self.standing.faced(turn.act)
            hand.strange += strangeness(turn.act, spot, ruling, string_of(turn.act, spot))
            hand.strange += self._coincidence(turn, spot, ruling)
        if turn.act.pushes:
            self.final[turn.seat] = turn, self.standing.faced(turn.act), hand.street
        self._no_more(turn)
        self._undercalls.acted(turn, ruling)
        if ruling.last_chips == "said":
            player = hand.players[turn.seat]
            all_of_it = player.put_in + ruling.to - figures.bet(turn.seat)
            hand.betting = hand.betting.seated(player.all_there(all_of_it))
        if ruling.open and (ruling.last_chips == "maybe" or (turn.act.untold and not hand.counts_wait())):
            hand.uncounted, hand.met, hand.behind = hand.street, hand.betting, []
        self.apply(turn.seat, ruling.action, ruling.to, turn.act.t, ruling.cites)
        if ruling.last_chips == "maybe":
            player = hand.players[turn.seat]
            hand.betting = hand.betting.seated(player.all_there(player.put_in, maybe=True))
        elif ruling.action != "fold" and hand.counts_wait():
            hand.betting = hand.betting.seated(hand.players[turn.seat].put_in_unseen())
        self._keep_amiss(turn, ruling)
        player = hand.players[turn.seat]
        lies = max(player.zone, ruling.to) if turn.act.untold and not ruling.open else player.zone
        hand.betting = hand.betting.seated(player.has_acted(lies))
        if hand.betting.quoted is not None:
            hand.now_is(quoted=None)
        if ruling.short and hand.round is not None:
            hand.now_is(round=hand.round.accept(turn.seat))
        hand.board.acted(hand.street, hand.draws)

    def _note_check(self, turn: Turn) -> None:
        """Who said "check" facing a bet may call or fold, where the house says so."""
        figures = self.hand.round
        if turn.has_choice and figures is not None:
            self.hand.now_is(round=figures.says_check(turn.seat, turn.lines[-1]))

    def _coincidence(self, turn: Turn, spot: Spot, ruling: Ruling) -> int:
        """Return how surprising it is that chips make just what lies before another seat and is more than its bet."""
        assert self.hand.round is not None
        for player in self.hand.players.values():
            more = player.live and player.seat != turn.seat and player.zone > self.hand.round.bet(player.seat)
            if more and player.zone == max(spot.bet, spot.lying) + turn.act.pushed:
                its = self.final.get(player.seat)
                one_chip = its is not None and its[0].act.one_chip and turn.act.one_chip
                return ODD if ruling.action == "call" and one_chip else WRONG
        return 0

    def _no_more(self, turn: Turn) -> None:
        """An act is in hand no more."""
        if turn is self.standing.pending:
            self.standing.pending = None

    def _keep_amiss(self, turn: Turn, ruling: Ruling) -> None:
        """Remember a wager that was ruled up or cut, or that nobody could tell; count what is done behind one."""
        amiss, figures = self.hand.betting.amiss, self.hand.round
        if ruling.action in ("bet", "raise"):
            if ruling.open and turn.act.untold and figures is not None:
                self.hand.now_is(round=replace(figures, uncounted=True))
            found = Amiss.of(turn, ruling)
            if found is not amiss:  # both None nearly always
                self.hand.now_is(amiss=found)
        elif amiss is not None:
            self.hand.now_is(amiss=amiss.acted(ruling.action))
            self.let_stand(street_over=False)

    def lie(self, turn: Turn) -> Ruling | None:
        """Put an act that counts before its turn into the figures; its line is printed when its turn comes.

        None where it is not known yet what it is.
        """
        ruling = self.standing.ruling(turn, settled=True)
        if ruling.open or ruling.stalled:
            return None
        self._tell(turn, ruling)
        self.count(turn, ruling.action)
        ruling = self._stands(turn, ruling)
        self.hand.betting = self.hand.betting.after(turn.seat, ruling.action, ruling.to)
        return ruling

    def kill(self, seat: int, cites: list[str]) -> None:
        """The hand of ``seat`` is dead and its turn over: words count for nothing, chips in its turn stay in."""
        turn = self.standing.pending
        if turn is not None and turn.seat == seat and not turn.act.pushes:
            self.standing.pending = None
        elif turn and (turn.seat == seat or (self.standing.due() == seat and not self.standing.unnamed())):
            self.commit(turn)
        self.hand.kill(seat, cites)
        self.settle_early()

    def check_for(self, seat: int, cites: list[str]) -> None:
        """The clock ran out with no bet to face: the seat has checked."""
        if self.standing.pending is not None and self.standing.pending.seat != seat:
            self.commit(self.standing.pending)
        self.standing.pending = None
        self.apply(seat, "check", self.standing.spot(seat).bet, self.hand.t, cites)
        self.settle_early()

    def apply(self, seat: int, action: ActionName, to: int, t: float, cites: list[str]) -> None:
        """Put an action into the hand: chips, fold, the round's figures, the line."""
        hand, street = self.hand, self.hand.street_name
        hand.betting = self.standing.acted(seat, action, to)
        hand.act(seat, action, to, t=t, cites=cites, street=street)
        self.early.skipped.acted(seat)
        if self.early.acts:
            self.carry_out(self.early.folds_due(seat))

    def count(self, turn: Turn, action: ActionName) -> None:
        """Count an action in turn towards the cut-off, once, when it begins."""
        if self._counted is turn:
            return
        self._counted = turn
        cutoff = self.hand.judge.cutoff
        if not cutoff.passed:
            self._chips_counted = action not in ("fold", "check")
            cutoff.add(turn.seat, self._chips_counted)
            self.hand.judge.check_cutoff(self.hand.t, self.hand.street_name, turn.lines)

    def uncount(self, turn: Turn) -> None:
        """The pending act was none: its words are taken back. What passed the cut-off has passed it."""
        self.standing.pending = None
        cutoff = self.hand.judge.cutoff
        if self._counted is turn and not cutoff.passed:
            self._counted = None
            cutoff.take_back(turn.seat, self._chips_counted)
