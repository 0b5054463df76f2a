"""Fire: arcs, range, angle of attack, shields, to-hit numbers."""
