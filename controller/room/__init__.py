"""The room: what a table tells the floor over the house's MQTT broker, and what the floor tells the table.

The table is right without it. What it has to say goes through its journal's outbox, in order and until the
broker has it; nothing waits for the broker. The floor's own side is in ``controller.floor``.
"""
