"""The result of a battle that was played on a table: every fault of it, and how it is taken over.

A result has the form of a report (`Report` as JSON): over (true if it does not say), winner, outcome, turn, and the fate of every unit, by itself
or on the sheet of its century. A status without a sheet is the least damage that makes it so. Points and effective units follow from the fates.
Nothing changes unless the whole result is right.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from scales.centurion.adjudication import claims, least_damage, ruled
from scales.centurion.adjudication.claims import Claim
from scales.centurion.combat import effects, infantry_combat
from scales.centurion.combat.combat import COMBAT_STAGES
from scales.centurion.combat.fire_segment import weapons_fire
from scales.centurion.ground import installations
from scales.centurion.movement import entering
from scales.centurion.preparation import muster
from scales.centurion.scenario import ending, reporting
from scales.centurion.state import BattleState, Squad, Vehicle, Verdict
from scales.centurion.support import air, naval_calls, stand_off
from scales.codec import clone
from scales.engine import REPORT_KEYS, Fate, Fault, Json
from scales.play import Play
from scales.rulings import RULE, reason_of

KEYS = (*REPORT_KEYS, "reason")
LONGEST_OUTCOME = 500
MOST_TURNS = 1000
BEATEN = ("retreats", "broken")


# --- faults ---------------------------------------------------------------------------------------------------------------------


def report_faults(state: BattleState, report: Any) -> list[Fault]:
    """Everything wrong with a result, all at once."""
    if not isinstance(report, dict):
        return [Fault("malformed", "a result is a table with fates, and over, winner, outcome and turn where they are known")]
    found = [*_head(state, report), *claims.faults(state, report.get("fates"))]
    return found or list(_contradictions(state, report))


def _head(state: BattleState, report: Json) -> Iterator[Fault]:
    yield from (
        Fault("unknown_key", f"a result has no '{str(k)[:40]}'; it has {', '.join(KEYS)}", str(k)[:40]) for k in report if k not in KEYS
    )
    if not isinstance(report.get("over", True), bool):
        yield Fault("malformed", "over says true or false: is the battle at an end?", "over")
    winner = report.get("winner")
    if winner is not None and not (isinstance(winner, str) and winner in state.sides):
        yield Fault("unknown_winner", f"the winner '{str(winner)[:40]}' is no side; the sides are {', '.join(state.sides)}", "winner")
    elif winner is not None and report.get("over") is False:
        yield Fault("unknown_winner", "a battle that goes on has no winner yet", "winner")
    outcome, turn = report.get("outcome", ""), report.get("turn", state.turn)
    if not isinstance(outcome, str) or len(outcome) > LONGEST_OUTCOME:
        yield Fault("malformed", f"the outcome is a sentence of at most {LONGEST_OUTCOME} characters", "outcome")
    if type(turn) is not int or not state.turn <= turn <= MOST_TURNS:
        yield Fault("malformed", f"the turn in which it ended is {state.turn} to {MOST_TURNS}", "turn")
    for key in ("points", "effective", "objectives", "levels"):
        if not isinstance(report.get(key, {}), dict):
            yield Fault("malformed", f"{key} is a table", key)
    if not isinstance(report.get("reasons", []), list):
        yield Fault("malformed", "reasons is a list of sentences", "reasons")


def _contradictions(state: BattleState, report: Json) -> Iterator[Fault]:
    """What a result says twice must be the same. What it repeats from before the battle is not held against it: that is how forms begin."""
    beaten = _beaten(state, report)
    if len(beaten) > 1 or report.get("winner") in beaten:
        yield Fault("contradiction", "the winner's centuries neither retreat nor are broken, and only one side's are", "winner")
        return
    trial = clone(state)
    _take(trial, report)
    before, now = reporting.report(state).fates, reporting.report(trial).fates
    for id, said in report["fates"].items():
        if id in before:
            yield from _differs(id, said, before[id], now[id])


def _differs(id: str, said: Json, before: Fate, now: Fate) -> Iterator[Fault]:
    where, status, is_century = f"fates.{id}", said["status"], "outcome" in now.sheet
    grave = ("crippled", "destroyed") if is_century else ("crippled",)
    if status not in (before.status, now.status) and (status in grave or now.status in grave):
        yield Fault("contradiction", f"{now.name} is said to be {status}, its sheet makes it {now.status}", where)
    elif status == "ok" and before.status == now.status == "damaged":
        yield Fault("contradiction", f"{now.name} is said to be ok, its sheet says damaged", where)
    for key in ("outcome", "strength_hundredths") if is_century else ():
        value = said.get("sheet", {}).get(key, now.sheet[key])
        if value not in (before.sheet[key], now.sheet[key]):
            yield Fault("contradiction", f"{now.name}: {key} is said to be {str(value)[:40]}, its units make it {now.sheet[key]}", where)


# --- taking over ----------------------------------------------------------------------------------------------------------------


def settle(play: Play[BattleState], report: Json) -> None:
    """Take a result over; raises ValueError with all faults. The battle is over then unless the result says that it goes on."""
    wrong = report_faults(play.state, report)
    if wrong:
        raise ValueError("; ".join(fault.text for fault in wrong))
    before = _gone(play.state)
    _take(play.state, report)
    _tell(play, report, [id for id in _gone(play.state) if id not in before])
    if report.get("over", True):
        dismiss(play)


def _gone(state: BattleState) -> list[str]:
    return [u.id for u in state.units() if u.destroyed]


def _tell(play: Play[BattleState], report: Json, lost: list[str]) -> None:
    """Who won, in the table's words too, what each side lost, and the reason, such as who approved of the result."""
    state, reason = play.state, reason_of(report) if "reason" in report else ""
    end = reporting.report(state)
    who = "the battle goes on" if not end.over else f"{state.sides[end.winner].name} won" if end.winner else "nobody won"
    outcome = f" ({end.outcome})" if report.get("outcome") and end.over else ""
    words = "; ".join([f"{who}{outcome}", *_losses(state, lost)])
    data = {"winner": end.winner, "outcome": end.outcome, "lost": lost} | ({"reason": reason} if reason else {})
    text = f"The result from the table is taken over: {words}{f' ({reason})' if reason else ''}."
    play.tell("settled", text, RULE, units=sorted(state.vehicles | state.squads), data=data)


