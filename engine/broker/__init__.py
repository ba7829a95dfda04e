"""The broker: the only way out of a sandbox. It holds the keys and decides every call."""
