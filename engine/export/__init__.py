"""Reports as files: markdown, HTML, run.json."""
