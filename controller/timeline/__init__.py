"""Draws a hand's timeline: what was sensed, keyed and ruled, in lanes. Reports and the floor's page draw it alike.

No mark holds a tag or a card: what a card was is no part of the drawing.
"""
