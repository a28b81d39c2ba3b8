"""Finds cards on the felt: where they lie, how many, and whether a face or a back is up."""
