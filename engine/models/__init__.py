"""Language models behind one port: OpenAI-compatible servers, both wire protocols."""
