"""What a game master does to a battle: rulings, and results from a table."""
