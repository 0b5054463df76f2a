"""What a side is offered in the spotting phase: six headings for each arc, hexes for squadrons to look at, interception by CAP.

An option tells what of the map it shows, and nothing of enemies that are not known. legatus: Double-blind rules: Spotting
"""

from collections.abc import Iterator

from scales.engine import Decision, Json, Option, Slot
from scales.legatus.double_blind import glimpses
from scales.legatus.double_blind.glimpses import Spotter
from scales.legatus.double_blind.panorama import panorama
from scales.legatus.double_blind.watching import TOWARDS
from scales.legatus.movement.movement import grid_of
from scales.legatus.rolls import told
from scales.legatus.state import Century, LegatusState, Squadron, enemies_of, hexes_of
from scales.legatus.support import interceptors
from scales.legatus.view import View

EVERY = 3
"""Columns and rows between the hexes that squadrons are offered; an order may name any hex of the map."""


def offers(view: View, decision: Decision) -> list[Slot]:
    """A slot for each century that turns its arc and each squadron on a mission."""
    state = view.state
    return [_slot(state, id) for id in decision.units]


def _slot(state: LegatusState, id: str) -> Slot:
    if id in state.units:
        unit = state.units[id]
        return Slot(id, unit.name, [_arc(state, unit, heading) for heading in range(1, 7)], id)
    squadron = state.squadrons[id]
    return Slot(id, squadron.name, _patrol(squadron) if squadron.box == "cap" else list(_scouting(state, squadron)), id)


def _arc(state: LegatusState, unit: Century, heading: int) -> Option:
    eye = glimpses.spotter_of(state, unit, heading)
    info = _shown(state, eye)
    label = f"look {TOWARDS[heading]}: {eye.degrees} degrees, {eye.range} hexes far, {info['hexes']} in sight"
    return Option({"heading": heading}, label, {"heading": heading, "degrees": eye.degrees} | info)


def _shown(state: LegatusState, eye: Spotter) -> Json:
    """Spotting range, changes to every range, hexes in sight by ground, hexes behind cover, objectives and known enemies in sight."""
    shown, known = panorama(grid_of(state), eye), enemies_of(state, eye.side)
    return {
        "range": eye.range,
        "modifiers": told(eye.modifiers),
        "hexes": len(shown.seen),
        "covered": shown.covered,
        "ground": dict(shown.ground),
        "objectives": [o.name for o in state.objectives if o.hex in shown.seen],
        "known_enemies": [e.id for e in known if any(h in shown.seen for h in hexes_of(e.at))],
    }


def _scouting(state: LegatusState, squadron: Squadron) -> Iterator[Option]:
    yield Option({"hex": ""}, "stay: look nowhere")
    for hex in scouting_hexes(state):
        info = _shown(state, glimpses.scout_of(squadron, hex))
        yield Option({"hex": hex}, f"look all around from {hex}: {info['hexes']} hexes in sight", info)


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
