"""Patrol craft: a counter of two hexes, and shields that share their power."""
