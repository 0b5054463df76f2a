"""Naval fire support and missile barrages: called in the End Phase, down in the artillery segment (centurion, leviathan: Naval Fire Support).

Headings of the book played here too: Laser Fire Support.
"""

from collections.abc import Sequence

from scales.centurion import switches
from scales.centurion.combat import damage, effects, infantry_combat
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import figures
from scales.centurion.ground import buildings, hidden, installations, ruin
from scales.centurion.state import PARITY, BattleState, Call, Vehicle
from scales.centurion.support import air_defense, landed_craft_blast, rounds, scatter
from scales.centurion.support.landed_craft_blast import Source
from scales.centurion.support.rounds import Blast, area, squads_in, vehicles_in
from scales.engine import Check, Decision, Json, Modifier
from scales.hexes import Hex, distance, hex_of
from scales.messages import Bay, FireSupport
from scales.play import Play

RULE = "centurion: Naval Fire Support"
BARRAGE = "centurion: Missile Barrages"
OBLITERATED = 1000
"""Points on each side of a craft on the ground where a barrage destroys everything."""


# --- figures ---------------------------------------------------------------------------------------------------------------------


def mission(kind: str, officer: bool) -> tuple[int, int]:
    """To-hit number and turns of delay of a laser mission or missile barrage, by officer or Centurion."""
    row = figures("naval")["laser" if kind == "laser" else "missiles"]["officer" if officer else "centurion"]
    return int(row["to_hit"]), int(row["delay"])


def class_missions(ship_class: str) -> list[int]:
    """Damage of each separate attack of a class in a stand-alone battle (Naval Fire Support Damage Table)."""
    return list(figures("naval")["ships"][ship_class.lower()]["laser_bays"])


def class_missiles(ship_class: str) -> tuple[str, int]:
    """Type and salvos of the missiles of a class in a stand-alone battle (Naval Fire Support Damage Table)."""
    row = figures("naval")["ships"][ship_class.lower()]
    return row["missile_class"], int(row["missiles"]) if row["missile_class"] != "none" else 0


def broadside(ship_class: str) -> list[tuple[str, int]]:
    """The bays of one side of a class with their Leviathan damage, for the detailed rules (leviathan: Naval Fire Support and Centurion)."""
    return [(name, points) for name, points in figures("naval")["ships"][ship_class.lower()]["broadside"]]


def known_classes() -> list[str]:
    """The classes of the Naval Fire Support Damage Table."""
    return list(figures("naval")["ships"])


def bay_size(bay: Bay) -> int:
    """How many weapons a bay has: the number its name begins with, 25 when it does not say."""
    first = bay.name.split(" ")[0].rstrip("x")
    return int(first) if first.isdecimal() else 25


def vehicle_hits(size: int, roll: int) -> int:
    """How often a bay of a size hits one vehicle in its area (leviathan: Vehicle Hit Table)."""
    block = figures("naval")["vehicle_hits"]
    column = max((i for i, least in enumerate(block["columns"]) if least <= size), default=0)
    return int(block["rows"][roll - 1][column])


def bay_points(boxes: int, hits: int) -> int:
    """Points on each facing: ten times the Leviathan damage for each hit; vehicle shields do not help (R-CEN-29)."""
    return boxes * int(figures("naval")["laser"]["bay_factor"]) * hits


def radii(strength: int) -> tuple[int, int, int]:
    """Destroyed, hundred-point and gravitic radius of a barrage of a strength."""
    row = next(band for band in figures("naval")["missile_bands"] if strength >= band[0])
    return row[1], row[2], row[3]


def type_radii(kind: str) -> tuple[int, int, int]:
    """The radii by missile type, for a battle without the ships' own board."""
    row = figures("naval")["missile_radii"][kind]
    return row[0], row[1], row[2]


def by_simple_tables(state: BattleState, ship: FireSupport) -> bool:
    """Are the Naval Fire Support and Missile Barrage Damage Tables used for a ship? They are for one that the scenario lends, unless the option
    `leviathan_naval_rules` is on; a ship of a fleet always fires by the rules of its own board (R-CEN-29)."""
    return ship.ship in state.ship_windows and not switches.is_on(state, "leviathan_naval_rules")


def effect(state: BattleState, ship: FireSupport, bay: Bay) -> Json:
    """What a bay does to a vehicle, as an offer shows it: points on each facing but the bottom."""
    if by_simple_tables(state, ship):
        return {"points": bay.damage, "shields": "10 points less for each shield factor of a facing"}
    size, table = bay_size(bay), "leviathan: Vehicle Hit Table"
    return {"points_a_hit": bay_points(bay.damage, 1), "hits": [vehicle_hits(size, die) for die in range(1, 11)], "hits_by": table}


def full_reach(state: BattleState, ship: FireSupport) -> tuple[int, int, int]:
    """The radii of a barrage of a ship that no air defense weakens."""
    if by_simple_tables(state, ship):
        return type_radii(ship.missile_type)
    return radii(missile_damage(ship.missile_type))


