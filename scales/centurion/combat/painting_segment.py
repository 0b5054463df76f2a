"""Painting declared and resolved: who paints what, and which hexes are marked for artillery (centurion: Declare Laser Painting Fire).

Headings of the book played here too: Resolve Laser Painting Fire.
"""

from collections.abc import Sequence
from typing import Any

from scales.centurion.combat import declaring, shield_rolls
from scales.centurion.combat.declaring import Declared, declaring_order
from scales.centurion.combat.painting import (
    MOST,
    RULE,
    choices,
    has_work,
    may_paint,
    name_of,
    order_faults,
    painters,
    reckoned,
    spotting,
)
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.ground import hidden
from scales.centurion.movement import withdrawal
from scales.centurion.state import PARITY, BattleState, Unit
from scales.centurion.support import fire_up
from scales.engine import Check, Decision, Fault, Json, Option, Orders, Slot
from scales.hexes import distance
from scales.play import Play


def paint(play: Play[BattleState]) -> Sequence[Decision]:
    """Declare and resolve painting: the loser of the initiative declares first (centurion: Declare Laser Painting Fire)."""
    pending = declaring.declare(play, SEGMENT)
    if pending:
        return pending
    declared = play.state.at.memo["declared"]
    for side in declaring_order(play.state):
        for id, order in sorted(declared[side].items()):
            _resolve(play, side, id, order)
    return ()


def _declare(play: Play[BattleState], side: str, orders: dict[str, Any]) -> dict[str, Json]:
    """What a side may declare of its orders; hidden units that use their painting lasers are seen from now on (Hidden Units)."""
    known, kept = hidden.known(play.state, {side}), {}
    for id, order in sorted(orders.items()):
        unit = play.state.unit(id)
        if not order or order_faults(known, id, order):
            continue
        if unit is not None and unit.side == side:
            hidden.reveal(play, unit, "it uses its painting laser")
        kept[id] = order
    return kept


def ask(state: BattleState, side: str, declared: Declared, only: Sequence[str] | None = None) -> list[Decision]:
    """What a side is asked, if it has anything to paint or to mark; `declared` as it stands in the open."""
    units = [unit for unit in able(state, side) if only is None or unit in only]
    prompt = "Choose what each unit paints, or which hex it marks for the artillery."
    data = {"side": side, "units": units, "declared": declaring.heard_by(side, declared, _heard)}
    return [Decision(f"paint:{side}", state.seat(side), "paint", prompt, units, data=data)] if units else []


def able(state: BattleState, side: str) -> list[str]:
    """Units and craft of a side that have something to paint or to mark, sorted."""
    state = hidden.known(state, {side})
    return [painter for painter in painters(state, side) if has_work(state, painter)]


def _counts(state: BattleState, id: str) -> bool:
    """Is it seen that a unit or craft has still to declare?"""
    unit = state.unit(id)
    return unit is None or not hidden.is_secret(state, unit)


def _words(state: BattleState, order: Json) -> str:
    return f"that it paints {name_of(state, order['paint'])}"


def _heard(order: Json) -> Json:
    """Painting, but not the hexes of missions on their way."""
    return order if "paint" in order else {}


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
        found = state.vehicles.get(target) or state.runs.get(target) or state.landed.get(target)
        (found.painted_by if found is not None else state.painted_above.setdefault(target, [])).append(painter)
    outcome = "paints" if is_painted else "fails to paint"
    text = f"{name} {outcome} {name_of(state, target)}."
    play.tell("painted" if is_painted else "painting_failed", text, RULE, units=[painter, target], checks=checks)


SEGMENT = declaring.Segment(
    "paint", "Which unit declares what it paints?", "centurion: Declare Laser Painting Fire", able, _counts, ask, _declare, _heard, _words
)


# --- orders -----------------------------------------------------------------------------------------------------------------------


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
    """Hexes between a painter and its target; a craft is where its counter stands or above the painter, and the own hex counts as one."""
    if fire_up.craft_of(state, target) is not None:
        return 1
    a, b = (u.hex if (u := state.unit(each)) is not None else (state.runs.get(each) or state.landed[each]).hex for each in (id, target))
    return max(1, distance(a, b, PARITY)) if a is not None and b is not None else 0


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults of painting orders."""
    return [
        Fault("not_legal", text, id)
        for id in decision.data["units"]
        if id in orders.choices
        for text in order_faults(state, id, orders.choices[id])
    ]
