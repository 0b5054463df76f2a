"""From the strategic campaign to a battle, and back."""
