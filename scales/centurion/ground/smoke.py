"""Smoke in the End Phase: rounds of guns and mortars that did not fire, and grenades of vehicles.

A unit's order is {"rounds": [[weapon, hex], ...], "grenades": heading}: `weapon` counts the weapons of a vehicle's sheet, or the mortars of a
squad, from 0; artillery lays a column and may add its heading, 1 to 6. Grenades fill the hex next to the vehicle along the heading and those
on both sides of it. {} lays none.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scales.centurion import switches
from scales.centurion.combat import aim, infantry_combat, plans
from scales.centurion.combat.effects import listed
from scales.centurion.combat.plans import Shot
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import DIRECT, Weapon, base_to_hit, weapon
from scales.centurion.ground import hidden
from scales.centurion.ground.terrain import on_board
from scales.centurion.state import PARITY, BattleState, Squad, Vehicle
from scales.centurion.support import rounds, scatter
from scales.centurion.support.labels import read_hex
from scales.centurion.support.rounds import Blast
from scales.engine import Decision, Fault, Json, Orders
from scales.hexes import HEADINGS, Hex, distance, neighbor
from scales.play import Play

RULE = "centurion: Smoke"
ROUND = "smoke"


@dataclass(slots=True, frozen=True)
class Gun:
    """A weapon that could fire a smoke round: its number, what it is, and whether it fires into the forward arc alone."""

    number: int
    arm: Weapon
    is_fixed: bool = False


@dataclass(slots=True)
class Round:
    """A smoke round to be fired: who, with what, where, and what it rolls against. `heading` is that of a column."""

    unit: Vehicle | Squad
    gun: Gun
    hex: Hex
    reckoned: Reckoning
    heading: int = 1


# --- who may --------------------------------------------------------------------------------------------------------------------


def note(state: BattleState, vehicle: Vehicle, shots: Sequence[Shot]) -> None:
    """Remember what a vehicle fires, and the hex at which its direct-fire weapons are."""
    vehicle.mounts_fired = sorted({*vehicle.mounts_fired, *(s.mount for s in shots)})
    for shot in shots:
        if shot.arm.family in DIRECT:
            unit, building = state.unit(shot.target), aim.building_hex(shot.target)
            hex = unit.hex if unit is not None else building
            vehicle.aimed_at = hex.label if hex is not None else ""


def guns(unit: Vehicle | Squad) -> list[Gun]:
    """Weapons of a unit that have smoke rounds and did not fire in this turn. A squad does one thing in a turn."""
    if isinstance(unit, Squad):
        idle = infantry_combat.may_fight(unit) and not (unit.fired or unit.painting or unit.concealed)
        count = min(unit.mortars, infantry_combat.effectiveness(unit.strength).mortars) if idle else 0
        return [Gun(number, weapon("infantry_mortar")) for number in range(count)]
    if not _can_act(unit) or unit.fired_above:
        return []
    return [Gun(n, a, w != "turret") for n, a, w in plans.armed(unit) if ROUND in a.shells and n not in unit.mounts_fired]


def _can_act(vehicle: Vehicle) -> bool:
    return aim.in_play(vehicle) and aim.crew_fights(vehicle) and not vehicle.under_water


def has_grenades(unit: Vehicle | Squad) -> bool:
    """May the unit launch smoke grenades? Not from the height of low-altitude flight."""
    return isinstance(unit, Vehicle) and unit.smoke > 0 and _can_act(unit) and unit.mode != "laf"


def ready(state: BattleState, side: str) -> list[str]:
    """Units of a side that could lay smoke, sorted."""
    if not switches.is_on(state, "smoke"):
        return []
    return sorted(u.id for u in state.in_play() if u.side == side and (has_grenades(u) or guns(u)))


# --- what it takes --------------------------------------------------------------------------------------------------------------


def reckoned(state: BattleState, unit: Vehicle | Squad, arm: Weapon, hex: Hex) -> Reckoning:
    """What a smoke round rolls against: the range and the firer's own damage, no terrain."""
    assert unit.hex is not None
    if arm.family == "artillery":
        found = aim.aim_hex(state, unit, hex)
        return Reckoning(found.base, found.modifiers, RULE)
    return Reckoning(base_to_hit(distance(unit.hex, hex, PARITY)), aim.own_modifiers(unit), RULE)


