"""Craft that attack the ground: strafing runs, dive bombing, and the return fire they draw (centurion: Strafing, Dive Bombing, Return Fire).

The craft belongs to the board above; here it is a mirror. Its side places it, the ground rolls to hit and applies the damage; what hits
the craft goes back as a report.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scales.centurion.combat import damage, effects, hit_location, infantry_combat, shield_rolls
from scales.centurion.combat.aim import Aim
from scales.centurion.combat.casualty_rolls import by_squad, in_words
from scales.centurion.combat.plans import Shot
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import Shape, boxes, columns, figures, laser_shape, shape, template
from scales.centurion.ground import buildings, installations
from scales.centurion.ground.terrain import on_board, terrain_of
from scales.centurion.movement import withdrawal
from scales.centurion.state import PARITY, BattleState, Run, Squad, Vehicle
from scales.centurion.support import air_orders, craft_aim, rounds, scatter
from scales.centurion.support.craft_aim import DIVE, STRAFING
from scales.centurion.support.rounds import Blast
from scales.codec import typed
from scales.engine import Check, Decision
from scales.hexes import Hex, hex_of, within
from scales.messages import AirHit, CraftOverhead, GroundAttack, ReturnFire
from scales.play import Play

Hits = dict[str, list[AirHit]]
"""Hits on craft of this segment, by craft."""
FAMILIES = {"laser": "laser", "mdc": "mdc", "gauss": "mdc", "missile": "missile"}
"""Interceptor template that comes nearest to a ground weapon's."""


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


# --- placing --------------------------------------------------------------------------------------------------------------------


def arrive(play: Play[BattleState]) -> Sequence[Decision]:
    """After ground movement the counters are put on the map; how long a run will be stays secret."""
    state = play.state
    for mail in play.mail("craft_overhead"):
        state.overhead = typed(mail.data, CraftOverhead).craft
    for mail in play.mail("ground_attack"):
        craft = typed(mail.data, GroundAttack)
        state.air.append(craft)
        if mail.cause:
            state.causes[craft.craft] = mail.cause
    state.air.sort(key=lambda c: c.craft)
    sides = sorted({craft.side for craft in state.air if craft.side in state.sides})
    if sides and play.asks_first():
        return [_ask(state, side) for side in sides]
    for craft in state.air:
        answer = play.answers.get(f"air:{craft.side}")
        _place(play, craft, answer.choices.get(craft.craft, {}) if answer else {})
    return ()


def _ask(state: BattleState, side: str) -> Decision:
    crafts = [c.craft for c in state.air if c.side == side]
    prompt = "Place the craft that attack the ground: where each run or dive goes."
    return Decision(f"air:{side}", state.seat(side), "air", prompt, crafts, sealed=True, data={"side": side, "units": crafts})


def _place(play: Play[BattleState], craft: GroundAttack, order: Any) -> None:
    """Put the counter on the map, or break the attack off."""
    if not order or air_orders.faults(play.state, craft, order):
        text = f"{craft.craft_name} breaks off its attack."
        play.tell("attack_broken_off", text, STRAFING, units=[craft.craft], cause=play.state.causes.get(craft.craft))
        return
    dfm = hex_of(order["dfm"]) if order.get("dfm") else None
    run = Run(hex_of(order["hex"]), order["heading"], order.get("length", 0), dfm, dict(order.get("bombs", {})))
    play.state.runs[craft.craft] = run
    does = "strafes from" if run.length else "dives at"
    text = f"{craft.craft_name} {does} hex {run.hex.label}, heading {run.heading}."
    data = {"hex": run.hex.label, "heading": run.heading}
    rule = STRAFING if run.length else DIVE
    play.tell("craft_placed", text, rule, units=[craft.craft], data=data, cause=play.state.causes.get(craft.craft))


# --- attacking ------------------------------------------------------------------------------------------------------------------


def attack(play: Play[BattleState]) -> None:
    """All craft, before the ground fires."""
    for craft in play.state.air:
        run = play.state.runs.get(craft.craft)
        if run is not None and run.length:
            _strafe(play, craft, run)
        elif run is not None:
            _dive(play, craft, run)


def guns_of(craft: GroundAttack) -> list[Gun]:
    """The weapons of a craft that fire at the ground, each by itself."""
    return [found for id, count in sorted(craft.weapons.items()) for found in [gun(id)] if found for _ in range(count)]


