"""The manus: permanent, ad hoc, and the headquarters of a brigade. legatus: Manus"""

from typing import Any

import pytest

from scales.dice import ScriptedDice
from scales.engine import Json
from scales.legatus import ENGINE
from scales.legatus.combat import retreat
from scales.legatus.initiative import command, initiative
from scales.legatus.state import LegatusState
from tests.legatus.table import Table, century, setup
from tests.legatus.test_initiative import refused, spend_slot

GRAV = "medium_grav_armor"
FAR = [century("x", GRAV, "1410")]


def formed(formation: str, side: str, **more: Any) -> LegatusState:
    """A formation 'm' of one side against a single century of the other."""
    given = setup(FAR if side == "commonwealth" else [], FAR if side == "tog" else [])
    given["cohorts"].append({"id": "m", "side": side, "formation": formation, "hex": "0806", **more})
    assert ENGINE.faults(given) == []
    state: LegatusState = ENGINE.setup(given, ScriptedDice()).state
    return state


def lose(state: LegatusState, *ids: str) -> None:
    for id in ids:
        state.units[id].status, state.units[id].crippled = "destroyed", True


def initiatives(play: Table) -> dict[str, int]:
    return {c: play.state.cohorts[c].initiative for c in play.state.cohorts if c.startswith("m")}


# ---- permanent -----------------------------------------------------------------------------------------------------


def test_two_points_lower_the_whole_of_a_permanent_manus() -> None:
    state = formed("renegade_strike_manus", "commonwealth")
    before = initiatives(Table(formed("renegade_strike_manus", "commonwealth")).phase("initiative"))
    orders = {"initiative:commonwealth": {"spend": {"points": {"m": 2, "m.1": 1}}}}
    play = Table(state).phase("initiative", orders=orders)
    after = initiatives(play)
    assert {c: before[c] - after[c] for c in before} == {"m.0": 2, "m.1": 3, "m.2": 2}
    spent = next(e for e in play.events if e.kind == "initiative_spent")
    assert spent.text.startswith("Commonwealth spends 5 initiative points (all of Renegade Strike Manus 2, ")


@pytest.mark.parametrize("lost", [["m.0-hq"], [f"m.1-{n}" for n in range(1, 7)] + ["m.1-hq"]])
def test_a_manus_that_is_not_whole_has_no_bonus(lost: list[str]) -> None:
    state = formed("renegade_strike_manus", "commonwealth")
    assert initiative.whole_manus(state, "commonwealth") == ["m"]
    lose(state, *lost)
    assert initiative.whole_manus(state, "commonwealth") == []
    assert "only while it is permanent and fights whole" in refused(state, {"points": {"m": 1}}, "commonwealth")


def test_a_cohort_without_headquarters_is_not_lowered_with_its_manus() -> None:
    state = formed("renegade_strike_manus", "commonwealth")
    lose(state, "m.2-hq")
    assert initiative.manus_parts(state, "commonwealth") == {"m": ["m.0", "m.1"]}


def by_hand(faction: str, **more: Any) -> list[str]:
    """The codes and places of what is wrong with a manus of two cohorts given by hand."""
    given = setup(FAR, [])
    given["sides"][1]["faction"] = faction
    guns = [century("g", "grav_artillery", "0806")]
    line = [century("q", "hq_grav", "0807"), century("a", GRAV, "0808"), *more.pop("extra", [])]
    given["cohorts"] += [
        {"id": "m0", "side": "commonwealth", "level": "manus", "manus": "red", "centuries": [century("mq", "hq_grav", "0806"), *guns]},
        {"id": "m1", "side": "commonwealth", "manus": "red", "centuries": line, **more},
    ]
    return [f"{f.where}: {f.text}" for f in ENGINE.faults(given)]


