"""The offline minds: they select and quote, they invent nothing, and they say so."""
