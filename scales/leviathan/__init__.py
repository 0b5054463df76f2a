"""Leviathan: capital ships, fighters by the squadron, a turn of five minutes."""

from scales.leviathan.engine import LeviathanEngine

ENGINE = LeviathanEngine()
