"""Thor satellites: hard points, orbit, missions, and javelins on their way to the ground."""
