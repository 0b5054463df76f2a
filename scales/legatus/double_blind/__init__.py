"""The Double-blind rules: who has spotted whom."""
