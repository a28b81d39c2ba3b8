"""The table's own hardware on the Pi's pins: the dealer's panel, its lamp and its buzzer."""
