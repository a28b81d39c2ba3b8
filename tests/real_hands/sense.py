"""What a table would have sensed while a hand history was played: our sensor log's events.

Every hand is sensed in a manner of its own (who says what, in how many motions, with which chips, how
cards are shown), drawn from the hand's name, so that the same history always gives the same log.
Nothing here is against any house's rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Literal

from controller.table import events as ev
from controller.table.chips import Chips
from controller.testkit import chipping
from tests.real_hands.course import Course, Turn
from tests.real_hands.manner import Manner, manner_of

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


class Night:
    """Senses one hand after another into one log's time; ``t`` never goes back."""

    def __init__(self, *, started_s: float = 0.4) -> None:
        self.t = started_s
        self._tags: dict[str, str] = {}

    def sense(self, course: Course, *, simple: bool = False) -> Iterator[ev.Event]:
        """Yield what the table sensed of ``course``; ``simple`` leaves out what only some tables have."""
        rng, seats = _seated(course)
        hand = HandSensor(self, course, rng, seats, manner_of(rng, simple=simple))
        yield from hand.sense()
        self.t = round(self.t + rng.uniform(4, 12), 2)

    def load_deck(self, back: str, rng: Random) -> dict[str, str]:
        """Put a deck with tags of its own into the shoe and return its map of tags to cards."""
        cards = {f"E00401{rng.randrange(16**10):010X}": card for card in DECK}
        self._tags = {card: tag for tag, card in cards.items()}
        return cards

    def tag(self, card: str) -> str:
        """Return the tag of ``card`` in the deck that the shoe holds."""
        return self._tags.get(card, card)


def seats_of(course: Course) -> list[int]:
    """Return where the hand's players sit, in dealing order: always the same for the same hand."""
    return _seated(course)[1]


def _seated(course: Course) -> tuple[Random, list[int]]:
    """Return the hand's own chances and its seats, somewhere on a table of ten."""
    rng = Random(course.history.name)
    players = course.history.players
    taken = sorted(rng.sample(range(1, 11), players))
    turn = rng.randrange(players)
    return rng, taken[turn:] + taken[:turn]


