"""The initiative phase: what comes down or takes off, and who moves when."""
