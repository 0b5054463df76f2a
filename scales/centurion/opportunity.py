"""Opportunity Fire: a unit at rest watches instead of moving and fires once at an enemy that moves into its sight.

Deciding hex by hex is delegated to the order: the watcher fires at the first enemy vehicle or squad that enters a hex within the range it
was given, in sight, if any of its weapons bears. `watch` maps the ids of watchers to that range in hexes; it lives in the phase's memo.
"""

from scales.centurion import aim, fire, hidden, plans
from scales.centurion.los import sees
from scales.centurion.state import PARITY, BattleState, Squad, Vehicle
from scales.engine import Json
from scales.hexes import distance
from scales.play import Play

RULE = "centurion: Opportunity Fire"


def objections(unit: Vehicle | Squad) -> list[str]:
    """What is against declaring opportunity fire."""
    if isinstance(unit, Vehicle) and unit.velocity:
        return ["only a unit at rest may watch for a target"]
    if isinstance(unit, Squad) and unit.concealed:
        return ["concealed infantry does not fire as the enemy moves"]
    return [] if aim.can_fire(unit) else ["it cannot fire"]


def declare(play: Play[BattleState], unit: Vehicle | Squad, range_hexes: int) -> None:
    """The unit watches from now on."""
    play.state.at.memo.setdefault("watch", {})[unit.id] = range_hexes
    text = f"{unit.name} does not move and watches for a target."
    play.tell("watches", text, RULE, units=[unit.id], seen_by=[unit.side])


def spring(play: Play[BattleState], mover: Vehicle | Squad) -> None:
    """A unit has entered a hex: every enemy watcher that sees it near enough and has something to fire does so, once."""
    watch: dict[str, int] = play.state.at.memo.get("watch", {})
    for id in sorted(watch):
        unit = play.state.unit(id)
        if mover.destroyed or mover.hex is None:
            return
        if unit is None or unit.side == mover.side or unit.hex is None or not aim.can_fire(unit):
            continue
        if distance(unit.hex, mover.hex, PARITY) <= watch[id] and sees(play.state, unit, mover):
            _fire(play, unit, mover, watch)


def _fire(play: Play[BattleState], unit: Vehicle | Squad, mover: Vehicle | Squad, watch: dict[str, int]) -> None:
    order = best_plan(play.state, unit, mover.id)
    if order:
        del watch[unit.id]
        hidden.reveal(play, unit, f"it fires at {mover.name} as that moves")
        fire.opportunity_fire(play, unit.id, order)


def best_plan(state: BattleState, unit: Vehicle | Squad, target: str) -> Json:
    """Everything that bears on a target; {} if nothing does."""
    if isinstance(unit, Vehicle):
        found = plans.bearing(state, unit, target)
        return plans.plan_of(found.shots) if found is not None else {}
    seen = plans.aim_at(state, unit, target)
    orders: list[Json] = [{"action": action, "target": target} for action in ("missiles", "personal", "mortars")]
    legal = [order for order in orders if not plans.squad_faults(state, unit, order)]
    return max(legal, key=lambda order: _worth(state, unit, order, seen), default={})


def _worth(state: BattleState, squad: Squad, order: Json, seen: aim.Aim | None) -> int:
    """Boxes expected from a squad's attack, in tenths."""
    arm, count = plans.squad_weapon(state, squad, order["action"], order["target"])
    return plans.worth(seen, arm, "") * count if seen is not None else 0
