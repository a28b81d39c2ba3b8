"""Rules on one act: which action it is and for how much, by the house's parameters.

Pure arithmetic on a ``Spot``. The order in which the tests are made is that of the findings: one act,
one finding, the first that applies.
"""

from __future__ import annotations

from controller.table.betting.act import MOTION_S, Act, Push
from controller.table.betting.spot import Ruling, Spot
from controller.table.figures import Look
from controller.table.irregularities import Irregularity
from controller.table.lasting import outlasted
from controller.table.outputs import ActionName
from controller.table.wagers.last_chips import of_unknown
from controller.table.wagers.over_limit import held
from controller.table.wagers.prior import on_prior_chips
from controller.table.wagers.silence import by_silence


def rule(act: Act, spot: Spot, *, settled: bool) -> Ruling:
    """Rule on ``act``; ``settled``: no further motion is waited for."""
    if act.ruled_to is not None:
        return _as_the_floor_ruled(act.ruled_to, act, spot)
    if act.fold:
        return fold(spot.bet, facing=spot.facing)
    if spot.least is None:
        return _rule(act, spot, settled=settled)
    return of_unknown(act, spot, lambda its, faced: _rule(its, faced, settled=settled), settled=settled)


def _rule(act: Act, spot: Spot, *, settled: bool) -> Ruling:
    if spot.uncounted and not act.words and act.pushes and not act.untold:
        return Ruling("call", spot.capped(spot.to_match))
    if not spot.words_keyed and not act.words and act.pushes:
        return _by_silence(act, spot)
    by = _by_words if act.words_first() else _by_chips
    return held(by(act, spot, settled=settled), act, spot)


def _by_silence(act: Act, spot: Spot) -> Ruling:
    """Rule on silent chips where nobody keys words: what would be a string is asked about."""
    strung = string_of(act, spot)
    ruling = by_silence(act, spot, strung)
    if strung is not None and strung.irregularity is not None and not ruling.open:
        strung.irregularity.asks_words()
        ruling.irregularity = strung.irregularity
    return ruling


def string_of(act: Act, spot: Spot) -> Ruling | None:
    """Return what the first motion of silent chips is ruled alone, where a further one would be a string."""
    if len(act.pushes) < 2:
        return None
    ruling = _by_chips(act, spot, settled=True)
    return ruling if ruling.irregularity is not None and ruling.irregularity.kind == "bet.string" else None


def _as_the_floor_ruled(to: int, act: Act, spot: Spot) -> Ruling:
    to = spot.capped(to)
    if act.fold:
        return Ruling("fold", to)
    if to > spot.to_match:
        return Ruling("raise" if spot.to_match else "bet", to)
    return Ruling("call" if spot.facing else "check", to)


def _by_words(act: Act, spot: Spot, *, settled: bool) -> Ruling:
    verb, amount = act.verb(), act.amount()
    if verb == "fold":
        return _drawn_back(spot) or fold(spot.bet, facing=spot.facing)
    if verb == "check":
        return _check(act, spot)
    if verb == "call":
        return _call(spot)
    if verb == "all_in":
        return _total(spot, spot.cap)
    if verb == "pot" and spot.max_to is not None:
        return _total(spot, spot.max_to if spot.quoted_to is None else spot.quoted_to, verb="bet")
    if verb == "pot":
        return _pot_named(act, spot, amount)
    if verb == "amount" and amount is not None:
        return _by_amount(spot, amount)
    if amount is not None:
        return _total(spot, amount, verb=verb)
    return _raise_by_chips(act, spot, settled=settled)


def _pot_named(act: Act, spot: Spot, amount: int | None) -> Ruling:
    """ "Pot" at no-limit is no amount, and obliges to a bet or raise: of what is named after it, or put out."""
    least = spot.capped(spot.min_to)
    first = act.pushes[0].value if act.pushes else None
    to = amount if amount is not None else spot.stays + (first or 0)
    case = "facing_bet" if spot.facing else "no_bet"
    irregularity = Irregularity("bet.pot_declared", cases=(case,), facts={"to": least}, remedy=_least(spot))
    return Ruling("raise" if spot.to_match else "bet", max(least, spot.capped(to)), irregularity)


def _least(spot: Spot) -> str:
    return "min_raise" if spot.to_match else "min_bet"


def fold(bet: int, *, facing: bool) -> Ruling:
    """Rule on a fold of a seat that has ``bet`` in; ``facing``: there is more to call."""
    return Ruling("fold", bet, None if facing else Irregularity("turn.nonstandard_fold"))


