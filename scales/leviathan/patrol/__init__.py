"""Patrol class ships from their Interceptor statistics, and the missile attacks of those that carry enough."""
