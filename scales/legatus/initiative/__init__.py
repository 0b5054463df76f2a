"""The Initiative Phase: base values, points from the pool, manus and signals, who goes first."""
