"""Tells the floor over the house's MQTT broker what a table has to say, and the table what the floor decides.

The table is right without it. What it has to say goes through its journal's outbox, in order and until the
broker has it; nothing waits for the broker. The floor's own side is in ``controller.floor``.
"""
