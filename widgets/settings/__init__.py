"""The settings: a page of pages."""