def _losses(state: BattleState, lost: list[str]) -> list[str]:
    """'3 vehicles and 1 squad lost of TOG' for each side that lost any."""
    out = []
    for side in state.sides.values():
        counts = [(sum(id in units and units[id].side == side.id for id in lost), word) for units, word in _arms(state)]
        words = [f"{count} {word}{'' if count == 1 else 's'}" for count, word in counts if count]
        out += [f"{' and '.join(words)} lost of {side.name}"] if words else []
    return out


def _arms(state: BattleState) -> tuple[tuple[Mapping[str, Vehicle | Squad], str], ...]:
    return (state.vehicles, "vehicle"), (state.squads, "squad")


def _take(state: BattleState, report: Json) -> None:
    """The fates first: vehicles, then squads, which may have got off; then how it ended."""
    found = claims.read(state, report["fates"])
    before = {u.id for u in state.units() if infantry_combat.is_kill(u) or infantry_combat.slayer(u)}
    for id, claim in found.items():
        if id in state.vehicles:
            _vehicle(state, state.vehicles[id], claim, found)
    for id, claim in found.items():
        if id not in state.vehicles:
            _squad(state, state.squads.get(id) or _crew(state, id, claim), claim)
    state.captured = sorted({*state.captured, *(id for id, claim in found.items() if claim.status == "captured")})
    _credit(state, before)
    _fired(state, report["fates"], over=report.get("over", True))
    if report.get("over", True):
        _end(state, report)


def _credit(state: BattleState, before: set[str]) -> None:
    """Kills since the units of `before` were lost, for those whom the fates name; crews on foot are none (Skill Improvement)."""
    for unit in state.units():
        killer = state.unit(infantry_combat.slayer(unit) or "")
        if unit.type != "vehicle_crew" and unit.id not in before and killer is not None and killer.side != unit.side:
            killer.killed += 1


def _vehicle(state: BattleState, vehicle: Vehicle, claim: Claim, found: dict[str, Claim]) -> None:
    if vehicle.id in state.installations:
        installations.wear(state, state.installations[vehicle.id], claim.sheet.get("installation", {}))
    if vehicle.destroyed or vehicle.left:
        return
    before = muster.sheet_of(vehicle)
    if claim.is_gone:
        vehicle.crew |= {who: how for who, how in claim.sheet.get("crew", {}).items() if how == "dead"}
    else:
        muster.wear(vehicle, _kept(vehicle, claim.sheet))
    if claim.status == "crippled" and not claim.sheet:
        least_damage.cripple(vehicle)
    _hurt(state, vehicle, claim, any(before[key] != value for key, value in muster.sheet_of(vehicle).items() if key not in claims.SPENT))
    if claim.is_gone or claim.status == "left":
        for squad in [state.squads[id] for id in (vehicle.inside, vehicle.outside) if id is not None]:
            if claim.is_gone or found[squad.id].status != "left":
                ruled.step_off(state, squad)
                squad.hex = vehicle.hex
        entering.forget(state, vehicle)
        vehicle.velocity, vehicle.queued = 0, []
        vehicle.destroyed, vehicle.left = claim.is_gone, not claim.is_gone
        vehicle.by, vehicle.hex = claim.by or vehicle.by, vehicle.hex if claim.is_gone else None


