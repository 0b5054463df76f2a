"""Pilots: their names and skills, familiarity with a craft, and what becomes of them."""
