"""Space and the Ground: searching, attacks from space, fire from the ground, support of troops."""
