"""The ground of a battle and what is on it: terrain, sight, buildings, installations, mines, smoke, hiding places."""
