"""What may be cited: quote checks, source ids, citations, the audit."""