def why_not(state: BattleState, unit: Vehicle | Squad, gun: Gun, hex: Hex) -> str:
    """Why a gun cannot lay smoke on a hex, '' if it can."""
    assert unit.hex is not None
    far = distance(unit.hex, hex, PARITY)
    other = unit.aimed_at if isinstance(unit, Vehicle) else ""
    if not on_board(state, hex):
        return f"hex {hex.label} is not on the board"
    if other and other != hex.label:
        return f"its other direct-fire weapons were fired at hex {other}, and smoke of this turn goes there too"
    if far > gun.arm.range:
        return f"the {gun.arm.name} reaches {gun.arm.range} hexes, hex {hex.label} is {far} away"
    if gun.is_fixed and isinstance(unit, Vehicle) and not aim.in_front(unit, hex, aim.hex_id(hex)):
        return f"the {gun.arm.name} in the hull cannot bear outside the forward arc"
    seen = aim.aim_hex(state, unit, hex).seen if gun.arm.family == "artillery" else aim.sees_hex(state, unit, hex)
    return "" if seen else f"there is no line of sight to hex {hex.label}"


def cloud(vehicle: Vehicle, heading: int) -> list[Hex]:
    """The three hexes that grenades fill: the one along a heading and its neighbors around the vehicle."""
    assert vehicle.hex is not None
    return [neighbor(vehicle.hex, (heading + turn - 1) % 6 + 1, PARITY) for turn in (-1, 0, 1)]


# --- the segment ----------------------------------------------------------------------------------------------------------------


def ask(state: BattleState, side: str) -> list[Decision]:
    """What a side is asked, if it can lay any smoke."""
    units, prompt = ready(state, side), "Lay smoke for the next minute."
    data = {"side": side, "units": units}
    return [Decision(f"smoke:{side}", state.seat(side), "smoke", prompt, units, sealed=True, data=data)] if units else []


def lay(play: Play[BattleState]) -> Sequence[Decision]:
    """Both sides choose, then all rounds and grenades go off together."""
    state = play.state
    asked = [decision for side in sorted(state.sides) for decision in ask(state, side)]
    if asked and play.asks_first():
        return asked
    fired: list[Round] = []
    thrown: list[tuple[Vehicle, int]] = []
    for decision in asked:
        answer = play.answers.get(decision.key)
        for id, order in sorted(answer.choices.items()) if answer else ():
            if id in decision.units and order and not order_faults(state, id, order):
                _take(state, id, order, fired, thrown)
    for each in fired:
        _fire(play, each)
    for vehicle, heading in thrown:
        _throw(play, vehicle, heading)
    return ()


def _take(state: BattleState, id: str, order: Json, fired: list[Round], thrown: list[tuple[Vehicle, int]]) -> None:
    """An order as what is to be fired: sight is that of before the smoke of this turn."""
    unit = state.unit(id)
    assert unit is not None
    can = {gun.number: gun for gun in guns(unit)}
    for number, label, *heading in order.get("rounds", []):
        hex = read_hex(label)
        assert hex is not None
        fired.append(Round(unit, can[number], hex, reckoned(state, unit, can[number].arm, hex), *heading))
    if "grenades" in order and isinstance(unit, Vehicle):
        thrown.append((unit, order["grenades"]))


