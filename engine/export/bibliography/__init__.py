"""The sources of a run for programs that keep references: BibTeX, RIS, CSL-JSON."""
