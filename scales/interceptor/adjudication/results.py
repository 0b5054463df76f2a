"""The result of a battle played on a table: everything wrong with one, and how it is taken over.

It has the form of a report: `fates` by craft, each with a `status`, the `sheet` of its damage (parts left out stay as they were) and `by`;
`winner` and `outcome` are optional. A result with a winner or an outcome is that of the whole battle and names every craft still there;
without them it may name only the craft that something happened to.
"""

from typing import Any

from scales.codec import clone
from scales.dice import ScriptedDice
from scales.engine import FATE_KEYS, REPORT_KEYS, STATUSES, At, Fault, Json, Step
from scales.interceptor.board import board
from scales.interceptor.damage.damage import P, above, destroy
from scales.interceptor.damage.ends import fatal
from scales.interceptor.damage.sheets import grown, sheet_faults, with_sheet
from scales.interceptor.pilots.fates import assign
from scales.interceptor.scenario.outcome import GOES_ON, RANKS, STATUS, fate, report
from scales.interceptor.state import Craft, State, Verdict
from scales.interceptor.transfers.going_up import close_units, go_up, land
from scales.play import Play
from scales.rulings import RULE

"""What a report holds. What the engine counts itself (from `over` on) is not read."""
GONE = ("destroyed", "captured")
"""How a craft is of which a pilot may have got out."""
LONGEST = 500


# --- faults -----------------------------------------------------------------------------------------------------------------------------


def report_faults(state: State, given: Any) -> list[Fault]:
    """Everything wrong with a result at once."""
    if not isinstance(given, dict):
        return [Fault("bad_report", "A result is an object with the fates of the craft.")]
    found = [
        Fault("bad_report", f"A result has no '{str(key)[:40]}'; it has {', '.join(REPORT_KEYS)}.", str(key)[:40])
        for key in given
        if key not in REPORT_KEYS
    ]
    found += _ending_faults(state, given)
    fates = given.get("fates")
    if not isinstance(fates, dict) or not fates:
        return [*found, Fault("no_fates", "A result names the fate of at least one craft.", "fates")]
    found += _unit_faults(state, given, fates)
    for id, fate_given in fates.items():
        if id in state.craft:
            found += _fate_faults(state.craft[id], fate_given)
    return found


def _ending_faults(state: State, given: Json) -> list[Fault]:
    sides, found = [s.id for s in state.sides], list[Fault]()
    winner, outcome, over = given.get("winner"), given.get("outcome", ""), given.get("over", True)
    if winner is not None and winner not in sides:
        found.append(Fault("unknown_winner", f"The winner is one of {', '.join(sides)}, or none (null).", "winner"))
    if not isinstance(outcome, str) or len(outcome) > LONGEST:
        found.append(Fault("bad_outcome", f"The outcome is a text of up to {LONGEST} characters.", "outcome"))
    if not isinstance(over, bool):
        found.append(Fault("bad_report", "Whether it is over is true or false.", "over"))
    return found + _count_faults(state, given)


def _count_faults(state: State, given: Json) -> list[Fault]:
    """No side has more craft left than it had."""
    counts, found = given.get("effective"), []
    for side, count in counts.items() if isinstance(counts, dict) else ():
        most = sum(craft.side == side for craft in state.craft.values())
        if type(count) is not int or not 0 <= count <= most:
            found.append(Fault("too_many", f"Side '{str(side)[:40]}' has {most} craft at most.", f"effective.{str(side)[:40]}"))
    return found


def _unit_faults(state: State, given: Json, fates: Json) -> list[Fault]:
    """Craft that are not here, and those that a result of the whole battle forgets."""
    found = [
        Fault("unknown_unit", f"There is no craft '{str(id)[:120]}' in this battle.", f"fates.{str(id)[:120]}")
        for id in fates
        if id not in state.craft
    ]
    if "winner" in given or "outcome" in given:
        missing = [c for c in state.craft.values() if c.where not in STATUS and c.id not in fates]
        found += [Fault("missing_unit", f"The result says nothing of {c.name}.", f"fates.{c.id}") for c in missing]
    return found


def _fate_faults(craft: Craft, given: Any) -> list[Fault]:
    where = f"fates.{craft.id}"
    if not isinstance(given, dict):
        return [Fault("bad_fate", f"{craft.name}: a fate is an object with a status.", where)]
    found = [
        Fault("bad_fate", f"{craft.name}: a fate has no '{str(key)[:40]}'; it has {', '.join(FATE_KEYS)}.", where)
        for key in given
        if key not in FATE_KEYS
    ]
    if given.get("side", craft.side) != craft.side:
        found.append(Fault("wrong_side", f"{craft.name} belongs to side '{craft.side}'.", where + ".side"))
    by = given.get("by")
    if by is not None and not (isinstance(by, str) and len(by) <= 120):
        found.append(Fault("bad_fate", f"{craft.name}: 'by' is the id of who did it.", where + ".by"))
    return found + _status_faults(craft, given.get("status"), where) + _sheet_faults(craft, given, where)


