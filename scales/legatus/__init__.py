"""Legatus: cohorts and centuries on the ground."""

from scales.legatus.engine import LegatusEngine

ENGINE = LegatusEngine()
