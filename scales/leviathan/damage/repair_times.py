"""What it takes to mend each component after a battle: how long, where, and whether the crew can do it (data/components.yaml)."""

from typing import Any

from scales.engine import Json
from scales.leviathan import catalog

PLACES = {"aboard": "aboard", "facility": "a certified facility", "shipyard": "a certified shipyard"}
MINUTES = {"minute": 1, "hour": 60, "week": 7 * 24 * 60, "month": 30 * 24 * 60, "year": 365 * 24 * 60}
"""Minutes of each unit that the book counts in; a month has 30 days."""


def by_crew(component: str) -> bool:
    """Can damage control parties mend it?"""
    return bool(catalog.components()[component].get("crew", True))


def minutes(component: str) -> int:
    """Repair Time in minutes, of one of what it counts for; 0 where the book prints none or it clears itself."""
    entry = catalog.components()[component]
    return int(entry["time"]) * MINUTES[entry["unit"]] if "time" in entry else 0


def told(component: str) -> Json:
    """For a record sheet: `time` in words, `minutes`, `at` which place, whether `crew` can do it; `until` and `then` where it takes two places."""
    entry = catalog.components()[component]
    found: Json = {
        "time": _words(entry),
        "minutes": minutes(component),
        "at": PLACES[entry.get("at", "aboard")],
        "crew": by_crew(component),
    }
    if "then" in entry:
        found |= {"until": entry["until"], "then": PLACES[entry["then"]]}
    return found


def _words(entry: dict[str, Any]) -> str:
    """'2 hours', '30 minutes a box, in space suits outside'."""
    if entry.get("clears"):
        return "passes by itself, a turn for each box"
    if "time" not in entry:
        return str(entry.get("by", "no time given"))
    text = f"{entry['time']} {entry['unit']}{'' if entry['time'] == 1 else 's'}"
    text += f" for each {entry['each']}" if "each" in entry else ""
    text += " and work outside the hull" if entry.get("outside") else ""
    return text + (f" ({entry['first']})" if "first" in entry else "")
