"""Patrol craft that carry ground units: their cargo, drops, landings (centurion: Landing or Launching Centurion Units)."""
