"""Follows the cards: the deal, the board, the stub and the deck."""
