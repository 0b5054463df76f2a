"""Points, fates and the end of a battle."""
