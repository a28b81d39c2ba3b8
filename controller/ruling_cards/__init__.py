"""Says what a finding tells dealer and floor, in few words and large letters: the ruling card."""

from controller.ruling_cards.asks import Ask
from controller.ruling_cards.card import Card, Option, Rule, card_for
from controller.ruling_cards.lock import Lock
from controller.ruling_cards.notes import Reminder, reminder_of
from controller.ruling_cards.words import Words, words_in

__all__ = [
    "Ask",
    "Card",
    "Lock",
    "Option",
    "Reminder",
    "Rule",
    "Words",
    "card_for",
    "reminder_of",
    "words_in",
]
