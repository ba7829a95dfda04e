"""Set text: markdown as rich text, its marks, its search, its copies."""
