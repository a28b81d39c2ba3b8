"""Cards: the deal, the board, the stub and the deck."""
