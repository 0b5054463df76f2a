"""What passes between this map and the boards above and below."""
