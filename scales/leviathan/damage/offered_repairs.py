"""Where free damage control parties may be sent: every way to man the columns that can be worked in."""

from itertools import combinations

from scales.engine import Decision, Json, Option, Slot
from scales.leviathan.damage import damage_control, effects, internals
from scales.leviathan.damage.damage_control import Job
from scales.leviathan.records.words import count
from scales.leviathan.state import Ship, State


def repair_slots(state: State, decision: Decision) -> list[Slot]:
    """A slot for each ship: all parties that find work, in every choice of columns; or none of them."""
    return [_slot(state, state.ships[unit]) for unit in decision.units]


def _slot(state: State, ship: Ship) -> Slot:
    found, number = damage_control.jobs(ship), damage_control.free(ship)
    ready = state.turn + damage_control.turns(ship)
    options = [_option(ship, chosen, ready) for chosen in combinations(found, min(number, len(found)))]
    nobody = Option({"columns": []}, "Send nobody", {"mends": []})
    parties = count(number, *damage_control.PARTY)
    return Slot(ship.id, f"{ship.name}: {parties} free, ready at the end of turn {ready}", [*options, nobody], ship.id)


def _option(ship: Ship, chosen: tuple[Job, ...], ready: int) -> Option:
    mends = [_info(ship, job, ready) for job in chosen]
    label = ", ".join(f"{effects.name(job.component)} (column {job.column}, row {job.row + 1})" for job in chosen)
    return Option({"columns": [job.column for job in chosen]}, f"Mend {label}", {"mends": mends})


def _info(ship: Ship, job: Job, ready: int) -> Json:
    """`boxes` still to be mended before the component works, this one among them; `ready` the turn at whose end the box is mended."""
    area = internals.at(ship, job.row, job.column)[1]
    boxes = 1 if job.component in internals.EACH_BOX else internals.marked(ship, area)
    return {
        "component": job.component, "name": effects.name(job.component), "effect": effects.effect(job.component), "row": job.row + 1,
        "column": job.column, "boxes": boxes, "ready": ready,
    }  # fmt: skip
