"""Sandboxes behind one port: Docker, bubblewrap, process; the wire; the warm pool; the image."""
