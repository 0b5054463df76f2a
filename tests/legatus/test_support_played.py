"""Support of all kinds in whole battles: what is offered is what is rolled and spent, with and without the double-blind rules."""

from collections.abc import Iterator
from functools import cache

import pytest

from scales.engine import Event, Json, Option
from scales.legatus import ENGINE
from tests.legatus.samples import Moment, moments
from tests.legatus.table import century, setup
from tests.soaking import first_of

KINDS = ("light_grav_armor", "medium_grav_armor", "heavy_grav_armor", "grav_armored_infantry")
SUPPORT = ("grav_artillery", "grav_artillery", "signals", "air_space_defense", "armored_engineer")


def forces(side: str, row: int, back: int) -> list[Json]:
    """A line near the middle, support behind it."""
    line = [century(f"{side}{n}", kind, f"{4 + 2 * n:02d}{row:02d}") for n, kind in enumerate(KINDS)]
    behind = [century(f"{side}s{n}", kind, f"{3 + 2 * n:02d}{back:02d}", quality="elite") for n, kind in enumerate(SUPPORT)]
    return [*line, century(f"{side}hq", "hq_grav", f"08{back:02d}", hq=True), *behind]


def everything(**options: int) -> Json:
    """Two sides with guns, signals, air/space defense, three squadrons, a satellite and ships each."""
    sides = ("tog", "commonwealth")
    squadrons = [
        {"id": f"{s}-{n}", "side": s, "kind": f"interceptor_{w}"} for s in sides for n, w in enumerate(("light", "medium", "heavy"))
    ]
    above = [{"id": f"{s}-thor", "side": s, "hex": "0806", "heading": 2, "velocity": 0} for s in sides]
    ships = [{"id": f"{s}-ships", "side": s, "attack": 5} for s in sides]
    return setup(
        forces("t", 5, 2), forces("c", 7, 11), squadrons=squadrons, satellites=above, naval_support=ships, options=options, turn_limit=4
    )


@cache
def by_night(seed: int) -> list[Moment]:
    """A battle of everything by the Double-blind rules."""
    return list(moments(everything(double_blind=1), seed))


def taken(moment: Moment) -> Iterator[tuple[str, str, Option]]:
    """Kind of decision, slot and option of every answer of a moment that is one of the offers."""
    for decision in moment.asked:
        for slot in ENGINE.offers(ENGINE.view(moment.before, decision.seat), decision):
            order = moment.given[decision.key].choices[slot.id]
            yield from ((decision.kind, slot.id, option) for option in slot.options if option.order == order)


def targets_of(events: list[Event], kind: str, *units: str) -> list[int]:
    """The numbers that the first roll of each such event had not to exceed."""
    return [e.checks[0].target for e in events if e.kind == kind and e.units[: len(units)] == list(units)]


@pytest.mark.parametrize("seed", first_of(range(1, 5)))
def test_what_is_offered_is_what_is_rolled_and_spent(seed: int) -> None:
    kinds = set()
    for moment in moments(everything(), seed):
        events = moment.step.events
        kinds |= {e.kind for e in events}
        for kind, id, option in taken(moment):
            if kind == "intercept" and option.order["raider"]:
                assert targets_of(events, "intercepted", id, option.order["raider"]) == [option.info["interception"]["target"]]
            if kind == "contact":
                evasion = [option.info["evasion"]["target"]] if option.order["evade"] else []
                assert targets_of(events, "evaded", id) == evasion
                for cap, rolls in option.info["met_by"].items():
                    assert targets_of(events, "air_attack", cap, id) in ([], [rolls["attack"]["target"]])
            if kind == "counter_battery" and option.order:
                target = next(iter(option.order["targets"]))
                assert moment.before.units[id].shots + option.info["shots"]["used"] <= 3
                assert any(e.kind == "counter_battery" and e.units == [id, target] for e in events)
    assert {"supported", "raid", "ground_attack", "naval_fire"} <= kinds


@pytest.mark.parametrize("seed", first_of(range(1, 4)))
def test_no_squadron_is_in_two_boxes_and_no_shot_is_fired_twice(seed: int) -> None:
    """At the end of each turn nobody is on a mission; nobody comes back from the destroyed; a battery fires as often as it may."""
    lost: set[str] = set()
    for moment in by_night(seed):
        state = moment.step.state
        now = {q for q, s in state.squadrons.items() if s.box == "destroyed"}
        assert lost <= now
        lost = now
        assert all(u.shots <= 3 for u in state.units.values())
        assert ENGINE.invariants(state) == []
        if moment.phase == "end" and moment.step.done:
            assert {s.box for s in state.squadrons.values()} <= {"ready", "re_arming", "destroyed"}


@pytest.mark.parametrize("seed", first_of(range(1, 4)))
def test_in_a_double_blind_battle_squadrons_meet_and_fire_in_the_hearing_of_those_who_see_them(seed: int) -> None:
    for moment in by_night(seed):
        state = moment.step.state
        for event in moment.step.events:
            if event.kind in {"raid", "intercepted", "evaded", "ground_attack", "air_attack"}:
                sides = [s.id for s in state.sides] if event.seen_by is None else event.seen_by
                flying = [state.squadrons[u] for u in event.units if u in state.squadrons]
                assert all(q.side == s or s in q.spotted_by for q in flying for s in sides)
            if event.kind in {"assigned", "rearmed", "stood_down"}:
                assert event.seen_by == [state.squadrons[event.units[0]].side]
