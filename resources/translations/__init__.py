"""Catalogues of the words on the screen, a file per language, and what makes them."""
