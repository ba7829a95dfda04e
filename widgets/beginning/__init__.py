"""The page of a new research: the composer and the ways to begin."""
