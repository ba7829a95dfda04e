"""Web search providers behind one port."""
