"""Makes the camera a device of the table: ``vision`` sees, ``firmware_bridge`` carries it to the daemon."""
