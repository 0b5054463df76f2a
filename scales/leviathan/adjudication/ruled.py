"""Reading the fields of a ruling: each is checked by itself, and refused with a ValueError of one sentence."""

from scales.engine import Json
from scales.leviathan.state import FighterUnit, Ship, State

ALWAYS = ("kind", "reason")


def said(value: object) -> str:
    """A value as a refusal quotes it, whatever it is."""
    try:
        text = f"'{value}'" if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):
        text = "that"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


LONGEST = 60


def only(ruling: Json, *fields: str) -> None:
    """Refuse fields that the kind does not have: a misspelled one would be passed over in silence."""
    strange = [said(f) for f in ruling if f not in (*ALWAYS, *fields)]
    if strange:
        raise ValueError(f"a ruling of kind {ruling['kind']} has no {', '.join(strange)}; it has {', '.join(fields)}")


def unit_of(state: State, ruling: Json) -> Ship | FighterUnit:
    if "unit" not in ruling:
        raise ValueError("unit is missing: the id of a unit of this battle")
    unit_id = ruling["unit"]
    unit = (state.ships.get(unit_id) or state.fighters.get(unit_id)) if isinstance(unit_id, str) else None
    if unit is None:
        raise ValueError(f"there is no unit {said(unit_id)} in this battle")
    if isinstance(unit, Ship) and unit.flies_below:
        raise ValueError(f"{unit.name} flies on the board below: rule there, or wait until it is back")
    return unit


def whole(ruling: Json, name: str, low: int, high: int, default: int | None = None) -> int:
    """A whole number within bounds."""
    value = ruling.get(name, default)
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{name} is a whole number from {low} to {high}, not {said(value)}")
    return value
