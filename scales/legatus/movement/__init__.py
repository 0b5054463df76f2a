"""The Movement Phase: who moves when, movement points, deployment changes, zones of control, maneuver tests."""
