"""Sources, their quotes, and the stored text they are found in."""
