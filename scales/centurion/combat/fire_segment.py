"""Weapons fire declared by both sides, then resolved one firing unit at a time (centurion: Declare Weapons Fire, Resolve Weapons Fire)."""

from collections.abc import Mapping, Sequence
from typing import Any

from scales.centurion.combat import aim, declaring, effects, moments, plan_faults, plans, vulcan
from scales.centurion.combat.declaring import Declared, declaring_order
from scales.centurion.combat.effects import listed
from scales.centurion.combat.fire import fire
from scales.centurion.combat.painting import name_of
from scales.centurion.combat.return_fire import Watch
from scales.centurion.ground import hidden
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.support import air, fire_up, landed_craft_fire
from scales.engine import Decision, Json
from scales.play import Play

# --- who declares ---------------------------------------------------------------------------------------------------------------


def able(state: BattleState, side: str) -> list[str]:
    """Units of a side that can fire at something, squads that may come out of hiding, and vehicles that may need their Vulcans, sorted."""
    state = hidden.known(state, {side})
    own = [u for u in state.in_play() if u.side == side]
    return sorted(u.id for u in own if _hides(u) or _attacks(state, u) or (isinstance(u, Vehicle) and vulcan.is_needed(state, u)))


def _attacks(state: BattleState, unit: Vehicle | Squad) -> bool:
    return aim.can_fire(unit) and plan_faults.has_target(state, unit)


def _hides(unit: Vehicle | Squad) -> bool:
    return isinstance(unit, Squad) and unit.concealed


def _counts(state: BattleState, id: str) -> bool:
    """Is it seen that a unit has still to declare an attack?"""
    unit = state.unit(id)
    if unit is None or _hides(unit) or hidden.is_secret(state, unit):
        return False
    return _attacks(hidden.known(state, {unit.side}), unit)


def ask(state: BattleState, side: str, declared: Declared, only: Sequence[str] | None = None) -> list[Decision]:
    """What a side is asked, if it has anything to fire at."""
    units, prompt = able(state, side), "Choose what each unit fires at."
    units = [unit for unit in units if only is None or unit in only]
    data = {"side": side, "units": units, "declared": declaring.heard_by(side, declared, _heard)}
    return [Decision(f"fire:{side}", state.seat(side), "fire", prompt, units, data=data)] if units else []


def weapons_fire(play: Play[BattleState]) -> Sequence[Decision]:
    """Declare fire, the loser of the initiative first; then craft attack, then every unit fires (centurion: Combat Phase)."""
    pending = declaring.declare(play, SEGMENT)
    if pending:
        return pending
    state, declared = play.state, play.state.at.memo["declared"]
    _resolve(
        play, {side: {id: kept for id, order in orders.items() if (kept := _left(state, id, order))} for side, orders in declared.items()}
    )
    return ()


def _left(state: BattleState, id: str, order: Json) -> Json:
    """What of a declared order a unit can still carry out: a ruling may have taken its weapons, or the unit itself, since it was declared."""
    unit = state.unit(id)
    if unit is None or isinstance(unit, Squad):
        return order if unit is not None and aim.can_fire(unit) else {}
    kinds, left = {number: arm.kind for number, arm, _ in plans.armed(unit)}, dict(unit.missiles)
    lines = []
    for line in order.get("fire", []) if aim.can_fire(unit) else []:
        kind = kinds.get(line[0])
        if kind is not None and (not kind or left[kind] > 0):
            lines.append(line)
            left[kind] = left.get(kind, 0) - 1
    return {**order, "fire": lines}


def _legal(play: Play[BattleState], side: str, orders: dict[str, Any]) -> dict[str, Json]:
    """The orders that can be carried out; a concealed squad that fires can be seen from now on (centurion: Concealed Infantry)."""
    kept, known = {}, hidden.known(play.state, {side})
    for id, order in sorted(orders.items()):
        unit = play.state.unit(id)
        if unit is None or unit.side != side or not order or plan_faults.faults(known, id, order):
            continue
        settled = moments.settled(known, order)
        if _heard(settled):
            hidden.reveal(play, unit, "it declares its fire")
        if isinstance(unit, Squad) and unit.concealed:
            _appear(play, unit)
        if order.get("action") != "appear":
            kept[id] = settled
    return kept


def _appear(play: Play[BattleState], squad: Squad) -> None:
    """Active again: whoever has not declared his fire yet may fire at it (centurion: Concealed Infantry)."""
    assert squad.hex is not None
    squad.concealed = False
    text = f"{squad.name} comes out of hiding in {squad.hex.label}."
    play.tell("appears", text, "centurion: Concealed Infantry", units=[squad.id])


def _resolve(play: Play[BattleState], declared: dict[str, dict[str, Json]]) -> None:
    """Strafing, with the fire that waits for its moments, and dive bombing first, then the fire of each unit, then what all of it did inside."""
    state = play.state
    for orders in declared.values():
        vulcan.note(state, orders)
    hits: air.Hits = {}
    each_unit = [each for side in declaring_order(state) for each in _in_order(declared[side])]
    air.attack(play, Watch([each for each in each_unit if "at" in each[1]], hits).answer)
    landed_craft_fire.fire(play)
    for id, order in each_unit:
        if "at" not in order:
            fire(play, id, order, hits)
    air.return_fire(play, hits)
    fire_up.report(play, hits)
    effects.all_take_effect(play)


def _in_order(orders: Mapping[str, Json]) -> list[tuple[str, Json]]:
    """The player chooses the order in which his units fire (centurion: Weapons Fire)."""
    return sorted(orders.items(), key=lambda each: (plans.place_of(each[1]), each[0]))


def _words(state: BattleState, order: Json) -> str:
    """What a declared order says: 'fire at Liberator 2'."""
    targets = [order["target"]] if "target" in order else [line[1] for line in order["fire"]]
    return f"fire at {listed([name_of(state, target) for target in dict.fromkeys(targets)])}"


def _heard(order: Json) -> Json:
    """Attacks, but not the number that a Vulcan engages, nor fire that waits for a moment of a strafing run."""
    if "at" in order:
        return {}
    return {key: value for key, value in order.items() if key != "vulcan"} if order.get("fire") or "action" in order else {}


SEGMENT = declaring.Segment(
    "fire", "Which unit declares its fire?", "centurion: Declare Weapons Fire", able, _counts, ask, _legal, _heard, _words
)
