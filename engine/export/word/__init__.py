"""The report as a Word document."""
