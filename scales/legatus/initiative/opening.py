"""The initiative phase: a new turn, base initiative, sealed points and mission sheets, ties. legatus: Initiative Phase, Interceptors"""

from collections.abc import Sequence

from scales.engine import Decision
from scales.legatus.double_blind.hearing import Word, hides, knows, tell_apart
from scales.legatus.initiative import initiative, spending
from scales.legatus.links import mail
from scales.legatus.orders import Spend, read
from scales.legatus.scenario import ending
from scales.legatus.state import Cohort, LegatusState, active
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
    distance, losses, changes = spending.basis(state, cohort)
    cohort.initiative = value = initiative.value_of(state, cohort)
    names = "".join(f", {m.name} {m.value}" for m in changes)
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
                f"Spend up to {s.pool} initiative points, and assign your squadrons",
                sealed=True,
                data={"side": s.id},
            )
            for s in state.sides
        ]
    given = {s.id: answer.choices for s in state.sides if (answer := play.answers.get(f"initiative:{s.id}"))}
    for side in state.sides:
        choices = given.get(side.id, {})
        order = read(Spend, choices.get("spend"))
        side.finish = state.at.turn if order.finish else side.finish
        _lead(play, side.id, order)
        spending.spend(play, side.id, order.points)
        interceptors.assign(play, side.id, choices)
    interceptors.rearm(play)
    _order(play)
    ending.agree(play)
    return ()


def _lead(play: Play[LegatusState], side: str, order: Spend) -> None:
    """Changes of command come before points: base values follow from them."""
    if order.take_over or order.attach:
        spending.lead(play, side, order.take_over, order.attach)
        for id in spending.rebase(play.state, side):
            if active(play.state, id):
                _tell_base(play, play.state.cohorts[id])


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
    """Cohorts with their initiatives, best first, and the dice of ties, unless they would tell of enemies that nobody has spotted."""
    text = ", ".join(f"{state.cohorts[c].name} {state.cohorts[c].initiative}" for c in order)
    rolled = [] if hides(state) else [c for c in order if state.cohorts[c].tie]
    ties = f" after ties rolled by {_rolls(state, rolled)}" if rolled else ""
    return f"Initiative of turn {state.at.turn}{ties}: {text}."


def _names(state: LegatusState, cohorts: Sequence[str]) -> str:
    return ", ".join(sorted({state.cohorts[c].name for c in cohorts}))


def _rolls(state: LegatusState, cohorts: Sequence[str]) -> str:
    """'C (4, 2), T (4, 7)'."""
    tied = sorted((state.cohorts[c] for c in cohorts), key=lambda c: (c.name, c.id))
    return ", ".join(f"{c.name} ({', '.join(map(str, c.tie))})" for c in tied)
