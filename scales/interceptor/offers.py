"""Options for every decision (see `scales.engine`: any choice of one option a slot is legal), with what a player needs to know of each."""

from collections.abc import Callable
from functools import partial

from scales.engine import Decision, Json, Option, Slot
from scales.interceptor.board import board, hexes_below, leviathan_above
from scales.interceptor.combat.combat_offers import fires
from scales.interceptor.damage.condition import kind
from scales.interceptor.ground_attack import pulling_out
from scales.interceptor.ground_attack.announce import choices, ground_guns
from scales.interceptor.ground_fire import batteries, laser_offers, launch_offers
from scales.interceptor.landing import landing_words
from scales.interceptor.missiles.defense_offers import defenses
from scales.interceptor.missiles.launch_offers import launches
from scales.interceptor.movement import away
from scales.interceptor.movement.move_offers import move_slot
from scales.interceptor.patrol.allocation_offers import settings
from scales.interceptor.scenario import deploying
from scales.interceptor.state import Craft, State
from scales.interceptor.view import View
from scales.late import LateSlot


def slots_of(decision: Decision) -> list[str]:
    """Ids of the slots of a decision."""
    if decision.kind == "move":
        return ["move"]
    if decision.kind == "place":
        return [f"{id}.{part}" for id in decision.units for part in ("hex", "heading", "velocity")]
    return list(decision.units)


def offers(view: View, decision: Decision) -> list[Slot]:
    """The options of every slot."""
    state = view.state
    if decision.kind == "move":
        return [move_slot(state, decision)]
    if decision.kind == "place":
        return [s for id in decision.units for s in _places(state, state.craft[id], decision.data["above"][id])]
    if decision.kind in GROUND:
        return [_from_ground(state, decision.kind, id) for id in decision.units]
    make = partial(SHARED[decision.kind], most=_share(decision)) if decision.kind in SHARED else OPTIONS[decision.kind]
    return [LateSlot(id, state.craft[id].name, partial(make, state, state.craft[id]), id) for id in decision.units]


def _share(decision: Decision) -> int:
    """Targets of each kind offered to each craft of a decision, so that one about hundreds stays readable; `check` judges any other."""
    return max(FEWEST, OFFERED_IN_ALL // max(1, len(decision.units)))


def _from_ground(state: State, kind: str, id: str) -> Slot:
    """The slot of a unit on the ground; one that a ruling has taken away can do nothing."""
    battery = batteries.find(state, id)
    if battery is None:
        return Slot(id, id, [Option({}, "nothing is left to fire")], id)
    return LateSlot(id, battery.unit.name, partial(GROUND[kind], state, battery), id)


# --- announcements --------------------------------------------------------------------------------------------------------------------


def _announces(state: State, craft: Craft) -> list[Option]:
    return [Option(c, _announce_words(state, craft, c), _announce_info(state, craft, c)) for c in choices(state, craft)]


def _announce_words(state: State, craft: Craft, choice: Json) -> str:
    if choice["do"] in ("strafing", "dive_bombing"):
        words = "strafes" if choice["do"] == "strafing" else "dive bombs"
        return f"{craft.name} {words} battle {choice['battle']}"
    if choice["do"] in landing_words.DOES:
        return landing_words.words(state, craft, choice)
    if choice["do"] == "up":
        return f"{craft.name} returns to the Leviathan board in {leviathan_above(state.layout, craft.hex)}"
    return f"{craft.name} lands at its base" if choice["do"] == "land" else f"{craft.name} stays"


def _announce_info(state: State, craft: Craft, choice: Json) -> Json:
    """Where it is, what it would attack with, where it would go."""
    found: Json = {"hex": board(state.layout).label(craft.hex), "at": list(craft.hex)}
    if choice["do"] == "strafing":
        found |= {"battle": choice["battle"], "weapons": ground_guns(craft, state.at.turn)}
    elif choice["do"] == "dive_bombing":
        found |= {"battle": choice["battle"], "bombs": dict(craft.bombs)}
    elif choice["do"] in landing_words.DOES:
        found |= landing_words.info(state, craft, choice)
    elif choice["do"] == "up":
        found["above"] = leviathan_above(state.layout, craft.hex)
    return found


# --- coming down ----------------------------------------------------------------------------------------------------------------------


def top_velocity(craft: Craft) -> int:
    """The greatest velocity at which a craft may come down (designed: its thrust)."""
    return kind(craft).thrust


def _places(state: State, craft: Craft, above: str) -> list[Slot]:
    b = board(state.layout)
    hexes = [
        Option({"hex": b.label(h)}, f"{craft.name} comes down in {b.label(h)}", {"hex": b.label(h), "at": list(h), "zone": b.zone(h)})
        for h in hexes_below(state.layout, above)
    ]
    headings = [Option({"heading": h}, f"{craft.name} on heading {h}", {"heading": h}) for h in range(1, 7)]
    speeds = [Option({"velocity": v}, f"{craft.name} at velocity {v}", {"velocity": v}) for v in range(top_velocity(craft) + 1)]
    parts = (("hex", hexes), ("heading", headings), ("velocity", speeds))
    return [Slot(f"{craft.id}.{part}", f"{craft.name}: {part}", options, craft.id) for part, options in parts]


GROUND: dict[str, Callable[[State, batteries.Battery], list[Option]]] = {
    "ground_fire": laser_offers.options,
    "ground_launch": launch_offers.options,
}
"""What makes the options of a decision that has one slot for each unit on the ground that fires upward."""
OFFERED_IN_ALL = 1500
FEWEST = 4
SHARED: dict[str, Callable[..., list[Option]]] = {"fire": fires, "launch": launches}
"""What makes the options of a decision that has one slot for each craft, and many of them in each."""
OPTIONS: dict[str, Callable[[State, Craft], list[Option]]] = {
    "defend": defenses,
    "announce": _announces,
    "pull_out": pulling_out.options,
    "shields": settings,
    "return": away.choices,
    "deploy": deploying.places,
}
"""What makes the options of a decision that has one slot for each craft."""
