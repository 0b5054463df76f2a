"""Painting targets, and marking hexes for artillery (centurion: Painting a Target, Infantry Squad Painting, General Artillery Rules)."""

from collections.abc import Mapping, Sequence
from typing import Any

from scales.centurion import aim, craft_aim, hidden, infantry_combat, shield_rolls, withdrawal
from scales.centurion.aim import Unit
from scales.centurion.catalog import vehicle_type
from scales.centurion.morale import is_withdrawing
from scales.centurion.reckoning import Reckoning
from scales.centurion.state import PARITY, BattleState, Call, Squad, Vehicle
from scales.centurion.terrain import on_board
from scales.centurion.weapons import Weapon, figures
from scales.engine import Check, Decision, Fault, Json, Modifier, Option, Orders, Slot
from scales.hexes import distance
from scales.messages import GroundAttack
from scales.play import Play

RULE = "centurion: Painting a Target"
LASER = Weapon("painting_laser", "painting laser", "painting", 20)
GRAVITIC = "gpa_e"
MOST = 10
"""Targets offered to one painter."""


# --- who and what ---------------------------------------------------------------------------------------------------------------


def declaring_order(state: BattleState) -> list[str]:
    """Sides in the order in which they declare: the initiative winner last (centurion: Combat Phase)."""
    sides = sorted(state.sides)
    return [s for s in sides if s != state.winner_of_initiative] + [s for s in sides if s == state.winner_of_initiative]


def may_paint(unit: Unit) -> bool:
    """Painting needs a conscious commander, communications and the turret; squads on foot with nothing else to do (Comm, Commander Hit)."""
    if unit.destroyed or unit.left or unit.hex is None or is_withdrawing(unit):
        return False
    if isinstance(unit, Squad):
        return infantry_combat.may_fight(unit) and not unit.concealed and not unit.fired
    return aim.commands(unit) and "turret_weapons" not in unit.effects and not unit.under_water and not unit.dropped


def painters(state: BattleState, side: str) -> list[str]:
    """Units and craft of a side that may paint, sorted."""
    ground = [u.id for u in state.in_play() if u.side == side and may_paint(u)]
    pods = [a.craft for a in state.air if a.side == side and a.painting and a.craft in state.runs]
    return sorted(ground) + sorted(pods)


def painting_range(unit: Unit) -> int:
    """Vehicles paint to 20 hexes, squads to 6."""
    return infantry_combat.PAINT_RANGE if isinstance(unit, Squad) else LASER.range


def choices(state: BattleState, id: str) -> list[tuple[str, Reckoning]]:
    """Targets that a painter may paint with what it rolls against, the best ones first."""
    found = [(target, how) for target in _candidates(state, id) if (how := reckoned(state, id, target)) is not None]
    return sorted(found, key=lambda c: (-c[1].number, c[0]))


def _candidates(state: BattleState, id: str) -> list[str]:
    """Enemy vehicles, and craft about to attack."""
    unit = state.unit(id)
    side = unit.side if unit is not None else _attack(state, id).side
    vehicles = [v.id for v in state.vehicles.values() if v.side != side and aim.in_play(v)]
    return [*vehicles, *(a.craft for a in state.air if a.side != side)]


def target_number(state: BattleState, id: str, target: str) -> int | None:
    """The number on which a painter paints a target; None if it may not."""
    found = reckoned(state, id, target)
    return found.number if found is not None else None


def reckoned(state: BattleState, id: str, target: str) -> Reckoning | None:
    """What a painter rolls against for a target; None if it may not paint it."""
    unit, vehicle = state.unit(id), state.vehicles.get(target)
    if unit is None:
        return _by_pod(state, id, vehicle)
    if vehicle is None:
        return _on_craft(state, unit, target)
    near = unit.hex is not None and vehicle.hex is not None and distance(unit.hex, vehicle.hex, PARITY) <= painting_range(unit)
    if not near or vehicle.side == unit.side or not aim.in_play(vehicle):
        return None
    seen = aim.aim(state, unit, vehicle)
    if not seen.seen:
        return None
    return infantry_combat.painting(unit.strength) if isinstance(unit, Squad) else aim.reckoned(seen, LASER)


def _on_craft(state: BattleState, unit: Unit, craft: str) -> Reckoning | None:
    """Vehicles may paint a craft where its counter stands, before its run; squads may not."""
    if isinstance(unit, Squad) or unit.hex is None or craft not in state.runs or _attack(state, craft).side == unit.side:
        return None
    found = craft_aim.aim_at_start(state, unit, craft)
    found.modifiers += aim.own_modifiers(unit)
    return aim.reckoned(found, LASER) if found.seen and found.range <= LASER.range else None


