"""A sensible opponent: concentrates on weak enemies and objectives, digs in where it fights, keeps headquarters and guns back."""

from collections.abc import Sequence
from typing import cast

from scales.dice import Dice
from scales.engine import Decision, Json, Orders, Slot
from scales.legatus.board import dispersion, gap
from scales.legatus.bot import spotting
from scales.legatus.combat.combat import attack_value, defense_value
from scales.legatus.deployment import deployment, maneuver_modifiers, printed
from scales.legatus.initiative import initiative
from scales.legatus.movement.moving_offers import March
from scales.legatus.movement.zones import in_contact
from scales.legatus.rolls import tenths
from scales.legatus.state import Century, LegatusState, active, enemies_of, units_of
from scales.legatus.support import artillery
from scales.legatus.tables import kinds
from scales.legatus.view import View

SAFE = 4


def choose(view: View, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders:
    """Orders for a decision; the same every time: it needs no die."""
    del dice
    kind = decision.kind
    if kind == "activation":
        return Orders({"turn": {"act": _activation(view, decision)}})
    if kind == "postpone":
        return Orders({"turn": {"after": decision.data["after"][-1]}})
    if kind == "initiative":
        return Orders({s.id: _initiative(view, s) for s in offers})
    if kind == "spot":
        return spotting.look(view, offers)
    if kind in {"movement", "reaction", "pursuit"}:
        return _march(view, decision, offers)
    return Orders({s.id: _fire(view, s) for s in offers})


def _activation(view: View, decision: Decision) -> str:
    """Pass while enemies wait too, so as to answer what they do; move when only friends are left."""
    waiting = decision.data.get("waiting", [])
    others = [c for c in waiting if view.state.cohorts[c].side != view.side]
    return "pass" if others else "move"


def _initiative(view: View, slot: Slot) -> Json:
    """Two or three points a turn on the largest cohort; squadrons alternate ground support and CAP."""
    if slot.id != "spend":
        mine = [q for q in sorted(view.state.squadrons) if view.state.squadrons[q].side == view.side]
        return {"box": "cap" if mine.index(slot.id) % 2 else "ground_support"}
    pool = next(s.pool for s in view.state.sides if s.id == view.side)
    keys = [c for c in sorted(view.state.cohorts) if initiative.price_of(view.state, view.side, c) == 1]
    if not keys or pool < 3:
        return {"points": {}}
    best = max(keys, key=lambda c: (len(active(view.state, c)), -view.state.cohorts[c].initiative))
    return {"points": {best: min(8, max(1, pool // 3))}}


def _march(view: View, decision: Decision, offers: Sequence[Slot]) -> Orders:
    """Each century in turn takes its best option, knowing where those before it go."""
    scene = Scene(view.state, view.side)
    slots = sorted(offers, key=lambda s: (scene.role(view.state.units[s.id]), s.id))
    orders = Orders()
    for slot in slots:
        unit = view.state.units[slot.id]
        pick = max(cast(list[March], slot.options), key=lambda o: (scene.worth(unit, o), not any(o.order.values())))
        orders.choices[slot.id] = pick.order
        scene.place[unit.id] = pick.at
    del decision
    return orders


class Scene:
    """What one side weighs when it moves: places of its centuries as planned so far, enemies, the goal of each century."""

    __slots__ = ("aims", "enemies", "goals", "place", "poise", "prize", "side", "state", "threat")

    def __init__(self, state: LegatusState, side: str) -> None:
        self.state, self.side = state, side
        self.enemies = [e for e in enemies_of(state, side) if not e.engaged]
        self.place = {u.id: u.at for u in units_of(state, side)}
        self.goals = [o.hex for o in state.objectives if o.holder != side]
        self.aims: dict[str, Century] = {}
        self.poise: dict[str, int] = {}
        self.prize = {e.id: self._value(e) for e in self.enemies}
        self.threat = {e.id: tenths(self.state, attack_value(state, e)) for e in self.enemies}

    def role(self, unit: Century) -> int:
        """The line moves first, then support, headquarters last."""
        return 0 if kinds()[unit.kind].group == "combat" else 2 if unit.hq else 1

    def worth(self, unit: Century, option: March) -> int:
        """How good an option is, in hundredths of a hit and thereabouts."""
        at, altitude, tests = option.at, option.altitude, option.risk
        spread = dispersion(at)
        change = deployment(spread, altitude, kinds()[unit.kind].infantry)
        risk = tests * self._clumsy(unit) * 3 if tests else 0
        if self.role(unit):
            return self._support_worth(unit, option, at, altitude, spread) - risk
        return self._line_worth(unit, at, altitude, change.attack, change.defense) - risk

    def _clumsy(self, unit: Century) -> int:
        """Tenths of a chance that a maneuver test fails."""
        if unit.id not in self.poise:
            changes = sum(m.value for m in maneuver_modifiers(self.state, unit, False))
            self.poise[unit.id] = 10 - tenths(self.state, printed(unit).maneuver + changes)
        return self.poise[unit.id]

    def _line_worth(self, unit: Century, at: str, altitude: str, attack: int, defense: int) -> int:
        near = [e for e in self.enemies if gap(at, e.at) <= (2 if e.kind == "defensive_installation" else 1)]
        touched = [e for e in near if gap(at, e.at) <= 1]
        mine = tenths(self.state, printed(unit).attack + attack)
        weak = 10 - tenths(self.state, printed(unit).defense + defense)
        total = -self._distance(unit, at) * 40
        if touched:
            total += max(mine * self.prize[e.id] for e in touched) + self._company(unit, touched) * 60
        total -= sum(self.threat[e.id] for e in near) * (weak + 3) * (2 if unit.crippled else 1)
        total += 30 if altitude == "dug_in" and near else 0
        total -= 60 if altitude == "dug_in" and not near and self._distance(unit, at) > 1 else 0
        total += 15 if altitude == "low_altitude" and not near and self._distance(unit, at) > 6 else 0
        total -= 80 if altitude == "low_altitude" and any(gap(at, e.at) <= 3 for e in self.enemies) else 0
        return total + (120 if any(g in at for g in self.goals) else 0)

    def _value(self, enemy: Century) -> int:
        """What hitting an enemy is worth for each tenth of a chance."""
        fails = 10 - tenths(self.state, defense_value(self.state, enemy))
        worth = 3 if enemy.hq or kinds()[enemy.kind].group == "artillery" else 2
        return (fails + 3) * worth * (2 if enemy.crippled else 1)

    def _company(self, unit: Century, touched: list[Century]) -> int:
        """Friends planned in contact with the same enemies, at most three."""
        friends = [at for id, at in self.place.items() if id != unit.id]
        return min(3, max(sum(gap(at, e.at) <= 1 for at in friends) for e in touched))

    def _distance(self, unit: Century, at: str) -> int:
        """Hexes to the goal: an open objective or the weakest enemy near the century."""
        if self.goals:
            return min(gap(at, g) for g in self.goals) + min((gap(at, e.at) for e in self.enemies), default=0) // 3
        return max(0, gap(at, self._aim(unit).at) - 1) if self.enemies else 0

    def _aim(self, unit: Century) -> Century:
        """The enemy that a century makes for: near and weak."""
        if unit.id not in self.aims:
            near = lambda e: (gap(unit.at, e.at) * 2 + defense_value(self.state, e) - 3 * e.crippled, e.id)  # noqa: E731
            self.aims[unit.id] = min(self.enemies, key=near)
        return self.aims[unit.id]

    def _support_worth(self, unit: Century, option: March, at: str, altitude: str, spread: str) -> int:
        """Keep off enemies, near the middle of the line; guns stay still, together, and low."""
        close = min((gap(at, e.at) for e in self.enemies), default=99)
        line = [p for id, p in self.place.items() if self.state.units[id].cohort == unit.cohort and id != unit.id] or list(
            self.place.values()
        )
        total = -max((gap(at, p) for p in line), default=0) * (30 if unit.hq else 8)
        total -= max(0, SAFE - close) * 150
        if artillery.is_artillery(unit):
            total += (60 if at == unit.at and altitude == unit.altitude and not option.deny else 0) + (
                40 if altitude in {"normal", "dug_in"} else 0
            )
            total += 20 if spread == "concentrated" else 0
        if unit.kind in {"air_space_defense", "signals"}:
            total -= min((gap(at, p) for p in line), default=0) * 10
        total += 10 if altitude == "dug_in" and close <= SAFE else 0
        return total - (30 if altitude in {"low_altitude", "tree_top"} and close <= SAFE else 0) - (200 if option.deny else 0)


def _fire(view: View, slot: Slot) -> Json:
    state = view.state
    if slot.id.startswith("fire:"):
        return _barrage(state, slot)
    if slot.id not in state.squadrons or state.squadrons[slot.id].box == "ground_support":
        picks = [o for o in slot.options if o.order.get("target")]
        return max(picks, key=lambda o: _prey(state, view.side, str(o.order["target"]))).order if picks else slot.options[0].order
    return {"intercept": True}


def _prey(state: LegatusState, side: str, id: str) -> tuple[int, str]:
    """Prefer those that fall to one more hit and that many can reach."""
    enemy = state.units[id]
    reach = sum(in_contact(u, enemy) for u in units_of(state, side))
    fails = 10 - tenths(state, defense_value(state, enemy))
    return (fails * (2 if enemy.crippled else 1) + 2 * reach + (4 if enemy.hq else 0), id)


def _barrage(state: LegatusState, slot: Slot) -> Json:
    """Support those whose attack gains most; shoot at guns when nobody needs help."""
    helped = [o for o in slot.options if o.order.get("support")]
    if helped:
        return max(
            helped,
            key=lambda o: sum(
                10 - attack_value(state, state.units[u]) + 3 * (kinds()[state.units[u].kind].group == "combat") for u in o.order["support"]
            ),
        ).order
    counters = [o for o in slot.options if o.order.get("counter")]
    return counters[0].order if counters else slot.options[0].order
