"""The Combat Phase: arcs, to-hit numbers, bays, spinal mounts, turrets and missiles."""
