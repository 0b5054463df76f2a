"""Initiative, the order of movement, the end of a turn and of a battle worked out anew. legatus: Initiative Phase, Movement Phase, End Phase, Victory"""

from scales.engine import Decision, Event
from scales.legatus.state import Century, Cohort
from tests.legatus.recomputed import book, ground
from tests.legatus.recomputed.referee import Referee

# ---- initiative -----------------------------------------------------------------------------------------------------


def base(ref: Referee, event: Event) -> None:
    """Hexes to the farthest century, one for each lost or crippled, less what signals and brigade headquarters give."""
    cohort = ref.table.cohorts[event.data["cohort"]]
    everyone = [u for u in ref.table.units.values() if u.cohort == cohort.id]
    here, hq = [u for u in everyone if u.status == "ok"], ref.commander(cohort.id)
    if hq is not None:
        spread = max((ground.farthest(hq.at, u.at) for u in here if u is not hq), default=0)
    else:
        spread = max((ground.farthest(a.at, b.at) for a in here for b in here if a is not b), default=0)
    losses = sum(u.status == "destroyed" for u in everyone) + sum(u.crippled for u in here)
    changes = _help(ref, cohort, hq)
    told = (event.data["distance"], event.data["losses"], event.data["modifiers"], event.data["value"])
    ref.is_right("base initiative", told, (spread, losses, changes, spread + losses + sum(changes.values())))
    cohort.initiative = event.data["value"]


def _help(ref: Referee, cohort: Cohort, hq: Century | None) -> dict[str, int]:
    changes = {}
    if hq is not None and any(u.kind == "signals" and not u.crippled and ground.gap(u.at, hq.at) <= 1 for u in ref.friends(cohort.side)):
        changes["signals century at the headquarters"] = -2
    if hq is not None and hq.organic_signals and not hq.crippled:
        changes["organic signals"] = -1
    brigade = [u for u in ref.friends(cohort.side) if u.cohort == cohort.id and u.high_hq and u is not hq]
    if brigade and cohort.level != "manus":
        changes["brigade headquarters attached"] = -2
    return changes


def spent(ref: Referee, event: Event) -> None:
    """One point for one step of a cohort with headquarters; two for a whole permanent manus, and where a manus commands another's cohort."""
    side = next(s for s in ref.table.sides if s.id == event.data["side"])
    cost = 0
    for key, steps in event.data["points"].items():
        parts = whole_manus(ref, side.id, key)
        cohorts = parts or [ref.table.cohorts[key]]
        ref.is_right("only cohorts with headquarters", bool(parts) or ref.commander(key) is not None, True)
        alive = {u.cohort for u in ref.friends(side.id)}
        double = bool(parts) or cohorts[0].under or any(c.under == key and c.id in alive for c in ref.table.cohorts.values())
        ref.is_right("price of a step", event.data["prices"][key], 2 if double else 1)
        cost += steps * (2 if double else 1)
        for cohort in cohorts:
            cohort.initiative -= steps if ref.commander(cohort.id) else 0
    ref.is_right("cost of a spending", (event.data["cost"], event.data["pool"]), (cost, side.pool - cost))
    ref.is_right("no more than the pool is spent", cost <= side.pool, True)
    side.pool -= cost


def whole_manus(ref: Referee, side: str, key: str) -> list[Cohort]:
    """The cohorts of a permanent manus that fights as an entire force; [] for anything else."""
    parts = [c for _, c in sorted(ref.table.cohorts.items()) if c.side == side and c.manus == key and c.permanent]
    alive = {u.cohort for u in ref.friends(side)}
    led = any(c.level == "manus" and ref.commander(c.id) for c in parts)
    return parts if len(parts) > 1 and led and all(c.id in alive for c in parts) else []


def ranked(ref: Referee, event: Event) -> None:
    """Lowest value first; opposing cohorts that are level roll until they differ, the lower die first."""
    after = ref.moment.step.state
    alive = {u.cohort for u in ref.table.units.values() if u.status == "ok"}
    cohorts = [c for c in after.cohorts.values() if c.id in alive]
    for cohort in cohorts:
        ref.is_right("initiative", cohort.initiative, ref.table.cohorts[cohort.id].initiative)
        ref.table.cohorts[cohort.id].tie = list(cohort.tie)
    level = [(a, b) for a in cohorts for b in cohorts if a.side != b.side and a.initiative == b.initiative]
    ref.is_right("who is level rolls", {a.id for a, _ in level}, {c.id for c in cohorts if c.tie})
    ref.is_right("rolls settle a tie", [a.id for a, b in level if a.tie == b.tie], [])
    order = [c for c in ref.order() if c in event.data["order"]]
    ref.is_right("order of initiative", event.data["order"], order)


# ---- order of movement ----------------------------------------------------------------------------------------------


