"""Decisions to people and orders back: assignments, calls, plans, deadlines, tables."""