def missile_damage(kind: str) -> int:
    """Missile Damage of a type of missiles."""
    return int(figures("naval")["missile_damage"].get(kind, 50))


def zone_modifiers(zone: str) -> list[Modifier]:
    """2 less from the interface, 5 less from space."""
    value = figures("naval")["zones"].get(zone, 0)
    return [Modifier(f"fire from the {zone}" if zone != "space" else "fire from space", value, RULE)] if value else []


def reckoned(base: int, ship: FireSupport, extra: int = 0, kind: str = "laser") -> Reckoning:
    """What a bay (with its own fire control) or a barrage rolls against."""
    fire_control = [Modifier("fire control of the ship", extra, RULE)] if extra else []
    return Reckoning(base, [*zone_modifiers(ship.zone), *fire_control], BARRAGE if kind == "missiles" else RULE)


# --- landing ---------------------------------------------------------------------------------------------------------------------


def segment(play: Play[BattleState]) -> Sequence[Decision]:
    """Missions due this turn."""
    for made in [c for c in play.state.calls if c.kind in ("laser", "missiles") and c.due <= play.state.turn]:
        play.state.calls.remove(made)
        ship = play.state.ships.get(made.source)
        if ship is None or not ship.in_arc:
            name = ship.ship_name if ship is not None else made.source
            why = "the hex is not in its arc" if ship is not None else "it is no longer assigned"
            text = f"The call for {name} on hex {made.hex.label} is struck off: {why}."
            play.tell("call_struck_off", text, RULE, units=[made.caller], seen_by=[made.side])
            continue
        play.state.ship_shots[ship.ship] = play.state.ship_shots.get(ship.ship, 0) + 1
        if made.kind == "missiles":
            _barrage(play, made, ship)
            ship.missiles -= 1
        else:
            _bays(play, made, ship)
    return ()


def _bays(play: Play[BattleState], made: Call, ship: FireSupport) -> None:
    """Each bay of the broadside on its own hex."""
    for bay in ship.bays:
        label = made.data["hexes"].get(bay.id)
        if label is not None:
            _bay(play, made, ship, bay, hex_of(label))


def _check(play: Play[BattleState], made: Call, ship: FireSupport, what: str, extra: int = 0) -> Check:
    return scatter.to_hit(play, reckoned(made.to_hit, ship, extra, made.kind), what)


def _bay(play: Play[BattleState], made: Call, ship: FireSupport, bay: Bay, hex: Hex) -> None:
    check = _check(play, made, ship, f"{ship.ship_name} bay {bay.name} on hex {hex.label}", bay.to_hit)
    landed = scatter.lands(play, hex, check)
    fate = "" if landed == hex else f": it {scatter.where(hex, landed)}"
    text = f"{ship.ship_name} fires on hex {hex.label} for {_for(play.state, made)}{fate}."
    data = {"ship": ship.ship, "bay": bay.id, "hex": hex.label, "landed": landed.label if landed else ""}
    play.tell(
        "naval_fire", text, RULE, units=_units(play.state, made, ship), checks=[check], data=data, cause=play.state.causes.get(ship.ship)
    )
    if landed is not None:
        strike(play, Blast(landed, made.side, ship.ship), bay, ship)


def _units(state: BattleState, made: Call, ship: FireSupport) -> list[str]:
    """The ship and who called it, if he is seen."""
    return [ship.ship, *([made.caller] if hidden.name_or_none(state, made.caller) else [])]


def _for(state: BattleState, made: Call) -> str:
    """'1 Century, called by the NFCO in Romulus 2', or only the side if nobody sees who called."""
    caller = state.vehicles.get(hidden.name_or_none(state, made.caller))
    if caller is None:
        return state.sides[made.side].name
    century = state.centuries.get(caller.century)
    name = century.name if century is not None else made.side
    return f"{name}, called by {'the NFCO' if made.officer else 'the Centurion'} in {caller.name}"


def strike(play: Play[BattleState], blast: Blast, bay: Bay, ship: FireSupport) -> None:
    """A column of fire on a hex and its neighbors, friend and foe; no gravitic effect, so nobody grounds."""
    state = play.state
    hexes = area(state, blast.hex, figures("naval")["laser"]["radius"])
    before = ruin.look(state, hexes)
    for squad in squads_in(state, hexes):
        infantry_combat.queue(squad, squad.strength, blast.by)
    for vehicle in vehicles_in(state, hexes):
        _burn(play, vehicle, bay, ship)
    _burn_landed(play, hexes, bay, ship)
    for hex in hexes:
        rounds.scorch(play, hex, blast, _through(play, hex, bay, ship), weapon=f"the guns of {ship.ship_name}", rule=RULE)
    ruin.tell(play, before, hexes, RULE, blast.by)


