"""What holds of every engine before its first phase."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from scales.codec import clone, decode, encode
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Engine, Fault
from scales.engines import SCALES, engine
from tests.conformance.playthrough import sample
from workers.battle import seats

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | st.text(max_size=8), lambda inner: st.lists(inner, max_size=3), max_leaves=4
)


def opened(rules: Engine, setup: dict[str, Any]) -> Any:
    return rules.setup(setup, KeyedDice(key=seeded_secret(1)))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value in a JSON document."""
    if isinstance(value, dict):
        return [path, *(p for key, inner in value.items() for p in places(inner, (*path, key)))]
    if isinstance(value, list):
        return [path, *(p for i, inner in enumerate(value) for p in places(inner, (*path, i)))]
    return [path]


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy of a JSON document with one value changed."""
    if not path:
        return new
    copy = list(value) if isinstance(value, list) else dict(value)
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


def test_phases_are_named_once_and_the_turn_opens_with_one_of_them(rules: Engine) -> None:
    assert rules.scale in SCALES
    assert len(set(rules.phases)) == len(rules.phases) > 0
    assert rules.turn_phase in rules.phases


@pytest.mark.parametrize("seed", range(5))
def test_a_sample_is_a_set_up_without_faults(rules: Engine, seed: int) -> None:
    setup = sample(rules, seed)
    rules.setup_model.model_validate(setup)
    assert rules.faults(setup) == []
    assert len(seats(setup)) == len(setup["sides"]) >= 2
    assert setup["turn_limit"] > 0


def test_set_up_gives_a_state_that_stands_between_phases(rules: Engine) -> None:
    setup = sample(rules)
    step = opened(rules, clone(setup))
    assert (step.done, step.pending, step.state.at.phase) == (True, [], "")
    assert isinstance(step.state, rules.state_type)
    assert rules.invariants(step.state) == []
    assert not rules.report(step.state).over
    assert encode(decode(encode(step.state), rules.state_type)) == encode(step.state)


def test_set_up_twice_gives_the_same_bytes_and_leaves_the_set_up_alone(rules: Engine) -> None:
    setup = sample(rules)
    untouched = encode(setup)
    first, second = opened(rules, setup), opened(rules, clone(setup))
    assert encode([first.state, first.events]) == encode([second.state, second.events])
    assert encode(setup) == untouched


def test_every_unit_of_the_set_up_has_a_fate_of_its_own(rules: Engine) -> None:
    setup = sample(rules)
    report = rules.report(opened(rules, setup).state)
    sides = {side["id"] for side in setup["sides"]}
    assert report.fates
    assert {fate.side for fate in report.fates.values()} == sides
    assert set(report.points) == set(report.effective) == sides
    text = encode(setup).decode()
    named = [unit for unit in report.fates if f'"{unit}"' in text]
    assert len(named) >= len(report.fates) // 2, "unit ids come from the set-up"


def test_an_unknown_key_is_refused_by_its_name(rules: Engine) -> None:
    with pytest.raises(ValidationError, match="sides_of_the_coin"):
        rules.setup_model.model_validate({**sample(rules), "sides_of_the_coin": 2})


def test_a_side_without_a_seat_and_one_that_is_there_twice_are_refused(rules: Engine) -> None:
    setup = sample(rules)
    seatless = put(setup, ("sides", 0, "seat"), "")
    twice = put(setup, ("sides", 1, "id"), setup["sides"][0]["id"])
    assert refused(rules, seatless)
    assert refused(rules, twice)


def refused(rules: Engine, setup: Any) -> list[str]:
    """Why a set-up is refused: by its shape, else for what it says."""
    try:
        rules.setup_model.model_validate(setup)
    except ValidationError as error:
        return [str(error)]
    faults = rules.faults(setup)
    assert all(isinstance(fault, Fault) and fault.code and fault.text for fault in faults)
    return [fault.text for fault in faults]


@pytest.mark.parametrize("scale", SCALES)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_damaged_set_up_is_refused_or_plays(scale: str, data: st.DataObject) -> None:
    """Nothing that a file can hold raises anything but a refusal, and what is accepted can be set up."""
    rules = engine(scale)
    setup = sample(rules, data.draw(st.integers(0, 3)))
    where = data.draw(st.sampled_from([path for path in places(setup) if path]))
    damaged = put(setup, where, data.draw(JSON))
    if not refused(rules, damaged):
        assert rules.invariants(opened(rules, damaged).state) == []
