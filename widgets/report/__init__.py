"""The report: read while it grows, its citations, its audit, what is found in it."""
