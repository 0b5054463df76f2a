"""The choices a seat is offered, all legal in any combination. legatus: Movement Phase, Combat Phase, Initiative Phase

What an option tells of a roll comes from the function that play rolls with (`rolls.Trial`), so that it is what the event's check will say.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from scales.engine import Decision, Json, Option, Slot
from scales.legatus.combat import fire_offers
from scales.legatus.double_blind import spotting_offers
from scales.legatus.initiative import initiative
from scales.legatus.movement.moving_offers import march_options, step_options
from scales.legatus.orders import slots_of
from scales.legatus.rolls import told
from scales.legatus.state import LegatusState, Squadron
from scales.legatus.tables import kinds
from scales.legatus.view import View


def offers(view: View, decision: Decision) -> list[Slot]:
    """One slot for each unit or question of a decision."""
    kind, units = decision.kind, view.state.units
    if kind == "activation":
        return [_activation(view, decision)]
    if kind == "postpone":
        return [_postpone(view, decision)]
    if kind == "initiative":
        return _initiative(view, decision)
    if kind == "movement":
        return [Slot(u, units[u].name, march_options(view.state, units[u]), u) for u in decision.units]
    if kind in {"reaction", "pursuit"}:
        return [Slot(u, units[u].name, step_options(view.state, units[u], kind == "pursuit"), u) for u in decision.units]
    if kind == "spot":
        return spotting_offers.offers(view, decision)
    return fire_offers.offers(view, decision)


def _activation(view: View, decision: Decision) -> Slot:
    """Whoever passes is offered the move again once another cohort has moved."""
    waiting = [
        {"cohort": c, "side": view.state.cohorts[c].side, "initiative": view.state.cohorts[c].initiative}
        for c in decision.data.get("waiting", [])
    ]
    info: Json = {"waiting": waiting}
    return Slot("turn", decision.prompt, [Option({"act": "move"}, "move now", info), Option({"act": "pass"}, "pass", info)])


def _postpone(view: View, decision: Decision) -> Slot:
    """Move now, or wait for one of the enemy cohorts whose headquarters is seen. legatus: Double-blind rules: Movement"""
    known = [view.state.cohorts[c] for c in decision.data["after"] if c in view.state.cohorts]
    waits = [Option({"after": c.id}, f"wait until {c.name} has moved", {"cohort": c.id, "initiative": c.initiative}) for c in known]
    return Slot("turn", decision.prompt, [Option({"after": ""}, "move now"), *waits])


def _initiative(view: View, decision: Decision) -> list[Slot]:
    state = view.state
    side = next(s for s in state.sides if s.id == view.side)
    keys = [*sorted(state.cohorts), *initiative.whole_manus(state, side.id)]
    prices = {k: price for k in keys if (price := initiative.price_of(state, side.id, k))}
    spends = [p for p in _spends(list(prices)) if _cost(prices, p) <= side.pool]
    spend = Spending(state, prices, side.pool, initiative.manus_parts(state, side.id), _values(state, side.id))
    slots = [Slot("spend", "Initiative points", [spend.option(points) for points in spends])]
    for id in slots_of(view, decision):
        if id != "spend":
            slots.append(
                Slot(id, state.squadrons[id].name, [_mission(state.squadrons[id], b) for b in ("ready", "cap", "ground_support")], id)
            )
    return slots


def _spends(keys: list[str]) -> Iterator[dict[str, int]]:
    """No points, one to eight on one cohort, one to three on each of two."""
    yield {}
    for key in keys[:12]:
        yield from ({key: n} for n in range(1, 9))
    for a, b in list(combinations(keys, 2))[:10]:
        yield from ({a: n, b: m} for n in range(1, 4) for m in range(1, 4))


def _cost(prices: Mapping[str, int], points: Mapping[str, int]) -> int:
    return sum(prices[key] * steps for key, steps in points.items())


@dataclass(slots=True)
class Spending:
    """What a side can buy: the price of a step for each cohort or whole manus, its pool, and the initiatives of its cohorts before."""

    state: LegatusState
    prices: Mapping[str, int]
    pool: int
    parts: Mapping[str, list[str]]
    before: Mapping[str, int]

    def option(self, points: dict[str, int]) -> Option:
        """Steps down, what they cost, and the initiative each cohort then has before ties are settled; without points that of them all."""
        cost, before = _cost(self.prices, points), self.before
        if not points:
            return Option({"points": points}, "spend nothing", {"cost": 0, "left": self.pool, "cohorts": _bases(self.state, before)})
        cohorts = self.state.cohorts
        label = ", ".join(f"{cohorts[k].name if k in cohorts else k} -{n}" for k, n in points.items())
        after = initiative.lowered(before, points, self.parts)
        changed = {c: {"before": before[c], "after": after[c]} for c in before if after[c] != before[c]}
        return Option(
            {"points": points}, f"{label}: {cost} of {self.pool} points", {"cost": cost, "left": self.pool - cost, "cohorts": changed}
        )


def _values(state: LegatusState, side: str) -> dict[str, int]:
    """The initiative of each cohort of a side, by id."""
    return {c: state.cohorts[c].initiative for c in sorted(state.cohorts) if state.cohorts[c].side == side}


def _bases(state: LegatusState, values: Mapping[str, int]) -> Json:
    """How the initiative of each cohort comes about: spread in hexes, losses, and what lowers it."""
    found: Json = {}
    for id, value in values.items():
        cohort = state.cohorts[id]
        distance = initiative.distance_of(state, id)
        found[id] = {
            "before": value,
            "after": value,
            "distance": distance,
            "losses": initiative.base_of(state, cohort) - distance,
            "modifiers": told(initiative.modifiers_of(state, cohort)),
            "price": initiative.price_of(state, cohort.side, id),
        }
    return found


_MISSIONS = {
    "ready": "stay ready",
    "cap": "fly combat air patrol against ground support",
    "ground_support": "fly ground support against a century",
}


def _mission(squadron: Squadron, box: str) -> Option:
    numbers = kinds()[squadron.kind].whole
    return Option({"box": box}, _MISSIONS[box], {"attack": numbers.attack, "defense": numbers.defense, "maneuver": numbers.maneuver})