def _drawn_back(spot: Spot) -> Ruling | None:
    """A player who pulled old chips back facing a raise may not fold, where the house says so; else the floor decides."""
    if not spot.drawn_back or not spot.faces_raise:
        return None
    ruled = "bet.pulled_back" in spot.kinds
    facts = {"owed": spot.figures(spot.bet)["owed"], "drawn_back": spot.drawn_back}
    return Ruling("fold", spot.bet, Irregularity("bet.pulled_back", facts=facts), stalled=ruled)


def _check(act: Act, spot: Spot) -> Ruling:
    """Facing a bet it is none, and he may call or fold: chips that came with it are the call."""
    if not spot.facing:
        return Ruling("check", spot.bet)
    to = spot.capped(spot.to_match) if act.pushes else spot.bet
    return Ruling("call" if act.pushes else "check", to, _said_check(spot, "check"), stalled=not act.pushes)


def _said_check(spot: Spot, said: str) -> Irregularity:
    """Return the irregularity of a player who said "check" facing a bet: he may call or fold, and no more than that."""
    facts: dict[str, object] = {"said": said, "owed": spot.figures(spot.bet)["owed"]}
    return Irregularity("bet.invalid_declaration", cases=("check_facing_bet",), facts=facts)


def _call(spot: Spot) -> Ruling:
    if spot.facing:
        return Ruling("call", spot.capped(spot.to_match))
    irregularity = Irregularity("bet.invalid_declaration", cases=("call_no_bet",), facts={"said": "call"})
    return Ruling("check", spot.bet, irregularity)


def _by_amount(spot: Spot, amount: int) -> Ruling:
    """An amount without a verb counts as that amount pushed silently, in one motion."""
    if not spot.facing:
        return _opening(spot, amount)
    if amount < spot.to_match and amount < spot.cap:
        return _undercall(spot, amount)
    if amount == spot.cut_from:
        return _call(spot)
    return _over(spot, spot.capped(amount))


def _total(spot: Spot, amount: int, *, verb: str = "raise") -> Ruling:
    """A wager to ``amount`` that was named: too little is lifted, last chips stand as they are."""
    to = spot.capped(amount)
    if to == spot.cap and to <= spot.to_match:
        return Ruling("call", to)
    if not spot.to_match:
        return _opening(spot, amount, said_raise=verb == "raise" and amount < spot.cap)
    if not spot.may_raise:
        return _not_reopened(spot, amount, declared=True)
    if to < spot.min_to and to < spot.cap:
        return _lifted(spot, amount, ("raise_said", "raised_up"))
    return Ruling("raise", to)


def _opening(spot: Spot, amount: int, *, said_raise: bool = False) -> Ruling:
    to = spot.capped(amount)
    if to < spot.min_bet and to < spot.cap:
        facts: dict[str, object] = {**spot.figures(amount), "to": spot.capped(spot.min_bet)}
        irregularity = Irregularity("bet.underbet", facts=facts)
        return Ruling("bet", spot.capped(spot.min_bet), irregularity, lies=amount)
    return Ruling("bet", to, _raise_of_nothing(to) if said_raise else None)


def _raise_of_nothing(to: int) -> Irregularity:
    """Return the irregularity of "raise" with no bet to face."""
    facts: dict[str, object] = {"said": "raise", "to": to}
    return Irregularity("bet.invalid_declaration", cases=("raise_no_bet",), facts=facts)


def _undercall(spot: Spot, pushed: int, *, added: int = 0) -> Ruling:
    """Less than the call was put out; ``added``: what came after it, which does not count."""
    full = spot.capped(spot.to_match)
    if pushed == spot.lies:
        ruling = Ruling("call", full)
        ruling.matches = True
        return ruling
    if pushed - full in spot.doubt:
        return Ruling("call", full, spot.faces_doubt())
    facts = spot.figures(pushed) | {"to": full, "short": full - pushed}
    if added:
        facts["added"] = added
    if (pushed - spot.stays) * 100 <= (spot.to_match - spot.stays) * spot.rules.tiny_percent:
        tiny = Irregularity("bet.tiny_chip", facts=spot.figures(pushed))
        if "bet.tiny_chip" in spot.kinds:
            return Ruling("call", pushed, tiny)
    cases = ["counted"] if spot.counted else []
    below = spot.rules.misunderstood_below
    if below is not None and pushed * 100 < spot.to_match * below:
        cases.append("misunderstood")
    if spot.live == 2:
        cases.append("heads_up")
    if spot.opening_bet:
        cases.append("opening_bet")
    irregularity = Irregularity("bet.undercall", cases=tuple(cases), facts=facts)
    return Ruling("call", full, irregularity, cases=tuple(cases), lies=pushed)


