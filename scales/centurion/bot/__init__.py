"""A sensible opponent."""
