"""Before turn 1 both sides place at once, sealed, what has no place yet. legatus: Prefect to Legatus"""

from collections.abc import Sequence
from typing import Any

from scales.engine import Decision
from scales.legatus.double_blind.hearing import hides
from scales.legatus.orders import Lay, Place, read
from scales.legatus.preparation import arranging
from scales.legatus.preparation.placement import RULE, decision, lay_faults, place_faults, waiting
from scales.legatus.state import WAITING, Century, LegatusState, Marker, Side, side_name
from scales.play import Play


def place(play: Play[LegatusState]) -> Sequence[Decision]:
    """Ask both sides together, then reveal what they have placed."""
    state = play.state
    sides = [s for s in state.sides if waiting(state, s.id) or s.defensive_hexes]
    if sides and not play.answers:
        return [decision(state, side) for side in sides]
    for side in sides:
        answer = play.answers.get(f"deploy:{side.id}")
        _deploy(play, side, answer.choices if answer else {})
    return ()


def _deploy(play: Play[LegatusState], side: Side, choices: dict[str, Any]) -> None:
    """Put the units of a side where it says; one without a good order goes where the engine would put it."""
    state = play.state
    plan = arranging.arrangement(state, side.id)
    units = [state.units[u] for u in waiting(state, side.id)]
    for unit in units:
        order = read(Place, choices.get(unit.id))
        good = not place_faults(state, unit, order.at, order.altitude)
        unit.at, unit.altitude = (order.at, order.altitude) if good else (plan[unit.id][0], "normal")
    for unit in units:
        unit.status = "ok"
    if units:
        places = {u.id: {"at": u.at, "altitude": u.altitude} for u in units}
        text = f"{side_name(play.state, side.id)} places {'; '.join(map(_where, units))}."
        play.tell("deployed", text, RULE, units=[u.id for u in units], data={"side": side.id, "places": places})
    if side.defensive_hexes:
        _lay(play, side, read(Lay, choices.get("defenses")))


def _where(unit: Century) -> str:
    """'1st Cohort 2nd Medium Grav Century at 0603, dug in'."""
    return f"{unit.name} at {unit.at}{'' if unit.altitude == 'normal' else ', ' + unit.altitude.replace('_', ' ')}"


def _lay(play: Play[LegatusState], side: Side, order: Lay) -> None:
    """Passive defenses and earthworks; the hidden ones are told to their side alone."""
    state, hexes = play.state, order.model_dump()
    if not any(lay_faults(state, side, hexes)):
        for kind, listed in hexes.items():
            state.markers += [
                Marker("earthworks" if kind == "earthworks" else "passive", side.id, [h], hidden=kind == "hidden") for h in listed
            ]
            if listed:
                words = {"passive": "passive defenses", "hidden": "hidden passive defenses", "earthworks": "earthworks"}[kind]
                secret = kind == "hidden" or hides(state)
                text = f"{side_name(play.state, side.id)} lays {words} in {', '.join(listed)}."
                data = {"side": side.id, "kind": kind, "hexes": listed}
                rule = "legatus: Earthworks" if kind == "earthworks" else "legatus: Passive Defenses"
                play.tell("laid", text, rule, data=data, seen_by=[side.id] if secret else None)
    side.defensive_hexes = 0


def place_all(state: LegatusState) -> None:
    """Take what still waits as placed where it counts as standing: a table's result says where it is."""
    for unit in state.units.values():
        if unit.status == WAITING:
            unit.status = "ok"
    for side in state.sides:
        side.defensive_hexes = 0
