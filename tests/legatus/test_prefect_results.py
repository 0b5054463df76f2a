"""What becomes of the counters of the strategic game after a battle, and which results are refused. legatus: Legatus to Prefect"""

from typing import Any

import pytest

from scales.codec import encode
from scales.engine import Json
from scales.legatus.prefect.aftermath import aftermath
from scales.legatus.prefect.forces import forces
from scales.legatus.prefect.models import StrategicBattle
from scales.legatus.prefect.results import battle_in, expected, result_faults
from scales.misfits import CONTROL
from tests.legatus.strategic import LINE, battle, result

MANUS = {"id": "m", "type": "manus_hq"}


def told(written: StrategicBattle, given: Json) -> Json:
    brought = forces(written)
    assert result_faults(given, written, brought) == []
    return aftermath(written, brought, given)


def counter(written: Json, given: dict[str, str] | None = None, **more: Any) -> Json:
    """What becomes of one counter of TOG after a battle with some fates."""
    made = battle([LINE, {"id": "x"} | written], **more)
    return next(c for c in told(made, result(made, **(given or {})))["counters"] if c["id"] == "x")


# ---- counters -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "state", "fatigue"),
    [("ok", "fatigued", 1), ("crippled", "disrupted", 0), ("destroyed", "destroyed", 0), ("left", "fatigued", 1)],
)
@pytest.mark.parametrize("type", ["signals_century", "rocket_century", "infantry_century"])
def test_a_century_is_as_its_counter(type: str, status: str, state: str, fatigue: int) -> None:
    found = counter({"type": type}, {"x": status})
    assert (found["state"], found["fatigue"], found["disrupted"]) == (state, fatigue, state == "disrupted")


def test_a_century_that_left_crippled_is_disrupted() -> None:
    made = battle([LINE, {"id": "x", "type": "rocket_century"}])
    given = result(made, x="left")
    given["fates"]["x"]["sheet"]["crippled"] = True
    assert told(made, given)["counters"][1]["state"] == "disrupted"


@pytest.mark.parametrize(
    ("lost", "state", "why"),
    [
        ({}, "fatigued", "it fought"),
        ({"x__1": "destroyed", "x__2": "destroyed", "x__3": "destroyed"}, "fatigued", "it fought"),
        ({"x__1": "destroyed", "x__2": "destroyed", "x__3": "destroyed", "x__4": "crippled"}, "fatigued", "it fought"),
        ({"x__1": "destroyed", "x__2": "destroyed", "x__3": "destroyed", "x__4": "crippled", "x__5": "crippled"}, "disrupted", "more than half"),
        ({"x__hq": "crippled"}, "fatigued", "it fought"),
        ({"x__hq": "destroyed"}, "disrupted", "its headquarters was destroyed"),
        ({f"x__{n}": "destroyed" for n in ("hq", 1, 2, 3, 4, 5, 6)}, "destroyed", "all of it"),
        ({f"x__{n}": "crippled" for n in ("hq", 1, 2, 3, 4, 5, 6)}, "fatigued", "it fought"),
    ],
)  # fmt: skip
def test_a_cohort_by_its_losses(lost: dict[str, str], state: str, why: str) -> None:
    """Seven centuries: three destroyed and one crippled are exactly half."""
    found = counter({"type": "medium_cohort"}, lost)
    assert (found["state"], why in found["why"]) == (state, True)
    statuses = list(lost.values())
    assert found["units"] == {"of": 7, "fought": 7, "destroyed": statuses.count("destroyed"), "crippled": statuses.count("crippled")}


def test_centuries_that_were_not_in_the_battle_count_as_unhurt() -> None:
    lost = {f"x__{n}": "destroyed" for n in (1, 2, 4)}
    assert counter({"type": "medium_cohort"}, lost, tog={"passed_by": None})["state"] == "fatigued"
    found = counter({"type": "medium_cohort"}, lost | {"x__hq": "destroyed"}, tog={"passed_by": None})
    assert (found["state"], found["units"]) == ("disrupted", {"of": 7, "fought": 4, "destroyed": 4, "crippled": 0})


def test_a_counter_that_stayed_away_is_as_it_was() -> None:
    guns = [{"id": "g1", "type": "artillery_century", "fatigue": 2}, {"id": "g2", "type": "artillery_century", "fatigue": 2}]
    made = battle([LINE, *guns], tog={"passed_by": None})
    by_id = {c["id"]: (c["state"], c["fatigue"]) for c in told(made, result(made))["counters"]}
    assert (by_id["g1"], by_id["g2"]) == (("fatigued", 3), ("untouched", 2))


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 3), (3, 3)])
def test_fighting_tires_by_a_level_up_to_the_third(before: int, after: int) -> None:
    assert counter({"type": "light_cohort", "fatigue": before})["fatigue"] == after


