"""How the time of a Centurion turn grows with the number of vehicles, on a field of 60 x 60 hexes (P6)."""

from collections.abc import Iterator

from scales.centurion.state import PARITY, BattleState
from scales.dice import seeded_secret
from scales.engine import Json
from scales.engines import engine
from scales.hexes import distance
from tests.bench.figures import Figure, seconds
from workers.battle import Battle

SIZES = (9, 20, 40, 60)
"""Vehicles a side."""
TURNS = 3
TYPES = ("horatius", "trajan", "lupis", "liberator", "viper", "kershaw")
REACH = 20
FIELD = [f"{column:02d}{row:02d}" for column in (4, 5, 6) for row in (4, 5, 6)]
"""Nine Legatus hexes of 20 x 20 hexes each."""
NORTH, SOUTH = 22, 36
"""Rows in which the lines begin: within reach of each other."""


def figures() -> Iterator[Figure]:
    base = 0.0
    for size in SIZES:
        took, vehicles, pairs = _turns(size)
        each = took / (vehicles + pairs)
        base = base or each
        ratio, goal = (None, None) if size == SIZES[0] else (each / base, 1.0)
        what = f"Centurion, {size} against {size} on 60 x 60: a turn"
        compared = f"a vehicle or pair in range {1e3 * each:.2f} ms ({vehicles:.0f} + {pairs:.0f}); of that with {SIZES[0]}"
        yield Figure("P6", what, took, "s", compared, ratio, goal, at_most=True)


def _turns(size: int) -> tuple[float, float, float]:
    """Seconds, vehicles in play and pairs of enemies within 20 hexes of a turn, on the average of the first turns."""
    rules = engine("centurion")
    battle = Battle(rules, setup(size), seeded_secret(6830))
    battle.open()
    took = vehicles = pairs = 0.0
    for _ in range(TURNS):
        for phase in rules.phases:
            took += seconds(lambda phase=phase: battle.advance(phase))
            if phase == "movement":
                state: BattleState = battle.table()
                vehicles += len(state.in_play())
                pairs += _pairs(state)
    return took / TURNS, vehicles / TURNS, pairs / TURNS


def _pairs(state: BattleState) -> int:
    """Pairs of enemies within reach of each other."""
    a, b = ([u.hex for u in state.in_play() if u.side == side and u.hex is not None] for side in state.sides)
    return sum(distance(one, other, PARITY) <= REACH for one in a for other in b)


def setup(size: int) -> Json:
    """Two lines of equal forces in platoons of three."""
    sides = [{"id": "tog", "faction": "tog", "seat": "red"}, {"id": "cw", "faction": "commonwealth", "seat": "blue"}]
    platoons = [_platoon(side["id"], n, size) for side in sides for n in range((size + 2) // 3)]
    board = {"legatus_field": {"campaign_key": "growth", "map": "legatus_uplands", "hexes": FIELD}}
    return {"title": "Growth", "board": board, "sides": sides, "platoons": platoons, "turn_limit": TURNS + 1}


def _platoon(side: str, number: int, size: int) -> Json:
    vehicles = [_vehicle(side, n) for n in range(3 * number, min(size, 3 * number + 3))]
    return {"id": f"{side}-{number}", "side": side, "vehicles": vehicles}


def _vehicle(side: str, number: int) -> Json:
    """One vehicle: twenty in a row, two hexes apart, the next row behind the first."""
    column, row = 10 + 2 * (number % 20), NORTH - number // 20 if side == "tog" else SOUTH + number // 20
    facing = 4 if side == "tog" else 1
    return {
        "id": f"{side}/{number}",
        "type": TYPES[number % len(TYPES)],
        "name": f"{side} {number}",
        "hex": f"{column:02d}{row:02d}",
        "facing": facing,
        "velocity": 2,
    }
