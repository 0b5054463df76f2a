"""Orbital and ground installations: what damage leaves of their work and their stores, and how they are abandoned."""
