"""Rulings on pilots: who flies a craft and how well, his wounds and missions, and what became of one who got out."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from scales.interceptor.board import board
from scales.interceptor.damage.condition import kind, wounds_borne
from scales.interceptor.damage.damage import P, destroy, take_effect
from scales.interceptor.pilots.fates import assign, state_of
from scales.interceptor.state import HERE, Craft
from scales.rulings import RULE

SAYS = (
    "unit (the id of his craft), and what of its pilot changes: name, gunnery and piloting (0 to 10, without familiarity and wounds), missions (0 to 1000, "
    "in this craft), wounds (0 to 6), or state: dead; of a craft that is lost dead, ejected, captured, alive, or slightly_, severely_ or just wounded"
)
Skill = Annotated[int, Field(ge=0, le=10)]


class Pilot(BaseModel):
    """What a ruling changes of a pilot; what it leaves out stays."""

    name: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    gunnery: Skill | None = None
    piloting: Skill | None = None
    missions: Annotated[int, Field(ge=0, le=1000)] | None = None
    wounds: Annotated[int, Field(ge=0, le=6)] | None = None
    state: Literal["dead", "ejected", "severely_wounded", "wounded", "slightly_wounded", "alive", "captured"] | None = None


def change(play: P, craft: Craft, given: Pilot, reason: str) -> None:
    """Carry a ruling on the pilot of a craft out; ValueError when it means nothing."""
    changes = {name: value for name in Pilot.model_fields if (value := getattr(given, name)) is not None}
    if not changes:
        raise ValueError(f"a pilot ruling changes one of {', '.join(Pilot.model_fields)}")
    if kind(craft).is_satellite:
        raise ValueError(f"nobody flies {craft.name}")
    if craft.where in HERE:
        _flying(craft, given)
    else:
        _out(play, craft, changes)
    craft.pilot = given.name or craft.pilot
    words = ", ".join(f"{name} {str(value).replace('_', ' ')}" for name, value in changes.items())
    data: dict[str, Any] = {"reason": reason, "pilot": craft.pilot, **changes}
    play.tell("amended", f"The pilot of {craft.name}: {words} ({reason}).", RULE, units=[craft.id], data=data)
    if given.state == "dead" and craft.where in HERE and not kind(craft).is_patrol:
        destroy(play, craft, "is lost with its pilot", rule_name=RULE)
    elif craft.where in HERE:
        take_effect(play, craft)


def _flying(craft: Craft, given: Pilot) -> None:
    borne = wounds_borne(craft)
    if given.state not in (None, "dead"):
        raise ValueError(f"{craft.pilot} flies {craft.name}: he may be wounded, or dead, not {given.state.replace('_', ' ')}")
    if given.wounds is not None and given.wounds > borne:
        raise ValueError(f"{borne} wounds are the most that the crew of {craft.name} can have")
    for name in ("gunnery", "piloting", "missions"):
        setattr(craft, name, getattr(craft, name) if getattr(given, name) is None else getattr(given, name))
    hurt = borne if given.state == "dead" else given.wounds
    if hurt is not None:
        craft.marks.pop("pilot", None)
        craft.marks |= {"pilot": hurt} if hurt else {}


def _out(play: P, craft: Craft, changes: dict[str, Any]) -> None:
    """Of a craft that is gone only what became of its pilot, if it is lost."""
    if set(changes) - {"state", "name"}:
        raise ValueError(f"{craft.name} is gone: only the name and the state of its pilot can be ruled on")
    if craft.where not in ("destroyed", "captured"):
        raise ValueError(f"{craft.name} left with its pilot aboard")
    if "state" in changes and changes["state"] == state_of(craft):
        raise ValueError(f"{craft.pilot} is {state_of(craft).replace('_', ' ')} already")
    b = board(play.state.layout)
    assign(craft, changes.get("state", "aboard"), b.label(craft.hex) if b.has(craft.hex) else b.battlefield)
