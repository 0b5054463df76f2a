"""The guns of a craft on the ground: all but missiles, NPC and EPC, by the arcs of its own board, to 20 hexes, with what they do there at range 1.

To hit it rolls as a vehicle does (centurion: Landing or Launching Centurion Units; R-CEN-54). It declares before the ground does, sealed, and fires
with the craft that attack the ground.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scales.centurion.combat import aim, hit_location, infantry_combat, shield_rolls
from scales.centurion.combat.casualty_rolls import in_words
from scales.centurion.combat.reckoning import Reckoning, chance
from scales.centurion.combat.weapons import base_to_hit
from scales.centurion.ground import buildings, hidden, installations, los
from scales.centurion.movement import withdrawal
from scales.centurion.state import PARITY, BattleState, Landed, Squad, Unit, Vehicle
from scales.centurion.support import at_laf, landed_craft
from scales.centurion.support.landed_craft import RULE
from scales.engine import Decision, Fault, Json, Modifier, Option, Orders, Slot
from scales.hexes import Hex, arc_sides, distance
from scales.messages import LandedGun
from scales.play import Play

P = Play[BattleState]
REACH, MOST = 20, 12


# --- what bears -------------------------------------------------------------------------------------------------------------------


def bears(state: BattleState, landed: Landed, gun: LandedGun, target: Unit) -> bool:
    """Does a gun reach, see and have in its arc an enemy?"""
    if target.side == landed.craft.side or target.hex is None or not aim.in_play(target):
        return False
    source = landed_craft.spot(landed, gun.half)
    if distance(source, target.hex, PARITY) > REACH or not _in_arc(landed, gun, source, target.hex):
        return False
    return _is_open(state, source, target) and (los.is_high(target) or los.hex_sees(state, source, target.hex, 0, los.height(target)))


def _in_arc(landed: Landed, gun: LandedGun, source: Hex, spot: Hex) -> bool:
    return gun.hexside < 0 or source == spot or gun.hexside + 1 in arc_sides(source, landed.heading, spot, PARITY)


def _is_open(state: BattleState, source: Hex, target: Unit) -> bool:
    """Squads in wrecks and buildings, or hidden from another hex, cannot be fired at; nor what is under water."""
    if isinstance(target, Vehicle):
        return not target.under_water
    concealed = infantry_combat.is_hidden(state, target) and target.hex != source
    return not (target.in_wreck or target.level or concealed)


def reckoned(state: BattleState, landed: Landed, gun: LandedGun, target: Unit) -> Reckoning:
    """What a gun rolls against: base of the range, damage to the craft, cover, and the shield unless the target is painted."""
    assert target.hex is not None
    source = landed_craft.spot(landed, gun.half)
    base = base_to_hit(max(1, distance(source, target.hex, PARITY)))
    modifiers = [Modifier(name.replace("_", " "), value, RULE) for name, value in landed.craft.condition.items()]
    if not isinstance(target, Vehicle):
        return Reckoning(base, modifiers, RULE)
    painted = any(aim.side_of(state, painter) == landed.craft.side for painter in target.painted_by)
    if installations.is_turret(target):
        factor = 0 if painted else installations.shield(state, target.hex)
        return shield_rolls.against(state, base, modifiers, Modifier("installation shield", -factor, installations.RULE), RULE)
    facing, _ = _struck(landed, gun, target)
    factor = 0 if painted else aim.shield_factor(target.shields, facing)
    shield = Modifier(f"{facing} shield", -factor, "centurion: Target Shield Modifier")
    return shield_rolls.against(state, base, [*modifiers, *aim.cover(state, target)], shield, RULE)


def _struck(landed: Landed, gun: LandedGun, target: Vehicle) -> tuple[str, str]:
    """The facing whose shield counts, and the column of the hit table."""
    side = aim.struck_facing(target, landed_craft.spot(landed, gun.half), landed.craft.craft)
    facing, column = aim.shield_and_location("nf", target.mode, side)
    return facing, "hull_down" if column == "normal" and aim.hull_down(target) else column


def bearing(state: BattleState, landed: Landed, target: Unit) -> list[LandedGun]:
    """The guns that bear on a target, the strongest ones, as many as may fire."""
    found = [gun for gun in landed.craft.guns if bears(state, landed, gun, target)]
    return sorted(found, key=lambda gun: (-gun.hit.damage, gun.number))[: landed.craft.most]


def targets(state: BattleState, landed: Landed) -> list[tuple[Unit, list[LandedGun]]]:
    """Enemies that some gun bears on, with these."""
    known = hidden.known(state, {landed.craft.side})
    found = [(unit, bearing(state, landed, unit)) for unit in known.in_play()]
    return [(unit, guns) for unit, guns in found if guns]


# --- orders -----------------------------------------------------------------------------------------------------------------------


def declare(play: P) -> Sequence[Decision]:
    """Every side whose craft can fire at something is asked."""
    if play.asks_first() and (asked := ask(play.state)):
        return asked
    for id, order in [pair for orders in play.answers.values() for pair in orders.choices.items()]:
        landed = play.state.landed.get(id)
        if landed is not None and not faults(play.state, landed, order):
            landed.fire = dict(order.get("fire", {}))
    return ()


def ask(state: BattleState) -> list[Decision]:
    """Every side about its own craft, sealed."""
    found = []
    for side in sorted(state.sides):
        ids = [id for id, landed in sorted(state.landed.items()) if landed.craft.side == side and targets(state, landed)]
        if ids:
            data = {"side": side, "units": ids}
            prompt = "Choose what each craft on the ground fires at."
            found.append(Decision(f"landed_fire:{side}", state.seat(side), "landed_fire", prompt, ids, sealed=True, data=data))
    return found


def faults(state: BattleState, landed: Landed, order: Any) -> list[str]:
    """Why the fire of a craft is refused; {} holds it."""
    fire = order.get("fire", {}) if isinstance(order, Mapping) else None
    if not isinstance(fire, Mapping) or set(order) - {"fire"} or len(fire) > 2 * MOST + MOST:
        return [f"The fire of {landed.craft.craft_name} is a mapping fire from the number of a gun to the id of a target."]
    guns, found = {str(gun.number): gun for gun in landed.craft.guns}, []
    if len(fire) > landed.craft.most:
        found.append(f"{landed.craft.craft_name} may fire {landed.craft.most} guns together.")
    known = hidden.known(state, {landed.craft.side})
    for number, id in fire.items():
        gun, target = guns.get(str(number)), known.unit(id) if isinstance(id, str) else None
        if gun is None:
            found.append(f"{landed.craft.craft_name} has no gun {str(number)[:10]} that works on the ground.")
        elif target is None or not bears(state, landed, gun, target):
            found.append(f"The {gun.hit.name} of {landed.craft.craft_name} does not bear on '{str(id)[:40]}' within {REACH} hexes.")
    return found


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults of the fire."""
    crafts = [(id, state.landed[id]) for id in decision.data["units"] if id in state.landed and id in orders.choices]
    return [Fault("not_legal", text, id) for id, landed in crafts for text in faults(state, landed, orders.choices[id])]


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """A slot for each craft: hold, or all that bears at one target, the best first."""
    crafts = [(id, state.landed[id]) for id in decision.data["units"] if id in state.landed]
    return [Slot(id, f"{landed.craft.craft_name} fires", options(state, landed), id) for id, landed in crafts]


