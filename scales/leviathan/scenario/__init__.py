"""Scenarios: victory, the end of a battle and its report."""
