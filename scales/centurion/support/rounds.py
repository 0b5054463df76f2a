"""What the rounds of artillery and aircraft do where they land (centurion: Artillery Rounds)."""

from collections.abc import Callable
from dataclasses import dataclass

from scales.centurion import switches
from scales.centurion.careers import quality
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import aim, damage, effects, hit_location, infantry_combat, vulcan
from scales.centurion.combat.casualty_rolls import CasualtyRoll, by_squad
from scales.centurion.combat.weapons import figures, template
from scales.centurion.ground import buildings, engineering, installations, mines, ruin
from scales.centurion.ground.terrain import WOODS, on_board, terrain_of
from scales.centurion.movement import grounding
from scales.centurion.state import PARITY, BattleState, Squad, Vehicle
from scales.centurion.support import landed_craft_above, landed_craft_blast
from scales.centurion.support.landed_craft_aim import Half
from scales.dice import succeeds
from scales.engine import Check, Json, Modifier
from scales.hexes import Hex, neighbor, neighbors, within
from scales.play import Play

RULE = "centurion: Artillery Rounds"


@dataclass(slots=True)
class Blast:
    """A round that came down: where, whose, who fired it (for the credit of kills), and of what quality his gunners are."""

    hex: Hex
    side: str
    by: str = ""
    heading: int = 1
    troops: str = "regular"


def land(play: Play[BattleState], round: str, blast: Blast) -> None:
    """The effects of one round in the hex where it landed. Armor suffers at once, what lies inside is queued."""
    _EFFECTS[round](play, blast)
    landed_craft_blast.blast(play, round, blast.hex, blast.by)


def name(round: str) -> str:
    return str(figures("artillery")[round]["name"])


def one(round: str) -> str:
    """'a HELL round', 'an ADM round': ADM and AMA alone are spelt from A."""
    return f"{'an' if name(round).startswith('A') else 'a'} {name(round)} round"


# --- who is there ---------------------------------------------------------------------------------------------------------------


def area(state: BattleState, hex: Hex, radius: int) -> list[Hex]:
    """The hexes of the board within a radius."""
    return [h for h in within(hex, radius, PARITY) if on_board(state, h)]


def vehicles_in(state: BattleState, hexes: list[Hex]) -> list[Vehicle]:
    """Vehicles in some hexes, friend and foe, by id; a turret of an installation suffers with its building."""
    found = [v for _, v in sorted(state.vehicles.items()) if v.hex in hexes and not v.destroyed and not v.left]
    return [v for v in found if not installations.is_turret(v)]


def squads_in(state: BattleState, hexes: list[Hex]) -> list[Squad]:
    """Squads and crews on foot in the open, by id."""
    on_foot = [s for _, s in sorted(state.squads.items()) if s.hex in hexes and s.aboard is None and not s.destroyed and not s.left]
    return [s for s in on_foot if s.level == 0 and not s.in_wreck]


# --- ground ---------------------------------------------------------------------------------------------------------------------


def fell_trees(state: BattleState, hex: Hex, rubble: bool) -> None:
    """Woods become rubble, or are burnt clear."""
    tile = terrain_of(state).tile(hex)
    if tile is None or tile.ground not in WOODS:
        return
    engineering.forget_paths(state, hex.label)
    if rubble:
        buildings.rubble(state, hex.label)
    elif hex.label not in state.ground.cleared:
        state.ground.cleared = sorted([*state.ground.cleared, hex.label])


def scorch(play: Play[BattleState], hex: Hex, blast: Blast, through: int, *, weapon: str, rule: str) -> None:
    """A HELL round or naval strike: trees, rubble, buildings, mines and empty craters are gone, and whoever is inside. Buildings under a
    shield stand, and take the points that come `through` it."""
    state, label = play.state, hex.label
    tile = terrain_of(state).tile(hex)
    rough = tile is not None and tile.ground == "rubble"
    fell_trees(state, hex, rubble=False)
    block = buildings.building_at(state, hex)
    shielded = block is not None and installations.shield(state, hex) > 0
    if shielded:
        buildings.burnt(play, hex, through, by=blast.by, weapon=weapon, rule=rule)
    else:
        buildings.razed(play, hex, blast.by)
    if rough or (block is not None and not shielded):
        state.ground.cleared = sorted({*state.ground.cleared, label})
    mines.sweep(play, label)
    buildings.clear_craters(state, label)


