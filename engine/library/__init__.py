"""The user's documents: scanned, read in a sandbox, indexed with SQLite FTS5."""
