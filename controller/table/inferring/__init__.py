"""What nobody sensed and the table works out: events that must stand before another one."""