def test_nobody_recovers_by_fighting() -> None:
    found = counter({"type": "light_cohort", "disrupted": True, "fatigue": 1}, {f"x__{n}": "crippled" for n in ("hq", *range(1, 7))})
    assert (found["state"], found["disrupted"], found["fatigue"]) == ("disrupted", True, 2)
    assert counter({"type": "legion_hq", "disrupted": True})["state"] == "disrupted"


@pytest.mark.parametrize(
    ("type", "lost", "state"),
    [
        ("base_1", {}, "untouched"),
        ("base_1", {"x__1": "crippled"}, "disrupted"),
        ("base_1", {"x__1": "destroyed"}, "destroyed"),
        ("base_2", {"x__1": "crippled"}, "untouched"),
        ("base_2", {"x__1": "destroyed"}, "disrupted"),
        ("base_2", {"x__1": "crippled", "x__2": "crippled"}, "disrupted"),
        ("gl3", {"x__1": "destroyed"}, "untouched"),
        ("gl3", {"x__1": "destroyed", "x__2": "crippled"}, "disrupted"),
        ("gl3", {"x__1": "destroyed", "x__2": "destroyed", "x__3": "destroyed"}, "destroyed"),
    ],
)  # fmt: skip
def test_a_base_by_its_installations(type: str, lost: dict[str, str], state: str) -> None:
    """A counter stands for three installations, of which a crippled one has lost two."""
    found = counter({"type": type}, lost)
    assert (found["state"], found["fatigue"]) == (state, 0)


@pytest.mark.parametrize(("lost", "state"), [(0, "fatigued"), (1, "fatigued"), (2, "destroyed")])
def test_a_flight_by_its_squadrons(lost: int, state: str) -> None:
    assert counter({"type": "light_flight"}, {f"x__{n}": "destroyed" for n in range(1, lost + 1)})["state"] == state


def test_most_of_a_flight_lost_disrupts_it() -> None:
    made = battle([LINE, {"id": "f", "type": "gn5"}, {"id": "x", "type": "light_flight"}])
    lost = {f"x__{n}": "destroyed" for n in (1, 2, 3)}
    assert told(made, result(made, **lost))["counters"][2]["state"] == "disrupted"


@pytest.mark.parametrize(("status", "state"), [("ok", "untouched"), ("left", "withdrawn")])
def test_ships_stay_or_withdraw(status: str, state: str) -> None:
    found = counter({"type": "cruiser"}, {"x": status})
    assert (found["state"], found["fatigue"]) == (state, 0)


@pytest.mark.parametrize("type", ["legion_hq", "construction_engineer"])
def test_what_is_not_on_the_map_is_untouched(type: str) -> None:
    assert counter({"type": type, "fatigue": 1}) == {
        "id": "x", "name": counter({"type": type})["name"], "type": type, "side": "tog", "entry": "x",
        "was": {"fatigue": 1, "disrupted": False}, "state": "untouched", "fatigue": 1, "disrupted": False,
        "units": {"of": 0, "fought": 0, "destroyed": 0, "crippled": 0}, "why": "it was not in the battle",
    }  # fmt: skip


@pytest.mark.parametrize(("status", "state"), [("ok", "in_orbit"), ("left", "spent")])
def test_satellites_are_spent_or_not(status: str, state: str) -> None:
    thor = {"id": "thor", "hex": "0404", "heading": 1, "velocity": 0}
    made = battle([LINE], tog={"satellites": [thor]})
    assert told(made, result(made, thor=status))["satellites"] == [{"id": "thor", "side": "tog", "state": state}]


def test_parts_of_a_formation_are_counters_of_their_own() -> None:
    made = battle([{"id": "x", "type": "tog_recon_auxilia"}])
    lost = {"x__hq": "destroyed", "x__1__hq": "destroyed", "x__4": "crippled"}
    found = {c["id"]: (c["entry"], c["state"]) for c in told(made, result(made, **lost))["counters"] if c["side"] == "tog"}
    assert found == {
        "x": ("x", "destroyed"), "x.1": ("x", "disrupted"), "x.2": ("x", "fatigued"), "x.3": ("x", "fatigued"), "x.4": ("x", "disrupted")
    }  # fmt: skip


# ---- the battle ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tog", "commonwealth", "word"),
    [(30, 10, "breakthrough"), (25, 10, "defender_retreat"), (20, 10, "draw"), (10, 20, "draw"), (10, 25, "attacker_retreat"), (10, 30, "counterattack"), (0, 0, "draw")],
)  # fmt: skip
def test_without_an_outcome_the_points_decide(tog: int, commonwealth: int, word: str) -> None:
    made = battle([LINE])
    given = result(made) | {"points": {"tog": tog, "commonwealth": commonwealth}, "outcome": ""}
    found = told(made, given)
    assert (found["result"], found["agreed"], found["points"]) == (word, False, given["points"])


def test_the_attacker_need_not_be_the_first() -> None:
    made = battle([LINE], attacker="commonwealth")
    given = result(made) | {"points": {"tog": 30, "commonwealth": 10}}
    assert told(made, given | {"outcome": ""})["result"] == "counterattack"
    assert (told(made, given)["result"], told(made, given)["agreed"]) == ("draw", False)


