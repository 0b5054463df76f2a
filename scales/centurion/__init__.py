"""Ground battles: the Centurion engine."""

from scales.centurion.engine import CenturionEngine

ENGINE = CenturionEngine()
