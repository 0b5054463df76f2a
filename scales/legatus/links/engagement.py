"""Engagements: who fights whom, which are fought below, and what comes back. legatus: Combat Phase; designed: engagements"""

from scales.codec import typed
from scales.engine import Delivery
from scales.hexes import hex_of
from scales.legatus import board
from scales.legatus.board import dispersion
from scales.legatus.combat import fighting
from scales.legatus.combat.combat import attack_value, defense_value, has_morale
from scales.legatus.combat.retreat import threat_of
from scales.legatus.defenses.installations import is_fixed
from scales.legatus.double_blind import sightings
from scales.legatus.double_blind.hearing import hides, known_of
from scales.legatus.links import mail
from scales.legatus.movement.movement import grid_of
from scales.legatus.state import Century, Clash, LegatusState, free, hexes_of, present, units_of
from scales.legatus.tables import tables
from scales.messages import Battery, CenturyIn, CenturyOut, Engagement, EngagementResult
from scales.play import Play

RULE = "legatus: Combat Phase"
BOARD_HEXES, BOARD_SPREAD = 7, 3
"""The most Legatus hexes one Centurion board is made of, and how many columns or rows they may lie apart."""


def groups(state: LegatusState) -> list[list[str]]:
    """Units joined by the attacks ordered, each unit in one group, strongest group first."""
    found: list[set[str]] = []
    for pair in sorted(state.plans.attacks.items()):
        if not all(u in state.units and _can_go_below(state.units[u]) for u in pair):
            continue
        touching = [g for g in found if g & set(pair)]
        found = [g for g in found if g not in touching] + [set(pair).union(*touching)]
    lists = [trimmed(state, sorted(g)) for g in found]
    return sorted(lists, key=lambda g: (-strength(state, g), g))


def _can_go_below(unit: Century) -> bool:
    """Free centuries fight below, and a defensive installation with those that attack it or stand by it."""
    return free(unit)


def may_go_below(state: LegatusState, unit: Century, target: Century) -> bool:
    """May the policy have an attack fought below this turn? It picks when all attacks are ordered."""
    room = state.policy.policy != "none" and len(state.clashes) < state.policy.at_most
    return room and _can_go_below(unit) and _can_go_below(target)


def strength(state: LegatusState, group: list[str]) -> int:
    return sum(attack_value(state, state.units[u]) + defense_value(state, state.units[u]) for u in group)


def trimmed(state: LegatusState, group: list[str]) -> list[str]:
    """The battle around the most attacked unit of a group: the nearest units of both sides, and the free centuries next to it that
    stand by it and are known to the enemy, as many as one battle and its ground hold (designed)."""
    target = state.units[most_attacked(state, group)]
    enemy = next(state.units[u].side for u in group if state.units[u].side != target.side)
    here = known_of(state, enemy, units_of(state, target.side))
    near = [u.id for u in here if _can_go_below(u) and board.gap(u.at, target.at) <= 1]
    units = [state.units[u] for u in sorted({*group, *near} - {target.id})]
    units.sort(key=lambda u: (board.gap(u.at, target.at), u.id not in group, u.id))
    taken = [target]
    for unit in _by_turns(units, target.side):
        if _fits(state, taken, unit):
            taken.append(unit)
    return sorted(u.id for u in taken)


def most_attacked(state: LegatusState, group: list[str]) -> str:
    """The unit of a group that most others of it attack."""
    targets = [target for attacker, target in sorted(state.plans.attacks.items()) if attacker in group and target in group]
    return max(sorted(set(targets)), key=targets.count)


def _by_turns(units: list[Century], second: str) -> list[Century]:
    """Units of the two sides by turns, each side's in order."""
    ours, theirs = [u for u in units if u.side == second], [u for u in units if u.side != second]
    mixed = [u for pair in zip(theirs, ours, strict=False) for u in pair]
    return mixed + theirs[len(ours) :] + ours[len(theirs) :]


