"""Whether the camera can be believed."""
