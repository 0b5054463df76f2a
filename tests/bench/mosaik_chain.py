"""The peer of P1: trivial simulators of mosaik in a chain, in one process. Only imported where mosaik is installed."""

import itertools
import time
from typing import Any

import mosaik
import mosaik_api_v3
from loguru import logger

META = {"api_version": "3.0", "type": "time-based", "models": {"Unit": {"public": True, "params": [], "attrs": ["value"]}}}


class Chain(mosaik_api_v3.Simulator):  # type: ignore[misc]
    """One unit that counts its steps."""

    def __init__(self) -> None:
        super().__init__(META)
        self.steps = 0

    def create(self, num: int, model: str) -> list[dict[str, str]]:
        return [{"eid": f"unit{n}", "type": model} for n in range(num)]

    def step(self, time: int, inputs: Any, max_advance: int) -> int:  # noqa: ARG002 (mosaik calls it with all three)
        self.steps += 1
        return time + 1

    def get_data(self, outputs: dict[str, list[str]]) -> dict[str, dict[str, int]]:
        return {unit: {"value": self.steps} for unit in outputs}


def rate(simulators: int, steps: int) -> float:
    """Steps a second of all simulators together."""
    logger.remove()
    world = mosaik.World({"Chain": {"python": f"{__name__}:Chain"}}, skip_greetings=True)
    units = [world.start("Chain").Unit.create(1)[0] for _ in range(simulators)]
    for before, after in itertools.pairwise(units):
        world.connect(before, after, "value")
    start = time.perf_counter()
    world.run(until=steps, print_progress=False)
    return simulators * steps / (time.perf_counter() - start)
