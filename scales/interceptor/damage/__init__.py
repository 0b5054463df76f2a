"""Armor, templates, internal systems and their effects, what a craft can still do."""
