"""What the reviewer decided, and what the user decides in his place."""
