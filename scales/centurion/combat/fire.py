"""Weapons fire: declared by both sides, resolved one firing unit at a time (centurion: Declare Weapons Fire, Resolve Weapons Fire)."""

from collections.abc import Mapping
from typing import Any

from scales.centurion.careers import quality
from scales.centurion.combat import aim, damage, effects, hit_location, infantry_combat, plans, shield_rolls, squad_plans, to_hit, vulcan
from scales.centurion.combat.aim import Aim
from scales.centurion.combat.casualty_rolls import CasualtyRoll, in_words, loses
from scales.centurion.combat.effects import listed
from scales.centurion.combat.painting import name_of
from scales.centurion.combat.plans import Shot
from scales.centurion.combat.weapons import described, shape
from scales.centurion.ground import buildings, hidden, smoke
from scales.centurion.movement import withdrawal
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.support import air, landed_craft_aim, landed_craft_hits, rounds, scatter
from scales.centurion.support.craft_aim import RETURN_FIRE
from scales.centurion.support.rounds import Blast
from scales.engine import Check, Json
from scales.play import Play

RULE = "centurion: Resolve Weapons Fire"


def fire(play: Play[BattleState], id: str, order: Mapping[str, Any], hits: "air.Hits | None" = None) -> None:
    """All attacks of one unit. Armor suffers at once, internal damage is queued."""
    unit = play.state.unit(id)
    assert unit is not None
    if isinstance(unit, Squad):
        unit.fired = True
        _squad_fires(play, unit, order)
        return
    arms = {number: arm for number, arm, _ in plans.armed(unit)}
    shots = [Shot(line[0], arms[line[0]], line[1], line[2]) for line in order.get("fire", [])]
    unit.fired = unit.fired or bool(shots)
    smoke.note(play.state, unit, shots)
    for target in dict.fromkeys(s.target for s in shots):
        volley(play, unit, target, [s for s in shots if s.target == target], {} if hits is None else hits)


def opportunity_fire(play: Play[BattleState], id: str, order: Mapping[str, Any]) -> None:
    """Fire during movement: all damage takes effect at once (centurion: Opportunity Fire; R-CEN-53)."""
    fire(play, id, order)
    effects.all_take_effect(play)


def volley(play: Play[BattleState], firer: Vehicle | Squad, target: str, shots: list[Shot], hits: "air.Hits") -> None:
    """Some weapons of one unit at one target: a roll for each, then where and how hard those that hit strike."""
    found = plans.aim_at(play.state, firer, target, declared=True)
    if found is None:
        return
    _volley(play, firer, found, shots, hits)


def _volley(play: Play[BattleState], firer: Vehicle | Squad, found: Aim, shots: list[Shot], hits: "air.Hits") -> None:
    if found.kind == "hex":
        _own_artillery(play, firer, found, shots)
        return
    _use_missiles(firer, shots)
    withdrawal.note_attack(play.state, firer.id, found.target)
    checks = [_to_hit(play, firer, found, shot) for shot in shots]
    on_target = [shot for shot, check in zip(shots, checks, strict=True) if check.passed]
    struck, stopped = _through_shield(play, found, on_target)
    names = _counted([described(s.arm, s.shell) for s in shots])
    start = f"{firer.name} fires {names} at {_aimed_at(play.state, found)}, range {found.range}"
    shield = shield_rolls.told(to_hit.shield_name(found), stopped)
    _tell(play, firer, found, f"{start}: {_outcome(on_target, shots)}{shield}.", [*checks, *stopped], struck)
    struck = vulcan.intercept(play, play.state.vehicles[found.target], struck, found) if found.kind == "vehicle" else struck
    if struck:
        _damage(play, firer, found, struck, hits)


def _own_artillery(play: Play[BattleState], firer: Vehicle | Squad, found: Aim, shots: list[Shot]) -> None:
    """A gravitic cannon on the board: its round lands in the turn it is fired (centurion: On-Board Artillery Fire)."""
    hex = aim.named_hex(found.target, "hex")
    assert hex is not None
    for shot in shots:
        check = _to_hit(play, firer, found, shot)
        landed = (hex if check.passed else None) if shot.shell == "glad" else scatter.lands(play, hex, check)
        fate = scatter.where(hex, landed) if check.passed or shot.shell != "glad" else "misses"
        text = f"{firer.name} fires {rounds.one(shot.shell)} at hex {hex.label}: it {fate}."
        play.tell("artillery", text, "centurion: On-Board Artillery Fire", units=[firer.id], checks=[check], data={"hex": hex.label})
        if landed is not None:
            rounds.land(play, shot.shell, Blast(landed, firer.side, firer.id, troops=quality.of(play.state, firer)))


