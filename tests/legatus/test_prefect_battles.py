"""Task forces of any make-up: what they convert to is taken by the engine and played, and as many counters come back as went in."""

from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scales.codec import encode, plain
from scales.dice import seeded_secret
from scales.engine import Json
from scales.legatus import ENGINE
from scales.legatus.prefect.aftermath import aftermath
from scales.legatus.prefect.conversion import notes, setup_of
from scales.legatus.prefect.counters import types
from scales.legatus.prefect.file_faults import faults
from scales.legatus.prefect.forces import forces
from scales.legatus.prefect.models import StrategicBattle
from scales.legatus.prefect.results import result_faults
from tests.legatus.strategic import file, result
from workers.battle import Battle

LAND = ("legatus_uplands", "legatus_coastal_plain", "legatus_city_approaches")
STATUSES = ("ok", "ok", "crippled", "destroyed", "left")


def counters(faction: str) -> st.SearchStrategy[list[Json]]:
    """Any counters that fight for a faction, and one that holds ground."""
    names = [id for id, type in types().items() if faction in type.factions]
    one = st.builds(_counter, st.sampled_from(sorted(names)), st.integers(0, 3), st.booleans())
    return st.lists(one, min_size=0, max_size=5).map(lambda found: _numbered(faction, [*found, {"type": "medium_cohort"}]))


def _counter(type: str, fatigue: int, disrupted: bool) -> Json:
    attack = {"attack": 3} if type == "naval" else {}
    return {"type": type, "fatigue": fatigue, "disrupted": disrupted, **attack}


def _numbered(faction: str, found: list[Json]) -> list[Json]:
    return [{"id": f"{faction[0]}{n}", **counter} for n, counter in enumerate(found)]


@st.composite
def battles(draw: st.DrawFn) -> StrategicBattle:
    passed = st.none() | st.integers(0, 9)
    written = file(
        draw(counters("tog")),
        draw(counters("commonwealth")),
        tog={"passed_by": draw(passed)},
        commonwealth={"passed_by": draw(passed)},
        map=draw(st.sampled_from(LAND)),
        rows=[],
        double_blind=draw(st.booleans()),
        attacker=draw(st.sampled_from(("tog", "commonwealth"))),
        turn_limit=1,
    )
    found = faults(written)
    assert [fault for fault in found if fault.code != "too_many"] == []
    return StrategicBattle.model_validate(written)


@settings(max_examples=30, deadline=None)
@given(battles())
def test_any_task_forces_become_a_battle_that_the_engine_takes(battle: StrategicBattle) -> None:
    setup = setup_of(battle)
    before = encode(battle.model_dump())
    assert ENGINE.faults(setup) == []
    assert all(0 <= points <= 40 for points in setup["initiative_pools"].values())
    assert encode(setup_of(battle)) == encode(setup)
    assert encode(battle.model_dump()) == before
    assert all(note.endswith(".") for note in notes(battle))


@settings(max_examples=30, deadline=None)
@given(battles(), st.data())
def test_counters_in_are_counters_out(battle: StrategicBattle, data: st.DataObject) -> None:
    """Whatever became of the units, every counter comes back once, no better than it was, and not hurt by more than it lost."""
    brought, given_ = forces(battle), result(battle)
    for id in given_["fates"]:
        given_["fates"][id]["status"] = data.draw(st.sampled_from(STATUSES))
    assert result_faults(given_, battle, brought) == []
    back = aftermath(battle, brought, given_)["counters"]
    assert [c["id"] for c in back] == [each.counter.id for each in brought]
    assert {c["entry"] for c in back} == {c.id for force in battle.sides.values() for c in force.counters}
    assert sum(c["units"]["fought"] for c in back) == len(given_["fates"])
    for counter in back:
        lost = counter["units"]["destroyed"] + counter["units"]["crippled"]
        assert counter["was"]["fatigue"] <= counter["fatigue"] <= min(counter["was"]["fatigue"] + 1, 3)
        assert counter["disrupted"] or not counter["was"]["disrupted"] or counter["state"] == "destroyed"
        assert lost or counter["state"] not in ("destroyed", "disrupted") or counter["was"]["disrupted"]
        assert counter["units"]["destroyed"] + counter["units"]["crippled"] <= counter["units"]["fought"] <= counter["units"]["of"]


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(battles(), st.integers(1, 1000))
def test_any_battle_is_played_by_bots_and_taken_back(battle: StrategicBattle, seed: int) -> None:
    """Set up, placed in the zones, fought for a turn; invariants hold, and the report is a result without faults."""
    playing = Battle(ENGINE, setup_of(battle), seeded_secret(seed))
    for _ in playing.play():
        assert ENGINE.invariants(playing.table()) == []
    assert playing.report is not None
    assert playing.report.over
    brought = forces(battle)
    told = plain(playing.report)
    assert result_faults(told, battle, brought) == []
    assert Counter(c["side"] for c in aftermath(battle, brought, told)["counters"]) == Counter(each.counter.side for each in brought)


def test_units_stand_in_the_zone_of_their_side_before_the_first_turn() -> None:
    written = file(
        [{"id": "a", "type": "tog_strike_manus"}, {"id": "f", "type": "gl3"}], [{"id": "b", "type": "renegade_strike_manus"}], turn_limit=1
    )
    assert faults(written) == []
    setup = setup_of(StrategicBattle.model_validate(written))
    playing = Battle(ENGINE, setup, seeded_secret(5))
    playing.open()
    playing.advance("initiative")
    state = playing.table()
    assert {unit.status for unit in state.units.values()} == {"ok"}
    for unit in state.units.values():
        assert set(unit.at.split("|")) <= set(state.zones[unit.side])
    assert len(state.markers) <= 4
