"""The lines of what happened in a run."""
