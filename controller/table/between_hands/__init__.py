"""Works out what a hand leaves behind: whether it is over, the pots still due, every seat's stack."""