def _by_pod(state: BattleState, craft: str, target: Vehicle | None) -> Reckoning | None:
    """A painting laser on a hard point: ground targets within 20 hexes of the counter."""
    attack = next((a for a in state.air if a.craft == craft and craft in state.runs), None)
    if (
        attack is None
        or target is None
        or target.hex is None
        or target.side == attack.side
        or target.under_water
        or not aim.in_play(target)
    ):
        return None
    if distance(state.runs[craft].hex, target.hex, PARITY) > LASER.range:
        return None
    factor = aim.shield_toward(state, target, state.runs[attack.craft].hex, attack.craft)
    shield = Modifier("shield", -factor, "centurion: Target Shield Modifier")
    return shield_rolls.against(
        state, int(figures("air")["strafing_base"]), pod_modifiers(state, target, attack), shield, "centurion: Strafing"
    )


def pod_modifiers(state: BattleState, target: Vehicle, attack: GroundAttack) -> list[Modifier]:
    """Gunnery and terrain for a craft's laser from above its counter."""
    return [Modifier("gunnery", attack.gunnery, "centurion: Strafing"), *aim.cover(state, target)]


def _attack(state: BattleState, craft: str) -> GroundAttack:
    return next(a for a in state.air if a.craft == craft)


def spotting(state: BattleState, unit: Unit) -> list[Call]:
    """Missions landing this turn that a unit can see and that nobody marks yet; craft and crews do not spot."""
    due = [c for c in state.calls if c.side == unit.side and c.kind == "artillery" and c.due == state.turn and not c.spotter]
    return [c for c in due if aim.sees_hex(state, unit, c.hex)]


def may_mark(state: BattleState, unit: Unit, label: str) -> bool:
    """May a unit mark a hex? A mission of its side lands there, or a gravitic cannon of its side can fire there indirectly this turn."""
    if any(label == call.hex.label for call in spotting(state, unit)):
        return True
    hex = aim.named_hex(f"hex:{label}", "hex") if has_far_guns(state, unit.side) else None
    return hex is not None and on_board(state, hex) and aim.sees_hex(state, unit, hex)


def has_far_guns(state: BattleState, side: str) -> bool:
    """Has a side artillery on the board that could fire?"""
    own = [v for v in state.vehicles.values() if v.side == side and aim.in_play(v) and aim.can_fire(v)]
    return any(mount.weapon == GRAVITIC for v in own for mount in vehicle_type(v.type).weapons)


# --- the segment ----------------------------------------------------------------------------------------------------------------


def paint(play: Play[BattleState]) -> Sequence[Decision]:
    """Declare and resolve painting: the loser of the initiative declares first (centurion: Declare Laser Painting Fire)."""
    state, declared = play.state, play.state.at.memo.setdefault("declared", {})
    for side in declaring_order(state):
        if side in declared:
            continue
        answer = play.answers.get(f"paint:{side}")
        pending = ask(state, side, open_declarations(declared)) if answer is None else []
        if pending:
            return pending
        declared[side] = _declare(play, side, dict(answer.choices) if answer else {})
    for side in declaring_order(state):
        for id, order in sorted(declared[side].items()):
            _resolve(play, side, id, order)
    return ()


def _declare(play: Play[BattleState], side: str, orders: dict[str, Any]) -> dict[str, Any]:
    """What a side declares; hidden units that use their painting lasers are seen from now on (Hidden Units)."""
    known = hidden.known(play.state, {side})
    for id, order in sorted(orders.items()):
        unit = play.state.unit(id)
        if order and unit is not None and unit.side == side and not order_faults(known, id, order):
            hidden.reveal(play, unit, "it uses its painting laser")
    return orders


def ask(state: BattleState, side: str, declared: dict[str, dict[str, Json]]) -> list[Decision]:
    """What a side is asked, if it has anything to paint or to mark."""
    state = hidden.known(state, {side})
    units = [p for p in painters(state, side) if _anything(state, p)]
    data, prompt = (
        {"side": side, "units": units, "declared": declared},
        "Choose what each unit paints, or which hex it marks for the artillery.",
    )
    return [Decision(f"paint:{side}", state.seat(side), "paint", prompt, units, data=data)] if units else []


def open_declarations(declared: dict[str, dict[str, Json]]) -> dict[str, dict[str, Json]]:
    """What the other side may hear of declarations: painting, but not the hexes of missions on their way."""
    return {side: {id: order for id, order in orders.items() if "paint" in order} for side, orders in declared.items()}


def _anything(state: BattleState, id: str) -> bool:
    unit = state.unit(id)
    if unit is not None and (spotting(state, unit) or has_far_guns(state, unit.side)):
        return True
    return any(target_number(state, id, target) is not None for target in _candidates(state, id))


def _resolve(play: Play[BattleState], side: str, id: str, order: Json) -> None:
    state = play.state
    unit = state.unit(id)
    own = unit.side == side and may_paint(unit) if unit is not None else id in painters(state, side)
    if not own or order_faults(hidden.known(state, {side}), id, order):
        return
    if "spot" in order and unit is not None:
        _mark_hex(play, unit, order["spot"])
    elif "paint" in order:
        _paints(play, id, order["paint"])


