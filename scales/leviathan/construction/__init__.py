"""Ship Construction."""
