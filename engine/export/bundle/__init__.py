"""The evidence bundle: a run with everything its report stands on, in one file that opens on another computer."""
