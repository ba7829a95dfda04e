"""The web, one checked address at a time."""
