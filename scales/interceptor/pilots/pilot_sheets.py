"""The pilot on the sheet of his craft, as he goes from battle to battle: {"name", "gunnery", "piloting", "missions", "state"}.

Skills are his own, without familiarity and wounds; `state` is one of `fates.STATES`.
"""

from typing import Any

from scales.engine import Json
from scales.interceptor.damage.condition import kind
from scales.interceptor.pilots.fates import STATES, is_lost, state_of
from scales.interceptor.state import Craft

NUMBERS = {"gunnery": 10, "piloting": 10, "missions": 1000}
"""The numbers of a pilot and the greatest of each."""
KEYS = ("name", *NUMBERS, "state")
LONGEST = 80


def sheet_of(craft: Craft) -> Json:
    numbers = {"gunnery": craft.gunnery, "piloting": craft.piloting, "missions": craft.missions}
    return {"name": craft.pilot, **numbers, "state": state_of(craft)}


def take(craft: Craft, sheet: Json) -> None:
    """Put a pilot of a sheet without faults into a craft; parts it leaves out stay as they are."""
    craft.pilot = sheet.get("name", craft.pilot)
    for name in NUMBERS:
        setattr(craft, name, sheet.get(name, getattr(craft, name)))


def faults(craft: Craft, sheet: Any) -> list[str]:
    """Everything wrong with the form of a pilot, in sentences without a full stop."""
    if kind(craft).is_satellite:
        return ["nobody flies a satellite"]
    if not isinstance(sheet, dict):
        return [f"a pilot has {', '.join(KEYS)}"]
    found = [f"a pilot has no '{str(key)[:40]}', he has {', '.join(KEYS)}" for key in sheet if key not in KEYS]
    name = sheet.get("name", "x")
    if not (isinstance(name, str) and 1 <= len(name) <= LONGEST and name.isprintable()):
        found.append(f"a pilot has a name of 1 to {LONGEST} characters")
    found += [
        f"the {key} of a pilot is a number from 0 to {most}"
        for key, most in NUMBERS.items()
        if not (type(sheet.get(key, 0)) is int and 0 <= sheet.get(key, 0) <= most)
    ]
    if sheet.get("state", "aboard") not in STATES:
        found.append(f"a pilot is one of {', '.join(STATES)}")
    return found


def grown(craft: Craft, sheet: Json) -> list[str]:
    """What a battle cannot have made of a pilot: more than a mission, or alive again."""
    found = []
    if not craft.missions <= sheet.get("missions", craft.missions) <= craft.missions + 1:
        found.append(f"{craft.pilot} had flown {craft.missions} missions and a battle adds one at most")
    now = state_of(craft)
    if is_lost(now) and sheet.get("state", now) != now:
        found.append(f"{craft.pilot} was {now}")
    return found
