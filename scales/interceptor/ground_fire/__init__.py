"""Fire from the ground: lasers and missiles of installations and air-defense vehicles at craft of this board."""
