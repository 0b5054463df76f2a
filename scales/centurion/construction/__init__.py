"""Vehicle Construction."""
