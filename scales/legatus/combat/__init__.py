"""The Combat Phase: reactions, attacks, hits, morale and retreats."""
