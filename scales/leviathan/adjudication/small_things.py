"""Rulings on what has no sheet: lifeboats, and troops that this board has put on the ground."""

from scales import misfits
from scales.engine import Json
from scales.leviathan.adjudication.ruled import only, said
from scales.leviathan.preparation import identities, setup, setup_faults
from scales.leviathan.preparation.models import GroundIn, Setup
from scales.leviathan.state import GroundThing, Lifeboat, State

Small = Lifeboat | GroundThing


def find(state: State, ruling: Json) -> Small | None:
    """The lifeboat or the troops that a ruling names."""
    named = ruling.get("unit")
    return (state.lifeboats.get(named) or state.ground.things.get(named)) if isinstance(named, str) else None


def take(unit: Small, ruling: Json) -> str:
    """Destroy it or take it off the map; returns what became of it. Raises ValueError with why it cannot."""
    only(ruling, "unit", *(("by",) if ruling["kind"] == "destroy" else ()))
    if isinstance(unit, Lifeboat):
        if not unit.on_map:
            raise ValueError(f"{unit.name} is out of the battle already")
        unit.status = "lost" if ruling["kind"] == "destroy" else "left"
        return "is lost" if ruling["kind"] == "destroy" else "is taken off the map"
    if unit.gone:
        raise ValueError(f"{unit.name} is out of the battle already")
    if not unit.placed:
        raise ValueError(f"{unit.name} is told of by another board: rule there")
    unit.gone = True
    return "is destroyed" if ruling["kind"] == "destroy" else "is taken off the map"


def add(state: State, given: GroundIn) -> GroundThing:
    """Put troops on the ground; raises ValueError with all that is wrong with them."""
    taken = {**state.ships, **state.fighters, **state.ground.things, **state.lifeboats}
    found = [f"there is a unit {said(given.id)} already"] if given.id in taken else []
    found += [text] if (text := identities.unusable(given.id)) else []
    found += [text for _, text in misfits.unprintable(given.model_dump())]
    frame = Setup.model_construct(layout=state.layout, sides=[])
    found += [f.text for f in setup_faults.ground_faults(frame, given, [s.id for s in state.sides], "ground")]
    if found:
        raise ValueError("; ".join(found))
    setup.put_on_ground(state, given)
    return state.ground.things[given.id]
