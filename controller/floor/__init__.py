"""Shows the floor all tables of a house: what they say over the broker is kept, shown and answered."""
