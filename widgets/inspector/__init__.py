"""What is known of one step: what went in and what came out."""
