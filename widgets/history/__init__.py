"""The history of runs, as a list or a rail."""
