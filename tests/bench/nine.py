"""Nine vehicles against nine with their infantry, bots on both sides, to the end, everything logged (P6); beside Pokemon Showdown."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from scales.dice import seeded_secret
from scales.engine import Json
from scales.engines import engine
from tests.bench.figures import Figure, seconds
from workers.battle import Battle
from workers.jobs import PhaseResult

SEEDS = (6830, 6831, 6832)
QUARTER_OF_TWO = 2 / 4
"""A turn of Showdown activates two; the goal is a quarter of that."""
PLATOONS = ("light_tank", "medium_tank", "light_armored_infantry")


def figures() -> Iterator[Figure]:
    results: list[PhaseResult] = []
    took = 0.0
    for seed in SEEDS:
        battle = Battle(engine("centurion"), setup(), seeded_secret(seed))
        took += seconds(lambda battle=battle: results.extend(result for _, result in battle.play()))
    moves = sum(_moves(result) for result in results)
    turns = sum(1 for result in results) / len(engine("centurion").phases)
    yield Figure("P6", "Centurion, 9 against 9 with infantry, to its end", took / len(SEEDS), "s", f"{turns / len(SEEDS):.0f} turns")
    rate, peer = moves / took, showdown()
    what = "the same: unit activations, everything included"
    if peer is None:
        yield Figure("P6", what, rate, "activations/s", "Showdown is not installed")
    else:
        quarter = peer * QUARTER_OF_TWO
        yield Figure("P6", what, rate, "activations/s", f"a quarter of Showdown's {2 * peer:,.0f}/s", rate / quarter, 1)


def _moves(result: PhaseResult) -> int:
    """Units that were given a move."""
    return sum(len(given.orders.choices) for step in result.steps for key, given in step.orders.items() if key.startswith("move-"))


def setup() -> Json:
    """Two platoons of tanks and one of infantry carriers with their squads on each side of the rolling woods."""
    from scales.centurion.catalog import platoon_types

    sides = [{"id": "tog", "faction": "tog", "seat": "red"}, {"id": "commonwealth", "faction": "commonwealth", "seat": "blue"}]
    platoons: list[Json] = []
    for side in sides:
        for number, kind in enumerate(PLATOONS, start=1):
            type = platoon_types()[f"{side['id']}_{kind}"]
            id = f"{side['id']}-{number}"
            vehicles = [{"id": f"{id}/{n}", "type": t, "name": f"{side['id']} {number}.{n}"} for n, t in enumerate(type.vehicles, start=1)]
            squads = [{"id": f"{id}/s{n}", "type": t, "aboard": f"{id}/{n}"} for n, t in enumerate(type.squads, start=1)]
            platoons.append({"id": id, "side": side["id"], "vehicles": vehicles, "squads": squads})
    board = {"sheets": ["centurion_rolling_woods", "centurion_hills"]}
    return {"title": "Nine against nine", "board": board, "sides": sides, "platoons": platoons, "turn_limit": 20}


def showdown() -> float | None:
    """Turns a second of Pokemon Showdown, None where node or the folder of its package (IMPERATOR_SHOWDOWN) is missing."""
    folder, node = os.environ.get("IMPERATOR_SHOWDOWN", ""), shutil.which("node")
    if not folder or node is None:
        return None
    script = Path(__file__).with_name("showdown.js")
    environment = os.environ | {"NODE_PATH": str(Path(folder) / "node_modules")}
    done = subprocess.run([node, str(script), "30"], env=environment, capture_output=True, text=True, timeout=300, check=True)
    return float(done.stdout)
