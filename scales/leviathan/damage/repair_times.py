"""What it takes to mend each component after a battle: how long, where, and whether the crew can do it (data/components.yaml)."""

from typing import Any

from scales.engine import Json
from scales.leviathan import catalog

PLACES = {"aboard": "aboard", "facility": "a certified facility", "shipyard": "a certified shipyard"}


def by_crew(component: str) -> bool:
    """Can damage control parties mend it?"""
    return bool(catalog.components()[component].get("crew", True))


def told(component: str) -> Json:
    """For a record sheet: `time` in words and, where the book prints one, as a number and its `unit` (of what it counts for); `at` which place,
    whether the `crew` can do it in battle; `until` what and `then` where when it takes two places."""
    entry = catalog.components()[component]
    found: Json = {"time": _words(entry), "at": PLACES[entry.get("at", "aboard")], "crew": by_crew(component)}
    if "time" in entry:
        found |= {"takes": entry["time"], "unit": entry["unit"]}
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
