"""The reader program: untrusted bytes in, one document out."""