def _to_hit(play: Play[BattleState], firer: Vehicle | Squad, found: Aim, shot: Shot) -> Check:
    what = f"to hit: {firer.name} on {name_of(play.state, found.target)}, {described(shot.arm, shot.shell)}"
    return to_hit.roll(found, shot.arm, described(shot.arm, shot.shell), play.dice.d10(what))


def _through_shield(play: Play[BattleState], found: Aim, hits: list[Shot]) -> tuple[list[Shot], list[Check]]:
    """What passes a shield that rolls for itself, and its rolls (Variant Shield Rule)."""
    passed: list[Shot] = []
    checks: list[Check] = []
    for shot in hits:
        through, rolled = shield_rolls.through(play, to_hit.reckoned(found, shot.arm), [(shot, described(shot.arm, shot.shell))])
        passed += through
        checks += rolled
    return passed, checks


def _use_missiles(firer: Vehicle | Squad, shots: list[Shot]) -> None:
    for shot in shots:
        if shot.arm.family == "missile" and isinstance(firer, Squad):
            firer.missiles -= 1
        elif shot.arm.family == "missile" and isinstance(firer, Vehicle):
            firer.missiles[shot.arm.kind] -= 1


def _aimed_at(state: BattleState, found: Aim) -> str:
    """The target; of a craft the side that is struck, by the rules of the board above."""
    name = name_of(state, found.target)
    side = found.facing.replace("_", " ") + (" side" if found.facing in ("left", "right") else "")
    return f"the {side} of {name}" if found.kind == "craft" and found.facing else name


def _counted(names: list[str]) -> str:
    """'2 TVLG (4) and 3/6 Laser'."""
    counts = {name: names.count(name) for name in dict.fromkeys(names)}
    return listed([f"{count} x {name}" if count > 1 else name for name, count in counts.items()])


def _outcome(struck: list[Shot], shots: list[Shot]) -> str:
    if len(shots) == 1:
        return "it hits" if struck else "it misses"
    return f"{len(struck)} of {len(shots)} hit" if struck else "all miss"


def _tell(play: Play[BattleState], firer: Vehicle | Squad, found: Aim, text: str, checks: list[Check], struck: list[Shot]) -> None:
    data: Json = {"range": found.range, "painted": found.painted, "hits": [described(s.arm, s.shell) for s in struck]}
    data |= {"side": found.facing} if found.kind == "craft" else {}
    play.tell(
        "fire", text, RETURN_FIRE if found.target in play.state.runs else RULE, units=[firer.id, found.target], checks=checks, data=data
    )


# --- damage ---------------------------------------------------------------------------------------------------------------------


def _damage(play: Play[BattleState], firer: Vehicle | Squad, found: Aim, struck: list[Shot], hits: "air.Hits") -> None:
    state = play.state
    if found.location == "building":
        _strike_building(play, firer, found, struck)
    elif found.kind == "vehicle":
        strike_vehicle(play, firer, state.vehicles[found.target], found, struck)
    elif found.kind == "squad":
        _strike_squad(play, firer, state.squads[found.target], struck)
    elif landed_craft_aim.find(state, found.target) is not None:
        landed_craft_hits.take(state, firer, found, struck)
    else:
        hits.setdefault(found.target, []).extend(air.as_hits(firer, found, struck))


def strike_vehicle(play: Play[BattleState], firer: Vehicle | Squad, target: Vehicle, found: Aim, struck: list[Shot]) -> None:
    """One location for all the weapons of the firing unit, a column for each (centurion: Hit Location, Damage Template)."""
    facing = found.chosen or _location(play, firer, target, found)
    lines: list[Json] = []
    boxes, troops = 0, quality.of(play.state, firer)
    for shot in struck:
        rolled = play.dice.d10(f"column: {described(shot.arm, shot.shell)} on {target.name}")
        column = quality.shifted(rolled, troops, target.armor[facing])
        result = damage.strike(target, facing, shape(shot.arm, shot.shell), column, by=firer.id, weapon=shot.arm.id)
        line: Json = {"weapon": shot.arm.id, "column": column, "armor": result.armor, "inside": result.inside, "systems": result.systems}
        lines.append(line | ({"rolled": rolled, "quality": troops} if column != rolled else {}))
        boxes += result.boxes
        effects.riders_hit(play, target, described(shot.arm, shot.shell), firer.id)
    target.turn_damaged = play.state.last_damage = play.state.turn
    moves = [(line["rolled"] if "rolled" in line else line["column"], line["column"]) for line in lines]
    shifts = quality.told(moves, troops)
    side = "turret" if facing == "turret" else f"{facing} armor"
    text = f"{target.name} is struck on the {side}: {boxes} boxes lost{_inside(lines)}{shifts}."
    play.tell("hit", text, "centurion: Hit Location", units=[target.id, firer.id], data={"facing": facing, "hits": lines})