def test_a_permanent_manus_keeps_support_under_its_headquarters() -> None:
    assert by_hand("commonwealth") == []
    wrong = by_hand("renegade legion", extra=[century("e", "armored_engineer", "0809")])
    assert wrong == [
        "cohorts[2]: 'e' cannot be in 'm1': a permanent manus keeps all support units under its own headquarters (legatus: Manus)."
    ]
    assert by_hand("tog", extra=[century("e", "armored_engineer", "0809")]) == []


def test_the_headquarters_of_a_permanent_manus_commands_nothing_else() -> None:
    wrong = by_hand("commonwealth", level="manus", manus="blue")
    assert wrong == [
        "cohorts[2]: 'a' cannot be in 'm1': the headquarters of a permanent manus commands support units only (legatus: Manus)."
    ]


def test_other_mistakes_about_a_manus() -> None:
    assert by_hand("tog", permanent=True) == [
        "cohorts[2].permanent: Only a manus of the Renegade Legions and the Commonwealth is permanent, not 'red' of tog (legatus: Manus)."
    ]
    other = (
        "The manus headquarters of kessrith is no unit of its own: attach it to a cohort, as `high_hq` of that century (legatus: Manus)."
    )
    assert by_hand("kessrith") == [f"cohorts[1].level: {other}"]
    assert by_hand("tog", level="manus") == ["cohorts[2]: 'm1' and 'm0' both head the manus 'red' (legatus: Manus)."]
    assert by_hand("tog", level="manus", manus="") == [
        "cohorts[2].manus: 'm1' heads a manus: name it as `manus`, as its cohorts do (legatus: Manus)."
    ]
    assert "cannot be the name of a manus as well" in by_hand("tog", manus="t")[0]


# ---- ad hoc --------------------------------------------------------------------------------------------------------


def test_an_ad_hoc_manus_takes_over_a_cohort_that_lost_its_headquarters() -> None:
    """It commands it from where it is, with the signals century beside it (-2), and pays double for both."""
    state = formed("tog_strike_manus", "tog")
    assert initiative.whole_manus(state, "tog") == []
    lose(state, "m.1-hq")
    assert (
        refused(state, {"points": {"m.1": 1}})
        == "The initiative of TOG Strike Manus 1st Medium Cohort cannot be modified: it has no headquarters (legatus: Initiative Phase)."
    )
    option = next(o for o in spend_slot(state).options if o.order.get("take_over") == ["m.1"])
    assert option.label == "TOG Strike Manus headquarters takes over TOG Strike Manus 1st Medium Cohort"
    assert (option.info["cohorts"]["m.1"]["price"], option.info["cohorts"]["m.0"]["price"], option.info["cohorts"]["m.2"]["price"]) == (
        2,
        2,
        1,
    )
    order = {"points": {"m.1": 1, "m.0": 1, "m.2": 1}, "take_over": ["m.1"]}
    play = Table(state).phase("initiative", orders={"initiative:tog": {"spend": order}})
    assert next(e for e in play.events if e.kind == "initiative_spent").data["cost"] == 5
    assert play.state.cohorts["m.1"].under == "m.0"
    hq = initiative.headquarters(play.state, "m.1")
    assert hq is not None
    assert hq.id == "m.0-hq"
    distance = initiative.distance_of(play.state, "m.1")
    assert play.state.cohorts["m.1"].initiative == distance + 1 - 2 - 1
    assert ENGINE.record(ENGINE.view(play.state, "tog"), "m.1-1")["commanded_by"] == "TOG Strike Manus headquarters"
    assert "commanded_by" not in ENGINE.record(ENGINE.view(play.state, "commonwealth"), "m.1-1")
    took = next(e for e in play.events if e.kind == "took_over")
    assert (took.units, took.rule) == (["m.0-hq", "m.1"], "legatus: Manus")
    lose(play.state, "m.0-hq")
    assert initiative.headquarters(play.state, "m.1") is None
    assert command.takeovers(play.state, "tog") == {}


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"take_over": ["m.2"]}, "has a headquarters and is not taken over (legatus: Manus)"),
        ({"take_over": ["c"]}, "'c' is no cohort of yours"),
        ({"take_over": ["m.1", "m.1"]}, "'m.1' is taken over once"),
        ({"attach": {"m.0-hq": "m.1"}}, "is no brigade headquarters of yours that could be attached (legatus: Manus)"),
    ],
)
def test_commands_that_cannot_be_changed(order: Json, why: str) -> None:
    state = formed("tog_strike_manus", "tog")
    lose(state, "m.1-hq")
    assert why in refused(state, order)
    lose(state, "m.0-hq")
    assert "There is no manus headquarters that could take over" in refused(state, {"take_over": ["m.1"]})


