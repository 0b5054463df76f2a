"""Strafing runs over the ground: what the craft's weapons do to everything in the corridor, hex by hex (centurion: Strafing)."""

from collections.abc import Callable
from dataclasses import dataclass

from scales.centurion.combat import damage, effects, hit_location, infantry_combat, shield_rolls
from scales.centurion.combat.casualty_rolls import by_squad, in_words
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import Shape, boxes, columns, figures, laser_shape, template
from scales.centurion.ground import buildings, installations
from scales.centurion.ground.terrain import on_board, terrain_of
from scales.centurion.movement import withdrawal
from scales.centurion.state import PARITY, BattleState, Run, Squad, Unit, Vehicle
from scales.centurion.support import craft_aim, landed_craft_strafed, rounds
from scales.centurion.support.craft_aim import STRAFING
from scales.centurion.support.landed_craft_aim import Half
from scales.centurion.support.rounds import Blast
from scales.engine import Check
from scales.hexes import Hex, within
from scales.messages import GroundAttack
from scales.play import Play

Answer = Callable[[Play[BattleState], str], None]
"""What the ground does when a craft, named by its id, has come to a moment of its run."""


@dataclass(slots=True, frozen=True)
class Gun:
    """A weapon of a craft against the ground: its highest damage as a shape, and the infantry column."""

    id: str
    name: str
    marks: Shape
    column: str


def gun(id: str) -> Gun | None:
    """The ground figures of a craft's weapon; None for missiles, NPC, EPC and what the table has not."""
    row = figures("air_weapons").get(id)
    if row is None:
        return None
    if "depth" in row:
        return Gun(id, row["name"], laser_shape(row["depth"]), infantry_combat.laser_column(row["depth"]))
    marks = template(row["template"]) if "template" in row else tuple(columns(width) for width in row["rows"])
    return Gun(id, row["name"], marks, infantry_combat.laser_column(min(10, boxes(marks))))


def guns_of(craft: GroundAttack) -> list[Gun]:
    """The weapons of a craft that fire at the ground, each by itself."""
    return [found for id, count in sorted(craft.weapons.items()) for found in [gun(id)] if found for _ in range(count)]


# --- the run -------------------------------------------------------------------------------------------------------------------


def strafe(play: Play[BattleState], craft: GroundAttack, run: Run, answer: Answer) -> None:
    """The run hex by hex: whatever comes into the corridor is engaged, friend or foe, then whoever waits for this moment fires. Its length is
    told as it ends, and then everybody who has not fired yet may."""
    begin(play, craft, run)
    behind: dict[Hex, None] = {}
    for flown, place in enumerate(craft_aim.path_of(run)):
        run.flown = flown
        fresh = [hex for hex in within(place, figures("air")["corridor_radius"], PARITY) if hex not in behind and on_board(play.state, hex)]
        _engage(play, craft, run, fresh)
        behind |= dict.fromkeys(fresh)
        if on_board(play.state, place):
            answer(play, craft.craft)
    run.over = True
    _end(play, craft, run)
    answer(play, craft.craft)


def begin(play: Play[BattleState], craft: GroundAttack, run: Run) -> None:
    """Where the run begins, and with how many weapons."""
    count = len(guns_of(craft))
    arms = f"{count} weapon{'' if count == 1 else 's'}"
    text = f"{craft.craft_name} begins its strafing run over hex {run.hex.label}, heading {run.heading}, with {arms}."
    data = {"hex": run.hex.label, "heading": run.heading, "weapons": dict(craft.weapons)}
    play.tell("strafing", text, STRAFING, units=[craft.craft], data=data, cause=play.state.causes.get(craft.craft))


