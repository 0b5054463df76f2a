"""The initiative phase: a new turn, base initiative, sealed points and mission sheets, ties. legatus: Initiative Phase, Interceptors"""

from collections.abc import Sequence

from scales.engine import Decision
from scales.legatus.double_blind.hearing import Word, hides, knows, tell_apart
from scales.legatus.initiative import initiative
from scales.legatus.links import mail
from scales.legatus.orders import Spend, read
from scales.legatus.state import Cohort, LegatusState, active, side_name
from scales.legatus.support import interceptors
from scales.play import Play

RULE = initiative.RULE


def open_turn(play: Play[LegatusState]) -> Sequence[Decision]:
    """A new turn begins: what came from above, flags cleared, base values told."""
    state = play.state
    state.at.turn += 1
    mail.take_news(play)
    for unit in state.units.values():
        unit.moved = unit.reacted = unit.building = unit.fought = False
        unit.shots, unit.began = 0, ""
    for id in sorted(state.cohorts):
        if active(state, id):
            _tell_base(play, state.cohorts[id])
    return ()


def _tell_base(play: Play[LegatusState], cohort: Cohort) -> None:
    state = play.state
    distance, value = initiative.distance_of(state, cohort.id), initiative.value_of(state, cohort)
    cohort.initiative = value
    changes = initiative.modifiers_of(state, cohort)
    names = "".join(f", {m.name} {m.value}" for m in changes)
    losses = initiative.base_of(state, cohort) - distance
    spread = f"{distance} hex{'es' if distance != 1 else ''} of spread"
    lost = f"{losses} {'centuries' if losses != 1 else 'century'} lost or crippled"
    play.tell(
        "initiative_base",
        f"{cohort.name} has base initiative {value}: {spread}, {lost}{names}.",
        RULE,
        units=[cohort.id],
        data={"cohort": cohort.id, "value": value, "distance": distance, "losses": losses, "modifiers": {m.name: m.value for m in changes}},
        # spread, losses and signals tell of centuries that nobody may have spotted
        seen_by=[cohort.side] if hides(state) else None,
    )


def spend_points(play: Play[LegatusState]) -> Sequence[Decision]:
    """Both sides seal points and squadron assignments, which are revealed together."""
    state = play.state
    if not play.answers:
        return [
            Decision(
                f"initiative:{s.id}",
                s.seat,
                "initiative",
                f"Spend initiative points of {s.pool} and assign squadrons",
                sealed=True,
                data={"side": s.id},
            )
            for s in state.sides
        ]
    for side in state.sides:
        answer = play.answers.get(f"initiative:{side.id}")
        choices = answer.choices if answer else {}
        _spend(play, side.id, read(Spend, choices.get("spend")).points)
        interceptors.assign(play, side.id, choices)
    interceptors.rearm(play)
    _order(play)
    return ()


def _spend(play: Play[LegatusState], side_id: str, points: dict[str, int]) -> None:
    """Pay for steps down and tell them."""
    state = play.state
    side = next(s for s in state.sides if s.id == side_id)
    points = {k: n for k, n in sorted(points.items()) if n > 0 and initiative.price_of(state, side_id, k)}
    cost = initiative.cost_of(state, side_id, points)
    if not points or cost > side.pool:
        return
    parts = initiative.manus_parts(state, side_id)
    values = initiative.lowered({c: state.cohorts[c].initiative for c in state.cohorts}, points, parts)
    for id, value in values.items():
        state.cohorts[id].initiative = value
    side.pool -= cost
    what = ", ".join(f"{state.cohorts[k].name if k in state.cohorts else k} {n}" for k, n in points.items())
    play.tell(
        "initiative_spent",
        f"{side_name(side_id)} spends {cost} initiative points ({what}) and keeps {side.pool}.",
        RULE,
        data={"side": side_id, "points": points, "cost": cost, "pool": side.pool},
        seen_by=[side_id],
    )


def _order(play: Play[LegatusState]) -> None:
    """Ties are settled, and the order is told: in a double-blind battle to each side that of the cohorts whose initiative it knows."""
    state = play.state
    initiative.settle_ties(state, play.dice)
    order = initiative.order_of(state)
    if not hides(state):
        play.tell("initiative_order", _sentence(state, order), RULE, units=order, data={"order": order})
        return
    rolled = [c for c in order if state.cohorts[c].tie]
    if rolled:
        play.tell("initiative_ties", f"Ties are rolled by {_names(state, rolled)}.", RULE, units=rolled, seen_by=[])
    tell_apart(play, "initiative_order", RULE, lambda side: _known_order(state, side, order))


def _known_order(state: LegatusState, side: str, order: Sequence[str]) -> Word | None:
    known = [c for c in order if knows(state, side, c)]
    return Word(_sentence(state, known), known, {"order": known}) if known else None


def _sentence(state: LegatusState, order: Sequence[str]) -> str:
    """Cohorts with their initiatives, best first, and who rolled for ties."""
    text = ", ".join(f"{state.cohorts[c].name} {state.cohorts[c].initiative}" for c in order)
    rolled = [c for c in order if state.cohorts[c].tie]
    ties = f" after ties rolled by {_names(state, rolled)}" if rolled else ""
    return f"Initiative of turn {state.at.turn}{ties}: {text}."


def _names(state: LegatusState, cohorts: Sequence[str]) -> str:
    return ", ".join(sorted({state.cohorts[c].name for c in cohorts}))
