"""What must always be true of a board."""

from scales.armor import boxes_left
from scales.ground_loads import is_vehicle
from scales.interceptor.board import board
from scales.interceptor.damage.condition import air_limit, kind
from scales.interceptor.landing import hold
from scales.interceptor.patrol.allocation import fit_faults
from scales.interceptor.patrol.halves import hexes_of, in_air
from scales.interceptor.pilots.fates import pilot_words
from scales.interceptor.satellites import hardpoints
from scales.interceptor.state import ON_BOARD, Craft, Shot, State

WHERE = ("waiting", "arriving", "board", "ground_attack", "on_ground", "away", "up", "left", "landed", "captured", "destroyed")


def invariants(state: State) -> list[str]:
    """Sentences about everything that cannot be."""
    found = [w for id, craft in state.craft.items() for w in _craft_words(state, id, craft)]
    ids = [s.id for s in state.shots]
    if len(ids) != len(set(ids)):
        found.append("two missiles have the same id")
    found += [words for shot in state.shots for words in _shot_words(state, shot)]
    found += [
        f"{id} has more javelins than hard points" for id, c in state.craft.items() if len(hardpoints.loaded(c)) < hardpoints.clusters(c)
    ]
    calls = [(m.battle, m.call) for m in state.missions] + [(s.battle, s.cluster.call) for s in state.shots if s.cluster is not None]
    found += [f"Thor call {call} of {battle} is answered twice" for battle, call in sorted(set(calls)) if calls.count((battle, call)) > 1]
    found += _load_words(state)
    owned = [c for unit in state.units.values() for c in unit.craft]
    found += [f"craft {c} belongs to two units" for c in sorted(set(owned)) if owned.count(c) > 1]
    return found


def _load_words(state: State) -> list[str]:
    """Ground units aboard: each once, in a craft that has room for it, its vehicles in the bays."""
    ids = [load.id for loads in [*state.loads.values(), *(each.units for each in state.falling.values())] for load in loads]
    found = [f"unit {id} is aboard twice" for id in sorted(set(ids)) if ids.count(id) > 1]
    for id, loads in state.loads.items():
        craft = state.craft.get(id)
        if craft is None or not loads or craft.where == "up" or (craft.where == "destroyed" and not craft.battle):
            found.append(f"units are aboard {id}, which is not there")
        elif [load.id for load in loads if is_vehicle(load)] != craft.cargo:
            found.append(f"the bays of {id} do not hold the vehicles aboard")
        else:
            found += [f"{id} {words}" for words in hold.misfits(craft, loads)]
    return found


def _shot_words(state: State, shot: Shot) -> list[str]:
    found = [] if shot.target or shot.battle or shot.unit in state.falling else [f"missile {shot.id} flies at nothing"]
    if shot.velocity < 0 or shot.launched > state.at.turn or not board(state.layout).has(shot.hex):
        found.append(f"missile {shot.id} is in no place where it could be")
    if bool(shot.unit) != bool(shot.battle) and shot.cluster is None and shot.unit not in state.falling:
        found.append(f"missile {shot.id} flies at {shot.unit or 'nothing'} in {shot.battle or 'no battle'}")
    if shot.painted and not shot.unit:
        found.append(f"missile {shot.id} follows paint on nothing")
    if shot.owner not in state.craft and not shot.name:
        found.append(f"missile {shot.id} comes from nowhere")
    if shot.cluster is not None and shot.cluster.javelins < 1:
        found.append(f"cluster {shot.id} has no javelins")
    return found


def _craft_words(state: State, id: str, craft: Craft) -> list[str]:
    b, found = board(state.layout), []
    if id != craft.id or craft.where not in WHERE:
        found.append(f"{id} is in no known place")
    if craft.side not in {s.id for s in state.sides}:
        found.append(f"{id} belongs to no side")
    if (craft.where == "ground_attack" and not (craft.attack and craft.battle)) or (craft.where == "board" and craft.attack):
        found.append(f"{id} attacks the ground of no battle")
    if craft.where in ON_BOARD and not b.has(craft.hex):
        found.append(f"{id} is off the board")
    if craft.where == "on_ground" and not (craft.battle and 0 < craft.down <= state.at.turn):
        found.append(f"{id} is on the ground of no battle")
    if craft.where == "away" and not (b.has(craft.hex) and 0 < craft.away <= state.at.turn):
        found.append(f"{id} is away from nowhere")
    if craft.where == "waiting" and not any(id in e.units and (state.at.phase or e.turn > state.at.turn) for e in state.entries):
        found.append(f"{id} waits for no entry")
    if craft.exit and craft.where != "left":
        found.append(f"{id} has left and is here")
    if craft.crew not in ("aboard", "ejected", "dead") or (craft.crew == "ejected") != bool(craft.pilot_in):
        found.append(f"{id} has a crew that is nowhere")
    found += [
        f"{id} has a fault of {what} that ends before it begins" for what, last in craft.shorts.items() if last < craft.since.get(what, 0)
    ]
    found += pilot_words(craft, id)
    if craft.velocity < 0 or not 1 <= craft.heading <= 6:
        found.append(f"{id} flies with heading {craft.heading} at velocity {craft.velocity}")
    if any(n <= 0 for store in (craft.missiles, craft.bombs) for n in store.values()):
        found.append(f"{id} carries a negative number of something")
    grown = [s for s, g in craft.armor.items() if boxes_left(g) > kind(craft).armor[s]]
    found += [f"{id} has more {side} armor than it started with" for side in grown]
    at_rest = not state.at.phase and craft.where == "board" and in_air(b, hexes_of(b, craft))
    if at_rest and air_limit(craft) == 0 and not craft.marks:
        found.append(f"{id} flies in the atmosphere without being made for it")
    found += [f"{id} has its shields set wrong: {words}" for words in fit_faults(craft, craft.shields)]
    return found
