"""Battles between bots before a referee that knows the charts by himself: every number of the log is worked out anew, and every state."""

from collections import Counter
from pathlib import Path

import pytest
import yaml

import campaigns
from scales.engine import Json
from tests.interceptor.recomputed.battle import judged
from tests.interceptor.recomputed.moments import at_once, begun, moments, sample
from tests.interceptor.recomputed.referee import Referee
from tests.interceptor.scenes import linked_start
from tests.soaking import first_of

LIBRARY = Path(campaigns.__file__).parent / "library"
WORKED_OUT = ("to hit: number", "armor left", "path", "thrust", "every craft moves once", "who may fire", "points")
"""What every battle must have had something of, lest the referee sees nothing."""


def played(setup: Json, seed: int, turns: int, reckless: str = "") -> Referee:
    return judged(f"battle {seed}", moments(begun(setup, seed), turns, seed, reckless=reckless))


def tallied(referees: list[Referee]) -> Counter[str]:
    """How often each number was compared; printed, as `pytest -s` shows."""
    made: Counter[str] = sum((r.made for r in referees), Counter())
    print(f"{sum(made.values())} comparisons in {len(referees)} battles:", dict(made.most_common()))
    return made


@pytest.mark.parametrize("first", first_of(range(0, 360, 18)))
def test_every_number_of_many_fights_is_what_the_charts_make_it(first: int) -> None:
    """Two craft a side that meet at once: bots against bots, and against pilots who dare what no bot would."""
    fights = [played(at_once(seed), seed, 3, reckless) for seed in range(first, first + 18) for reckless in ("", "commonwealth")]
    assert [line for fight in fights for line in fight.wrong] == []
    made = tallied(fights)
    assert [what for what in WORKED_OUT if not made[what]] == []


def test_every_number_of_a_board_between_the_others_is_what_the_charts_make_it() -> None:
    """Units from above, squadrons from below, javelins, dive bombers, and every kind of missile."""
    state, mails = linked_start()
    fight = judged("linked board", moments(state, 8, 4, mails))
    assert fight.wrong == []
    made = tallied([fight])
    told = ("hexes of javelins", "javelins that land are there", "where javelins start", "velocity after an attack")
    assert [what for what in (*told, "velocity of a craft that comes down", "path of a satellite") if not made[what]] == []


@pytest.mark.parametrize("seed", first_of(range(12), quick=0))
@pytest.mark.parametrize("reckless", ["", "tog"])
def test_every_number_of_a_whole_sample_is_what_the_charts_make_it(seed: int, reckless: str) -> None:
    fight = played(sample(seed), seed, 25, reckless)
    assert fight.wrong == []
    tallied([fight])


@pytest.mark.parametrize("name", first_of(["dogfight", "thor_hunt"]))
def test_every_number_of_a_board_of_the_library_is_what_the_charts_make_it(name: str) -> None:
    fight = played(board_of_library(name), 7, 12)
    assert fight.wrong == []
    tallied([fight])


def board_of_library(name: str) -> Json:
    """The Interceptor board of a campaign, played by itself."""
    told = yaml.safe_load((LIBRARY / f"{name}.yaml").read_text())
    sides = [{"id": id, "faction": side["faction"], "seat": id} for id, side in told["sides"].items()]
    return {"sides": sides, **told["theatres"][0]["boards"]["interceptor"]}