class Sequence:
    """Who may be asked to move next in a movement phase: kept from one moment to the next."""

    def __init__(self) -> None:
        self.waiting: list[str] = []
        self.passed: set[str] = set()
        self.after: dict[str, str] = {}

    def follow(self, ref: Referee) -> None:
        moment, state = ref.moment, ref.moment.step.state
        able = {u.cohort for u in state.units.values() if u.status == "ok" and not u.broken and u.kind != "defensive_installation"}
        if not moment.asked:
            self.waiting, self.passed, self.after = ref.order(), set(), {}
        for decision in moment.asked:
            self._answered(ref, decision)
        self.waiting = [c for c in self.waiting if c in able]
        for decision in moment.step.pending:
            self._asked(ref, decision)

    def _answered(self, ref: Referee, decision: Decision) -> None:
        turn = ref.moment.given[decision.key].choices.get("turn", {})
        if decision.kind == "activation" and turn.get("act", "move") == "pass":
            self.passed.add(decision.data["cohort"])
        elif decision.kind == "postpone" and turn.get("after"):
            self.after[decision.data["cohort"]] = turn["after"]

    def _asked(self, ref: Referee, decision: Decision) -> None:
        cohort = decision.data["cohort"]
        if ref.blind:
            free = [c for c in self.waiting if self.after.get(c) not in self.waiting]
            if decision.kind == "postpone":
                ref.is_right("who may wait", cohort, free[0])
                behind = self.waiting[self.waiting.index(cohort) + 1 :]
                ref.is_right("whom one may wait for", decision.data["after"], [c for c in behind if self._is_seen(ref, cohort, c)])
                return
        else:
            free = [c for c in self.waiting if c not in self.passed] or self.waiting[-1:]
            if decision.kind == "activation":
                ref.is_right("who is offered the move", cohort, free[0])
                ref.is_right("the last does not pass", cohort == self.waiting[-1], False)
                return
        ref.is_right("who moves", cohort, free[0])
        self.waiting, self.passed = [c for c in self.waiting if c != cohort], set()

    def _is_seen(self, ref: Referee, cohort: str, other: str) -> bool:
        side, units = ref.table.cohorts[cohort].side, ref.table.units.values()
        heads = [u for u in units if u.cohort == other and u.hq and u.status == "ok" and side in u.spotted_by]
        return ref.table.cohorts[other].side != side and bool(heads)


# ---- end ------------------------------------------------------------------------------------------------------------


def pooled(ref: Referee, event: Event) -> None:
    side = next(s for s in ref.table.sides if s.id == event.data["side"])
    side.pool += event.rolls[0].value
    ref.is_right("pool", (event.data["pool"], event.rolls[0].sides), (side.pool, 10))


def rally(ref: Referee) -> None:
    """Who is broken and in the hex of an unbroken headquarters or an installation rallies; nobody else."""
    rallied = [e.units[0] for e in ref.log if e.kind == "rallied"]
    for unit in sorted(ref.table.units.values(), key=lambda u: u.id):
        if unit.status != "ok" or not unit.broken:
            continue
        havens = [u for u in ref.friends(unit.side) if u is not unit and (u.hq or u.kind == "defensive_installation") and not u.broken]
        can = any(set(ground.hexes(u.at)) & set(ground.hexes(unit.at)) for u in havens)
        ref.is_right("who rallies", unit.id in rallied, can)
        unit.broken = not can


def built(ref: Referee, event: Event) -> None:
    unit, hex = ref.table.units[event.units[0]], event.data["hex"]
    ref.is_right("who builds", (unit.kind, unit.moved, hex in ground.hexes(unit.at)), ("armored_engineer", False, True))


def finished(ref: Referee, event: Event) -> None:
    fort = ref.table.units[event.units[0]]
    near = [u for u in ref.friends(ref.table.superiority) if ground.gap(u.at, fort.at) <= 2]
    ref.is_right("ships finish installations", (fort.crippled, ref.table.superiority not in {"", fort.side}, near), (True, True, []))
    fort.status = "destroyed"


def worth(ref: Referee, side: str) -> int:
    """Victory points of a side."""
    total = sum(goal.points for goal in ref.table.objectives if goal.holder == side)
    for unit in ref.table.units.values():
        if unit.side == side:
            total += book.OWN_COMBAT if unit.kind in book.COMBAT and unit.status == "ok" and not unit.broken else 0
            continue
        above = unit.high_hq or (unit.hq and unit.cohort in ref.table.cohorts and ref.table.cohorts[unit.cohort].level == "manus")
        group = "combat" if unit.kind in book.COMBAT else "defensive_installation" if unit.kind == "defensive_installation" else "support"
        crippled, destroyed = book.WORTH["high_hq" if above else "cohort_hq" if unit.hq else group]
        total += destroyed if unit.status == "destroyed" else crippled if unit.crippled and not unit.crippled_at_start else 0
    return total + book.SQUADRON_WORTH * sum(q.side != side and q.box == "destroyed" for q in ref.table.squadrons.values())


def ended(ref: Referee, event: Event) -> None:
    points = {s.id: worth(ref, s.id) for s in ref.table.sides}
    ref.is_right("victory points", event.data["points"], points)
    other = next(s.id for s in ref.table.sides if s.id != ref.table.attacker)
    ref.is_right("result", event.data["outcome"], book.outcome(points[ref.table.attacker], points[other]))
