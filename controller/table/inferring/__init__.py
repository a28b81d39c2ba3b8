"""Works out what nobody sensed: events that must stand before another one."""