def _end(play: Play[BattleState], craft: GroundAttack, run: Run) -> None:
    """How long it was can be told now."""
    last, on_map = craft_aim.place(play.state, run), run.length <= craft_aim.on_map(play.state, run)
    where = f"over hex {last.label}" if on_map else f"off the map, last seen over hex {last.label}"
    text = f"{craft.craft_name} ends its strafing run after {run.length} hexes, {where}."
    data = {"length": run.length, "hex": last.label, "on_map": on_map}
    play.tell("strafing_over", text, STRAFING, units=[craft.craft], data=data, cause=play.state.causes.get(craft.craft))


def _engage(play: Play[BattleState], craft: GroundAttack, run: Run, hexes: list[Hex]) -> None:
    """All guns at everything in hexes that have come into the corridor, and the DFM where one of them is its target."""
    guns = guns_of(craft)
    for unit in exposed(play.state, hexes) if guns else []:
        if isinstance(unit, Squad):
            _strafe_squad(play, craft, unit, guns)
        else:
            _strafe_vehicle(play, craft, run, unit, guns)
    for half in landed_craft_strafed.met(play.state, run, hexes) if guns else []:
        _strafe_landed(play, craft, run, half, guns)
    for hex in hexes if guns else []:
        _strafe_building(play, craft, hex, guns)
    if run.dfm in hexes:
        _burst(play, craft, run.dfm)


def exposed(state: BattleState, hexes: list[Hex]) -> list[Unit]:
    """Who can be strafed in some hexes, in the order of these."""
    found: list[Unit] = [unit for unit in state.in_play() if unit.hex in hexes and is_exposed(state, unit)]
    return sorted(found, key=lambda unit: (hexes.index(unit.hex) if unit.hex is not None else 0, unit.id))


def is_exposed(state: BattleState, unit: Unit) -> bool:
    """Can a unit be strafed? Not who is hidden, concealed, under water, in a wreck or a building; a turret is part of its building."""
    if isinstance(unit, Squad):
        return not (unit.hidden or unit.level or unit.in_wreck or infantry_combat.is_hidden(state, unit))
    return not (unit.hidden or unit.under_water or installations.is_turret(unit))


def _burst(play: Play[BattleState], craft: GroundAttack, hex: Hex) -> None:
    """A DFM works as a HAFE-I round on its hex and the six next to it."""
    text = f"{craft.craft_name} fires a DFM at hex {hex.label}."
    play.tell("dfm", text, STRAFING, units=[craft.craft], data={"hex": hex.label}, cause=play.state.causes.get(craft.craft))
    rounds.land(play, "hafe_i", Blast(hex, craft.side, craft.craft))


# --- what is struck -------------------------------------------------------------------------------------------------------------


def _rolls(
    play: Play[BattleState], craft: GroundAttack, guns: list[Gun], target: str, reckoned: Reckoning
) -> tuple[list[Check], list[Gun]]:
    """One roll for each weapon, one more for each that must pass a shield by the variant; and the weapons that strike."""
    checks = [reckoned.check(each.name, play.dice.d10(f"to hit: {craft.craft_name} on {target}, {each.name}")) for each in guns]
    on_target = [(gun, gun.name) for gun, check in zip(guns, checks, strict=True) if check.passed]
    struck, rolled = shield_rolls.through(play, reckoned, on_target)
    return [*checks, *rolled], struck


def _strafe_squad(play: Play[BattleState], craft: GroundAttack, squad: Squad, guns: list[Gun]) -> None:
    withdrawal.note_attack(play.state, craft.craft, squad.id)
    checks, hits = _rolls(play, craft, guns, squad.name, craft_aim.strafing(craft_aim.aimed(craft)))
    rolls = [infantry_combat.casualties(play, squad, g.column, g.name) for g in hits]
    men = sum(each.men for each in rolls)
    infantry_combat.queue(squad, men, craft.craft)
    text = f"{craft.craft_name} strafes {squad.name}: {len(hits)} of {len(guns)} hit, {effects.men(men)} lost{in_words(rolls)}."
    data = {"men": men, "rolls": [each.told() for each in rolls]}
    play.tell("strafed", text, STRAFING, units=[craft.craft, squad.id], checks=checks, data=data)