def test_players_may_have_agreed_on_a_result() -> None:
    made = battle([LINE])
    found = told(made, result(made) | {"outcome": "both go home"})
    assert (found["result"], found["agreed"]) == ("both go home", True)


# ---- results that are refused -------------------------------------------------------------------------------------


def refused(given: Json, written: StrategicBattle | None = None) -> list[tuple[str, str]]:
    made = written or battle([LINE])
    found = result_faults(given, made, forces(made))
    assert all(fault.text.endswith(".") and "(legatus: " in fault.text for fault in found)
    return [(fault.code, fault.where) for fault in found]


def test_every_fault_of_a_result_is_told() -> None:
    made = battle([LINE])
    given = result(made)
    del given["fates"]["line.hq"]
    given["fates"]["stranger"] = {"status": "ok"}
    given["fates"]["line.1"]["status"] = "asleep"
    given["fates"]["line.2"] = 7
    given["fates"]["line.3"]["side"] = "commonwealth"
    given["fates"]["line.4"]["sheet"] = {"kind": "marine", "crippled": "yes"}
    given["fates"]["line.5"]["sheet"] = None
    given |= {"points": {"tog": 1}, "outcome": 5, "winner": "kess"}
    assert refused(given, made) == [
        ("unit_unknown", "fates.stranger"), ("unit_missing", "fates.line.hq"), ("status", "fates.line.1"), ("status", "fates.line.2"),
        ("side", "fates.line.3.side"), ("kind", "fates.line.4.sheet.kind"), ("sheet", "fates.line.4.sheet.crippled"),
        ("sheet", "fates.line.5.sheet"), ("points", "points"), ("outcome", "outcome"), ("winner", "winner"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "given", [{}, {"fates": []}, {"fates": {}}, {"battles": []}, {"battles": [{"scale": "leviathan"}]}, {"battles": 3}]
)
def test_what_is_no_result(given: Json) -> None:
    made = battle([LINE])
    assert refused(battle_in(given, made, forces(made)), made) == [("fates", "fates")]


def test_the_result_of_another_game_is_none() -> None:
    assert refused(result(battle([LINE])) | {"scale": "centurion"}) == [("scale", "scale")]


@pytest.mark.parametrize(
    "points", [{"tog": -1, "commonwealth": 0}, {"tog": 1.5, "commonwealth": 0}, {"tog": True, "commonwealth": 0}, None]
)
def test_points_are_whole_numbers_of_both(points: Any) -> None:
    assert refused(result(battle([LINE])) | {"points": points}) == [("points", "points")]


@pytest.mark.parametrize("outcome", ["x" * 101, "a\x1b[2Jb", None, ["draw"]])
def test_an_outcome_is_a_short_text(outcome: Any) -> None:
    assert refused(result(battle([LINE])) | {"outcome": outcome}) == [("outcome", "outcome")]


def test_an_unknown_status_of_any_form_is_refused() -> None:
    for status in (None, [], {}, 3, "waiting"):
        given = result(battle([LINE]))
        given["fates"]["line.1"]["status"] = status
        assert refused(given) == [("status", "fates.line.1")]


def test_the_battle_is_found_among_those_of_a_campaign() -> None:
    made = battle([LINE])
    ours = result(made) | {"battle": "field", "status": "ended"}
    other = result(battle([MANUS, {"id": "other", "type": "light_cohort"}])) | {"battle": "elsewhere"}
    shown = {"battles": [{"scale": "leviathan", "fates": ours["fates"]}, other, ours]}
    assert battle_in(shown, made, forces(made)) == ours | {"over": True}


def test_a_battle_that_goes_on_has_no_result_yet() -> None:
    """A board may stand until its campaign ends: then it is over too."""
    made = battle([LINE])
    shown = {"status": "paused", "battles": [result(made) | {"status": "open"}]}
    assert refused(battle_in(shown, made, forces(made)), made) == [("over", "over")]
    assert refused(battle_in(shown | {"status": "ended"}, made, forces(made)), made) == []
    assert refused(result(made) | {"over": False}, made) == [("over", "over")]


def test_a_result_twice_is_the_same() -> None:
    made = battle([LINE, {"id": "x", "type": "gl2"}])
    given = result(made, line__1="destroyed", x__1="crippled")
    before = encode(given)
    assert encode(told(made, given)) == encode(told(made, given))
    assert encode(given) == before


def test_a_refusal_shows_no_control_characters_of_a_result() -> None:
    made = battle([LINE])
    brought = forces(made)
    fates = {id: {"status": "ok", "side": "\x1b[2J", "sheet": {"kind": "\x1b[2J"}} for id in [*expected(made, brought), "\x1b[2J"]}
    found = result_faults({"fates": fates}, made, brought)
    assert found
    assert not any(CONTROL.search(fault.text + fault.where) for fault in found)
