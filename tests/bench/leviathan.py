"""Leviathan among bots: the Meeting Engagement to its decision, and who wins The Swarm with which organization.

`python -m tests.bench.leviathan` plays every row of The Swarm a hundred times; with a number so many times.
"""

import copy
import sys
import time
from collections.abc import Iterator

from scales.dice import seeded_secret
from scales.engine import Json
from scales.engines import engine
from scales.leviathan.catalog import sizes
from scales.leviathan.scenario.organization import split
from tests.bench.battles import library_setup
from tests.bench.figures import HEADING, Figure
from workers.battle import play_battle

SEEDS = (6830, 6831, 6832)
SECONDS = 10
"""Processor time in which a Meeting Engagement is to be decided."""
SWARMS = 10
"""Battles of The Swarm for each row of the bench; a hundred when it is asked for by itself."""
BATTLESHIPS = ("shiva", "repulse", "mars")


def figures(battles: int = SWARMS) -> Iterator[Figure]:
    yield _meeting()
    yield from _swarms(battles)


def _meeting() -> Figure:
    rules, setup = engine("leviathan"), library_setup("meeting_engagement", "leviathan")
    start, turns = time.process_time(), 0
    for seed in SEEDS:
        turns += play_battle(rules, setup, seeded_secret(seed)).turn
    took = (time.process_time() - start) / len(SEEDS)
    what = "Leviathan, Meeting Engagement to its decision"
    return Figure("lev", what, took, "s", f"{SECONDS} s of one core; {turns / len(SEEDS):.0f} turns", took / SECONDS, 1, at_most=True)


def _swarms(battles: int) -> Iterator[Figure]:
    """In percent of all battles: groups against each battleship, and every other organization against the first."""
    for ship in BATTLESHIPS:
        yield _swarm("group", ship, battles)
    for size in [s for s in sizes() if s != "group"]:
        yield _swarm(size, BATTLESHIPS[0], battles)


def _swarm(size: str, ship: str, battles: int) -> Figure:
    rules, setup = engine("leviathan"), swarm(size, ship)
    fighters = setup["fighters"][0]["side"]
    won = sum(play_battle(rules, setup, seeded_secret(seed)).winner == fighters for seed in range(battles))
    what = f"The Swarm: {len(setup['fighters'])} {size}s against a {ship.title()}, won by the fighters"
    return Figure("lev", what, 100 * won / battles, "%", f"{won} of {battles}; the book: about half")


def swarm(size: str, ship: str) -> Json:
    """The Swarm of the library with its wing organized in units of one size, against a class of battleship."""
    setup = copy.deepcopy(library_setup("the_swarm", "leviathan"))
    setup["units"][0] |= {"class": ship, "name": ship.title()}
    (wing,) = setup.pop("wings")
    units = split(wing["fighters"], size)
    setup["fighters"] = [{"id": f"wing_{n}", "name": f"Wing {n}", "side": wing["side"], **unit} for n, unit in enumerate(units, 1)]
    return setup


if __name__ == "__main__":
    print(HEADING)
    for figure in figures(int(sys.argv[1]) if sys.argv[1:] else 100):
        print(figure.line(), flush=True)
