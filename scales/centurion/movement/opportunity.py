"""Opportunity Fire: a unit at rest watches instead of moving and fires once at an enemy that moves into its sight.

Deciding hex by hex is delegated to the order: the watcher fires at the first enemy vehicle or squad that enters a hex within the range it
was given, in sight, if the terms of its order fit and any of its weapons bears. Whoever wants to be asked is asked at each such hex: the move
is taken back by `Asked` and made again with the answer, with the same dice. The phase's memo holds `watch` (by watcher: range_hexes and the
terms) and `told` (the answers by moment and watcher).
"""

from collections.abc import Iterator

from scales.centurion.combat import aim, fire, fire_orders, plans, squad_plans, to_hit
from scales.centurion.ground import hidden
from scales.centurion.ground.los import sees
from scales.centurion.movement.watching import Terms
from scales.centurion.state import PARITY, BattleState, Squad, Unit, Vehicle
from scales.engine import Decision, Json, Option
from scales.hexes import distance
from scales.play import Play

RULE = "centurion: Opportunity Fire"


class Asked(Exception):
    """Players want to be asked whether their watchers fire now."""

    def __init__(self, decisions: list[Decision]) -> None:
        super().__init__("watchers are to be asked")
        self.decisions = decisions


def objections(unit: Unit) -> list[str]:
    """What is against declaring opportunity fire."""
    if isinstance(unit, Vehicle) and unit.velocity:
        return ["only a unit at rest may watch for a target"]
    if isinstance(unit, Squad) and unit.concealed:
        return ["concealed infantry does not fire as the enemy moves"]
    return [] if aim.can_fire(unit) else ["it cannot fire"]


def declare(play: Play[BattleState], unit: Unit, range_hexes: int, terms: Terms) -> None:
    """The unit watches from now on."""
    play.state.at.memo.setdefault("watch", {})[unit.id] = {"range_hexes": range_hexes, **terms.model_dump()}
    text = f"{unit.name} does not move and watches for a target."
    play.tell("watches", text, RULE, units=[unit.id], seen_by=[unit.side])


def somebody_asks(state: BattleState) -> bool:
    """Does a watcher want to be asked?"""
    return any(order["ask"] for order in state.at.memo.get("watch", {}).values())


def spring(play: Play[BattleState], mover: Unit) -> None:
    """A unit has entered a hex: every enemy watcher that sees it near enough and has something to fire does so, once."""
    for unit, terms in _ready(play.state, mover, ask=False):
        options = shots(play.state, unit, mover.id, terms)
        if options:
            _fire(play, unit, mover, options[0].order)
    asked = {unit.id: found for unit, terms in _ready(play.state, mover, ask=True) if (found := shots(play.state, unit, mover.id, terms))}
    for id, order in _answers(play.state, mover, asked).items():
        watcher = play.state.unit(id)
        if order and watcher is not None and not mover.destroyed and order in [option.order for option in asked[id]]:
            _fire(play, watcher, mover, order)


def _ready(state: BattleState, mover: Unit, *, ask: bool) -> Iterator[tuple[Unit, Terms]]:
    """Watchers in whose sight and range the mover has come, one after the other as long as it lives."""
    watch: dict[str, Json] = state.at.memo.get("watch", {}) if not mover.hidden else {}
    for id in sorted(watch):
        unit, terms = state.unit(id), Terms.model_validate({k: v for k, v in watch[id].items() if k != "range_hexes"})
        if unit is None or unit.side == mover.side or terms.ask != ask or mover.destroyed or mover.hex is None or unit.hex is None:
            continue
        near = distance(unit.hex, mover.hex, PARITY) <= watch[id]["range_hexes"]
        if near and aim.can_fire(unit) and terms.meant(mover) and sees(state, unit, mover):
            yield unit, terms


def _fire(play: Play[BattleState], unit: Unit, mover: Unit, order: Json) -> None:
    del play.state.at.memo["watch"][unit.id]
    hidden.reveal(play, unit, f"it fires at {mover.name} as that moves")
    fire.opportunity_fire(play, unit.id, order)


# --- what it fires --------------------------------------------------------------------------------------------------------------


def shots(state: BattleState, unit: Unit, target: str, terms: Terms) -> list[Option]:
    """What a watcher may fire at a target, the best first: everything on its terms that bears, and the same without missiles."""
    if isinstance(unit, Squad):
        return _squad_shots(state, unit, target, terms)
    found: list[Option] = []
    for missiles in (False,) if terms.sparing else (True, False):
        bearing = plans.bearing(state, unit, target, missiles=missiles)
        if bearing is not None:
            bearing.shots = [s for s in bearing.shots if to_hit.number(bearing.aim, s.arm) >= terms.least]
            bearing.expected = sum(plans.worth(bearing.aim, s.arm, s.shell) for s in bearing.shots)
            option = fire_orders.option(state, bearing)
            found += [option] if bearing.shots and option.order not in [o.order for o in found] else []
    return found


def _squad_shots(state: BattleState, squad: Squad, target: str, terms: Terms) -> list[Option]:
    fits = [p for p in squad_plans.squad_plans(state, squad, [target]) if to_hit.number(p[1], p[3]) >= terms.least]
    return [fire_orders.squad_option(state, *p) for p in fits if not (terms.sparing and p[0]["action"] == "missiles")]


# --- asking ---------------------------------------------------------------------------------------------------------------------


def moment(mover: Unit) -> str:
    """Which hex of which move this is, to know the answers by."""
    return f"{mover.id}/{mover.hexes_moved}/{mover.hex.label if mover.hex is not None else ''}"


def _answers(state: BattleState, mover: Unit, asked: dict[str, list[Option]]) -> dict[str, Json]:
    """What the players said for this moment; raises `Asked` for those who have not been asked yet."""
    told: dict[str, Json] = state.at.memo.get("told", {}).get(moment(mover), {})
    open_ones = {id: options for id, options in asked.items() if id not in told}
    if open_ones:
        raise Asked(list(_decisions(state, mover, open_ones)))
    return {id: told[id] for id in asked}


def _decisions(state: BattleState, mover: Unit, asked: dict[str, list[Option]]) -> Iterator[Decision]:
    """One for each side, with the mover where it is seen now and what each of the side's watchers could fire."""
    assert mover.hex is not None
    for side in sorted(state.sides):
        own = {id: found for id, found in asked.items() if (unit := state.unit(id)) is not None and unit.side == side}
        if own:
            offered = {id: [{"order": o.order, "label": o.label, "info": o.info} for o in found] for id, found in own.items()}
            seen: Json = {"mover": mover.id, "hex": mover.hex.label, "at": [mover.hex.column, mover.hex.row]}
            seen["prompt"] = f"{mover.name} enters hex {mover.hex.label}: fire now?"
            yield asked_again(state, {"side": side, "units": list(own), "moment": moment(mover), "offered": offered, **seen})


def asked_again(state: BattleState, data: Json) -> Decision:
    """The decision of a side's watchers as its data tell it, of those who are still there."""
    units = [id for id in data["units"] if state.unit(id) is not None]
    kept = data | {"units": units, "offered": {id: data["offered"][id] for id in units}}
    return Decision(f"opportunity:{data['side']}", state.seat(data["side"]), "opportunity", data["prompt"], units, data=kept)


def take_answer(state: BattleState, decision: Json, choices: dict[str, Json]) -> None:
    """Note what a player said when he was asked; a watcher without an answer holds its fire."""
    told = state.at.memo.setdefault("told", {}).setdefault(decision["moment"], {})
    told.update({id: choices.get(id, {}) for id in decision["units"]})
