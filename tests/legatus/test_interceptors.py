"""Interceptors: the mission sheet, interception, low-altitude combat, ground attacks and the hunt at low altitude."""

from typing import Any

import pytest

from scales.engine import Json
from scales.legatus import ENGINE
from scales.legatus.view import UNKNOWN_BOX
from tests.legatus.fights import GRAV, asked, flown, refused
from tests.legatus.table import Table, century, table

RULE = "legatus: Interceptors"
MISS = 10


def sent(play: Table, **targets: str) -> Table:
    """Squadrons of tog placed beside their targets."""
    return play.phase("commitment", orders={"attack:tog": {q: {"target": t} for q, t in targets.items()}})


def met(caps: Json, contact: Json | None = None) -> dict[str, Json]:
    orders = {"intercept:commonwealth": {c: {"raider": r} for c, r in caps.items()}}
    return orders | ({"contact:tog": contact} if contact else {})


def boxes(play: Table) -> dict[str, str]:
    return {q: s.box for q, s in sorted(play.state.squadrons.items())}


def told(play: Table, kind: str) -> list[Any]:
    return [e for e in play.events if e.kind == kind]


# ---- the mission sheet ---------------------------------------------------------------------------------------------


def test_all_squadrons_start_ready_and_are_assigned_in_secret() -> None:
    play = Table(
        table(
            [century("a", GRAV, "0606")], [century("x", GRAV, "0607")], squadrons=[{"id": "w", "side": "tog", "kind": "interceptor_heavy"}]
        )
    )
    assert boxes(play) == {"w": "ready"}
    state, decision = asked(play, "initiative", "initiative")
    assert decision.sealed
    fault = refused(state, decision, {"spend": {"points": {}}, "w": {"box": "re_arming"}})
    assert fault[0].text == "A ready squadron is assigned to one of ready, cap, ground_support (legatus: Interceptors)."
    play.phase("initiative", orders={"initiative:tog": {"w": {"box": "cap"}}})
    assert boxes(play) == {"w": "cap"}
    assert [e.text for e in told(play, "assigned")] == ["w is assigned to combat air patrol."]


def test_a_squadron_that_re_arms_is_ready_too_late_to_be_assigned() -> None:
    play = flown(["v"], ["w"])
    play.state.squadrons["w"].box = "re_arming"
    play.phase("initiative")
    assert boxes(play) == {"v": "cap", "w": "ready"}
    assert [e.data for e in told(play, "rearmed")] == [{"box": "ready"}]


def test_squadrons_that_met_nobody_return_to_ready_in_the_end_phase() -> None:
    play = flown(["v"], ["w"]).phase("commitment").phase("combat").phase("end")
    assert boxes(play) == {"v": "ready", "w": "ready"}
    assert [e.text for e in told(play, "stood_down")] == ["v returns to the ready box.", "w returns to the ready box."]


# ---- interception --------------------------------------------------------------------------------------------------


def test_the_owner_of_cap_chooses_when_he_sees_who_comes_for_what() -> None:
    play = sent(flown(["v"], ["w", "w2"]), w="x", w2="x")
    state, decision = asked(play, "combat", "intercept")
    assert (decision.seat, decision.units, decision.data["flights"]) == ("commonwealth", ["v"], {"w": "x", "w2": "x"})
    options = ENGINE.offers(ENGINE.view(state, "commonwealth"), decision)[0].options
    assert [o.label for o in options] == [
        "stay on patrol",
        "intercept w on its way to X: contact on 8 or less",
        "intercept w2 on its way to X: contact on 8 or less",
    ]
    assert [options[1].info[key]["target"] for key in ("interception", "evasion", "attack", "defense", "answer")] == [8, 6, 4, 6, 6]
    fault = refused(state, decision, {"v": {"raider": "v"}})
    assert fault[0].text == "'v' cannot be intercepted: w, w2 can, on the way to one of your centuries (legatus: Interceptors)."


def test_only_who_is_attacked_intercepts_and_only_raids_are_seen() -> None:
    """No ground attack, no question; the other side's CAP has nothing to do with it."""
    play = flown(["v"], ["w"]).phase("commitment").phase("combat")
    assert not told(play, "raid")
    assert boxes(play) == {"v": "cap", "w": "ground_support"}


def test_a_failed_interception_re_arms_the_cap_and_the_attack_goes_on() -> None:
    """9 against maneuver 8; the centuries miss; the heavy squadron misses too."""
    play = sent(flown(["v"], ["w"]), w="x").phase("combat", 9, MISS, MISS, MISS, orders=met({"v": "w"}))
    assert [(e.text, e.rule) for e in told(play, "intercepted")] == [("v fails to intercept w.", RULE)]
    assert told(play, "ground_attack")
    assert boxes(play) == {"v": "re_arming", "w": "re_arming"}


