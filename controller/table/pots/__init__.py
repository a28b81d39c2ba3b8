"""Works out the pots: how they are built, ranked and divided."""
