"""The device link: frames, session and pump between the table's sensors and the controller."""
