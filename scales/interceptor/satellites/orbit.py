"""How a Thor satellite flies: after all craft and before missiles, on its orbit while controls and plant are whole (centurion: Thor Satellites)."""

from typing import NamedTuple

from scales.engine import Decision
from scales.hexes import Hex, neighbor
from scales.interceptor.board import AIR, Board, board
from scales.interceptor.damage.condition import is_out, is_short
from scales.interceptor.damage.damage import P, destroy
from scales.interceptor.movement.flight import Pose, fall
from scales.interceptor.satellites.hardpoints import ECM, POD, is_satellite
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import table

RULE = "centurion: Satellite Movement"
CONTROLS = "orbital_controls"
TOO_LOW = ("interface", *AIR)
"""Zones in which a satellite burns up."""


class Orbit(NamedTuple):
    """Where a satellite is after its move: the hexes entered, the velocity, and what happened: '' or left, burnt."""

    hexes: list[Hex]
    velocity: int
    end: str


def satellites(state: State) -> list[Craft]:
    """Satellites on the board, in order of id."""
    return [craft for craft in state.flying() if is_satellite(craft)]


def is_adrift(craft: Craft) -> bool:
    """Are the orbital controls destroyed? Then gravity has it."""
    at: int = table("internals")["thor_satellite"]["destroyed_at"]
    return craft.marks.get(CONTROLS, 0) >= at


def below(b: Board, hex: Hex) -> Hex:
    """One hexrow toward the planet."""
    return Hex(hex.column + b.fall, hex.row)


def next_move(b: Board, craft: Craft, turn: int) -> Orbit:
    """The move of a turn: straight on; with the controls shorted the first hex is one hexrow down; without them gravity pulls after the move."""
    here, hexes = craft.hex, list[Hex]()
    drops = is_short(craft, CONTROLS, turn) and not is_adrift(craft)
    for step in range(max(craft.velocity, int(drops))):
        here = below(b, here) if drops and step == 0 else neighbor(here, craft.heading, "odd")
        if not b.has(here):
            return Orbit(hexes, craft.velocity, "left")
        hexes.append(here)
        if b.zone(here) in TOO_LOW:
            return Orbit(hexes, craft.velocity, "burnt")
    return _pulled(b, craft, hexes) if is_adrift(craft) else Orbit(hexes, craft.velocity, "")


def _pulled(b: Board, craft: Craft, hexes: list[Hex]) -> Orbit:
    """Gravity at the end of the move (leviathan: Gravity Well Movement)."""
    here = hexes[-1] if hexes else craft.hex
    pose = fall(b, Pose(here, craft.heading, craft.velocity))
    end = "burnt" if b.zone(pose.hex) in TOO_LOW else ""
    return Orbit([*hexes, pose.hex] if pose.hex != here else hexes, pose.velocity, end)


def switch_pod(craft: Craft, turn: int) -> None:
    """The ECM pod runs, unless its hard point is destroyed, or shorted for this turn."""
    craft.pods = [POD for mount in craft.mounts if mount.weapon == ECM and not mount.gone and not is_out(mount, turn)]


def move_satellites(play: P) -> list[Decision]:
    """Every satellite moves by itself."""
    for craft in satellites(play.state):
        _move(play, craft)
    return []


def _move(play: P, craft: Craft) -> None:
    b, turn = board(play.state.layout), play.state.at.turn
    found = next_move(b, craft, turn)
    switch_pod(craft, turn)
    why = "falls" if is_adrift(craft) else "drops, its orbital controls out," if is_short(craft, CONTROLS, turn) else "passes on"
    craft.place(found.hexes[-1] if found.hexes else craft.hex)
    craft.velocity = found.velocity
    if found.end == "left":
        craft.where = "left"
        text = f"{craft.name} passes out of the area on its orbit, and will not come round again in this battle."
        play.tell("left", text, RULE, units=[craft.id], data={"where": "left"})
        return
    text = f"{craft.name} {why} to {b.label(craft.hex)}, heading {craft.heading}, velocity {craft.velocity}."
    data = {"path": [b.label(hex) for hex in found.hexes], "heading": craft.heading, "velocity": craft.velocity}
    play.tell("satellite_moved", text, RULE, units=[craft.id], data=data)
    if found.end:
        destroy(play, craft, "burns up in the atmospheric interface", rule_name=RULE)
