"""Works out for the floor which level it is, what is due, and what dealers do now."""

from __future__ import annotations

from controller.assist.answer import Answer, AssistError, several
from controller.assist.level_clock import LevelClock, LevelStep
from controller.table.rulebook import Rulebook


class LevelNow(Answer, frozen=True, kw_only=True):
    """Where the clock stands. ``level`` counts from 1, ``left`` is in seconds; ``hold_push``: no push now."""

    level: int
    left: float
    due: bool
    hold_push: bool
    prepare_decks: bool


def level_now(
    book: Rulebook,
    schedule: list[LevelStep],
    *,
    gone: float,
    hands: int = 0,
    starts_in: float | None = None,
    seated: int = 0,
) -> LevelNow:
    """Return the clock after ``gone`` seconds, every level announced on time, and ``hands`` hand for hand.

    ``starts_in``: play starts or goes on in so many seconds, with ``seated`` players at the table.
    """
    if not schedule or gone < 0 or hands < 0:
        raise AssistError("a schedule has a level, and time goes forward")
    clock = LevelClock(book.level, schedule)
    clock.advance(gone)
    if hands and book.level.hand_for_hand_s is None:
        raise AssistError(f"{book.short} does not say what a hand takes off the clock")
    for _ in range(hands):
        clock.hand_for_hand()
    hold = clock.holds_push()
    prepare = starts_in is not None and clock.prepares_decks(starts_in, seated)
    return LevelNow(
        title=f"Level {clock.level + 1}: {clock.now.small:,}-{clock.now.big:,}, {_time(clock.left)} left",
        cites=[*book.about("level.schedule"), *book.about("level.new_limits")],
        steps=_steps(clock, hold=hold, prepare=prepare),
        level=clock.level + 1,
        left=clock.left,
        due=clock.due,
        hold_push=hold,
        prepare_decks=prepare,
    )


def _steps(clock: LevelClock, *, hold: bool, prepare: bool) -> list[str]:
    steps = []
    if clock.next is not None:
        steps.append(f"Next: {clock.next.small:,}-{clock.next.big:,}, from the hand after it is announced")
    if hold:
        steps.append("Hold the dealer push")
    if prepare:
        steps.append("Wash and square the deck")
    return steps or [f"The last of {several(len(clock.schedule), 'level')}"]


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
