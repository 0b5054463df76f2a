"""The one door through which everybody reads a campaign, and what is behind it."""