def corridor(run: Run) -> list[Hex]:
    """The hexes flown over and their neighbors, in the order of the run."""
    return list(dict.fromkeys(h for hex in craft_aim.path_of(run) for h in within(hex, figures("air")["corridor_radius"], PARITY)))


def _strafe(play: Play[BattleState], craft: GroundAttack, run: Run) -> None:
    """Every unit in the corridor is engaged, friend or foe, but hidden or concealed ones and those inside buildings."""
    state = play.state
    guns = guns_of(craft)
    text = f"{craft.craft_name} strafes {run.length} hexes from {run.hex.label} with {len(guns)} weapons."
    play.tell("strafing", text, STRAFING, units=[craft.craft], cause=state.causes.get(craft.craft))
    if guns:
        _engage(play, craft, run, guns)
    if run.dfm is not None:
        rounds.hafe(play, Blast(run.dfm, craft.side, craft.craft))


def _engage(play: Play[BattleState], craft: GroundAttack, run: Run, guns: list[Gun]) -> None:
    """All guns at everything in the corridor, in the order of the run."""
    state, hexes = play.state, corridor(run)
    order = {hex: i for i, hex in enumerate(hexes)}
    units = [u for u in state.in_play() if u.hex in order and not (u.hidden or (isinstance(u, Squad) and (u.concealed or u.level)))]
    for unit in sorted(units, key=lambda u: (order[u.hex] if u.hex else 0, u.id)):
        if isinstance(unit, Squad):
            _strafe_squad(play, craft, unit, guns)
        elif not unit.under_water and not installations.is_turret(unit):
            _strafe_vehicle(play, craft, run, unit, guns)
    for hex in hexes:
        if on_board(state, hex):
            _strafe_building(play, craft, hex, guns)


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


def _dive(play: Play[BattleState], craft: GroundAttack, run: Run) -> None:
    """A roll for each round on 4 + Gunnery and nothing else; misses scatter like artillery."""
    for kind, count in sorted(run.bombs.items()):
        for _ in range(count):
            what = f"{craft.craft_name} drops {rounds.one(kind)} on hex {run.hex.label}"
            check = scatter.to_hit(play, craft_aim.diving(craft), what)
            landed = run.hex if kind == "glad" and not check.passed else scatter.lands(play, run.hex, check)
            fate = "it misses" if kind == "glad" and not check.passed else f"it {scatter.where(run.hex, landed)}"
            play.tell("bomb", f"{what}: {fate}.", DIVE, units=[craft.craft], checks=[check], cause=play.state.causes.get(craft.craft))
            if landed is not None and (check.passed or kind != "glad"):
                rounds.land(play, kind, Blast(landed, craft.side, craft.craft, run.heading))


# --- return fire ----------------------------------------------------------------------------------------------------------------


def as_hits(firer: Vehicle | Squad, found: Aim, struck: list[Shot]) -> list[AirHit]:
    """Hits on a craft as the board above counts them."""
    return [AirHit(firer.id, s.arm.id, boxes(shape(s.arm, s.shell)), found.facing, FAMILIES.get(s.arm.family, "laser")) for s in struck]


def return_fire(play: Play[BattleState], hits: Hits) -> None:
    """Report to the board above what each craft took and dropped; every attack is reported, also one without a hit."""
    state = play.state
    for craft in state.air:
        taken, run = hits.get(craft.craft, []), state.runs.get(craft.craft)
        used = dict(run.bombs) if run is not None else {}
        if run is not None and run.dfm is not None:
            used["dfm"] = 1
        count = f"{len(taken)} hit{'s' if len(taken) != 1 else ''}" if taken else "no hits"
        text = f"{craft.craft_name} leaves the battlefield with {count} by return fire."
        units = [craft.craft, *dict.fromkeys(hit.by for hit in taken)]
        event = play.tell("return_fire", text, "centurion: Return Fire", units=units, cause=state.causes.get(craft.craft))
        play.send("return_fire", ReturnFire(craft.craft, craft.battle, taken, used), event=event, battle="")


def leave(play: Play[BattleState]) -> Sequence[Decision]:
    """The craft are gone from this board; what they painted was of use until now."""
    for craft in play.state.air:
        play.state.causes.pop(craft.craft, None)
    play.state.air, play.state.overhead, play.state.runs = [], [], {}
    return ()
