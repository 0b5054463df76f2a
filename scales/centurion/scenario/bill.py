"""What each side of a battle costs by the Scenario Points Table, line by line (Scenario Design)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scales.centurion import switches
from scales.centurion.catalog import squad_types, vehicle_type
from scales.centurion.combat.weapons import table
from scales.centurion.preparation.opening import opening, points_of
from scales.centurion.preparation.orbit_setup import ShipSpec
from scales.centurion.preparation.setup import SetUp
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.support import naval_calls, orbit
from scales.centurion.support.naval_fire import class_missiles, class_missions, missile_damage
from scales.engine import Json


@dataclass(slots=True, frozen=True)
class Line:
    """So many of a kind at so many points each."""

    what: str
    count: int
    each: int

    @property
    def points(self) -> int:
        return self.count * self.each


def bill(setup: SetUp) -> dict[str, list[Line]]:
    """The lines of each side; the set-up must be free of faults."""
    state = opening(setup)
    return {side: [line for line in _lines(setup, state, side) if line.count and line.each] for side in state.sides}


def total(lines: list[Line]) -> int:
    """What a side costs in all."""
    return sum(line.points for line in lines)


def _lines(setup: SetUp, state: BattleState, side: str) -> Iterator[Line]:
    prices = table("scenario_points")
    units = [u for u in state.units() if u.side == side and u.id not in state.installations]
    yield from _units(units)
    yield Line("defensive installation", sum(i.side == side for i in setup.installations), prices["installation"])
    missions = sum(b.missions for b in setup.batteries if b.side == side) if switches.is_on(state, "artillery") else 0
    yield Line("fire mission of offboard artillery a turn", missions, prices["artillery_mission"])
    yield from _from_orbit(setup, state, side)
    yield Line("hidden minefield", sum(m.side == side and m.hidden for m in setup.minefields), prices["hidden_minefield"])
    yield Line("crater", _craters(setup, state, units, side), prices["crater"])
    yield Line("setting up on the objective", int(_on_objective(state, units)), prices["on_objective"])


def _from_orbit(setup: SetUp, state: BattleState, side: str) -> Iterator[Line]:
    """Each mission of a ship for every turn in which it may fire; each turn in which a satellite may be called."""
    for ship in (s for s in setup.ships if s.side == side and switches.is_on(state, "naval_fire")):
        yield from _of_ship(state, ship)
    window = state.thor.get(side)
    turns = window.until - window.since + 1 if window is not None else switches.value(state, "thor_missions")
    yield Line("turn with a mission of Thor" if window is not None else "mission of Thor", turns, table("scenario_points")["thor_turn"])


def _of_ship(state: BattleState, ship: ShipSpec) -> Iterator[Line]:
    """Its laser bays, and the salvos that it may fire, each for the turns of its window; by Leviathan's rules for every fifth."""
    per_ten = table("scenario_points")["naval_mission_per_ten"]
    turns = (ship.until or state.turn_limit) - ship.since + 1
    turns = -(-turns // naval_calls.MINUTES) if switches.is_on(state, "leviathan_naval_rules") else turns
    for rating in class_missions(ship.type) if ship.lasers else ():
        yield Line(f"turn of naval fire at {rating} by {ship.name}", turns, rating * per_ten // 10)
    salvos = min(turns, orbit.salvos_of(ship)) if switches.is_on(state, "missile_barrages") else 0
    yield Line(f"missile barrage by {ship.name}", salvos, missile_damage(class_missiles(ship.type)[0]) * per_ten // 10)


def _units(units: list[Vehicle | Squad]) -> Iterator[Line]:
    """Vehicles and squads by type, in the order of the set-up."""
    counts = Counter((isinstance(u, Squad), u.type) for u in units)
    worth = {(isinstance(u, Squad), u.type): points_of(u) for u in units}
    for (is_squad, type), count in sorted(counts.items(), key=lambda each: each[0][0]):
        yield Line(squad_types()[type].name if is_squad else vehicle_type(type).name, count, worth[is_squad, type])


def _craters(setup: SetUp, state: BattleState, units: list[Vehicle | Squad], side: str) -> int:
    """Craters in which a side's units begin without a charge of their own, and for the defender those that lie open on the map."""
    paid = {u.id for p in setup.platoons if p.charges for u in p.units}
    mine = sum(u.crater and u.id not in paid for u in units)
    attackers = [s for s in state.sides.values() if s.attacker]
    return mine + (len(setup.craters) if attackers and not state.sides[side].attacker else 0)


def _on_objective(state: BattleState, units: list[Vehicle | Squad]) -> bool:
    ground = {h for o in state.goals.objectives for h in o.hexes} if state.goals is not None else set()
    return any(u.hex is not None and u.hex.label in ground for u in units)


def remarks(totals: dict[str, int]) -> list[str]:
    """What is unusual about the points of two sides (Scenario Design suggests so many, and the same for both)."""
    least, most = table("scenario_points")["suggested"]["least"], table("scenario_points")["suggested"]["most"]
    out = [f"{side} has {points} points; {least} to {most} are suggested" for side, points in totals.items() if not least <= points <= most]
    if len(set(totals.values())) > 1:
        out.append("the sides are unequal: " + ", ".join(f"{side} {points}" for side, points in totals.items()))
    return out


def document(setup: SetUp) -> Json:
    """The points of both sides as plain data."""
    sides = bill(setup)
    totals = {side: total(lines) for side, lines in sides.items()}
    told = {
        side: {
            "lines": [{"what": line.what, "count": line.count, "each": line.each, "points": line.points} for line in lines],
            "total": totals[side],
        }
        for side, lines in sides.items()
    }
    return {"sides": told, "remarks": remarks(totals)}
