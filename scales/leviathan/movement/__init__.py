"""The Movement Phase: who moves when, how ships move, the pull of a planet."""
