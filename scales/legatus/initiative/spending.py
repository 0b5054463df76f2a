"""What a side orders in the initiative phase: changes of command, steps down bought from the pool, and an offer to end the battle."""

from collections.abc import Mapping, Sequence

from scales.engine import Json, Modifier
from scales.legatus.initiative import command, initiative
from scales.legatus.initiative.initiative import RULE
from scales.legatus.state import Cohort, LegatusState, side_name
from scales.play import Play


def faults(state: LegatusState, side: str, points: Mapping[str, int], take_over: Sequence[str], attach: Mapping[str, str]) -> list[str]:
    """Everything wrong with an order; prices are those after its changes of command."""
    found = command.faults(state, side, take_over, attach)
    there = state if found else command.commanded(state, side, take_over, attach)
    for key, steps in points.items():
        if steps < 0:
            found.append(f"Initiative can only be bought down, not up: {steps} for '{key[:40]}' ({RULE}).")
        elif steps and (wrong := initiative.price_fault(there, side, key)):
            found.append(wrong)
    pool = next(s.pool for s in state.sides if s.id == side)
    cost = initiative.cost_of(there, side, {k: n for k, n in points.items() if n > 0})
    if cost > pool:
        found.append(f"That costs {cost} points and the pool holds {pool} ({RULE}).")
    return found


def rebase(state: LegatusState, side: str) -> list[str]:
    """Work out the base values of a side anew; the cohorts whose value is another now."""
    changed = []
    for id, cohort in sorted(state.cohorts.items()):
        if cohort.side == side and (value := initiative.value_of(state, cohort)) != cohort.initiative:
            cohort.initiative = value
            changed.append(id)
    return changed


def lead(play: Play[LegatusState], side: str, take_over: Sequence[str], attach: Mapping[str, str]) -> None:
    """Carry out and tell changes of command."""
    state = play.state
    heads = command.takeovers(state, side)
    command.change(state, side, take_over, attach)
    for id in take_over:
        head = initiative.headquarters(state, heads[id])
        assert head is not None, heads[id]
        play.tell(
            "took_over",
            f"{head.name} takes over the command of {state.cohorts[id].name}.",
            command.RULE,
            units=[head.id, id],
            data={"headquarters": head.id, "cohort": id},
        )
    for hq, cohort in attach.items():
        text = f"{state.units[hq].name} is attached to {state.cohorts[cohort].name}."
        play.tell("attached", text, command.RULE, units=[hq, cohort], data={"headquarters": hq, "cohort": cohort})


def spend(play: Play[LegatusState], side_id: str, points: Mapping[str, int]) -> None:
    """Pay for steps down and tell them to those who pay."""
    state = play.state
    side = next(s for s in state.sides if s.id == side_id)
    points = {k: n for k, n in sorted(points.items()) if n > 0 and initiative.price_of(state, side_id, k)}
    cost = initiative.cost_of(state, side_id, points)
    if not points or cost > side.pool:
        return
    parts = initiative.manus_parts(state, side_id)
    for id, value in initiative.lowered({c: state.cohorts[c].initiative for c in state.cohorts}, points, parts).items():
        state.cohorts[id].initiative = value
    side.pool -= cost
    what = ", ".join(f"{name_of(state, k)} {n}" for k, n in points.items())
    data: Json = {
        "side": side_id,
        "points": points,
        "cost": cost,
        "pool": side.pool,
        "prices": {k: initiative.price_of(state, side_id, k) for k in points},
        "initiatives": {c: state.cohorts[c].initiative for k in points for c in parts.get(k, [k])},
    }
    play.tell(
        "initiative_spent",
        f"{side_name(play.state, side_id)} spends {cost} initiative point{'' if cost == 1 else 's'} ({what}) and keeps {side.pool}.",
        RULE,
        data=data,
        seen_by=[side_id],
    )


def name_of(state: LegatusState, key: str) -> str:
    """The name of a cohort, or of a manus that is bought down together."""
    if key in state.cohorts:
        return state.cohorts[key].name
    head = next((c.name for _, c in sorted(state.cohorts.items()) if c.manus == key and c.level == "manus"), key)
    return f"all of {head}"


def basis(state: LegatusState, cohort: Cohort) -> tuple[int, int, list[Modifier]]:
    """Hexes of spread, centuries lost or crippled, and what lowers a base value."""
    distance = initiative.distance_of(state, cohort.id)
    return distance, initiative.base_of(state, cohort) - distance, initiative.modifiers_of(state, cohort)