def options(state: BattleState, landed: Landed) -> list[Option]:
    """`info`: each gun with the number it rolls against, and boxes expected in tenths."""
    found = [_option(state, landed, target, guns) for target, guns in targets(state, landed)]
    found.sort(key=lambda option: (-int(option.info["score"]), option.info["target"]))
    return [*found[:MOST], Option({}, "hold fire")]


def _option(state: BattleState, landed: Landed, target: Unit, guns: list[LandedGun]) -> Option:
    lines = [(gun, reckoned(state, landed, gun, target)) for gun in guns]
    shots = [{"gun": gun.number, "name": gun.hit.name, "damage": gun.hit.damage, **how.info()} for gun, how in lines]
    score = sum(chance(how.number) * gun.hit.damage for gun, how in lines)
    info: Json = {"target": target.id, "name": target.name, "guns": shots, "score": score}
    many = f"{len(guns)} gun{'' if len(guns) == 1 else 's'}"
    return Option({"fire": {str(gun.number): target.id for gun in guns}}, f"fire {many} at {target.name}", info)


# --- fire -------------------------------------------------------------------------------------------------------------------------


def fire(play: P) -> None:
    """All declared guns, craft by craft and target by target; what lies inside takes effect with all other fire."""
    for _, landed in sorted(play.state.landed.items()):
        declared, landed.fire = landed.fire, {}
        guns = {str(gun.number): gun for gun in landed.craft.guns}
        for id in dict.fromkeys(declared.values()):
            target = play.state.unit(id)
            if target is not None and target.hex is not None and aim.in_play(target):
                _volley(play, landed, target, [guns[n] for n, at in sorted(declared.items()) if at == id and n in guns])


