"""Works out where the camera stands, and what of the felt each pixel sees."""
