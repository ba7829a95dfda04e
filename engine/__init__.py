"""The engine: everything between a topic and a report. It knows no window."""