def _fire(play: Play[BattleState], each: Round) -> None:
    hidden.reveal(play, each.unit, "it lays smoke")
    name, arm = each.unit.name, each.gun.arm
    check = scatter.to_hit(play, each.reckoned, f"smoke round of {name} on hex {each.hex.label}, {arm.name}")
    landed = scatter.lands(play, each.hex, check)
    text = f"{name} fires a smoke round of its {arm.name} at hex {each.hex.label}: it {scatter.where(each.hex, landed)}."
    data = {"hex": each.hex.label, "landed": landed.label if landed is not None else ""}
    play.tell("smoke_fired", text, RULE, units=[each.unit.id], checks=[check], data=data)
    if landed is not None and arm.family == "artillery":
        rounds.land(play, ROUND, Blast(landed, each.unit.side, each.unit.id, each.heading))
    elif landed is not None:
        rounds.lay_smoke(play.state, [landed])


def _throw(play: Play[BattleState], vehicle: Vehicle, heading: int) -> None:
    hidden.reveal(play, vehicle, "it lays smoke")
    vehicle.smoke -= 1
    hexes = [hex for hex in cloud(vehicle, heading) if on_board(play.state, hex)]
    rounds.lay_smoke(play.state, hexes)
    labels = [hex.label for hex in hexes]
    left = f"{vehicle.smoke} grenade{'' if vehicle.smoke == 1 else 's'} left"
    text = f"{vehicle.name} launches smoke grenades: smoke fills {listed(labels) or 'nothing on the board'}, {left}."
    play.tell("smoke_grenades", text, RULE, units=[vehicle.id], data={"heading": heading, "hexes": labels})


# --- orders ---------------------------------------------------------------------------------------------------------------------


def order_faults(state: BattleState, id: str, order: Any) -> list[str]:
    """Why an order to lay smoke is refused, every reason; {} lays none."""
    unit = state.unit(id)
    if not isinstance(order, Mapping) or set(order) - {"rounds", "grenades"}:
        return ["An order to lay smoke has rounds and grenades only (centurion: Smoke)."]
    if not order or unit is None:
        return []
    found = [f"{unit.name}: {text} (centurion: Smoke)." for text in _round_faults(state, unit, order.get("rounds", []))]
    if "grenades" in order and not has_grenades(unit):
        found.append(f"{unit.name} has no smoke grenades to launch (centurion: Smoke).")
    elif "grenades" in order and (type(order["grenades"]) is not int or order["grenades"] not in HEADINGS):
        found.append(f"{unit.name}: grenades are launched along a heading, 1 to 6 (centurion: Smoke).")
    return found


def _round_faults(state: BattleState, unit: Vehicle | Squad, lines: Any) -> Iterator[str]:
    can = {gun.number: gun for gun in guns(unit)}
    if not isinstance(lines, list) or len(lines) > len(can):
        yield f"it can fire {len(can)} smoke round{'' if len(can) == 1 else 's'}, of weapons that did not fire in this turn"
        return
    numbers = [line[0] for line in lines if isinstance(line, list) and line]
    if len({str(n) for n in numbers}) < len(lines):
        yield "each weapon fires one round"
    for line in lines:
        yield from _line_faults(state, unit, can, line)


def _line_faults(state: BattleState, unit: Vehicle | Squad, can: Mapping[int, Gun], line: Any) -> Iterator[str]:
    if not (isinstance(line, list) and len(line) in (2, 3) and type(line[0]) is int):
        yield "a round is [weapon number, hex], and for artillery the heading of its column"
        return
    gun, hex = can.get(line[0]), read_hex(line[1])
    if gun is None:
        yield f"weapon {line[0]} has no smoke round to fire in this turn"
    elif hex is None:
        yield "the target is a hex of the map, such as 0812"
    elif len(line) == len(("weapon", "hex", "heading")) and not (
        gun.arm.family == "artillery" and type(line[2]) is int and line[2] in HEADINGS
    ):
        yield "artillery alone lays a column, along a heading from 1 to 6"
    elif fault := why_not(state, unit, gun, hex):
        yield fault


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults of the orders of a side."""
    given = [(id, orders.choices[id]) for id in decision.data["units"] if id in orders.choices]
    return [Fault("not_legal", text, id) for id, order in given for text in order_faults(state, id, order)]
