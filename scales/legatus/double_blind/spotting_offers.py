"""What a side is offered in the spotting phase: six headings for each arc, hexes for squadrons to look at, interception by CAP.

An option tells what of the map it shows, and nothing of enemies that are not known. legatus: Double-blind rules: Spotting
"""

from collections.abc import Mapping, Sequence
from functools import partial

from scales.codec import plain
from scales.engine import Decision, Json, Option, Slot
from scales.late import Late
from scales.legatus.double_blind import glimpses
from scales.legatus.double_blind.glimpses import Spotter
from scales.legatus.double_blind.panorama import panorama
from scales.legatus.double_blind.watching import TOWARDS
from scales.legatus.movement.movement import grid_of
from scales.legatus.state import Century, LegatusState, Squadron, enemies_of, hexes_of
from scales.legatus.support import interceptors
from scales.legatus.view import View

EVERY = 4
"""Columns and rows between the hexes that squadrons are offered; an order may name any hex of the map."""


def offers(view: View, decision: Decision) -> list[Slot]:
    """A slot for each century that turns its arc and each squadron on a mission."""
    state, known = view.state, known_places(view)
    scouting = _scouting(state, known) if any(u in state.squadrons for u in decision.units) else []
    return [
        Slot(id, state.units[id].name, _arcs(state, state.units[id], known), id)
        if id in state.units
        else Slot(id, state.squadrons[id].name, _patrol(state.squadrons[id]) if state.squadrons[id].box == "cap" else scouting, id)
        for id in decision.units
    ]


def known_places(view: View) -> dict[str, list[str]]:
    """The enemies that a view knows, by the hexes they occupy."""
    found: dict[str, list[str]] = {}
    for enemy in enemies_of(view.state, view.side):
        for hex in hexes_of(enemy.at):
            found.setdefault(hex, []).append(enemy.id)
    return found


def _arcs(state: LegatusState, unit: Century, known: Mapping[str, Sequence[str]]) -> list[Option]:
    """The six headings of an arc."""
    eye = glimpses.spotter_of(state, unit, 0)
    return [Late({"heading": heading}, partial(_tell_arc, state, eye, heading, known)) for heading in range(1, 7)]


def _tell_arc(state: LegatusState, eye: Spotter, heading: int, known: Mapping[str, Sequence[str]]) -> tuple[str, Json]:
    info = _shown(state, eye, heading, known)
    label = f"look {TOWARDS[heading]}: {eye.degrees} degrees, {eye.range} hexes far, {info['hexes']} in sight"
    return label, {"heading": heading, "degrees": eye.degrees} | info


def _shown(state: LegatusState, eye: Spotter, heading: int, known: Mapping[str, Sequence[str]]) -> Json:
    """Spotting range, changes to every range, hexes in sight by ground, hexes behind cover, objectives and known enemies in sight."""
    shown = panorama(grid_of(state), eye, heading)
    return {
        "range": eye.range,
        "modifiers": plain(list(eye.modifiers)),
        "hexes": len(shown.seen),
        "covered": shown.covered,
        "ground": dict(shown.ground),
        "objectives": [o.name for o in state.objectives if o.hex in shown.seen],
        "known_enemies": sorted({id for hex in known.keys() & shown.seen.keys() for id in known[hex]}),
    }


def _scouting(state: LegatusState, known: Mapping[str, Sequence[str]]) -> list[Option]:
    """What any squadron on ground support may look at."""
    places = [Late({"hex": hex}, partial(_tell_place, state, hex, known)) for hex in scouting_hexes(state)]
    return [Option({"hex": ""}, "stay: look nowhere"), *places]


def _tell_place(state: LegatusState, hex: str, known: Mapping[str, Sequence[str]]) -> tuple[str, Json]:
    info = _shown(state, glimpses.scout_over(hex), 0, known)
    return f"look all around from {hex}: {info['hexes']} hexes in sight", info


def scouting_hexes(state: LegatusState) -> list[str]:
    """Objectives, and a hex in every few columns and rows of the map."""
    grid = grid_of(state)
    spread = [f"{c:02d}{r:02d}" for c in range(2, grid.columns + 1, EVERY) for r in range(2, grid.rows + 1, EVERY)]
    return sorted({o.hex for o in state.objectives} | set(spread))


def _patrol(cap: Squadron) -> list[Option]:
    """What it meets nobody knows before."""
    number = interceptors.values_of(cap).maneuver
    return [
        Option({"intercept": True}, f"meet squadrons that look over the map: contact on {number} or less", {"maneuver": number}),
        Option({"intercept": False}, "wait for the combat phase", {"maneuver": number}),
    ]
