"""Craft fresh from their sheets, with what their hard points carry."""

from scales.armor import of_points
from scales.interceptor.missiles.hard_points import PLAIN
from scales.interceptor.pilots import roster
from scales.interceptor.preparation.loads import default_loads, stow
from scales.interceptor.preparation.models import CraftIn, Setup
from scales.interceptor.state import Craft, Mount, State
from scales.interceptor.tables import CraftType, aliases, craft_types, rule
from scales.play import Play


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
    craft.bay_tons, craft.room, craft.pilot, craft.missions = given.bay_tons, given.room, given.pilot, given.missions
    if given.squadron:
        craft.home = given.hex
    return craft


def enlist(play: Play[State], setup: Setup) -> None:
    """Pilots for the craft of a set-up."""
    for given in setup.craft:
        roster.man(play, play.state.craft[given.id], unknown=is_unknown(given))


def is_unknown(given: CraftIn) -> bool:
    """Does a set-up leave the skills of a pilot open?"""
    return not given.model_fields_set & {"gunnery", "piloting"} and "pilot" not in given.sheet