def test_who_avoids_contact_makes_no_attack_and_both_re_arm() -> None:
    play = sent(flown(["v"], ["w"]), w="x").phase("combat", 8, 6, MISS, MISS, orders=met({"v": "w"}))
    assert [e.kind for e in play.events][:3] == ["raid", "intercepted", "evaded"]
    assert not told(play, "ground_attack")
    assert boxes(play) == {"v": "re_arming", "w": "re_arming"}


def test_cap_fires_first_and_a_survivor_fires_back() -> None:
    """Contact on 8, no evasion with 7; light 4 hits, heavy 6 holds; heavy 6 hits, light 5 does not hold 4."""
    play = sent(flown(["v"], ["w"]), w="x").phase("combat", 8, 7, 4, 6, 6, 5, MISS, MISS, orders=met({"v": "w"}))
    assert [(e.units, e.data["destroyed"]) for e in told(play, "air_attack")] == [(["v", "w"], False), (["w", "v"], True)]
    assert boxes(play) == {"v": "destroyed", "w": "re_arming"}


def test_who_is_shot_down_does_not_fire_back() -> None:
    play = sent(flown(["v"], ["w"]), w="x").phase("combat", 8, 7, 4, 7, MISS, MISS, orders=met({"v": "w"}))
    assert boxes(play) == {"v": "re_arming", "w": "destroyed"}
    assert len(told(play, "air_attack")) == 1
    assert not told(play, "ground_attack")


def test_several_cap_squadrons_meet_one_raid_and_the_survivor_chooses_whom_to_fire_at() -> None:
    """v passes (8), v2 fails (9) and re-arms, v3 passes (1): two fire first and miss, w fires at v3."""
    play = sent(flown(["v", "v2", "v3"], ["w"]), w="x")
    orders = met({"v": "w", "v2": "w", "v3": "w"}, {"w": {"evade": False, "target": "v3"}})
    play.phase("combat", 8, 9, 1, MISS, MISS, 6, 5, MISS, MISS, orders=orders)
    assert [e.units for e in told(play, "air_attack")] == [["v", "w"], ["v3", "w"], ["w", "v3"]]
    assert not told(play, "evaded")
    assert boxes(play) == {"v": "re_arming", "v2": "re_arming", "v3": "destroyed", "w": "re_arming"}


def test_each_cap_goes_for_the_raid_its_owner_names() -> None:
    """v stays, v2 meets w2 (8), which avoids contact (6); w gets through and misses."""
    play = sent(flown(["v", "v2"], ["w", "w2"]), w="x", w2="x")
    play.phase("combat", 8, 6, MISS, MISS, MISS, orders=met({"v": "", "v2": "w2"}))
    assert [e.units for e in told(play, "ground_attack")] == [["w", "x"]]
    assert boxes(play) == {"v": "cap", "v2": "re_arming", "w": "re_arming", "w2": "re_arming"}


def test_the_raider_is_offered_to_avoid_contact_or_fight() -> None:
    from scales.dice import ScriptedDice
    from scales.engine import Orders

    play = sent(flown(["v"], ["w"]), w="x")
    state, decision = asked(play, "combat", "intercept")
    step = ENGINE.advance(state, "combat", {decision.key: Orders({"v": {"raider": "w"}})}, [], ScriptedDice.of(8))
    contact = step.pending[0]
    assert (contact.kind, contact.seat, contact.data["contacts"]) == ("contact", "tog", {"w": ["v"]})
    options = ENGINE.offers(ENGINE.view(step.state, "tog"), contact)[0].options
    assert [o.label for o in options] == ["avoid contact on 6 or less, else fire back at v", "fight and fire back at v"]
    assert options[0].info["met_by"]["v"]["attack"]["target"] == 4
    fault = refused(step.state, contact, {"w": {"target": "x"}})
    assert fault[0].text == "'x' has not met it: v did (legatus: Interceptors)."


# ---- ground attacks ------------------------------------------------------------------------------------------------


def test_a_raid_that_gets_through_attacks_with_the_centuries_and_re_arms() -> None:
    """The centuries miss, the squadron hits at 6; x does not hold its defense (7) and holds its morale (3)."""
    play = sent(flown([], ["w"]), w="x").phase("combat", MISS, MISS, 6, 7, 3)
    assert play.kinds()[0] == "raid"
    assert play.kinds().index("attacked") < play.kinds().index("ground_attack") < play.kinds().index("hit")
    assert play.state.units["x"].crippled
    assert boxes(play) == {"w": "re_arming"}


def test_ground_support_goes_into_combats_only() -> None:
    play = flown([], ["w"])
    play.state.units["x"].at, play.state.units["x"].altitude = "1410", "low_altitude"
    state, decision = asked_attack(play)
    fault = refused(state, decision, {"w": {"target": "x"}})
    assert fault[0].text == "'x' cannot be attacked: nobody can, being an enemy in combat (legatus: Interceptors)."