def _volley(play: P, landed: Landed, target: Unit, guns: list[LandedGun]) -> None:
    craft = landed.craft
    withdrawal.note_attack(play.state, craft.craft, target.id)
    checks, hits = [], []
    for gun in guns:
        how = reckoned(play.state, landed, gun, target)
        check = how.check(gun.hit.name, play.dice.d10(f"to hit: {craft.craft_name} on {target.name}, {gun.hit.name}"))
        through, rolled = shield_rolls.through(play, how, [(gun, gun.hit.name)] if check.passed else [])
        checks += [check, *rolled]
        hits += through
    text = f"{craft.craft_name} fires {len(guns)} gun{'' if len(guns) == 1 else 's'} at {target.name}: {len(hits)} hit."
    play.tell("landed_fire", text, RULE, units=[craft.craft, target.id], checks=checks, data={"hits": [gun.hit.name for gun in hits]})
    if hits and isinstance(target, Vehicle) and installations.is_turret(target):
        _at_building(play, landed, target, hits)
    elif hits and isinstance(target, Vehicle):
        side, column = _struck(landed, hits[0], target)
        roll = play.dice.d10(f"hit location: {craft.craft_name} on {target.name}")
        far = max(1, distance(landed_craft.spot(landed, hits[0].half), target.hex or landed.hex, PARITY))
        side = aim.struck_facing(target, landed_craft.spot(landed, hits[0].half), craft.craft) if column != "laf" else side
        where = hit_location.facing_of(column, roll, far, side)
        at_laf.strike(play, target, [gun.hit for gun in hits], where, by=craft.craft, rule=RULE, way="")
    elif hits and isinstance(target, Squad):
        _casualties(play, landed, target, hits)


def _at_building(play: P, landed: Landed, turret: Vehicle, hits: list[LandedGun]) -> None:
    """Each hit rolls the storey that it strikes, or the turret (centurion: Defense Installations, Damage)."""
    assert turret.hex is not None
    craft, loss = landed.craft.craft, buildings.Loss()
    for gun in hits:
        column = infantry_combat.laser_column(min(10, gun.hit.damage))
        buildings.take_hit(play, turret.hex, buildings.Hit(at_laf.shape_of(gun.hit), column, craft, gun.hit.weapon), loss)
    text = buildings.sentence(play.state, turret.hex, loss)
    data = {"hex": turret.hex.label, **loss.told()}
    play.tell("building_hit", text, buildings.RULE, units=[craft, turret.id], data=data)


def _casualties(play: P, landed: Landed, squad: Squad, hits: list[LandedGun]) -> None:
    column = [infantry_combat.laser_column(min(10, gun.hit.damage)) for gun in hits]
    rolls = [infantry_combat.casualties(play, squad, each, gun.hit.name) for each, gun in zip(column, hits, strict=True)]
    men = sum(each.men for each in rolls)
    infantry_combat.queue(squad, men, landed.craft.craft)
    text = f"{squad.name} loses {men} {'man' if men == 1 else 'men'}{in_words(rolls)}."
    data = {"men": men, "rolls": [each.told() for each in rolls]}
    play.tell("infantry_hit", text, infantry_combat.RULE, units=[squad.id, landed.craft.craft], data=data)
