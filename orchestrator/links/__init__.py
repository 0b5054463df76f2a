"""The links between the scales, one small module each (`every.py` lists them)."""
