"""The live graph of a run."""
