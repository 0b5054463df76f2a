"""Vehicles in the bays of a patrol craft: what a hit on its weapons may destroy instead (Interceptor internal systems, after Distant Fire)."""

from scales.interceptor.landing import hold
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import rule
from scales.play import Play

RULE = "interceptor: Internal Damage"


def is_hit(play: Play[State], craft: Craft, cause: str | None = None) -> bool:
    """A weapon would be destroyed: does the hit strike a vehicle aboard instead? Which one it was only its own side knows."""
    if not craft.cargo:
        return False
    number: int = rule("internals")["vehicle_hit"]
    if play.dice.d10(f"{craft.name}: a vehicle aboard is hit, {number} or less") > number:
        return False
    lost = play.dice.pick(craft.cargo, f"which vehicle aboard {craft.name} is hit")
    craft.cargo.remove(lost)
    craft.cargo_lost.append(lost)
    name = next((load.name for load in hold.aboard(play.state, craft) if load.id == lost), lost)
    hold.lose(play.state, craft, lost)
    text = f"The hit goes into a bay of {craft.name}: a vehicle aboard is destroyed, no weapon."
    play.tell("cargo_hit", text, RULE, units=[craft.id], cause=cause)
    play.tell("cargo_lost", f"It was {name}.", RULE, units=[craft.id, lost], seen_by=[craft.side], cause=cause)
    return True
