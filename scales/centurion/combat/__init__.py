"""The Combat Phase: painting, fire, damage and its effects, infantry, morale."""
