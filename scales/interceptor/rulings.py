"""What a GM may change by hand, and results played on a table."""

from typing import Any

from scales.armor import of_points
from scales.codec import clone
from scales.dice import Dice, ScriptedDice
from scales.engine import At, Fault, Json, Step
from scales.interceptor.announce import close_units
from scales.interceptor.board import board
from scales.interceptor.condition import kind
from scales.interceptor.damage import P, destroy
from scales.interceptor.setup import with_sheet
from scales.interceptor.state import ON_BOARD, Craft, State
from scales.play import Play

RULE = "game master"
KINDS = ("destroy", "move", "repair")
STATUSES = ("ok", "damaged", "crippled", "destroyed", "left", "captured")


def _craft(state: State, id: Any) -> Craft:
    craft = state.craft.get(id) if isinstance(id, str) else None
    if craft is None:
        raise ValueError(f"there is no craft '{id}' on this board")
    return craft


def _step(play: P) -> Step:
    """A step outside the phases: whatever was asked before is asked again."""
    return Step(play.state, play.events, play.outbox, [], not play.state.at.phase)


def amend(state: State, ruling: Json, dice: Dice) -> Step:
    """Destroy, move or repair one craft, with a reason; ValueError with a sentence on nonsense."""
    play = Play(clone(state), dice)
    what, reason = ruling.get("kind"), str(ruling.get("reason", "no reason given"))[:300]
    if what not in KINDS:
        raise ValueError(f"there is no ruling '{what}'; known are {', '.join(KINDS)}")
    craft = _craft(play.state, ruling.get("unit"))
    if craft.where not in ON_BOARD:
        raise ValueError(f"{craft.name} is no longer on the board")
    if what == "destroy":
        destroy(play, craft, f"is taken out of play ({reason})", rule_name=RULE)
        close_units(play)
    elif what == "move":
        _move(play, craft, ruling, reason)
    else:
        _repair(play, craft, reason)
    return _step(play)


def _move(play: P, craft: Craft, ruling: Json, reason: str) -> None:
    here = board(play.state.layout)
    hex = here.hex(str(ruling.get("hex", here.label(craft.hex))))
    heading, velocity = ruling.get("heading", craft.heading), ruling.get("velocity", craft.velocity)
    if heading not in (1, 2, 3, 4, 5, 6) or not isinstance(velocity, int) or not 0 <= velocity <= 40:
        raise ValueError("a heading is 1 to 6 and a velocity 0 to 40")
    craft.place(hex)
    craft.heading, craft.velocity = heading, velocity
    play.tell("amended", f"{craft.name} is moved to {here.label(hex)} ({reason}).", RULE, units=[craft.id])


def _repair(play: P, craft: Craft, reason: str) -> None:
    craft.armor = {side: of_points(points) for side, points in kind(craft).armor.items()}
    craft.marks, craft.shorts, craft.fresh, craft.wild, craft.life_support = {}, {}, [], False, 0
    for mount in craft.mounts:
        mount.gone, mount.out = False, 0
    play.tell("amended", f"{craft.name} is made whole ({reason}).", RULE, units=[craft.id])


def settle(state: State, report: Json) -> Step:
    """Take over a result from a table: {"fates": {craft: {"status": ..., "sheet": {...}}}}. A battle that does not stand open is then over."""
    play = Play(clone(state), ScriptedDice.of())
    fates = report.get("fates")
    if not isinstance(fates, dict) or not fates:
        raise ValueError("a result names the fate of at least one craft")
    unknown = sorted(str(id) for id in fates if id not in play.state.craft)
    if unknown:
        raise ValueError(f"the result names craft that are not here: {', '.join(unknown)}")
    for id, fate in sorted(fates.items()):
        _settle(play, play.state.craft[id], fate)
    play.state.at = At(turn=max(1, play.state.at.turn))
    if not play.state.standing:
        play.state.turn_limit = play.state.turns_over = play.state.at.turn
    close_units(play)
    return _step(play)


def _settle(play: P, craft: Craft, fate: Any) -> None:
    status = fate.get("status") if isinstance(fate, dict) else None
    if status not in STATUSES:
        raise ValueError(f"{craft.id}: a fate has a status, one of {', '.join(STATUSES)}")
    if craft.where == "destroyed" and status != "destroyed":
        raise ValueError(f"{craft.id} was destroyed before and cannot come back")
    with_sheet(craft, fate.get("sheet", {}))
    if status == "destroyed":
        if craft.where != "destroyed":
            destroy(play, craft, "is lost, as reported from the table", rule_name=RULE)
    elif status in ("left", "captured"):
        craft.where = "left"
    play.tell("settled", f"{craft.name}: {status}, as reported from the table.", RULE, units=[craft.id], data={"status": status})


def report_faults(state: State, report: Json) -> list[Fault]:
    """What `settle` would refuse."""
    try:
        settle(state, report)
    except ValueError as error:
        return [Fault("report", str(error))]
    return []


RULINGS = {
    "destroy": "",
    "move": "",
    "repair": "",
}
