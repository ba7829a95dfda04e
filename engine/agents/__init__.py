"""The minds: planner, reviewer and writer, offline and with a language model."""
