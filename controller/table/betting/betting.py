"""Holds the betting of a hand as it stands: everything that a wager can change. It never changes itself.

What would be if somebody acted is another ``Betting``: ``betting.after(seat, action, to)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from controller.table.betting.act import Act
from controller.table.betting.amiss import Amiss
from controller.table.betting.limits import most, pot_of, pot_raise
from controller.table.betting.round import Round
from controller.table.betting.spot import Spot
from controller.table.game import POT_LIMIT
from controller.table.outputs import ActionName
from controller.table.players.player import Player
from controller.table.terms import Terms


class Betting(Struct, frozen=True, eq=False, kw_only=True):
    """The seats of a hand with their chips, and the round that they bet in; None before the first card is out."""

    terms: Terms
    players: Mapping[int, Player]
    street: int = 0
    round: Round | None = None
    carried: int = 0
    """Forfeited chips of the hand before that lie in the pot."""
    quoted: int | None = None
    """Pot-limit: what the dealer said the pot is, for the act in hand or the next one."""
    zones_counted: bool = False
    """A camera counts the betting zones: what was pushed is sure once the zone was counted."""
    amiss: Amiss | None = None
    """The street's last wager, where it was ruled up or cut."""

    # Who is in it ----------------------------------------------------------------------------------

    @property
    def live(self) -> list[int]:
        """Seats whose hands can still win."""
        return [seat for seat, player in self.players.items() if player.live]

    def count_live(self) -> int:
        """Return how many hands can still win."""
        count = 0
        for player in self.players.values():
            if player.dealt and not (player.folded or player.dead):  # live, without asking each time
                count += 1
        return count

    @property
    def contested(self) -> bool:
        """Whether two hands or more can still win."""
        one = False
        for player in self.players.values():
            if player.dealt and not (player.folded or player.dead):
                if one:
                    return True
                one = True
        return False

    def due(self) -> int | None:
        """Return the seat whose turn it is; None where nobody's is."""
        if self.round is None or not self.contested:
            return None
        return self.round.due(self.players)

    @property
    def pot(self) -> int:
        """The pot that pot-limit reckons with."""
        return pot_of(self.terms, self.players, carried=self.carried, preflop=self.street == 0)

    def facing(self, seat: int, act: Act | None = None) -> Spot:
        """Return what ``seat`` faces; the chips of ``act`` are not old chips."""
        figures, player, terms = self.round, self.players[seat], self.terms
        assert figures is not None
        rules = figures.rules
        bet, owes = figures.bet(seat), player.owes_blind
        least, at_most = player.behind_between()
        other = rules.min_raise_other
        return Spot(
            rules=rules,
            kinds=terms.book.kinds,
            bet=bet,
            behind=player.behind,
            least=least,
            most=at_most,
            to_match=figures.to_match,
            min_to=figures.min_to(),
            min_bet=figures.min_bet,
            full_raise=figures.full_raise,
            live=self.count_live(),
            opening_bet=figures.opening_bet,
            may_raise=figures.reopened(seat),
            acted_early=seat in figures.may_not_raise,
            said_check=seat in figures.said_check,
            held_by=figures.may_not_raise.get(seat),
            other_min=None if other is None or not figures.to_match else figures.min_to(other),
            lying=player.zone - (0 if act is None else act.pushed),
            drawn_back=player.drawn_back,
            owes=owes,
            stays=max(0, bet - player.drawn_back - owes),
            faces=figures.aggressor,
            doubt=self._doubt(figures, seat),
            faces_raise=bet > 0 and figures.wagers > (0 if figures.blinds else 1),
            preflop=self.street == 0,
            zones_counted=self.zones_counted,
            words_keyed=terms.kit.words,
            max_to=self._most(figures, seat),
            lies=None if self.amiss is None else self._lies(seat, self.amiss),
            cut_from=self.amiss.lies if self.amiss is not None and self._is_cut(self.amiss) else None,
            uncounted=figures.uncounted,
            counted=figures.to_match > 0 and figures.counted == figures.to_match,
            fixed=figures.fixed,
            quoted_to=None if self.quoted is None else pot_raise(figures, seat, self.quoted),
        )

    def _most(self, figures: Round, seat: int) -> int | None:
        if self.terms.game in POT_LIMIT:
            return pot_raise(figures, seat, self.pot)
        return most(self.terms, figures, len(self.players))

    def _doubt(self, figures: Round, seat: int) -> frozenset[int]:
        """Return by how much more or less what ``seat`` faces may be, by the camera that counted it."""
        faced = figures.aggressor
        return frozenset() if faced is None or faced == seat else self.players[faced].doubt

    def _lies(self, seat: int, amiss: Amiss) -> int | None:
        """Return what ``seat`` sees of a wager that was ruled up and is not mended, where the house corrects it."""
        rule = self.terms.book.kinds.get("bet.underbet")
        corrected = rule is not None and "later" in rule.cases
        open_ = seat in amiss.matched or not self.mended(amiss)
        return amiss.lies if corrected and open_ and not amiss.cut else None

    def _is_cut(self, amiss: Amiss) -> bool:
        """Whether a wager was cut to what the game allows, and what is too much of it lies there still."""
        return amiss.cut and not self.mended(amiss)

    def mended(self, amiss: Amiss) -> bool:
        """Whether a wager that was ruled up is what it was ruled to be by now."""
        return amiss.mended(self.round, self.players[amiss.seat].zone)

    # What happens in it ----------------------------------------------------------------------------

    def seat(self, seat: int, **changes: Any) -> Betting:
        """Return it with figures of one seat changed."""
        players = self.players
        return replace(self, players={**players, seat: replace(players[seat], **changes)})

    def seated(self, player: Player) -> Betting:
        """Return it with ``player`` at its seat; the same one where nothing of it has changed."""
        if self.players[player.seat] is player:
            return self
        return replace(self, players={**self.players, player.seat: player})

    def after(self, seat: int, action: ActionName, to: int) -> Betting:
        """Return it after ``seat`` has acted and has ``to`` in."""
        assert self.round is not None
        player = self.players[seat]
        put_in = player.put_in + to - self.round.bet(seat)
        acted = replace(player, put_in=put_in, folded=action == "fold" or player.folded)
        return replace(self, players={**self.players, seat: acted}, round=self.round.after(seat, to, action))

    def paid(self, seat: int, to: int) -> Betting:
        """Return it with chips of ``seat`` put in, or given back, up to ``to`` on the street; its round is as it was."""
        assert self.round is not None
        return self.seat(seat, put_in=self.players[seat].put_in + to - self.round.bet(seat))

    def let_stand(self, lies: int) -> Betting:
        """Return it where the last wager was ``lies``: what was put in above it goes back, what lies there counts."""
        if self.round is None:
            return self
        stands = self.round.let_stand(lies)
        put_in = {
            seat: replace(self.players[seat], put_in=self.players[seat].put_in + stands.bet(seat) - bet)
            for seat, bet in self.round.bets.items()
        }
        return replace(self, players={**self.players, **put_in}, round=stands)

    def uncut(self, *, street_over: bool) -> Betting:
        """Return it where chips that were ruled not to count do: they lie there still, and whoever called put out as much."""
        amiss, figures = self.amiss, self.round
        if (
            amiss is None
            or figures is None
            or not (street_over and amiss.string and figures.to_match == amiss.to)
        ):
            return self
        met = [self.players[seat].zone for seat, bet in figures.bets.items() if bet == amiss.to]
        return self.let_stand(amiss.lies) if len(met) > 1 and {*met} == {amiss.lies} else self
