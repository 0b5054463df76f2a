"""What battles make of centuries, Centurions and vehicles: quality, ratings, repairs."""
