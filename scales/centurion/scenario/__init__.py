"""Scenario Design: points, goals, the end of a battle and its report."""
