"""The minds that ask a language model."""