def asked_attack(play: Table) -> Any:
    return asked(play, "commitment", "attack")


def test_after_all_combat_squadrons_left_hunt_centuries_at_low_altitude() -> None:
    """w stayed; x defends with 6 - 2 at low altitude: 5 cripples it."""
    play = flown([], ["w"], "low_altitude").phase("commitment")
    state, decision = asked(play, "combat", "low_attack")
    options = ENGINE.offers(ENGINE.view(state, "tog"), decision)[0].options
    assert [o.order for o in options] == [{"target": ""}, {"target": "x"}]
    assert options[1].info["defense"]["target"] == 4
    play.phase("combat", MISS, MISS, 6, 5, 3, orders={"low_attack:tog": {"w": {"target": "x"}}})
    kinds = play.kinds()
    assert kinds.index("attacked") < kinds.index("raid") < kinds.index("ground_attack")
    assert play.state.units["x"].crippled
    assert boxes(play) == {"w": "re_arming"}


def test_hunters_are_intercepted_like_raids() -> None:
    play = flown(["v"], ["w"], "low_altitude").phase("commitment")
    orders = {"low_attack:tog": {"w": {"target": "x"}}} | met({"v": "w"})
    play.phase("combat", MISS, MISS, 8, 6, orders=orders)
    assert told(play, "evaded")
    assert not told(play, "ground_attack")
    assert boxes(play) == {"v": "re_arming", "w": "re_arming"}


def test_only_low_centuries_are_hunted() -> None:
    play = flown([], ["w"], "low_altitude").phase("commitment")
    state, decision = asked(play, "combat", "low_attack")
    fault = refused(state, decision, {"w": {"target": "a"}})
    assert fault[0].text == "'a' cannot be attacked: x can, being an enemy at low altitude (legatus: Interceptors)."
    assert "low_attack" not in str(flown([], ["w"]).phase("commitment").phase("combat").events)


def test_a_raid_finds_nobody_when_its_target_is_gone() -> None:
    play = sent(flown([], ["w"]), w="x")
    play.state.units["x"].status, play.state.units["x"].crippled = "destroyed", True
    play.phase("combat")
    assert not told(play, "raid")
    assert boxes(play) == {"w": "ground_support"}


# ---- double-blind --------------------------------------------------------------------------------------------------


def blind(cap: list[str]) -> Table:
    play = flown(cap, ["w"], options={"double_blind": 1})
    for unit in play.state.units.values():
        unit.spotted_by = ["commonwealth" if unit.side == "tog" else "tog"]
    return play


def test_assignments_are_not_revealed_in_a_double_blind_battle() -> None:
    play = Table(blind(["v"]).state).phase("initiative")
    play.phase("end")
    assert all(e.seen_by == [play.state.squadrons[e.units[0]].side] for e in told(play, "stood_down"))
    assert "v" not in ENGINE.view(play.state, "tog").state.squadrons


def test_squadrons_are_known_when_they_attack_or_meet_but_not_where_they_are_assigned() -> None:
    play = sent(blind(["v"]), w="x")
    assert "w" not in ENGINE.view(play.state, "commonwealth").state.squadrons
    play.phase("combat", 9, MISS, MISS, MISS, orders=met({"v": "w"}))
    assert [e.seen_by for e in play.events if e.kind in {"raid", "intercepted", "ground_attack"}] == [None, None, None]
    seen = [ENGINE.view(play.state, s).state.squadrons for s in ("tog", "commonwealth")]
    assert (seen[0]["v"].box, seen[1]["w"].box) == (UNKNOWN_BOX, UNKNOWN_BOX)
    assert ENGINE.record(ENGINE.view(play.state, "tog"), "v")["mission"] == "unknown"


def test_a_squadron_that_nobody_met_is_still_unknown() -> None:
    play = blind(["v"]).phase("commitment").phase("combat", MISS, MISS)
    assert [sorted(ENGINE.view(play.state, s).state.squadrons) for s in ("tog", "commonwealth")] == [["w"], ["v"]]


# ---- rulings -------------------------------------------------------------------------------------------------------


def test_a_game_master_puts_a_squadron_into_another_box() -> None:
    from scales.dice import ScriptedDice

    play = flown(["v"], ["w"])
    step = ENGINE.amend(play.state, {"kind": "mission", "unit": "w", "box": "re_arming", "reason": "late"}, ScriptedDice())
    assert step.state.squadrons["w"].box == "re_arming"
    assert "w is in the box re-arming" in step.events[0].text
    for wrong in ({"unit": "x", "box": "cap"}, {"unit": "w", "box": "away"}):
        with pytest.raises(ValueError, match=r"squadron|cap"):
            ENGINE.amend(play.state, {"kind": "mission", "reason": "r", **wrong}, ScriptedDice())
