"""The floor's screen for all tables of a house: what they say over the broker, kept, shown and answered."""