class HandSensor:
    """Senses one hand."""

    def __init__(self, night: Night, course: Course, rng: Random, seats: list[int], manner: Manner) -> None:
        self.night = night
        self.course = course
        self.rng = rng
        self.manner = manner
        self.seats = seats
        self.zones: dict[int, Counter[int]] = {player: Counter() for player in range(len(self.seats))}
        self.tabled: set[int] = set()
        amounts = [turn.to for turn in course.turns] + course.history.blinds + course.finals
        self.denominations = chipping.choose_set(amounts + course.history.antes + course.history.stacks, rng)
        self.holes, self.stub = self._cards()

    def _cards(self) -> tuple[list[list[str]], list[str]]:
        """Give unknown hole cards an identity that nobody else has; the rest is what burns come from."""
        known = {card for hole in self.course.holes for card in hole} | set(self.course.board)
        rest = [card for card in DECK if card not in known]
        self.rng.shuffle(rest)
        holes = [[card if card in DECK else rest.pop() for card in hole] for hole in self.course.holes]
        return holes, rest

    # -- time ---------------------------------------------------------------------------------------

    def _later(self, low: float, high: float | None = None) -> float:
        """Let time pass, and return it."""
        pause = low if high is None else self.rng.uniform(low, high)
        self.night.t = round(self.night.t + pause, 2)
        return self.night.t

    # -- the hand -----------------------------------------------------------------------------------

    def sense(self) -> Iterator[ev.Event]:
        yield from self._seats()
        yield from self._start()
        yield from self._deal()
        shown_down = False
        for street, cards in self.course.streets:
            if cards:
                yield from self._street(cards)
            turns = [turn for turn in self.course.turns if turn.street == street]
            for turn in turns:
                yield from self._turn(turn)
            if turns:
                yield from self._betting_closed(street)
            if self._no_more_betting(street) and not shown_down:
                shown_down = True
                yield from self._show_down(all_in=street != "river")
        yield from self._end()

    def _no_more_betting(self, street: str) -> bool:
        later = list(self.course.streets)[[name for name, _ in self.course.streets].index(street) + 1 :]
        acted = {turn.street for turn in self.course.turns}
        return len(self.course.live) > 1 and not any(name in acted for name, _ in later)

    def _seats(self) -> Iterator[ev.Event]:
        history = self.course.history
        setup = {
            seat: ev.SeatSetup(stack=history.stacks[player], state="in")
            for player, seat in enumerate(self.seats)
        }
        empty = {seat: ev.SeatSetup(stack=0, state="empty") for seat in range(1, 11) if seat not in setup}
        yield ev.TableSet(
            t=self._later(0.4), seats=dict(sorted((setup | empty).items())), denominations=self.denominations
        )
        yield ev.LevelSet(
            t=self._later(0.4),
            small=history.small,
            big=history.big,
            ante=history.ante,
            big_blind_ante=history.big_blind_ante,
        )
        if self.manner.new_deck:
            back = self.rng.choice(["red", "blue"])
            cards = self.night.load_deck(back, self.rng)
            yield ev.DeckLoaded(
                t=self._later(1), id=f"deck-{self.rng.randrange(100)}", back=back, cards=cards
            )

    def _start(self) -> Iterator[ev.Event]:
        button = self.seats[-1]
        if self.manner.names_blinds:
            small, big = (self.seats[self._player_posting(amount)] for amount in self._blinds())
            yield ev.HandStarted(t=self._later(3, 6), button=button, small_blind=small, big_blind=big)
        else:
            yield ev.HandStarted(t=self._later(3, 6), button=button)
        antes = [(player, ante) for player, ante in enumerate(self.course.history.antes) if ante]
        posts = [(self._player_posting(amount), amount) for amount in self._blinds()]
        for player, blind in posts:
            self.zones[player].update(self._chips(blind))
        if not self.manner.posts_sensed:
            return
        if antes and self.manner.antes_swept:
            for player, ante in antes:
                yield self._motion(player, self._chips(ante), 0.3)
            yield ev.BetsSwept(t=self._later(0.5))
            antes = []
        for player, ante in antes:
            if player not in dict(posts):
                yield self._motion(player, self._chips(ante), 0.3)
        for player, _ in posts:
            chips = Counter(self.zones[player])
            if player in dict(antes):
                chips.update(self._chips(dict(antes)[player]))
            yield self._motion(player, dict(chips), 0.3)

    def _blinds(self) -> tuple[int, int]:
        return self.course.history.small, self.course.history.big

    def _player_posting(self, blind: int) -> int:
        return self.course.history.blinds.index(blind)

    def _deal(self) -> Iterator[ev.Event]:
        for turn in range(len(self.holes[0])):
            for player, seat in enumerate(self.seats):
                tag = self.night.tag(self.holes[player][turn])
                yield ev.CardDrawn(t=self._later(0.18), tag=tag, face="down")
                yield ev.CardSeen(t=self._later(self.manner.travel_s), tag=tag, zone=f"seat:{seat}")
        if self.manner.says_dealt:
            yield ev.DealEnded(t=self._later(0.4))

    def _street(self, cards: tuple[str, ...]) -> Iterator[ev.Event]:
        burn = self.night.tag(self.stub.pop())
        yield ev.CardDrawn(t=self._later(0.6, 1.4), tag=burn, face="down")
        yield ev.CardSeen(t=self._later(0.2), tag=burn, zone="burn")
        tags = [self.night.tag(card) for card in cards]
        face: Literal["down", "unknown"] = "down" if self.rng.random() < 0.5 else "unknown"
        if self.manner.flop_together:
            for tag in tags:
                yield ev.CardDrawn(t=self._later(0.3), tag=tag, face=face)
            for tag in tags:
                yield ev.CardSeen(t=self._later(0.04), tag=tag, zone="board", face="up")
            return
        for tag in tags:
            yield ev.CardDrawn(t=self._later(0.3), tag=tag, face=face)
            yield ev.CardSeen(t=self._later(0.15), tag=tag, zone="board", face="up")

    # -- acts ---------------------------------------------------------------------------------------

    def _turn(self, turn: Turn) -> Iterator[ev.Event]:
        self._later(*self.manner.thinks_s)
        if turn.action == "fold":
            yield from self._fold(turn.player)
        elif turn.action == "check":
            seat = self.seats[turn.player]
            if self.rng.random() < self.manner.talks:
                yield ev.Declared(t=self._later(0.3), seat=seat, action="check")
            else:
                yield ev.Tapped(t=self._later(0.3), seat=seat)
        elif turn.action == "call":
            yield from self._call(turn)
        else:
            yield from self._wager(turn)

    def _fold(self, player: int) -> Iterator[ev.Event]:
        if self.rng.random() < self.manner.talks:
            yield ev.Declared(t=self._later(0.3), seat=self.seats[player], action="fold")
            self._later(0.2, 1.5)
        yield from self._muck(player)

    def _muck(self, player: int) -> Iterator[ev.Event]:
        tags = [self.night.tag(card) for card in self.holes[player]]
        zone = f"seat:{self.seats[player]}"
        if self.manner.cards_fly_apart:
            for tag in tags:
                yield ev.CardGone(t=self._later(0.1), tag=tag, zone=zone)
                yield ev.CardSeen(t=self._later(0.25), tag=tag, zone="muck")
            return
        for tag in tags:
            yield ev.CardGone(t=self._later(0.03), tag=tag, zone=zone)
        self._later(0.25)
        for tag in tags:
            yield ev.CardSeen(t=self._later(0.03), tag=tag, zone="muck")

    def _call(self, turn: Turn) -> Iterator[ev.Event]:
        seat = self.seats[turn.player]
        chips = self._chips(turn.added)
        if self.rng.random() < self.manner.talks:
            said: ev.Verb = "all_in" if turn.all_in and self.rng.random() < 0.5 else "call"
            yield ev.Declared(t=self._later(0.3), seat=seat, action=said)
            if said == "call" and self.rng.random() < self.manner.wants_change:
                yield from self._call_with_change(turn)
                return
            self._later(0.7, 2)
            yield self._motion(turn.player, chips, 0.4)
        else:
            for motion in self._motions(chips):
                yield self._motion(turn.player, motion, 0.9)
        self.zones[turn.player].update(chips)

    def _call_with_change(self, turn: Turn) -> Iterator[ev.Event]:
        """A caller who has said so puts out one larger chip; the dealer gives change."""
        behind = self.course.history.stacks[turn.player] - self._put_in_before(turn)
        larger = [chip for chip in self.denominations if turn.added < chip <= behind]
        zone = self.zones[turn.player]
        if not larger:
            yield self._motion(turn.player, self._chips(turn.added), 0.4)
            zone.update(self._chips(turn.added))
            return
        yield self._motion(turn.player, {larger[0]: 1}, 0.8)
        zone.clear()
        zone.update(self._chips(turn.to))
        yield ev.ChangeGiven(t=self._later(0.8), seat=self.seats[turn.player], chips=dict(+zone))

    def _put_in_before(self, turn: Turn) -> int:
        before = self.course.turns[: self.course.turns.index(turn)]
        history = self.course.history
        posted = history.antes[turn.player] + history.blinds[turn.player]
        return posted + sum(earlier.added for earlier in before if earlier.player == turn.player)

    def _wager(self, turn: Turn) -> Iterator[ev.Event]:
        seat = self.seats[turn.player]
        chips = self._chips(turn.added)
        raising = turn.action == "raise"
        short = turn.all_in and turn.to < 2 * turn.faced  # silent, it is a call in a house of half a raise
        spared = not turn.in_front and chipping.one_can_be_spared(chips, turn.faced)
        clear = not raising or (spared and not short)
        self.zones[turn.player].update(chips)
        if clear and self.rng.random() >= self.manner.talks:
            yield self._motion(turn.player, chips, 0.6)
            return
        yield self._words(turn, seat, raising)
        self._later(0.7, 2)
        for motion in self._motions(chips) if self._amount_was_said else [chips]:
            yield self._motion(turn.player, motion, 0.9)

    _amount_was_said = False

    def _words(self, turn: Turn, seat: int, raising: bool) -> ev.Declared:
        """What the player says before a bet or raise, and whether the amount is in it."""
        self._amount_was_said = True
        t = self._later(0.3)
        if turn.all_in and self.rng.random() < 0.8:
            return ev.Declared(t=t, seat=seat, action="all_in")
        if not turn.in_front and self.rng.random() < self.manner.bare_amounts:
            return ev.Declared(t=t, seat=seat, action="amount", amount=turn.to)
        verb: ev.Verb = "raise" if raising else "bet"
        if self.rng.random() < self.manner.names_amounts:
            return ev.Declared(t=t, seat=seat, action=verb, amount=turn.to)
        self._amount_was_said = False
        return ev.Declared(t=t, seat=seat, action=verb)

    def _chips(self, amount: int) -> Chips:
        rng = Random(f"{self.course.history.name} {amount}")
        return chipping.break_down(amount, self.denominations, rng, breaks=self.manner.breaks)

    def _motions(self, chips: Chips) -> list[Chips]:
        if self.rng.random() < self.manner.two_motions:
            return chipping.split_motions(chips, self.rng)
        return [chips]

    def _motion(self, player: int, chips: Chips, after_s: float) -> ev.ChipsPushed:
        t = self._later(after_s)
        started = round(t - min(0.35, after_s / 2), 2) if self.manner.motion_starts else None
        ordered = dict(sorted(chips.items(), reverse=True))
        return ev.ChipsPushed(t=t, seat=self.seats[player], chips=ordered, started=started)

    # -- ends of rounds and of the hand ------------------------------------------------------------------

    def _betting_closed(self, street: str) -> Iterator[ev.Event]:
        if street == self.course.turns[-1].street:
            yield from self._take_back()
        over = street == self.course.streets[-1][0]
        if any(+zone for zone in self.zones.values()) and not (over and self.manner.pot_taken_from_zones):
            yield ev.BetsSwept(t=self._later(0.6, 1.5))
            for zone in self.zones.values():
                zone.clear()

    def _take_back(self) -> Iterator[ev.Event]:
        """The player whose last bet nobody matched takes it back, if that is his manner."""
        self._left_in = dict(self.course.returned)
        for player, amount in self.course.returned.items():
            chips = chipping.take_out(self.zones[player], amount) if self.manner.takes_back else None
            if chips:
                yield ev.ChipsPulled(t=self._later(0.8), seat=self.seats[player], chips=chips)
                self._left_in = {}

    _left_in: dict[int, int] = {}  # noqa: RUF012  (what goes back with the pot; set anew, never changed)

    def _show_down(self, *, all_in: bool) -> Iterator[ev.Event]:
        """Hands are tabled in the history's order; before the last cards where nobody can bet any more."""
        order = [shown.player for shown in self.course.shown]
        order += [player for player in self.course.live if player not in order]
        mucked = {shown.player for shown in self.course.shown if not shown.cards}
        all_in = all_in or any(turn.all_in for turn in self.course.turns)
        self._later(0.5, 1.5)
        for player in order:
            if player in mucked and not all_in:
                yield from self._muck(player)
                continue
            self.tabled.add(player)
            for card in self.holes[player]:
                yield ev.CardSeen(
                    t=self._later(0.06),
                    tag=self.night.tag(card),
                    zone=f"seat:{self.seats[player]}",
                    face="up",
                )
            self._later(0.4, 1)

    def _end(self) -> Iterator[ev.Event]:
        for number, shares in enumerate(self.course.shares):
            for player, amount in shares.items():
                whole = amount + self._left_in.pop(player, 0)
                pot = number if self.manner.names_pots else None
                yield ev.PotAwarded(t=self._later(0.7, 1.5), seat=self.seats[player], amount=whole, pot=pot)
        for player in self.course.live:
            self._later(0.4, 1)
            yield from self._collect(player)
        yield ev.HandEnded(t=self._later(1, 2))

    def _collect(self, player: int) -> Iterator[ev.Event]:
        """After the award the dealer gathers the cards that still lie there."""
        mucked = {shown.player for shown in self.course.shown if not shown.cards}
        if player in self.tabled or player not in mucked:
            yield from self._muck(player)