def _mark_hex(play: Play[BattleState], unit: Unit, label: str) -> None:
    """A spotter marks one hex; it cannot paint. Marking never fails (centurion: General Artillery Rules)."""
    unit.painting = True
    sides = play.state.painted.setdefault(label, [])
    if unit.side not in sides:
        sides.append(unit.side)
    for call in spotting(play.state, unit):
        if call.hex.label == label:
            call.spotter = unit.id
    text = f"{unit.name} marks hex {label} for the artillery."
    play.tell("hex_marked", text, "centurion: General Artillery Rules", units=[unit.id], data={"hex": label}, seen_by=[unit.side])


def _paints(play: Play[BattleState], id: str, target: str) -> None:
    """One painter rolls for its target."""
    unit, found = play.state.unit(id), reckoned(play.state, id, target)
    assert found is not None, "order_faults() has looked at it"
    if unit is not None:
        unit.painting = True
    withdrawal.note_painting(play.state, id, target)
    name = name_of(play.state, id)
    check = found.check("painting", play.dice.d10(f"painting: {name} on {name_of(play.state, target)}"))
    through, rolled = shield_rolls.through(play, found, [(target, "the painting laser")] if check.passed else [])
    _painted(play, id, name, target, [check, *rolled], is_painted=bool(through))


def _painted(play: Play[BattleState], painter: str, name: str, target: str, checks: list[Check], *, is_painted: bool) -> None:
    state = play.state
    if is_painted:
        found = state.vehicles.get(target)
        (found.painted_by if found is not None else state.runs[target].painted_by).append(painter)
    outcome = "paints" if is_painted else "fails to paint"
    text = f"{name} {outcome} {name_of(state, target)}."
    play.tell("painted" if is_painted else "painting_failed", text, RULE, units=[painter, target], checks=checks)


def name_of(state: BattleState, target: str) -> str:
    """The name of a unit, craft or building."""
    unit = state.unit(target)
    if unit is not None:
        return unit.name
    hex, aimed = aim.building_hex(target), aim.named_hex(target, "hex")
    if hex is not None or aimed is not None:
        return f"the buildings in {hex.label}" if hex is not None else target.replace(":", " ")
    return next((a.craft_name for a in state.air if a.craft == target), target)


# --- orders ---------------------------------------------------------------------------------------------------------------------


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """A slot for each painter: nothing, a target, or a hex that artillery falls on."""
    return [Slot(id, f"{name_of(state, id)} paints", _options(state, id), id) for id in decision.data["units"]]


def _options(state: BattleState, id: str) -> list[Option]:
    unit = state.unit(id)
    found = [Option({}, "paint nothing")]
    if unit is not None and not may_paint(unit):
        return found
    found += [_paint_option(state, id, target, how) for target, how in choices(state, id)[:MOST]]
    for hex in dict.fromkeys(c.hex for c in (spotting(state, unit) if unit is not None else [])):
        info = {"hex": hex.label, "at": [hex.column, hex.row], "to_hit": 10, "chance": 100}
        found.append(Option({"spot": hex.label}, f"mark hex {hex.label} for the artillery, which never fails", info))
    return found


def _paint_option(state: BattleState, id: str, target: str, found: Reckoning) -> Option:
    """`info`: target and its name, range in hexes, number with every modifier, chance in percent."""
    away = _range(state, id, target)
    info = {"target": target, "name": name_of(state, target), "range": away, **found.info()}
    return Option({"paint": target}, f"paint {info['name']}, range {away}, on {found.number} or less", info)


def _range(state: BattleState, id: str, target: str) -> int:
    """Hexes between a painter and its target; a craft is where its counter stands, and the own hex counts as one."""
    a, b = (u.hex if (u := state.unit(each)) is not None else state.runs[each].hex for each in (id, target))
    return max(1, distance(a, b, PARITY)) if a is not None and b is not None else 0


def order_faults(state: BattleState, id: str, order: Any) -> list[str]:
    """Why a painting order is refused."""
    if not isinstance(order, Mapping) or set(order) - {"paint", "spot"} or len(order) > 1:
        return ["A painting order is {}, {paint: target} or {spot: hex}."]
    unit = state.unit(id)
    if "paint" in order and not (isinstance(order["paint"], str) and target_number(state, id, order["paint"]) is not None):
        return [f"{name_of(state, id)} cannot paint {str(order['paint'])[:40]}: it must see an enemy vehicle in range."]
    if "spot" in order and not (unit is not None and isinstance(order["spot"], str) and may_mark(state, unit, order["spot"])):
        return [f"{name_of(state, id)} cannot mark hex {str(order['spot'])[:40]}: no mission of its side lands there in its sight."]
    return []


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults of painting orders."""
    return [
        Fault("not_legal", text, id)
        for id in decision.data["units"]
        if id in orders.choices
        for text in order_faults(state, id, orders.choices[id])
    ]
