"""How a battle shows: record sheets in words and as data."""
