"""Makes pictures whose truth is known, to test with and to train on. Nothing here runs at a table."""