def _strafe_vehicle(play: Play[BattleState], craft: GroundAttack, run: Run, vehicle: Vehicle, guns: list[Gun]) -> None:
    withdrawal.note_attack(play.state, craft.craft, vehicle.id)
    checks, hits = _rolls(play, craft, guns, vehicle.name, craft_aim.at_vehicle(play.state, craft, run, vehicle))
    text = f"{craft.craft_name} strafes {vehicle.name}: {len(hits)} of {len(guns)} hit."
    play.tell("strafed", text, STRAFING, units=[craft.craft, vehicle.id], checks=checks, cause=play.state.causes.get(craft.craft))
    if hits:
        _strike(play, craft, run, vehicle, hits)


def _strike(play: Play[BattleState], craft: GroundAttack, run: Run, vehicle: Vehicle, hits: list[Gun]) -> None:
    """One location for the whole craft, a column for each hit."""
    side, column = craft_aim.side_strafed(craft.craft, run, vehicle), craft_aim.column(vehicle)
    facing = hit_location.facing_of(column, play.dice.d10(f"hit location: {craft.craft_name} on {vehicle.name}"), 1, side)
    struck = []
    for each in hits:
        at = play.dice.d10(f"column: {each.name} on {vehicle.name}")
        struck.append(damage.strike(vehicle, facing, each.marks, at, by=craft.craft, weapon=each.id))
        effects.riders_hit(play, vehicle, each.name, craft.craft)
    vehicle.turn_damaged = play.state.last_damage = play.state.turn
    text = f"{vehicle.name} is struck on the {facing}: {sum(s.boxes for s in struck)} boxes lost."
    lines = [{"weapon": g.id, "column": s.column, "armor": s.armor, "inside": s.inside} for g, s in zip(hits, struck, strict=True)]
    data = {"facing": facing, "hits": lines}
    play.tell("hit", text, "centurion: Hit Location", units=[vehicle.id, craft.craft], data=data, cause=play.state.causes.get(craft.craft))


def _strafe_landed(play: Play[BattleState], craft: GroundAttack, run: Run, half: Half, guns: list[Gun]) -> None:
    """A craft on the ground: its own board applies what strikes it."""
    name = half.landed.craft.craft_name
    checks, hits = _rolls(play, craft, guns, name, landed_craft_strafed.reckoned(play.state, craft, half, run.heading))
    text = f"{craft.craft_name} strafes {name} on the ground: {len(hits)} of {len(guns)} hit."
    units = [craft.craft, half.landed.craft.craft]
    play.tell("strafed", text, STRAFING, units=units, checks=checks, cause=play.state.causes.get(craft.craft))
    landed_craft_strafed.note(craft, half, run.heading, [(gun.id, gun.name, gun.marks) for gun in hits])


def _strafe_building(play: Play[BattleState], craft: GroundAttack, hex: Hex, guns: list[Gun]) -> None:
    """Buildings in the corridor are targets too, without terrain modifiers."""
    tile = terrain_of(play.state).tile(hex)
    if tile is None or tile.ground != "buildings" or buildings.building_at(play.state, hex) is None:
        return
    checks, hits = _rolls(play, craft, guns, f"the buildings in {hex.label}", craft_aim.at_building(play.state, craft, hex))
    loss = buildings.Loss()
    for each in hits:
        buildings.take_hit(play, hex, buildings.Hit(each.marks, each.column, craft.craft, each.id), loss)
    name, lost = buildings.name_of(play.state, hex), loss.boxes + loss.turret_boxes
    text = f"{craft.craft_name} strafes {name}: {lost} boxes lost{by_squad(loss.rolls)}."
    play.tell("strafed", text, STRAFING, units=[craft.craft], checks=checks, data={"hex": hex.label, **loss.told()})
