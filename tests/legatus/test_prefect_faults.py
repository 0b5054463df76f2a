"""What a file of the strategic game may not say: every mistake at once, each with its place and a sentence."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.engine import Fault, Json
from scales.legatus import ENGINE
from scales.legatus.prefect.aftermath import aftermath
from scales.legatus.prefect.conversion import setup_of
from scales.legatus.prefect.file_faults import MOST_CENTURIES, faults
from scales.legatus.prefect.forces import forces
from scales.legatus.prefect.models import MOST_ENTRIES, StrategicBattle
from scales.legatus.prefect.results import battle_in, result_faults
from scales.legatus.preparation.models import CohortIn
from tests.legatus.strategic import FOE, LINE, battle, file, result

MANUS = {"id": "m", "type": "manus_hq"}


def found(ours: list[Json], theirs: list[Json] | None = None, **more: Any) -> list[Fault]:
    told = faults(file(ours, theirs, **more))
    assert all(fault.text[0].isupper() or fault.text[0] in "'" for fault in told), told
    assert all(fault.text.endswith(".") for fault in told), told
    return told


def places(ours: list[Json], theirs: list[Json] | None = None, **more: Any) -> list[tuple[str, str]]:
    return [(fault.code, fault.where.removeprefix("sides.")) for fault in found(ours, theirs, **more)]


@pytest.mark.parametrize(
    ("counter", "code", "field", "text"),
    [
        ({"type": "medium_cohrt"}, "type_unknown", "type", "near it: medium_cohort"),
        ({"type": "bekkal_brigade"}, "faction", "type", "of commonwealth and fights for no side of tog"),
        ({"type": "signals_century", "hex": "0303"}, "field", "hex", "'hex' goes with bases, not with Signals century"),
        ({"type": "gl1", "attack": 3}, "field", "attack", "'attack' goes with ships"),
        ({"type": "gl1", "in_orbit": False}, "field", "in_orbit", "'in_orbit' goes with ships"),
        ({"type": "light_flight", "quality": "elite"}, "field", "quality", "'quality' goes with troops"),
        ({"type": "gl1", "part_of": "m"}, "field", "part_of", "'part_of' goes with cohorts and centuries"),
        ({"type": "medium_cohort", "with": "line"}, "field", "with", "'with' goes with centuries and headquarters of brigades"),
        ({"type": "naval"}, "attack", "", "needs its attack value as 'attack'"),
        ({"type": "medium_cohort", "part_of": "line"}, "part_of", "part_of", "'line' is no headquarters above cohorts: its side has m"),
        ({"type": "signals_century", "with": "m"}, "with", "with", "'m' is no cohort: its side has line"),
        ({"id": "line", "type": "signals_century"}, "id_twice", "id", "Two counters have the id 'line'"),
        ({"id": "foe", "type": "signals_century"}, "id_twice", "", "Two counters have the id 'foe'"),
        ({"id": "turn", "type": "signals_century"}, "id", "id", "would mean something else in an order"),
    ],
)  # fmt: skip
def test_a_counter_that_cannot_be(counter: Json, code: str, field: str, text: str) -> None:
    (fault,) = found([LINE, MANUS, {"id": "x"} | counter])
    assert (fault.code, text in fault.text) == (code, True), fault
    if counter.get("id") != "foe":
        assert fault.where == "sides.tog.counters.2" + (f".{field}" if field else "")


@pytest.mark.parametrize(
    ("counter", "field", "text"),
    [
        ({"type": "artillery_cohort", "part_of": "m"}, "part_of", "commands all its support itself, and no combat century"),
        ({"type": "baufrin_battalion", "part_of": "m"}, "part_of", "commands all its support itself"),
        ({"type": "heavy_century", "part_of": "m"}, "part_of", "no combat century"),
        ({"type": "signals_century", "with": "own"}, "with", "keeps all support under its own headquarters"),
    ],
)
def test_what_a_permanent_manus_does_not_hold(counter: Json, field: str, text: str) -> None:
    own = {"id": "own", "type": "medium_cohort", "part_of": "m"}
    (fault,) = found([LINE], [MANUS, own, {"id": "x"} | counter])
    assert (fault.code, fault.where) == ("manus", f"sides.commonwealth.counters.2.{field}")
    assert text in fault.text
    assert "(legatus: Manus)" in fault.text


def test_every_mistake_is_told_at_once() -> None:
    ours = [{"id": "a", "type": "tank"}, {"id": "b", "type": "gl1", "quality": "elite"}, {"id": "b", "type": "naval"}]
    assert places(ours, attacker="kess", superiority="tgo", commonwealth={"seat": "tog"}) == [
        ("type_unknown", "tog.counters.0.type"), ("side_unknown", "attacker"), ("side_unknown", "superiority"), ("seat_twice", "sides"),
        ("id_twice", "tog.counters.2.id"), ("field", "tog.counters.1.quality"), ("attack", "tog.counters.2"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "place", "text"),
    [
        ({"prefect": 2}, "prefect", "1"),
        ({"wind": 2}, "wind", "There is no field 'wind'"),
        ({"name": "two words"}, "name", "'name' is"),
        ({"turn_limit": 0}, "turn_limit", "at least 1"),
        ({"sides": {}}, "sides", "'sides'"),
        ({"tog": {"counters": []}}, "sides.tog.counters", "'sides.tog.counters'"),
        ({"tog": {"counters": [LINE | {"fatigue": 4}]}}, "sides.tog.counters.0.fatigue", "at most 3"),
        ({"tog": {"counters": [LINE | {"fatigue": True}]}}, "sides.tog.counters.0.fatigue", "a whole number"),
        ({"tog": {"counters": [LINE | {"colour": "red"}]}}, "sides.tog.counters.0.colour", "There is no field"),
        ({"tog": {"counters": [{"id": "a.1", "type": "gl1"}]}}, "sides.tog.counters.0.id", "'sides.tog.counters.0.id' is"),
        ({"tog": {"counters": [{"type": "gl1"}]}}, "sides.tog.counters.0.id", "is missing"),
        ({"tog": {"faction": "kessrith"}}, "sides.tog.faction", "one of tog"),
        ({"tog": {"passed_by": -1}}, "sides.tog.passed_by", "at least 0"),
        ({"tog": {"zone": None}}, "sides.tog.zone", "'sides.tog.zone' is"),
    ],
)
def test_what_fits_no_model(change: Json, place: str, text: str) -> None:
    (fault,) = faults(file([LINE], **change))
    assert (fault.code, fault.where) == ("shape", place)
    assert text in fault.text


def test_texts_lists_and_numbers_are_bounded() -> None:
    many = [{"id": f"c{n}", "type": "signals_century"} for n in range(MOST_ENTRIES + 1)]
    long = "x" * 5000
    told = faults(file([*many], title=long, map=long, rows=["0."] * 100, commonwealth={"name": long}))
    assert {fault.where for fault in told} == {"title", "map", "rows", "sides.tog.counters", "sides.commonwealth.name"}
    assert all(len(fault.text) < 300 for fault in told)


def test_too_many_counters_after_formations_are_broken_up() -> None:
    manus = [{"id": f"m{n}", "type": "tog_artillery_manus"} for n in range(6)]
    assert places([LINE, *manus]) == [("too_many", "tog.counters")]
    flights = [{"id": f"f{n}", "type": "light_flight"} for n in range(13)]
    assert places([LINE, *flights]) == [("too_many", "tog.counters")]


def test_no_cohort_has_more_centuries_than_one_can_hold() -> None:
    attached = [{"id": f"s{n}", "type": "signals_century", "with": "g"} for n in range(MOST_ENTRIES - 1)]
    ours = [{"id": "g", "type": "garrison_legion"}, *attached]
    assert places(ours) == [("too_many", "tog.counters")]
    assert places(ours[:-2]) == []
    (most,) = [limit.max_length for limit in CohortIn.model_fields["centuries"].metadata if hasattr(limit, "max_length")]
    assert most == MOST_CENTURIES


def test_the_most_that_two_sides_may_have_fits_a_set_up() -> None:
    """Fifty counters a side: cohorts, twelve flights of four squadrons, twelve bases of four installations."""
    forces_of = []
    for side in ("t", "c"):
        air = [{"id": f"{side}f{n}", "type": "light_flight"} for n in range(12)]
        bases = [{"id": f"{side}b{n}", "type": "gl4"} for n in range(11)] + [{"id": f"{side}b", "type": "gn5"}]
        forces_of.append([*air, *bases, *({"id": f"{side}c{n}", "type": "light_cohort"} for n in range(16))])
    zones = ({"edge": "left", "within": 6}, {"edge": "right", "within": 6})
    assert places(*forces_of, tog={"zone": zones[0]}, commonwealth={"zone": zones[1]}) == []
    brigades = [
        [{"id": f"c{n}", "type": "bekkal_brigade"} for n in range(10)],
        [{"id": f"t{n}", "type": "light_cohort"} for n in range(40)],
    ]
    assert places(brigades[1], brigades[0]) == []


@pytest.mark.parametrize("alone", ["legion_hq", "construction_engineer", "battleship", "heavy_flight"])
def test_a_side_needs_something_on_the_map(alone: str) -> None:
    assert places([{"id": "x", "type": alone}]) == [("nobody", "tog.counters")]


def test_no_more_works_than_the_side_is_entitled_to() -> None:
    works = [{"kind": "passive", "hex": f"010{n}"} for n in range(1, 5)]
    assert places([LINE, {"id": "x", "type": "construction_engineer"}], tog={"works": works}) == [("works", "tog.works")]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"map": "legatus_moon", "rows": []}, "map"),
        ({"rows": ["0. 0.", "0."]}, "rows"),
        ({"tog": {"zone": {}}}, "tog.zone"),
        ({"tog": {"zone": {"edge": "left", "within": 14}}}, "commonwealth.zone"),
        ({"tog": {"zone": {"columns": [3, 1]}}}, "tog.zone.columns"),
        ({"tog": {"zone": {"hexes": ["9999"]}}}, "tog.zone.hexes"),
        ({"tog": {"satellites": [{"id": "t", "hex": "9999", "heading": 1, "velocity": 0}]}}, "tog.satellites.0"),
        ({"commonwealth": {"counters": [{"id": "f", "type": "gl1", "hex": "0101"}]}}, "tog.zone"),
    ],
)
def test_what_the_battle_would_refuse_is_told_where_the_file_says_it(change: Json, place: str) -> None:
    assert place in {where for _, where in places([LINE], **change)}


def test_a_base_off_the_map_is_told_at_its_counter() -> None:
    ours = [LINE, {"id": "x", "type": "construction_engineer"}, {"id": "f", "type": "gl2", "hex": "9901"}]
    assert ("off_map", "tog.counters.2") in places(ours, [FOE])
    assert ("off_map", "tog.works.0") in places(ours[:2], [FOE], tog={"works": [{"kind": "passive", "hex": "9902"}]})


# ---- anything at all ----------------------------------------------------------------------------------------------

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 10**12)
    | st.floats(allow_nan=False)
    | st.sampled_from(("", "tog", "m", "line", "0303", "x" * 99, "a.b")),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("id", "type", "tog", "edge", "fates", "")), inner, max_size=3)
    ),
    max_leaves=6,
)


def spoiled(document: Any, where: list[int], junk: Any) -> Any:
    """A copy of a document in which one value, found by going down by numbers, is something else."""
    if not where or not isinstance(document, dict | list) or not document:
        return junk
    key = sorted(document)[where[0] % len(document)] if isinstance(document, dict) else where[0] % len(document)
    copy = dict(document) if isinstance(document, dict) else list(document)
    copy[key] = spoiled(document[key], where[1:], junk)
    return copy


WHERE = st.lists(st.integers(0, 30), min_size=1, max_size=6)


@settings(max_examples=150, deadline=None)
@given(WHERE, JUNK)
def test_whatever_a_file_says_it_is_refused_in_sentences_or_converted(where: list[int], junk: Any) -> None:
    whole = file(
        [LINE | {"part_of": "m"}, MANUS, {"id": "s", "type": "signals_century", "with": "line"}, {"id": "f", "type": "gl1", "hex": "0202"}],
        tog={"works": [{"kind": "passive", "hex": "0203"}], "satellites": [{"id": "t", "hex": "0404", "heading": 1, "velocity": 0}]},
    )
    document = spoiled(whole, where, junk)
    told = faults(document)
    assert all(fault.text.endswith(".") for fault in told)
    if not told:
        assert ENGINE.faults(setup_of(StrategicBattle.model_validate(document))) == []


@settings(max_examples=150, deadline=None)
@given(WHERE, JUNK)
def test_whatever_a_result_says_it_is_refused_in_sentences_or_taken(where: list[int], junk: Any) -> None:
    made = battle([LINE, {"id": "s", "type": "signals_century"}])
    brought, document = forces(made), spoiled(result(made), where, junk)
    if not isinstance(document, dict):
        return
    told = battle_in(document, made, brought)
    found = result_faults(told, made, brought)
    assert all(fault.text.endswith(".") for fault in found)
    if not found:
        assert len(aftermath(made, brought, told)["counters"]) == len(brought)