def _not_reopened(spot: Spot, pushed: int, *, declared: bool = False) -> Ruling:
    to = spot.capped(spot.to_match)
    if spot.said_check:
        irregularity = _said_check(spot, "raise")
        irregularity.remedy = None if declared else "call"
        return Ruling("call", to, irregularity)
    facts = spot.figures(pushed) | {"to": to}
    remedy = "call_or_fold" if declared and "bet.not_reopened" in spot.kinds else None
    cases = ("limit",) if spot.fixed else ()
    irregularity = Irregularity("bet.not_reopened", cases=cases, facts=facts, remedy=remedy)
    if spot.held_by is not None:
        irregularity.by_floor, irregularity.remedy = spot.held_by, "call"
    elif spot.acted_early:
        irregularity.ruled_by, irregularity.cases = "turn.out_of_turn", ("settled_not_binding",)
        irregularity.remedy = "call_or_fold" if declared else "call"
    return Ruling("call", to, irregularity, lies=spot.capped(pushed))


def _short(spot: Spot, pushed: int, to: int, remedy: str, cases: tuple[str, ...]) -> Irregularity:
    facts: dict[str, object] = {
        **spot.figures(pushed),
        "min_raise_to": spot.min_to,
        "to": to,
    }
    if spot.other_min is not None and spot.other_min != spot.min_to:
        facts["other"] = {"min_raise_to": spot.other_min}
    return Irregularity("bet.short_raise", cases=cases, facts=facts, remedy=remedy)


def _lifted(spot: Spot, pushed: int, cases: tuple[str, ...]) -> Ruling:
    to = spot.capped(spot.min_to)
    return Ruling("raise", to, _short(spot, pushed, to, "min_raise", cases), cases=cases, lies=pushed)


def _over(spot: Spot, pushed: int) -> Ruling:
    """By its amount alone: a raise, a short raise made full, or a call; last chips may not even reach that."""
    if pushed <= spot.to_match:
        return Ruling("call", pushed)
    reaches = pushed - spot.to_match
    base = spot.to_match if spot.rules.raise_percent_of == "faced" else spot.full_raise
    full = pushed >= spot.min_to
    enough = reaches * 100 >= base * spot.rules.raise_percent
    if (full or enough) and not spot.may_raise:
        return _not_reopened(spot, pushed)
    if full or (enough and pushed == spot.cap):
        return Ruling("raise", pushed)
    if enough:
        return _lifted(spot, pushed, ("raised_up",))
    if pushed == spot.cap and spot.rules.all_in_below == "stands" and spot.may_raise:
        return Ruling("raise", pushed)
    cases = ("all_in", "below") if pushed == spot.cap else ("below",)
    irregularity = _short(spot, pushed, spot.to_match, "call", cases)
    if reaches * 100 >= spot.full_raise * spot.rules.raise_percent:
        irregularity.other(to=spot.capped(spot.min_to))
    return Ruling("call", spot.to_match, irregularity, cases=cases)


def _raise_by_chips(act: Act, spot: Spot, *, settled: bool) -> Ruling:
    """ "Bet" or "raise" without an amount: the first motion says how much; at limit the game does."""
    if spot.fixed:
        return _total(spot, spot.min_to, verb=act.verb())
    first = act.pushes[0] if act.pushes else None
    no_bet = act.verb() == "raise" and not spot.to_match
    if first is None or first.value is None:
        name: ActionName = "raise" if spot.to_match else "bet"
        to = spot.capped(spot.min_to)
        return Ruling(name, to, _raise_of_nothing(to) if no_bet else None, open=True)
    total = spot.with_chips(first.value)
    if no_bet:
        return _string(act, spot, _opening(spot, total, said_raise=total < spot.cap), 1)
    if not spot.to_match or total >= min(spot.min_to, spot.cap):
        return _string(act, spot, _total(spot, total, verb="bet"), 1)
    if total == spot.to_match and spot.rules.raise_in_two_motions:
        if len(act.pushes) == 1:
            return Ruling("raise", spot.capped(spot.min_to), open=not settled)
        if act.pushes[1].value is None:
            return Ruling("raise", spot.capped(spot.min_to), open=True)
        both = total + act.pushes[1].value
        return _string(act, spot, _total(spot, both), 2)
    if not spot.may_raise:
        return _not_reopened(spot, total)
    lifted = _lifted(spot, total, ("two_motions", "raise_said", "raised_up"))
    return _by_first(act, spot, lifted, settled=settled)


def _by_first(act: Act, spot: Spot, ruling: Ruling, *, settled: bool) -> Ruling:
    """The first motion says it: what is wrong with it waits while a further one may come, which does not count."""
    if not settled and len(act.pushes) == 1:
        ruling = Ruling(ruling.action, ruling.to, cases=ruling.cases, lies=ruling.lies)
    return _string(act, spot, ruling, 1)


