"""The history: searched, opened and cached; everything here can be made again from the journal."""
