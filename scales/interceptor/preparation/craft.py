"""Craft fresh from their sheets, with what their hard points carry."""

from scales.armor import of_points
from scales.interceptor.missiles.hard_points import PLAIN
from scales.interceptor.preparation.loads import default_loads, stow
from scales.interceptor.preparation.models import CraftIn
from scales.interceptor.state import Craft, Mount
from scales.interceptor.tables import CraftType, aliases, craft_types, rule


def fresh_craft(id: str, name: str, kind: CraftType, side: str, *, mission: str, loads: dict[str, int] | None = None) -> Craft:
    """A craft as its sheet prints it, not yet anywhere, with skills of the regulars."""
    skill = rule("skills")
    armor = {s: of_points(points) for s, points in kind.armor.items()}
    mounts = [Mount(*w) for w in kind.weapons]
    mounts += [] if kind.is_satellite else [Mount(PLAIN, side, "bow") for side in kind.points]
    craft = Craft(id, name or f"{kind.name} {id}", kind.id, side, 0, 0, 1, 0, skill["gunnery"], skill["piloting"], armor, mounts, mission)
    stow(craft, default_loads(kind, mission) if loads is None else loads)
    return craft


def new_craft(given: CraftIn) -> Craft:
    """A craft of a set-up."""
    kind = craft_types()[aliases()[given.type.lower()]]
    craft = fresh_craft(given.id, given.name, kind, given.side, mission=given.mission, loads=given.loads)
    craft.gunnery, craft.piloting, craft.heading, craft.velocity = given.gunnery, given.piloting, given.heading, given.velocity
    craft.unit, craft.squadron, craft.shields = given.unit, given.squadron, dict(given.shields)
    craft.bay_tons = given.bay_tons
    if given.squadron:
        craft.home = given.hex
    return craft
