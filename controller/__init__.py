"""Runs a table: the engine, its rulebooks, the journal and the pages around them."""