def _by_chips(act: Act, spot: Spot, *, settled: bool) -> Ruling:
    first = act.pushes[0]
    if first.value is None:
        return spot.untold()
    over = _less_than_a_raise(spot, first)
    if over in spot.doubt:
        return Ruling("call", spot.to_match, spot.faces_doubt())
    if over in first.chips:
        look = Look(look=f"bet:{act.seat}", about="chips")
        return Ruling("call", spot.to_match, Irregularity("sensing.gap", facts=look, remedy="look"))
    on_top = on_prior_chips(spot, first) if first.chips else None
    if on_top is not None and on_top.action == "raise" and not spot.may_raise:
        return _not_reopened(spot, on_top.to)
    if on_top is not None:
        return _by_first(act, spot, on_top, settled=settled)
    total = spot.with_chips(first.value)
    if not spot.facing:
        ruling = _opening(spot, total) if not spot.to_match else _over(spot, spot.capped(total))
        return _by_first(act, spot, ruling, settled=settled)
    if total < spot.to_match and first.value < spot.behind:
        return _short_push(act, spot, settled=settled)
    if total <= spot.to_match or total == spot.cut_from:
        return _string(act, spot, Ruling("call", spot.capped(min(total, spot.to_match))), 1)
    ruling = _more_than_the_call(spot, first, total)
    return _by_first(act, spot, ruling, settled=settled)


def _less_than_a_raise(spot: Spot, first: Push) -> int:
    """Return by how much a silent push is over the call, where that is too little for a raise; 0 where it is not.

    Where a camera counts, somebody's chips were counted wrong, here or in the bet that is faced: nobody raises
    by one small chip, unless it is his last one.
    """
    if not spot.zones_counted or not spot.facing or first.value in (None, spot.behind) or first.count < 2:
        return 0
    assert first.value is not None
    base = spot.to_match if spot.rules.raise_percent_of == "faced" else spot.full_raise
    over = max(spot.bet, spot.lying) + first.value - spot.to_match
    return over if 0 < over * 100 < base * spot.rules.raise_percent else 0


def _short_push(act: Act, spot: Spot, *, settled: bool) -> Ruling:
    """Less than the call in silence: a further motion soon after may make exactly the call."""
    total = spot.stays
    before = act.pushes[0].t
    for push in act.pushes:
        if push.t - before > MOTION_S or total + (push.value or 0) > spot.to_match:
            break
        if push.value is None:
            return spot.untold()
        total += push.value
        before = push.t
    with_change = total + spot.change_due if spot.faces_raise else total
    if spot.to_match in (total, with_change):
        return Ruling("call", spot.to_match)
    if total >= spot.cap:
        return Ruling("call", spot.cap)
    overshot = len(act.pushes) > 1 and spot.stays + act.pushed > spot.to_match
    if not settled and not overshot:
        return Ruling("call", spot.capped(spot.to_match))
    return _undercall(spot, total, added=spot.stays + act.pushed - total)


def _more_than_the_call(spot: Spot, first: Push, total: int) -> Ruling:
    """A silent push beyond the call: overchip, every chip needed, or a raise by its amount."""
    to = spot.capped(total)
    call = spot.capped(spot.to_match)
    facts = spot.figures(total) | {"to": call, "change": total - call}
    cases = ("all_in",) if to == spot.cap else ()
    if first.count == 1:
        return Ruling("call", call, Irregularity("bet.overchip", cases=cases, facts=facts), cases=cases)
    if not first.chips and total < spot.min_to:
        return Ruling("call", call, cases=cases)  # who counted them for the table gives the change
    if spot.rules.several_chips == "spare_chip":
        if total - first.smallest < spot.to_match:
            return Ruling("call", call, Irregularity("bet.multichip", cases=cases, facts=facts), cases=cases)
        if to == spot.cap and spot.rules.last_chips_all_in and spot.may_raise:
            return Ruling("raise", to)
    return _over(spot, to)


def _string(act: Act, spot: Spot, ruling: Ruling, motions: int) -> Ruling:
    """Chips in a motion more than the house allows do not count: the first stands."""
    if len(act.pushes) <= motions or ruling.to == spot.cap:
        return ruling
    first, extra = act.pushes[motions - 1], act.pushes[motions]
    if extra.value is None and extra.goes_on(first):
        return ruling
    facts = {
        "first": spot.stays + sum(push.value or 0 for push in act.pushes[:motions]),
        "added": sum(push.value or 0 for push in act.pushes[motions:]),
        "after_s": round(extra.began - first.t, 3),
        "stands": ruling.action,
        "to": ruling.to,
    }
    cases = ("raise_said",) if act.words_first() else ()
    irregularity = Irregularity("bet.string", cases=cases, facts=facts)
    return Ruling(ruling.action, ruling.to, irregularity, cases=cases, lies=spot.stays + act.pushed)


def motion_over(act: Act, now: float) -> bool:
    """Whether no further motion of a silent act is waited for any more."""
    return outlasted(act.last_t, MOTION_S - 1e-9, now)
