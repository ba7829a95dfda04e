"""What runs inside the sandbox: a reader of untrusted bytes and a researcher of one question."""
