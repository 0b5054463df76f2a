"""Who can launch what, at whom, and the number to lock on (Interceptor: Missiles).

A missile is launched in the forward arc, at a target within reach of the sensors, and stays aboard when it finds no lock.
"""

from scales.engine import Modifier
from scales.hexes import Hex, distance, neighbor
from scales.interceptor.board import board
from scales.interceptor.combat.gunnery import enemies
from scales.interceptor.damage.condition import gunnery, is_helpless
from scales.interceptor.missiles.ecm import ecm
from scales.interceptor.missiles.hard_points import launches_allowed, leaves_from
from scales.interceptor.missiles.in_flight import HELL, JAVELINS, RULE
from scales.interceptor.missiles.seeking import radiation
from scales.interceptor.patrol.halves import hexes_of, in_sector, lines
from scales.interceptor.state import Craft, Shot, State
from scales.interceptor.tables import Missile, missiles, rule, table

Target = Craft | Shot
"""What a missile can be launched at: a craft, or for a HELL missile Thor javelins."""


# --- what and when --------------------------------------------------------------------------------------------------------------------


def launches_left(craft: Craft, turn: int) -> int:
    """Launches that a craft may still try this turn."""
    tried = craft.launches if craft.launched == turn else 0
    return max(0, launches_allowed(craft, turn) - tried)


def note_launch(craft: Craft, turn: int) -> None:
    """Count a launch tried this turn."""
    craft.launches = craft.launches + 1 if craft.launched == turn else 1
    craft.launched = turn


def can_release(craft: Craft, store: str, turn: int) -> bool:
    """Can it let go of a missile of a kind, locked on or not?"""
    able = craft.where == "board" and not is_helpless(craft) and launches_left(craft, turn) > 0
    return able and store in craft.missiles and bool(leaves_from(craft, store, turn))


def can_launch(state: State, craft: Craft) -> list[str]:
    """Kinds of missile that a craft may launch now."""
    return [kind for kind in sorted(craft.missiles) if missiles()[kind].lock_on != "none" and can_release(craft, kind, state.at.turn)]


# --- at whom --------------------------------------------------------------------------------------------------------------------------


def reach(craft: Craft) -> int:
    """The farthest hex at which a craft can lock on."""
    limits = rule("missiles")["lock_range"]
    most: int = limits["without_long_range_sensors" if craft.marks.get("long_range_sensors") else "hexes"]
    return most


def may_lock(state: State, craft: Craft, target: Craft) -> bool:
    """In the forward arc of the bow and near enough for the sensors: the nearest hex of the target counts."""
    return any(line.range_hexes <= reach(craft) for line in lines(board(state.layout), craft.hex, craft.heading, 0, target))


def may_lock_hex(craft: Craft, hex: Hex) -> bool:
    """Is a hex in the forward arc of the bow and near enough for the sensors?"""
    return distance(craft.hex, hex, "odd") <= reach(craft) and in_sector(craft.hex, craft.heading, 0, hex)


def targets_of(state: State, craft: Craft, kind: str) -> list[Target]:
    """What a craft could lock a missile of a kind on."""
    return [target for target in _sought(state, craft, kind) if can_lock(state, craft, kind, target)]


def _sought(state: State, craft: Craft, kind: str) -> list[Target]:
    """What a missile of a kind is for: enemies, for a HELL missile Thor javelins too."""
    found: list[Target] = [*enemies(state, craft)]
    if kind == HELL:
        found += [s for s in state.shots if s.kind == JAVELINS and s.side != craft.side]
    return found


def can_lock(state: State, craft: Craft, kind: str, target: Target) -> bool:
    """Does a missile of a kind find a target there, a RIS one that radiates?"""
    if isinstance(target, Shot):
        return may_lock_hex(craft, target.hex)
    return may_lock(state, craft, target) and (missiles()[kind].seeks != "radiation" or radiation(state, target) > 0)


def has_target(state: State, craft: Craft) -> bool:
    """Is there something that one of its missiles could be launched at?"""
    return any(can_lock(state, craft, kind, target) for kind in can_launch(state, craft) for target in _sought(state, craft, kind))


def find_target(state: State, craft: Craft, kind: str, id: str) -> Target | None:
    """The target with an id, if a missile of the kind can be launched at it."""
    return next((t for t in _sought(state, craft, kind) if t.id == id and can_lock(state, craft, kind, t)), None)


def burst_hex(craft: Craft, ahead: int) -> Hex:
    """Where a DFM bursts: so many hexes straight ahead."""
    return neighbor(craft.hex, craft.heading, "odd", ahead)


def struck_at(state: State, spot: Hex) -> list[Craft]:
    """Craft that a burst in a hex strikes: those with any part in it."""
    return [c for c in state.flying() if spot in hexes_of(board(state.layout), c)]


# --- the number -----------------------------------------------------------------------------------------------------------------------


def lock_number(craft: Craft, missile: Missile, target: Target | None = None) -> tuple[int, list[Modifier]]:
    """The base lock-on number and its modifiers: by gunnery or as the chart has it, less what circuits and counter-measures take."""
    by_gunnery, _, more = missile.lock_on.partition("+")
    base = gunnery(craft) if by_gunnery.startswith("gunnery") else int(missile.lock_on)
    modifiers = [Modifier(f"lock-on of a {missile.name}", int(more), RULE)] if more else []
    lost = table("internals")["lock_on"]
    modifiers += [
        Modifier(name.replace("_", " "), value * craft.marks[name], RULE) for name, value in lost.items() if craft.marks.get(name)
    ]
    return base, modifiers + (ecm(missile, target) if isinstance(target, Craft) else [])


def ground_lock_number(missile: Missile, target: Target) -> tuple[int, list[Modifier]]:
    """The lock-on number of installations and air defense vehicles (centurion: Attacking Fighters from the Centurion Board)."""
    base: int = rule("missiles")["ground_lock_on"]
    return base, ecm(missile, target) if isinstance(target, Craft) else []
