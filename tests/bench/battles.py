"""Whole battles among bots, everything logged, no campaign around them (P6)."""

from collections.abc import Iterator

from scales.dice import seeded_secret
from scales.engine import Json
from scales.engines import SCALES, engine
from tests.bench.figures import Figure, seconds
from workers.battle import Battle
from workers.jobs import PhaseResult

SEED = 6830
LIBRARY = {"centurion": "copses", "legatus": "uplands", "leviathan": "meeting_engagement", "interceptor": "dogfight"}


def figures() -> Iterator[Figure]:
    for scale in SCALES:
        yield from _battle(scale)


def _battle(scale: str) -> Iterator[Figure]:
    rules, results = engine(scale), list[PhaseResult]()
    battle = Battle(rules, library_setup(LIBRARY[scale], scale), seeded_secret(SEED))
    took = seconds(lambda: results.extend(result for _, result in battle.play()))
    steps = [step for result in results for step in result.steps]
    events = sum(len(step.events) for step in steps)
    orders = sum(len(given.orders.choices) for step in steps for given in step.orders.values())
    id = "P6" if scale in {"centurion", "legatus"} else ""
    yield Figure(id, f"{LIBRARY[scale]}: orders to units (move, paint, fire ...)", orders / took, "orders/s", f"{took:.1f} s in all")
    moves = sum(len(given.orders.choices) for step in steps for key, given in step.orders.items() if _is_move(scale, key))
    if moves:
        what = f"{LIBRARY[scale]}: unit activations, everything included"
        yield Figure(id, what, moves / took, "activations/s", f"{events / took:,.0f} events/s")


def _is_move(scale: str, key: str) -> bool:
    return scale == "centurion" and key.startswith("move-")


def library_setup(name: str, scale: str) -> Json:
    """The set-up of a scale's board of a campaign in the library."""
    from campaigns.check import board_setup
    from campaigns.library import find

    campaign = find(name, engine)
    return board_setup(campaign, campaign.theatres[0], scale)