def through(state: BattleState, hex: Hex, rating: int) -> int:
    """Points of a HELL round or naval strike that the shield over the buildings of a hex lets through."""
    return max(0, rating - 10 * installations.shield(state, hex))


# --- rounds ---------------------------------------------------------------------------------------------------------------------


def hafe(play: Play[BattleState], blast: Blast) -> None:
    """HAFE-I: target hex and its neighbors; ten points on every facing but the bottom, infantry, buildings, woods to rubble."""
    figure, state = figures("artillery")["hafe_i"], play.state
    hexes = area(state, blast.hex, figure["radius"])
    before, rolls = ruin.look(state, hexes), list[CasualtyRoll]()
    for squad in squads_in(state, hexes):
        rolled = infantry_combat.casualties(play, squad, figure["infantry_column"], "HAFE-I")
        infantry_combat.queue(squad, rolled.men, blast.by)
        rolls += infantry_combat.seen(state, squad, [rolled])
    for vehicle in vehicles_in(state, hexes):
        if vehicle.mode != "laf":
            burn(play, vehicle, dict.fromkeys(damage.SIDES, figure["damage"]), blast.by, weapon="HAFE-I", rule="centurion: HAFE-I Rounds")
    for hex in hexes:
        rolls += buildings.swept(play, hex, figure["damage"], column=figure["infantry_column"], by=blast.by)
        fell_trees(state, hex, rubble=True)
    text = f"HAFE-I flechettes sweep hex {blast.hex.label} and its neighbors{by_squad(rolls)}."
    _summary(play, text, blast, "centurion: HAFE-I Rounds", more={"rolls": [each.told() for each in rolls]})
    ruin.tell(play, before, hexes, "centurion: HAFE-I Rounds", blast.by)


def burn(play: Play[BattleState], vehicle: Vehicle, points: dict[str, int], by: str, *, weapon: str, rule: str) -> None:
    """Damage along the rows of every facing but the bottom."""
    struck = damage.all_round(vehicle, points, by, weapon)
    lost, inside = sum(s.boxes for s in struck), sum(s.inside for s in struck)
    effects.riders_hit(play, vehicle, weapon, by)
    if lost:
        vehicle.turn_damaged = play.state.last_damage = play.state.turn
    within_it = f", {inside} of them inside" if inside else ""
    text = f"{vehicle.name} loses {lost} boxes all round to {weapon}{within_it}."
    play.tell(
        "blast", text, rule, units=[vehicle.id], data={"points": points, "boxes": lost, "inside": inside}, cause=play.state.causes.get(by)
    )


def _summary(play: Play[BattleState], text: str, blast: Blast, rule: str, more: Json | None = None) -> None:
    play.tell("round_landed", text, rule, units=[blast.by] if blast.by else [], data={"hex": blast.hex.label, **(more or {})})


def hell(play: Play[BattleState], blast: Blast) -> None:
    """HELL: everything in the hex burns and grounds; grav vehicles next to it may be pulled down, trees there become rubble."""
    figure, state = figures("artillery")["hell"], play.state
    around = [h for h in neighbors(blast.hex, PARITY) if on_board(state, h)]
    before = ruin.look(state, [blast.hex, *around])
    for squad in squads_in(state, [blast.hex]):
        infantry_combat.queue(squad, squad.strength, blast.by)
    for vehicle in vehicles_in(state, [blast.hex]):
        effects.ground(play, vehicle, why="pulled down by a HELL round")
        burn(play, vehicle, damage.hell_points(vehicle, figure["damage"]), blast.by, weapon="HELL", rule="centurion: HELL Rounds")
    scorch(play, blast.hex, blast, through(state, blast.hex, figure["damage"]), weapon="HELL", rule="centurion: HELL Rounds")
    for vehicle in vehicles_in(state, around):
        shock(play, vehicle)
    for hex in around:
        fell_trees(state, hex, rubble=True)
    _summary(play, f"A HELL round goes off in hex {blast.hex.label}.", blast, "centurion: HELL Rounds")
    ruin.tell(play, before, [blast.hex, *around], "centurion: HELL Rounds", blast.by)


