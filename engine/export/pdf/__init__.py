"""The report as a PDF, set by Typst."""
