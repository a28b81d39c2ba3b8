"""Works out for the floor what goes on beside the table: races, rebuys, balancing, breaking, drawing seats.

Pure: what is drawn is put in, never made up here. Where the house's book is silent the answer cites
nothing and says what is left for the floor to decide.
"""
