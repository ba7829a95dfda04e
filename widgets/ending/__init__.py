"""How runs end: failed, stopped, left."""