def _kept(vehicle: Vehicle, sheet: Json) -> Json:
    """The sheet with what it leaves out as it was; whoever is unconscious is no worse for being called ok."""
    said = sheet.get("crew", {})
    crew = {who: "dead" if said.get(who) == "dead" else how for who, how in vehicle.crew.items()}
    return {**muster.sheet_of(vehicle), **sheet, "crew": crew, "armor": sheet.get("armor", {})}


def _hurt(state: BattleState, unit: Vehicle | Squad, claim: Claim, is_changed: bool) -> None:
    if (is_changed or claim.status == "damaged") and not unit.turn_damaged:
        unit.turn_damaged = max(1, state.turn)


def _crew(state: BattleState, id: str, claim: Claim) -> Squad:
    """The crew that got out of a vehicle destroyed on the table."""
    vehicle = state.vehicles[claims.crew_of(state, id)]
    men = sum(how != "dead" for how in vehicle.crew.values())
    return effects.crew_counter(state, vehicle, claim.sheet.get("strength", men))


def _squad(state: BattleState, squad: Squad, claim: Claim) -> None:
    if squad.destroyed or squad.left:
        return
    squad.by, squad.killer = claim.by or squad.by, claim.by or squad.killer
    if claim.is_gone:
        entering.forget(state, squad)
        ruled.step_off(state, squad)
        squad.destroyed, squad.strength, squad.casualties_queued = True, 0, 0
        return
    squad.strength = claim.sheet.get("strength", squad.strength)
    squad.missiles, squad.mortars = claim.sheet.get("missiles", squad.missiles), claim.sheet.get("mortars", squad.mortars)
    if claim.status == "crippled" and not claim.sheet:
        least_damage.cripple(squad)
    _hurt(state, squad, claim, is_changed=False)
    if claim.status == "left":
        carrier = state.vehicles.get(squad.aboard or "")
        if carrier is None or not carrier.left:
            ruled.step_off(state, squad)
        entering.forget(state, squad)
        squad.left, squad.hex = True, None


def _fired(state: BattleState, fates: Json, *, over: bool) -> None:
    """Whether a century has fired: as its sheet says, else as one does that fought to the end."""
    for century in state.centuries.values():
        sheet = fates.get(century.id, {}).get("sheet", {})
        units = [u for u in state.units() if u.century == century.id]
        if units and sheet.get("fired", over):
            units[0].ever_fired = True


# --- the end --------------------------------------------------------------------------------------------------------------------


def _beaten(state: BattleState, report: Json) -> list[str]:
    """Sides whose centuries are said to retreat or to be broken, or that the outcome says gave up the field."""
    named = {c.side for c in state.centuries.values() if claims.outcome_of(report["fates"].get(c.id)) in BEATEN}
    named |= {s.id for s in state.sides.values() if report.get("outcome") == reporting.gives_up(s.name)}
    return sorted(named)


def _end(state: BattleState, report: Json) -> None:
    """The battle is over with the winner that the table names, or the one whom the rules name when it names none."""
    state.recalled = True
    state.turn = state.turns_played = report.get("turn", state.turn)
    beaten = _beaten(state, report)
    state.retreat = beaten[0] if beaten else state.retreat
    winner = report["winner"] if "winner" in report else ending.winner(state)
    if winner is not None and ending.winner(state) != winner:
        state.retreat = state.enemies(winner)[0]
    for side in state.sides.values():
        side.retreating = side.id == state.retreat
    state.verdict = Verdict(winner, report.get("outcome", ""))
    for unit in state.units():
        unit.painted_by, unit.painting = [], False
    for vehicle in state.vehicles.values():
        vehicle.queued, vehicle.vulcan_declared, vehicle.vulcan_used = [], 0, 0
    for squad in state.squads.values():
        squad.concealed, squad.joins, squad.casualties_queued = False, "", 0
    state.painted = {}


def dismiss(play: Play[BattleState]) -> None:
    """What other boards lent to a battle that is broken off goes home: craft with their return fire, ships with the missions they fired."""
    at = play.state.at
    if not (at.phase == "combat" and at.stage > COMBAT_STAGES.index(weapons_fire)):
        air.return_fire(play, {})
    air.leave(play)
    stand_off.over(play)
    play.state.calls = []
    naval_calls.report(play)
