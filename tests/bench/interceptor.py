"""Interceptor among bots: six fighters of three types a side, with their missiles, to the end of the battle, in deep space and above a planet.

`python -m tests.bench.interceptor` prints these figures alone.
"""

import time
from collections.abc import Iterator

from scales.dice import seeded_secret
from scales.engine import Json
from scales.engines import engine
from tests.bench.figures import HEADING, Figure
from workers.battle import play_battle

SEEDS = (6830, 6831, 6832)
SECONDS = 1
"""Processor time in which six against six are to be fought to their end."""
TURNS = 25
TYPES = {"tog": ("lancea", "spiculum", "gladius"), "commonwealth": ("shield", "stinger", "warspite")}
"""A light, a medium and a heavy fighter of each side, all with missiles; two fly of each."""
SPACE = {"tog": ("1:{column:02d}06", 4), "commonwealth": ("2:{column:02d}09", 1)}
PLANET = {"tog": ("2:{column:02d}02", 4), "commonwealth": ("2:{column:02d}13", 1)}
"""Where the two sides start, and their heading, in the layouts of deep space and of two games."""


def figures() -> Iterator[Figure]:
    yield _battle("Interceptor, six against six to the end", six_against_six("interceptor_deep_space", SPACE, 8))
    yield _battle("Interceptor, the same above a planet", six_against_six("two_game", PLANET, 5))


def _battle(what: str, setup: Json) -> Figure:
    rules = engine("interceptor")
    start, turns = time.process_time(), 0
    for seed in SEEDS:
        turns += play_battle(rules, setup, seeded_secret(seed)).turn
    took = (time.process_time() - start) / len(SEEDS)
    return Figure("int", what, took, "s", f"{SECONDS} s of one core; {turns / len(SEEDS):.0f} turns", took / SECONDS, 1, at_most=True)


def six_against_six(layout: str, places: dict[str, tuple[str, int]], first: int) -> Json:
    """Two fighters of each type a side, abreast from a column on."""
    return {
        "layout": layout,
        "sides": [{"id": side, "faction": side, "seat": side} for side in places],
        "craft": [craft for side, (hexes, heading) in places.items() for craft in _six(side, hexes, heading, first)],
        "turn_limit": TURNS,
    }


def _six(side: str, hexes: str, heading: int, first: int) -> list[Json]:
    return [
        {"id": f"{side}-{n}", "type": kind, "side": side, "hex": hexes.format(column=first + 2 * n), "heading": heading, "velocity": 4}
        for n, kind in enumerate(TYPES[side] * 2, 1)
    ]


if __name__ == "__main__":
    print(HEADING)
    for figure in figures():
        print(figure.line(), flush=True)
