"""Where the camera stands, and what of the felt each pixel sees."""