def _through(play: Play[BattleState], hex: Hex, bay: Bay, ship: FireSupport) -> int:
    """Points on a building that a shield covers: the rating less the shield, or the hits of a bay by Leviathan's rules, as on a vehicle (R-CEN-29)."""
    if by_simple_tables(play.state, ship):
        return rounds.through(play.state, hex, bay.damage)
    if not installations.shield(play.state, hex) or buildings.building_at(play.state, hex) is None:
        return 0
    hits = vehicle_hits(bay_size(bay), play.dice.d10(f"vehicle hits: {ship.ship_name} on {buildings.name_of(play.state, hex)}"))
    return bay_points(bay.damage, hits)


def _burn(play: Play[BattleState], vehicle: Vehicle, bay: Bay, ship: FireSupport) -> None:
    """Damage on every facing but the bottom: the rating less shields, or by the Vehicle Hit Table (R-CEN-29)."""
    if by_simple_tables(play.state, ship):
        points = damage.hell_points(vehicle, bay.damage)
    else:
        hits = vehicle_hits(bay_size(bay), play.dice.d10(f"vehicle hits: {ship.ship_name} on {vehicle.name}"))
        points = dict.fromkeys(damage.SIDES, bay_points(bay.damage, hits))
    rounds.burn(play, vehicle, points, ship.ship, weapon=f"the guns of {ship.ship_name}", rule=RULE)


def _burn_landed(play: Play[BattleState], hexes: list[Hex], bay: Bay, ship: FireSupport) -> None:
    """Craft on the ground burn as vehicles do."""
    guns = Source(ship.ship, "naval_laser", f"the guns of {ship.ship_name}", shielded=by_simple_tables(play.state, ship))
    if not landed_craft_blast.in_hexes(play.state, hexes):
        return
    points = bay.damage
    if not guns.shielded:
        points = bay_points(
            bay.damage, vehicle_hits(bay_size(bay), play.dice.d10(f"vehicle hits: {ship.ship_name} on craft on the ground"))
        )
    landed_craft_blast.burn(play, hexes, points, guns)


# --- barrages --------------------------------------------------------------------------------------------------------------------


def _barrage(play: Play[BattleState], made: Call, ship: FireSupport) -> None:
    play.state.ship_missiles[ship.ship] = True
    hex = hex_of(made.data["hexes"]["barrage"])
    check = _check(play, made, ship, f"{ship.ship_name} missile barrage on hex {hex.label}")
    landed = scatter.lands(play, hex, check)
    fate = "" if landed == hex else f": it {scatter.where(hex, landed)}"
    text = f"{ship.ship_name} fires a missile barrage on hex {hex.label} for {_for(play.state, made)}{fate}."
    play.tell(
        "missile_barrage",
        text,
        BARRAGE,
        units=_units(play.state, made, ship),
        checks=[check],
        data={"hex": hex.label},
        cause=play.state.causes.get(ship.ship),
    )
    reach = _reach(play, ship)
    if landed is not None and reach is not None:
        barrage(play, Blast(landed, made.side, ship.ship), reach)


def _reach(play: Play[BattleState], ship: FireSupport) -> tuple[int, int, int] | None:
    """The radii of a barrage as it comes down; None when air defense stops all of it, which only Leviathan's rules know of."""
    if by_simple_tables(play.state, ship):
        return full_reach(play.state, ship)
    strength = missile_damage(ship.missile_type) - air_defense.stops(play, play.state.enemies(ship.side)[0])
    return radii(strength) if strength > 0 else None


def barrage(play: Play[BattleState], blast: Blast, reach: tuple[int, int, int]) -> None:
    """Destroyed, a HELL round, or its aftershock, by the distance from the impact."""
    state = play.state
    for vehicle in vehicles_in(state, area(state, blast.hex, reach[2])):
        assert vehicle.hex is not None
        away = distance(vehicle.hex, blast.hex, PARITY)
        if away <= reach[0]:
            effects.destroy(play, vehicle, blast.by, "a missile barrage", explosion=True)
        elif away <= reach[1]:
            effects.ground(play, vehicle, why="pulled down by the barrage")
            rounds.burn(play, vehicle, damage.hell_points(vehicle, 100), blast.by, weapon="the barrage", rule=BARRAGE)
        else:
            rounds.shock(play, vehicle)
    for radius in reach[:2]:
        rating = OBLITERATED if radius == reach[0] else 100
        hexes = [h for h in area(state, blast.hex, radius) if radius == reach[0] or distance(h, blast.hex, PARITY) > reach[0]]
        landed_craft_blast.burn(play, hexes, rating, Source(blast.by, "barrage", "the barrage"))
    burnt = area(state, blast.hex, reach[1])
    before = ruin.look(state, burnt)
    for squad in squads_in(state, burnt):
        infantry_combat.queue(squad, squad.strength, blast.by)
    for hex in burnt:
        eliminated = distance(hex, blast.hex, PARITY) <= reach[0]
        if eliminated and installations.at(state, hex) is not None:
            buildings.razed(play, hex, blast.by)
        rounds.scorch(play, hex, blast, rounds.through(state, hex, 100), weapon="the barrage", rule=BARRAGE)
    ruin.tell(play, before, burnt, BARRAGE, blast.by)
