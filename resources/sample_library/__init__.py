"""Sample documents about heating an older house, written for Dossier."""
