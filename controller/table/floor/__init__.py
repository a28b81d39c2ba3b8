"""Works out what follows at the table for the floor: penalties served, acts counted, chips owed, who finished where."""
