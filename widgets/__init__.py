"""What is drawn: each widget shows values and emits wishes; none knows the application."""
