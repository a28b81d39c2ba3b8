"""Plays a virtual room: a broker, tables that play the demo's hands, and the floor's screen."""
