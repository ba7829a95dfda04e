"""The researcher program: one question, answered through the broker."""
