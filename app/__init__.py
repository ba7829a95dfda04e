"""The application: composes engine and widgets; command line, settings, the only place that sees both sides."""
