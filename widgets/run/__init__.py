"""The page of one run and what frames it."""