def shock(play: Play[BattleState], vehicle: Vehicle) -> None:
    """The gravitic aftershock: 5 or less to stay in the air."""
    if vehicle.mode == "grounded" or not vehicle_type(vehicle.type).grav:
        return
    target = figures("artillery")["hell"]["gravitic_target"]
    roll = play.dice.d10(f"gravitic aftershock: {vehicle.name}")
    check = Check("staying up", target, [], target, roll, succeeds(roll, target), "centurion: HELL Rounds")
    keeps = "rides out" if check.passed else "is pulled down by"
    play.tell("aftershock", f"{vehicle.name} {keeps} the gravitic aftershock.", check.rule, units=[vehicle.id], checks=[check])
    if not check.passed:
        effects.ground(play, vehicle, why="by the aftershock")


def adm(play: Play[BattleState], blast: Blast) -> None:
    """Mines in the hex, seen by everyone; another field on top changes nothing."""
    mines.lay(play.state, blast.hex.label, blast.side)
    _summary(play, f"Mines are strewn over hex {blast.hex.label}.", blast, "centurion: ADM Rounds")


def ama(play: Play[BattleState], blast: Blast) -> None:
    """All mines of the hex go off harmlessly."""
    mines.sweep(play, blast.hex.label)
    _summary(play, f"Gravitic pulses clear all mines from hex {blast.hex.label}.", blast, "centurion: AMA Rounds")


def smoke(play: Play[BattleState], blast: Blast) -> None:
    """A column of smoke three hexes long, centered on the hex, along the heading chosen."""
    hexes = [neighbor(blast.hex, blast.heading, PARITY, step) for step in (-1, 0, 1)]
    lay_smoke(play.state, hexes)
    _summary(play, f"A column of smoke rises around hex {blast.hex.label}.", blast, "centurion: Smoke Rounds")


def lay_smoke(state: BattleState, hexes: list[Hex]) -> None:
    """Smoke counters until the next End Phase, where smoke is played."""
    for hex in hexes if switches.is_on(state, "smoke") else ():
        if on_board(state, hex):
            state.ground.smoke[hex.label] = state.turn


def crater(play: Play[BattleState], blast: Blast) -> None:
    """A crater as a digging charge makes it; not in water or among buildings."""
    tile = terrain_of(play.state).tile(blast.hex)
    if tile is not None and tile.ground not in ("lake", "buildings"):
        play.state.ground.craters[blast.hex.label] = play.state.ground.craters.get(blast.hex.label, 0) + 1
    _summary(play, f"A round digs a crater in hex {blast.hex.label}.", blast, "centurion: Crater Rounds")
    grounding.blow_away(play, blast.hex.label)


# --- GLAD -----------------------------------------------------------------------------------------------------------------------


def glad_target(state: BattleState, blast: Blast) -> Vehicle | Half | None:
    """A painted enemy in or next to the hex, else an enemy in the hex itself (R-CEN-28): of several the one that it hits best, a craft on the
    ground after vehicles."""
    near = [v for v in vehicles_in(state, area(state, blast.hex, 1)) if v.side != blast.side and not v.hidden]
    painted = [v for v in near if any(aim.side_of(state, p) == blast.side for p in v.painted_by)]
    here = [v for v in near if v.hex == blast.hex]
    best = [v for v in painted if v in here] or painted
    found = min(best or here, key=lambda v: (-glad_number(_glad_modifiers(state, v, blast)), v.id), default=None)
    marked, under = landed_craft_above.glad_halves(state, blast.hex, blast.side)
    return found if best or (found is not None and not marked) else next(iter(marked or under), None)


