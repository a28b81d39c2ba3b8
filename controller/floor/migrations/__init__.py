"""Holds the steps by which a floor's store became what it is, the oldest first."""
