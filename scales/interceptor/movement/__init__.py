"""The movement phase: velocity, thrust, turns, gravity, the air, the edges."""