def _glad_modifiers(state: BattleState, target: Vehicle | Half, blast: Blast) -> list[Modifier]:
    if not isinstance(target, Vehicle):
        return landed_craft_above.glad_modifiers(state, target, blast.side)
    painted = any(aim.side_of(state, p) == blast.side for p in target.painted_by)
    return glad_modifiers(target, painted, aim.cover(state, target))


def glad_number(modifiers: list[Modifier]) -> int:
    return int(figures("artillery")["glad"]["base"]) + sum(m.value for m in modifiers)


def glad_modifiers(vehicle: Vehicle, painted: bool, cover: list[Modifier]) -> list[Modifier]:
    """Terrain, and the front shield unless the target is painted."""
    factor = 0 if painted else aim.shield_factor(vehicle.shields, "front")
    return [*cover, Modifier("front shield", -factor, "centurion: Target Shield Modifier")] if factor else cover


def glad(play: Play[BattleState], blast: Blast) -> None:
    """A missile from above: 9 less terrain and shield; turret or stern, as a 150mm HEAP round. A miss hits the ground."""
    figure, rule = figures("artillery")["glad"], "centurion: GLAD Round"
    target = glad_target(play.state, blast)
    if target is None:
        _summary(play, f"The GLAD round on hex {blast.hex.label} finds no vehicle.", blast, rule)
        return
    name, id = (target.name, target.id) if isinstance(target, Vehicle) else (target.landed.craft.craft_name, target.landed.craft.craft)
    modifiers = _glad_modifiers(play.state, target, blast)
    number = glad_number(modifiers)
    roll = play.dice.d10(f"to hit: GLAD on {name}")
    check = Check(f"GLAD on {name}", figure["base"], modifiers, number, roll, succeeds(roll, number), rule)
    result = "hits" if check.passed else "misses"
    play.tell("glad", f"A GLAD round {result} {name}.", rule, units=[id], checks=[check])
    if check.passed and not isinstance(target, Vehicle):
        landed_craft_above.strike(play, target, template(figure["template"]), blast.by, "glad", "a GLAD round")
    elif check.passed and isinstance(target, Vehicle) and not any(vulcan.engage(play, target, ["GLAD"], blast.by)):
        from_above(play, target, figure["template"], blast.by, "GLAD", blast.troops)


def from_above(play: Play[BattleState], target: Vehicle, shape_id: str, by: str, weapon: str, troops: str = "regular") -> None:
    """A hit from above: turret on 1 to 3, else stern (GLAD Hit Location Table); the gunners of a unit on the board shift its column."""
    facing = hit_location.location("top", play.dice.d10(f"hit location: {weapon} on {target.name}"))
    rolled = play.dice.d10(f"column: {weapon} on {target.name}")
    column = quality.shifted(rolled, troops, target.armor[facing])
    struck = damage.strike(target, facing, template(shape_id), column, by=by, weapon=weapon)
    target.turn_damaged = play.state.last_damage = play.state.turn
    effects.riders_hit(play, target, weapon, by)
    text = f"{target.name} is struck on the {facing} from above: {struck.boxes} boxes lost{quality.told([(rolled, column)], troops)}."
    data = {"facing": facing, "column": column, "armor": struck.armor, "inside": struck.inside, "systems": struck.systems}
    play.tell("hit", text, "centurion: GLAD Hit Location Table", units=[target.id], data=data)


_EFFECTS: dict[str, Callable[[Play[BattleState], Blast], None]] = {
    "hafe_i": hafe,
    "hell": hell,
    "adm": adm,
    "ama": ama,
    "smoke": smoke,
    "crater": crater,
    "glad": glad,
}