def _location(play: Play[BattleState], firer: Vehicle | Squad, target: Vehicle, found: Aim) -> str:
    roll = play.dice.d10(f"hit location: {firer.name} on {target.name}")
    return hit_location.facing_of(found.location, roll, found.range, found.facing)


def _inside(lines: list[Json]) -> str:
    inside = sum(line["inside"] for line in lines)
    return f", {inside} of them inside" if inside else ""


def _strike_squad(play: Play[BattleState], firer: Vehicle | Squad, target: Squad, struck: list[Shot]) -> None:
    """Each hit rolls on the Infantry Damage Table; an anti-personnel mortar round harms every squad in the hex."""
    men: dict[str, int] = {}
    rolls: dict[str, list[CasualtyRoll]] = {}
    alive = {squad.name: squad.strength > squad.casualties_queued for squad in play.state.squads.values()}
    for shot in struck:
        inside = _in_hex(play.state, target) if shot.arm.family == "mortar" else [target]
        for squad in inside:
            rolled = infantry_combat.casualties(play, squad, infantry_combat.damage_column(shot.arm), described(shot.arm, shot.shell))
            lost = min(rolled.men, max(0, squad.strength - squad.casualties_queued))
            infantry_combat.queue(squad, lost, firer.id)
            if hidden.is_secret(play.state, squad):
                continue
            men[squad.name] = men.get(squad.name, 0) + lost
            rolls.setdefault(squad.name, []).append(rolled)
    text = f"{listed([_losses(name, men[name], alive[name]) + in_words(lines) for name, lines in rolls.items()])}."
    data = {"men": men, "rolls": [each.told() for lines in rolls.values() for each in lines]}
    play.tell("infantry_hit", text, infantry_combat.RULE, units=[target.id, firer.id], data=data)


def _losses(name: str, men: int, alive: bool) -> str:
    """What a squad loses to a volley; to an earlier one all its men may have fallen."""
    return loses(name, men) if alive else f"{name} has nobody left to lose"


def _in_hex(state: BattleState, target: Squad) -> list[Squad]:
    on_foot = [s for _, s in sorted(state.squads.items()) if s.hex == target.hex and s.aboard is None and not s.destroyed]
    return [s for s in on_foot if s.level == 0 and not s.in_wreck]


def _strike_building(play: Play[BattleState], firer: Vehicle | Squad, found: Aim, struck: list[Shot]) -> None:
    """Each hit rolls the storey it strikes, or the turret of an installation above them."""
    turret = play.state.vehicles.get(found.target)
    hex = turret.hex if turret is not None else aim.building_hex(found.target)
    assert hex is not None
    loss, troops = buildings.Loss(), quality.of(play.state, firer)
    for shot in struck:
        column = infantry_combat.damage_column(shot.arm)
        buildings.take_hit(play, hex, buildings.Hit(shape(shot.arm, shot.shell), column, firer.id, shot.arm.id, troops), loss)
    text, units = buildings.sentence(play.state, hex, loss), [firer.id, *([turret.id] if turret is not None else [])]
    play.tell("building_hit", text, buildings.RULE, units=units, data={"hex": hex.label, **loss.told()})


# --- squads ---------------------------------------------------------------------------------------------------------------------


def _squad_fires(play: Play[BattleState], squad: Squad, order: Mapping[str, Any]) -> None:
    """Personal attacks one by one, missiles and mortars together (centurion: Infantry Combat)."""
    action, target = order["action"], order["target"]
    arm, most = squad_plans.squad_weapon(play.state, squad, action, target)
    count = min(most, order.get("count", most))
    shots = [Shot(0, arm, target, _round(play.state, action, target)) for _ in range(count)]
    found = squad_plans.squad_aim(play.state, squad, target, order.get("facing"), declared=True)
    if found is None:
        return
    for together in [shots] if action != "personal" else [[shot] for shot in shots]:
        _volley(play, squad, found, together, {})


def _round(state: BattleState, action: str, target: str) -> str:
    if action != "mortars":
        return ""
    return "anti_personnel" if target in state.squads else "guided"
