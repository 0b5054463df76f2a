"""What is offered in the initiative phase: steps down with price and result, changes of command, squadrons, an end by agreement.

legatus: Initiative Phase, Manus, Interceptors, Victory
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from scales.codec import plain
from scales.engine import Decision, Json, Option, Slot
from scales.late import Late, Tell
from scales.legatus.initiative import command, initiative, spending
from scales.legatus.state import LegatusState, Squadron
from scales.legatus.tables import kinds
from scales.legatus.view import View


def offers(view: View, _decision: Decision, squadrons: Sequence[str]) -> list[Slot]:
    """The slot of the pool, and one for each squadron that is ready."""
    state, side = view.state, next(s for s in view.state.sides if s.id == view.side)
    prices = prices_of(state, side.id)
    bought = Bought(state, prices, side.pool, initiative.manus_parts(state, side.id), values_of(state, side.id))
    spends = [bought.option(p, cost) for p in _spends(list(prices)) if (cost := _cost(prices, p)) <= side.pool]
    slot = Slot("spend", "Initiative points", [*spends, *_commands(state, side.id, side.pool), _finish(side.pool)])
    return [slot, *(_missions(state.squadrons[id]) for id in squadrons)]


def prices_of(state: LegatusState, side: str) -> dict[str, int]:
    """The price of a step for each cohort or whole manus of a side whose initiative can be modified."""
    keys = [*(c for c in sorted(state.cohorts) if state.cohorts[c].side == side), *initiative.whole_manus(state, side)]
    return {k: price for k in keys if (price := initiative.price_of(state, side, k))}


def values_of(state: LegatusState, side: str) -> dict[str, int]:
    """The initiative of each cohort of a side, by id."""
    return {c: state.cohorts[c].initiative for c in sorted(state.cohorts) if state.cohorts[c].side == side}


def _spends(keys: list[str]) -> Iterator[dict[str, int]]:
    """No points, one to eight on one cohort, one to three on each of two."""
    yield {}
    for key in keys[:12]:
        yield from ({key: n} for n in range(1, 9))
    for a, b in list(combinations(keys, 2))[:10]:
        yield from ({a: n, b: m} for n in range(1, 4) for m in range(1, 4))


def _cost(prices: Mapping[str, int], points: Mapping[str, int]) -> int:
    return sum([prices[key] * steps for key, steps in points.items()])


class Spending(Late):
    """A use of the pool: what it costs, and the initiatives of the cohorts that it changes, for the bot, which reads no more."""

    __slots__ = ("after", "cost")

    def __init__(self, order: Json, cost: int, after: Mapping[str, int], tell: Tell) -> None:
        super().__init__(order, tell)
        self.cost, self.after = cost, after


@dataclass(slots=True)
class Bought:
    """What a side can buy: the price of a step for each cohort or whole manus, its pool, and the initiatives of its cohorts before."""

    state: LegatusState
    prices: Mapping[str, int]
    pool: int
    parts: Mapping[str, list[str]]
    before: Mapping[str, int]

    def option(self, points: dict[str, int], cost: int) -> Option:
        """Steps down, what they cost, and the initiative each cohort then has before ties are settled; without points that of them all."""
        after = initiative.lowered(self.before, points, self.parts)
        return Spending({"points": points}, cost, after, partial(self._tell, points, cost, after))

    def _tell(self, points: dict[str, int], cost: int, after: Mapping[str, int]) -> tuple[str, Json]:
        if not points:
            return "spend nothing", {"cost": 0, "left": self.pool, "cohorts": bases(self.state, self.before)}
        label = ", ".join(f"{spending.name_of(self.state, k)} -{n}" for k, n in points.items())
        changed = {c: {"before": self.before[c], "after": after[c]} for c in self.before if after[c] != self.before[c]}
        info: Json = {"cost": cost, "left": self.pool - cost, "prices": {k: self.prices[k] for k in points}, "cohorts": changed}
        return f"{label}: {cost} of {self.pool} points", info


def bases(state: LegatusState, values: Mapping[str, int]) -> Json:
    """How the initiative of each cohort comes about: spread in hexes, losses, what lowers it, and the price of a step."""
    found: Json = {}
    for id, value in values.items():
        cohort = state.cohorts[id]
        distance, losses, modifiers = spending.basis(state, cohort)
        price = initiative.price_of(state, cohort.side, id)
        found[id] = {"before": value, "after": value, "distance": distance, "losses": losses, "modifiers": plain(modifiers), "price": price}
    return found


def _commands(state: LegatusState, side: str, pool: int) -> Iterator[Option]:
    """Each cohort that can be taken over, each battalion that a brigade headquarters can be attached to."""
    for cohort, head in command.takeovers(state, side).items():
        hq = initiative.headquarters(state, head)
        name = hq.name if hq else head
        yield _changed(state, side, pool, {"take_over": [cohort]}, f"{name} takes over {state.cohorts[cohort].name}")
    for hq_id, cohorts in command.attachable(state, side).items():
        for cohort in cohorts:
            label = f"attach {state.units[hq_id].name} to {state.cohorts[cohort].name}"
            yield _changed(state, side, pool, {"attach": {hq_id: cohort}}, label)


def _changed(state: LegatusState, side: str, pool: int, order: Json, label: str) -> Option:
    """A change of command with the initiatives and prices after it."""
    there = command.commanded(state, side, order.get("take_over", []), order.get("attach", {}))
    after = {c: initiative.value_of(there, there.cohorts[c]) for c in values_of(state, side)}
    return Spending({"points": {}} | order, 0, after, lambda: (label, {"cost": 0, "left": pool, "cohorts": bases(there, after)}))


def _finish(pool: int) -> Option:
    label = "offer to end the battle by agreement, and spend nothing"
    return Spending({"points": {}, "finish": True}, 0, {}, lambda: (label, {"cost": 0, "left": pool, "cohorts": {}}))


_MISSIONS = {
    "ready": "stay ready",
    "cap": "fly combat air patrol against ground support",
    "ground_support": "fly ground support against a century",
}


def _missions(squadron: Squadron) -> Slot:
    return Slot(squadron.id, squadron.name, [_mission(squadron, box) for box in _MISSIONS], squadron.id)


def _mission(squadron: Squadron, box: str) -> Option:
    numbers = kinds()[squadron.kind].whole
    return Option({"box": box}, _MISSIONS[box], {"attack": numbers.attack, "defense": numbers.defense, "maneuver": numbers.maneuver})
