"""Icons, themes, styles and the sample library, found by name."""
