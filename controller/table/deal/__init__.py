"""Keeps the cards: the deck, where each card lies, the streets and what is dealt next."""
