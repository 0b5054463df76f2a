"""A line of the table: what was measured, what it is compared with, and which goal it belongs to."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(slots=True)
class Figure:
    """`value` in `unit`; `ratio` to what it is `compared` with, and the `goal` for that ratio; both None where there is no goal."""

    id: str
    what: str
    value: float
    unit: str
    compared: str = ""
    ratio: float | None = None
    goal: float | None = None
    at_most: bool = False
    """Whether the ratio should be at most the goal, not at least."""

    @property
    def is_reached(self) -> bool | None:
        if self.ratio is None or self.goal is None:
            return None
        return self.ratio <= self.goal if self.at_most else self.ratio >= self.goal

    def line(self) -> str:
        """The figure as a row of the table."""
        value = f"{self.value:,.0f}" if self.value >= 100 else f"{self.value:,.2f}"
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        goal = "" if self.goal is None else f"{'<=' if self.at_most else '>='} {self.goal:g}"
        verdict = {None: "", True: "reached", False: "NOT REACHED"}[self.is_reached]
        return f"{self.id:<5} {self.what:<58} {value:>9} {self.unit:<14} {ratio:>7} {goal:<8} {verdict:<12} {self.compared}"


HEADING = f"{'goal':<5} {'what':<58} {'measured':>9} {'unit':<14} {'ratio':>7} {'wanted':<8} {'':<12} ratio of what"


def seconds(work: Callable[[], object]) -> float:
    """How long something takes on the clock."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
