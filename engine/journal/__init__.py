"""The journal: every event of every run, and every answered step, in one SQLite file."""
