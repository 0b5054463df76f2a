"""The End Phase, victory points and the end of a battle."""
