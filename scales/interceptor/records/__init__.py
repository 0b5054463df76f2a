"""How a battle shows: record sheets and the picture of the map."""
