"""The plan in work: questions that can be edited before a wave starts."""
