"""Legatus among bots: a manus against a manus with all its support, to the end of the battle, everything seen and double-blind.

`python -m tests.bench.legatus` prints these figures alone.
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
"""Processor time in which a manus against a manus is to be fought to its end."""
TURNS = 12
"""Four hours, as long as a battle of the library."""
CORNERS = {"tog": ("0508", "0513", 3), "commonwealth": ("2008", "2013", 6)}
"""Where the two cohorts of each side form up, and the heading they front."""
SUPPORT = ("grav_artillery", "grav_artillery", "signals", "air_space_defense", "armored_engineer")
WINGS = ("interceptor_medium", "interceptor_heavy")


def figures() -> Iterator[Figure]:
    yield _battle("Legatus, a manus against a manus to its end")
    yield _battle("Legatus, the same, double-blind", double_blind=1)


def _battle(what: str, **options: int) -> Figure:
    rules, setup = engine("legatus"), manus_against_manus(options)
    start, turns = time.process_time(), 0
    for seed in SEEDS:
        turns += play_battle(rules, setup, seeded_secret(seed)).turn
    took = (time.process_time() - start) / len(SEEDS)
    return Figure("leg", what, took, "s", f"{SECONDS} s of one core; {turns / len(SEEDS):.0f} turns", took / SECONDS, 1, at_most=True)


def manus_against_manus(options: dict[str, int]) -> Json:
    """Two manus of twenty centuries each: two medium cohorts, headquarters, guns, signals, air defense, engineers, two squadrons."""
    return {
        "map": "legatus_uplands",
        "sides": [{"id": side, "faction": side, "seat": side} for side in CORNERS],
        "cohorts": [cohort for side in CORNERS for cohort in _manus(side)],
        "squadrons": [
            {"id": f"{side}-wing-{n}", "name": f"Wing {n} of {side}", "side": side, "kind": kind}
            for side in CORNERS
            for n, kind in enumerate(WINGS, 1)
        ],
        "turn_limit": TURNS,
        "options": options,
    }


def _manus(side: str) -> list[Json]:
    *hexes, front = CORNERS[side]
    of_it: Json = {"side": side, "manus": f"{side}-manus", "permanent": side != "tog"}
    cohorts: list[Json] = [
        of_it | {"id": f"{side}-{n}", "name": f"Cohort {n} of {side}", "formation": "medium_cohort", "hex": hex, "front": front}
        for n, hex in enumerate(hexes, 1)
    ]
    behind = f"{int(hexes[0][:2]) + (-2 if front == 3 else 2):02d}11"
    kinds = ("hq_grav", *SUPPORT)
    centuries = [{"id": f"{side}-m-{n}", "name": f"{kind} {n} of {side}", "kind": kind, "hex": behind} for n, kind in enumerate(kinds, 1)]
    return [*cohorts, of_it | {"id": f"{side}-m", "name": f"Manus of {side}", "level": "manus", "centuries": centuries}]


if __name__ == "__main__":
    print(HEADING)
    for figure in figures():
        print(figure.line(), flush=True)