def _fits(state: LegatusState, taken: list[Century], unit: Century) -> bool:
    """Half of the centuries of one battle may be of one side, one of them an installation, and its hexes make one board."""
    if is_fixed(unit) and any(is_fixed(u) for u in taken):
        return False
    if sum(u.side == unit.side for u in taken) >= max(1, state.policy.centuries // 2):
        return False
    hexes = {hex_of(h) for u in [*taken, unit] for h in hexes_of(u.at)}
    columns, rows = [h.column for h in hexes], [h.row for h in hexes]
    return len(hexes) <= BOARD_HEXES and max(columns) - min(columns) <= BOARD_SPREAD and max(rows) - min(rows) <= BOARD_SPREAD


def chosen(state: LegatusState) -> list[list[str]]:
    """The groups that the policy has fought below this turn; no century is in two of them."""
    room = state.policy.at_most - len(state.clashes)
    if state.policy.policy == "none" or room <= 0:
        return []
    picked: list[list[str]] = []
    for group in groups(state):
        sides = {state.units[u].side for u in group}
        if len(sides) > 1 and not any(set(group) & set(other) for other in picked):
            picked.append(group)
    return picked[: 1 if state.policy.policy == "strongest" else room]


def commit(play: Play[LegatusState]) -> None:
    """Send the chosen engagements below; their centuries are held until the result."""
    for n, group in enumerate(chosen(play.state), 1):
        units = [play.state.units[u] for u in group]
        hexes = sorted({h for u in units for h in hexes_of(u.at)})
        installation = next((u.id for u in units if is_fixed(u)), "")
        clash = Clash(f"e{play.state.at.turn}.{n}", attacker_of(play.state, units), group, hexes, installation, play.state.at.turn)
        message = message_of(play.state, clash)
        play.state.clashes.append(clash)
        for unit in units:
            unit.engaged = clash.id
            play.state.plans.attacks.pop(unit.id, None)
        # who fights below sees whom it fights, and who shells it
        for unit in units:
            sightings.reveal(play.state, unit)
        for battery in message.batteries:
            sightings.betray(play, play.state.units[battery.id], f"supports the engagement in {', '.join(hexes)}")
        names = ", ".join(u.name for u in units)
        event = play.tell(
            "engaged", f"{names} are fought below in {', '.join(hexes)}.", RULE, units=group, data={"engagement": clash.id, "hexes": hexes}
        )
        play.send("engagement", message, event=event)


def attacker_of(state: LegatusState, units: list[Century]) -> str:
    """The side that moved more of these centuries this turn; in doubt the attacker of the battle."""
    sides = sorted({u.side for u in units}, key=lambda s: (s != state.attacker, s))
    return max(sides, key=lambda s: sum(u.moved for u in units if u.side == s))


def message_of(state: LegatusState, clash: Clash) -> Engagement:
    units = [state.units[u] for u in clash.units]
    tokens = {h: grid_of(state).tokens[h] for h in clash.hexes}
    centuries = [century_in(u, state) for u in units]
    return Engagement(clash.id, clash.attacker, clash.hexes, tokens, centuries, batteries_of(state, clash), clash.installation)


def century_in(unit: Century, state: LegatusState) -> CenturyIn:
    """A unit as it goes below; the formation of an installation is its type."""
    formation = state.cohorts[unit.cohort].formation if unit.cohort in state.cohorts else ""
    formation = f"installation_{unit.installation_type}" if is_fixed(unit) else formation
    hexes = hexes_of(unit.at)
    return CenturyIn(
        unit.id, unit.name, unit.side, unit.kind, hexes, unit.altitude, dispersion(unit.at), unit.crippled, formation, unit.quality
    )


def batteries_of(state: LegatusState, clash: Clash) -> list[Battery]:
    """Artillery centuries ordered to support a century of the engagement, with the missions a minute of their dispersion."""
    below, found = tables()["artillery"]["below"], []
    for id, helped in sorted(state.plans.support.items()):
        if set(helped) & set(clash.units) and free(state.units[id]) and id not in clash.units:
            unit = state.units[id]
            missions = int(below["missions_a_minute"][dispersion(unit.at)])
            found.append(Battery(id, unit.name, unit.side, missions, 0, missions * int(below["minutes"])))
    return found


# fates of Centurion that are no outcome of a century by themselves
OUTCOMES = {"captured": "destroyed", "left": "retreats", "ok": "effective", "damaged": "effective"}


def take_results(play: Play[LegatusState]) -> None:
    """Results from below replace the rolls of the centuries they name."""
    for delivery in play.mail("engagement_result"):
        result = typed(delivery.data, EngagementResult)
        fault = result_fault(play.state, result)
        if fault:
            # it may name what some have not spotted
            heard: list[str] | None = [] if hides(play.state) else None
            play.tell("result_refused", fault, RULE, data={"engagement": result.engagement}, cause=delivery.cause, seen_by=heard)
        else:
            _apply(play, result, delivery)


def result_fault(state: LegatusState, result: EngagementResult) -> str:
    """Why a result cannot be taken; '' when it can."""
    if result.engagement in state.settled:
        return f"Engagement {result.engagement} was settled before; a second result changes nothing."
    clash = next((c for c in state.clashes if c.id == result.engagement), None)
    if clash is None:
        return f"There is no engagement {result.engagement}."
    strangers = [c.id for c in result.centuries if c.id not in clash.units]
    return f"The result names {', '.join(strangers)}, which engagement {clash.id} never held." if strangers else ""


def _apply(play: Play[LegatusState], result: EngagementResult, delivery: Delivery) -> None:
    state = play.state
    clash = next(c for c in state.clashes if c.id == result.engagement)
    outs = [c for c in result.centuries if present(state.units[c.id])]
    for out in outs:
        out.outcome = OUTCOMES.get(out.outcome, out.outcome)
        unit = state.units[out.id]
        unit.sheet["strength_hundredths"] = out.strength_hundredths
        mail.set_outcome(state, unit, out.outcome)
        unit.quality = out.quality or unit.quality
        if out.fired:
            sightings.reveal(state, unit)
    if clash.installation and result.installation_outcome and present(state.units[clash.installation]):
        mail.set_outcome(state, state.units[clash.installation], result.installation_outcome)
    said = ", ".join(f"{state.units[o.id].name} {o.outcome}{_troops(o)}" for o in outs) or "nobody is left"
    word = "is over" if result.ended else "goes on"
    data = {"engagement": clash.id, "ended": result.ended, "winner": result.winner, "outcomes": {o.id: o.outcome for o in outs}}
    play.tell("result", f"The engagement {clash.id} below {word}: {said}.", RULE, units=clash.units, data=data, cause=delivery.cause)
    if result.ended:
        _release(play, clash, {o.id: o.outcome for o in outs})


def _troops(out: CenturyOut) -> str:
    """What the battle made of a century's troops, if it changed them (centurion: Skill Improvement)."""
    return f" and {out.quality} from now on" if out.quality else ""


def _release(play: Play[LegatusState], clash: Clash, outcomes: dict[str, str]) -> None:
    """The centuries are free again, and those that gave way retreat from the others."""
    state = play.state
    state.clashes = [c for c in state.clashes if c.id != clash.id]
    state.settled.append(clash.id)
    units = [state.units[u] for u in clash.units]
    for unit in units:
        unit.engaged, unit.fought = "", True
    routs = []
    for unit in units:
        outcome = outcomes.get(unit.id, "")
        if outcome in {"retreats", "broken"} and present(unit) and has_morale(unit):
            threats = [threat_of(e) for e in units if e.side != unit.side and present(e)]
            routs.append(fighting.Rout(unit, outcome == "broken", threats))
    fighting.fall_back_all(play, routs)
