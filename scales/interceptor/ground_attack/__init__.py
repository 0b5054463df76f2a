"""Strafing, dive bombing, and the fire they draw."""