def _status_faults(craft: Craft, status: Any, where: str) -> list[Fault]:
    """Not one of those there are, or impossible after what happened before."""
    if status not in STATUSES:
        return [Fault("bad_status", f"{craft.name}: a status is one of {', '.join(STATUSES)}.", where + ".status")]
    before = STATUS.get(craft.where)
    if before is None or status == before:
        return []
    words = {"destroyed": "was destroyed", "captured": "was captured", "left": "had left the board"}[before]
    return [Fault("gone_before", f"{craft.name} {words} before and cannot be {status} now.", where + ".status")]


def _sheet_faults(craft: Craft, given: Json, where: str) -> list[Fault]:
    sheet = given.get("sheet", {})
    faults = sheet_faults(craft, sheet)
    code = "bad_sheet"
    if not faults:
        faults, code = grown(craft, sheet), "grown_back"
    found = [Fault(code, f"{craft.name}: {words}.", where + ".sheet") for words in faults]
    if not faults and given.get("status") not in GONE and sheet.get("pilot", {}).get("state", "aboard") != "aboard":
        words = f"{craft.name} is {given.get('status')}, but its pilot {sheet['pilot']['state'].replace('_', ' ')}"
        found.append(Fault("dead_alive", f"{words}.", where + ".sheet"))
    if not faults and given.get("status") in RANKS and fatal(with_sheet(clone(craft), sheet)):
        found.append(Fault("dead_alive", f"{craft.name} is {given['status']}, but its sheet is that of a wreck.", where + ".status"))
    return found


# --- taking it over ---------------------------------------------------------------------------------------------------------------------


def settle(state: State, given: Json) -> Step:
    """Take a result over: a battle that does not stand open is then over. ValueError with every fault, and nothing is changed then."""
    faults = report_faults(state, given)
    if faults:
        raise ValueError(" ".join(fault.text for fault in faults))
    play = Play(clone(state), ScriptedDice.of())
    state = play.state
    for id, fate_given in sorted(given["fates"].items()):
        _settle(play, state.craft[id], fate_given)
    state.at = At(turn=max(1, state.at.turn), inbox=state.at.inbox)
    if not state.standing:
        state.turn_limit = state.turns_over = state.at.turn
        _judge(state, given)
    close_units(play, search=False)
    return Step(state, play.events, play.outbox, [], True)


def _judge(state: State, given: Json) -> None:
    """Who won and how, as reported. Where nobody says, or a report of the battle under way came back as it was, the board tells."""
    winner, outcome = given.get("winner"), given.get("outcome", "")
    if "winner" not in given or (winner is None and outcome == GOES_ON):
        winner = report(state).winner
    state.verdict = Verdict("" if outcome == GOES_ON else outcome, winner)


def _settle(play: P, craft: Craft, given: Json) -> None:
    status = given["status"]
    with_sheet(craft, given.get("sheet", {}))
    craft.by = given.get("by") or craft.by
    if craft.where not in STATUS:
        _leave(play, craft, status)
        assign(craft, given.get("sheet", {}).get("pilot", {}).get("state", "aboard"), board(play.state.layout).label(craft.hex))
    if status in RANKS and RANKS.index(status) > RANKS.index(fate(play.state, craft).status):
        craft.reported = status
    play.tell("settled", f"{craft.name}: {status}, as reported from the table.", RULE, units=[craft.id], data={"status": status})


def _leave(play: P, craft: Craft, status: str) -> None:
    """Off the board, if it is gone: destroyed, captured, or back to where the rules let it withdraw to."""
    if status == "destroyed":
        destroy(play, craft, "is lost, as reported from the table", rule_name=RULE)
    elif status == "captured":
        craft.where = "captured"
        above(play.state, craft)
    elif status == "left":
        _withdraw(play, craft)
    if craft.where in STATUS:
        craft.battle, craft.attack, craft.fresh = "", "", []


def _withdraw(play: P, craft: Craft) -> None:
    """A craft of a Leviathan unit goes back up, one of a ground squadron lands, others leave."""
    if craft.where == "arriving":
        craft.where = "up"
    elif craft.unit in play.state.units and board(play.state.layout).leviathan:
        go_up(play, craft)
    elif craft.squadron:
        land(play, craft)
    else:
        craft.where = "left"
