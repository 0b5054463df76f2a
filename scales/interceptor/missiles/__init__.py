"""Missiles: lock-on, flight, electronic counter-measures, point defense, the attack."""