def test_a_permanent_manus_takes_over_no_cohort() -> None:
    state = formed("renegade_strike_manus", "commonwealth")
    lose(state, "m.1-hq")
    assert "Only an ad hoc manus" in refused(state, {"take_over": ["m.1"]}, "commonwealth")


def test_support_may_sit_in_the_cohorts_of_tog() -> None:
    state = formed("tog_assault_auxilia", "tog")
    assert {u.kind for u in state.units.values() if u.cohort == "m.1"} >= {"grav_artillery", "armored_engineer", "heavy_grav_armor"}


# ---- brigades ------------------------------------------------------------------------------------------------------


def test_a_brigade_headquarters_lowers_its_battalion_and_replaces_a_lost_one() -> None:
    state = formed("Kessrith Medium Brigade", "commonwealth")
    assert sorted(c for c in state.cohorts if c.startswith("m")) == ["m.1", "m.2", "m.3", "m.4"]
    first = state.cohorts["m.1"]
    assert initiative.value_of(state, first) == initiative.base_of(state, first) - 2
    lose(state, "m.1-hq")
    hq = initiative.headquarters(state, "m.1")
    assert hq is not None
    assert hq.id == "m-hq"
    assert initiative.price_of(state, "commonwealth", "m.1") == 1
    assert initiative.value_of(state, first) == initiative.base_of(state, first)


def test_a_brigade_headquarters_is_attached_where_the_set_up_says_and_elsewhere_later() -> None:
    state = formed("Kessrith Medium Brigade", "commonwealth", attached=3)
    assert state.units["m-hq"].cohort == "m.3"
    lose(state, "m.2-hq")
    labels = [o.label for o in spend_slot(state, "commonwealth").options if o.order.get("attach")]
    assert len(labels) == 3
    order = {"points": {"m.2": 2}, "attach": {"m-hq": "m.2"}}
    play = Table(state).phase("initiative", orders={"initiative:commonwealth": {"spend": order}})
    assert play.state.units["m-hq"].cohort == "m.2"
    assert play.state.cohorts["m.2"].initiative == initiative.base_of(play.state, play.state.cohorts["m.2"]) - 2
    told = [e.text for e in play.events if e.kind == "attached"]
    assert told == ["Kessrith Medium Brigade headquarters is attached to Kessrith Medium Brigade 2nd Kessrith Medium Battalion."]
    assert "its brigade has m.1, m.2, m.4 to attach it to" in refused(state, {"attach": {"m-hq": "m.9"}}, "commonwealth")


def test_a_brigade_has_only_so_many_battalions() -> None:
    given = setup(FAR, [])
    given["cohorts"].append({"id": "m", "side": "commonwealth", "formation": "B'ekkal Brigade", "hex": "0806", "attached": 5})
    assert [f.where for f in ENGINE.faults(given)] == ["cohorts[1].attached"]


def test_the_broken_of_a_cohort_run_to_the_headquarters_that_has_taken_it_over() -> None:
    state = formed("tog_strike_manus", "tog")
    lose(state, "m.1-hq")
    broken = state.units["m.1-1"]
    nearest = retreat.refuge(state, broken)
    state.cohorts["m.1"].under = "m.0"
    assert retreat.refuge(state, broken) is state.units["m.0-hq"]
    assert nearest is not None
