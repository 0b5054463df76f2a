"""What is offered of drops and landings, in words and figures."""

from scales.engine import Json
from scales.interceptor.landing import hold
from scales.interceptor.landing.dropping import droppable
from scales.interceptor.state import Craft, State

DOES = ("drop", "touch_down")


def words(state: State, craft: Craft, choice: Json) -> str:
    """The option as a person reads it."""
    if choice["do"] == "touch_down":
        return f"{craft.name} touches down at battle {choice['battle']}"
    names = [load.name for load in droppable(state, craft) if load.id in choice["units"]]
    return f"{craft.name} drops {', '.join(names)} over battle {choice['battle']}"


def info(state: State, craft: Craft, choice: Json) -> Json:
    """The battle, what would leave the craft at once, and what stays aboard until it can unload."""
    vehicles = [load for load in droppable(state, craft) if load.id in choice.get("units", [])]
    going = {load.id for load in hold.with_riders(state, craft, vehicles)}
    lines = [{"unit": load.id, "name": load.name, "kind": load.kind} for load in hold.aboard(state, craft)]
    released, stay = [each for each in lines if each["unit"] in going], [each for each in lines if each["unit"] not in going]
    return {"battle": choice["battle"], "dropped": released, "stay": stay}
