"""Thor satellites on the Interceptor board: orbit, damage, missions, and javelins on their way down."""

from typing import Any

import pytest

from scales.dice import ScriptedDice
from scales.engine import Delivery, Json
from scales.interceptor import ENGINE
from scales.interceptor.board import board
from scales.interceptor.damage.damage import marks, take_effect
from scales.interceptor.satellites import hardpoints, javelins, missions, orbit
from scales.interceptor.satellites.missions import to_hit_lost
from scales.interceptor.state import Craft, State
from scales.messages import ThorCall
from tests.examples import oracle
from tests.interceptor.scenes import SIDES, Table, aim, craft, mail, play_of

BATTLE = {"b1": "2:2608"}


def setup(*satellites: Json, layout: str = "two_game", battles: Json | None = None, units: list[Json] | None = None) -> Json:
    given = [{"id": "thor", "side": "tog", **each} for each in satellites]
    battles = BATTLE if battles is None else battles
    return {"layout": layout, "sides": SIDES, "craft": units or [], "satellites": given, "battles": battles, "standing": True}


def table(*satellites: Json, **more: Any) -> Table:
    """A board before its first turn."""
    wanted = setup(*(satellites or ({},)), **more)
    assert ENGINE.faults(wanted) == []
    return Table(ENGINE.setup(wanted, ScriptedDice.of()).state)


def at(state: State, id: str = "thor") -> str:
    return board(state.layout).label(state.craft[id].hex)


def call(number: int = 1, battle: str = "b1", side: str = "tog") -> Delivery:
    return mail("thor_call", ThorCall(f"{side}-{number}", battle, side), f"ground:{number}")


def kinds(played: Table) -> list[str]:
    return [e.kind for e in played.events]


# --- set-up -------------------------------------------------------------------------------------------------------------------------


@oracle("INT-029")
def test_ten_hard_points(inputs: Any, expected: Any) -> None:
    assert not inputs
    craft = table().craft("thor")
    assert len(craft.mounts) == expected["hardpoints"]
    assert hardpoints.clusters(craft) == expected["clusters"]
    assert hardpoints.clusters(craft) * 3 == expected["javelins_total"]
    assert craft.pods == ["ecm_pod"]


@pytest.mark.parametrize(("layout", "hex"), [("two_game", "2:1901"), ("three_game", "1:0801")])
def test_it_enters_in_its_standard_orbit(layout: str, hex: str) -> None:
    state = table(layout=layout, battles={}).state
    assert (at(state), state.craft["thor"].heading, state.craft["thor"].velocity) == (hex, 4, 2)


def test_it_may_be_placed_along_its_edge_at_any_velocity() -> None:
    state = table({"hex": "2:1001", "velocity": 0}).state
    assert (at(state), state.craft["thor"].velocity) == ("2:1001", 0)


@pytest.mark.parametrize(
    ("layout", "given", "code"),
    [
        ("two_game", {"hex": "2:1905"}, "not_its_edge"),
        ("two_game", {"hex": "1:1901"}, "not_its_edge"),
        ("two_game", {"hex": "2:2001"}, "too_low"),
        ("two_game", {"hex": "9:9999"}, "off_the_board"),
        ("two_game", {"side": "nobody"}, "unknown_side"),
        ("two_game", {"sheet": {"missiles": {"sss": 1}}}, "bad_sheet"),
        ("interceptor_deep_space", {}, "no_orbit"),
    ],
)
def test_set_ups_that_cannot_be(layout: str, given: Json, code: str) -> None:
    assert [fault.code for fault in ENGINE.faults(setup(given, layout=layout, battles={}))] == [code]


def test_a_satellite_is_no_craft_of_a_side() -> None:
    wrong = setup(units=[craft("t1", "thor_satellite", "2:1901")])
    assert [fault.code for fault in ENGINE.faults(wrong)] == ["not_a_craft"]


# --- movement -----------------------------------------------------------------------------------------------------------------------


def moved(start: str, velocity: int, *parts: str) -> Table:
    """A satellite that flies one turn with hits of the turn before."""
    played = table({"velocity": velocity})
    craft = played.craft("thor")
    craft.place(board("two_game").hex(start))
    craft.fresh = list(parts)
    take_effect(play_of(played.state), craft)
    played.phase("initiative")
    played.phase("movement")
    return played


def test_it_passes_on_whatever_gravity_does_to_others() -> None:
    played = moved("2:1901", 2)
    assert at(played.state) == "2:1903"
    (event,) = [e for e in played.events if e.units == ["thor"]]
    assert (event.kind, event.rule) == ("satellite_moved", "centurion: Satellite Movement")


@pytest.mark.parametrize("part", ["orbital_controls_short", "power_coupling"])
def test_a_short_of_its_controls_or_plant_drops_it_one_hexrow(part: str) -> None:
    played = moved("2:1803", 1, part)
    assert (at(played.state), played.craft("thor").heading, played.craft("thor").velocity) == ("2:1903", 4, 1)
    assert played.state.craft["thor"].where == "board"


def test_a_short_lasts_one_turn() -> None:
    played = moved("2:1703", 1, "orbital_controls_short")
    for phase in ("combat", "hits", "initiative", "movement"):
        played.phase(phase)
    assert at(played.state) == "2:1804"


def test_the_rest_of_its_velocity_is_flown_after_the_drop() -> None:
    assert at(moved("2:1703", 3, "orbital_controls_short").state) == "2:1805"
    assert at(moved("2:1703", 0, "orbital_controls_short").state) == "2:1803"


def test_it_burns_up_in_the_interface() -> None:
    played = moved("2:1903", 1, "orbital_controls_short")
    assert played.craft("thor").where == "destroyed"
    assert kinds(played)[-1] == "craft_destroyed"


def test_without_orbital_controls_it_falls_until_the_interface() -> None:
    played = moved("2:1703", 1, *["orbital_controls"] * 4)
    assert at(played.state) == "2:1804"
    played.turn()
    played.phase("initiative")
    played.phase("movement")
    assert played.craft("thor").where == "destroyed"


def test_three_hits_on_its_controls_or_plant_do_nothing() -> None:
    played = moved("2:1803", 1, *["orbital_controls"] * 3, *["plant"] * 3)
    assert at(played.state) == "2:1804"
    assert ENGINE.record(ENGINE.view(played.state, "com"), "thor")["shields"]["bow"]["percent"] == 40
    craft = played.craft("thor")
    craft.fresh = ["plant"]
    take_effect(play_of(played.state), craft)
    assert craft.where == "destroyed"


def test_past_the_edge_it_is_gone_for_the_battle() -> None:
    played = moved("2:1914", 2)
    assert (played.craft("thor").where, kinds(played)[-1]) == ("left", "left")


# --- damage -------------------------------------------------------------------------------------------------------------------------


def struck(played: Table, part: str, *dice: int) -> Craft:
    craft = played.craft("thor")
    craft.fresh = [part]
    take_effect(play_of(played.state, *dice), craft)
    return craft


def test_a_hard_point_not_yet_used_is_destroyed_with_its_javelins() -> None:
    played = table()
    hardpoints.use(played.craft("thor"))
    thor = struck(played, "weapon_destroyed:bow", 1)
    assert hardpoints.clusters(thor) == 7
    assert [n for n, mount in enumerate(thor.mounts) if mount.gone] == [1]
    assert ENGINE.invariants(played.state) == []


def test_a_hit_on_the_ecm_hard_point_takes_the_pod() -> None:
    played = table()
    assert struck(played, "weapon_destroyed:left", 10).pods == []


def test_its_sheet_comes_back_as_it_was() -> None:
    played = table()
    hardpoints.use(played.craft("thor"))
    thor = struck(played, "weapon_destroyed:bow", 3)
    thor.marks["fire_computer"] = 1
    fate = ENGINE.report(played.state).fates["thor"]
    again = table({"sheet": fate.sheet}).craft("thor")
    assert (hardpoints.clusters(again), again.marks) == (7, {"fire_computer": 1})
    assert [mount.gone for mount in again.mounts] == [mount.gone for mount in thor.mounts]


@oracle("INT-027")
def test_what_is_out_at_launch_spoils_the_aim(inputs: Any, expected: Any) -> None:
    assert inputs["target_locking_out_at_launch"]
    played = table()
    struck(played, "target_locking_circuits")
    played.phase("initiative")
    played.phase("movement")
    played.phase("combat", [call()])
    (shot,) = played.state.shots
    assert shot.cluster is not None
    struck(played, "fire_computer")
    assert 6 + sum(m.value for m in to_hit_lost(shot.cluster.spoiled)) == expected["javelin_to_hit"]


# --- missions -----------------------------------------------------------------------------------------------------------------------


@oracle("INT-026")
def test_a_cluster_falls_faster_every_turn(inputs: Any, expected: Any) -> None:
    b = board("two_game")
    assert b.zones[0][1] == inputs["surface_row"]
    played = table()
    thor = played.craft("thor")
    assert thor.column == inputs["satellite_row"]
    sent: dict[int, list[Json]] = {}
    for turn, row in expected["row_by_turn"].items():
        played.phase("initiative")
        played.phase("movement")
        rows = [shot.column for shot in played.state.shots]
        played.phase("combat", [call()] if int(turn) == inputs["launch_turn"] else [])
        sent[int(turn)] = played.sent("thor_javelins")
        rows = rows or [shot.column for shot in played.state.shots]
        assert rows == [row]
        played.phase("hits")
    assert [turn for turn, arrived in sent.items() if arrived] == [expected["attack_resolves_turn"]]
    assert sent[4] == [{"call": "tog-1", "battle": "b1", "side": "tog", "javelins": 3, "lost": {}}]
    assert played.state.shots == []


def test_the_three_game_board_takes_as_long() -> None:
    played = table({"velocity": 0}, layout="three_game", battles={"b1": "1:0101"})
    columns = []
    for turn in range(4):
        played.phase("initiative")
        played.phase("movement")
        columns += [shot.column for shot in played.state.shots]
        played.phase("combat", [call()] if not turn else [])
        columns += [shot.column for shot in played.state.shots] if not turn else []
        played.phase("hits")
    assert columns == [7, 5, 2, 1]


def test_one_cluster_a_turn_in_the_order_of_the_calls() -> None:
    played = table()
    played.phase("initiative")
    played.phase("movement")
    played.phase("combat", [call(1), call(2)])
    assert [shot.cluster.call for shot in played.state.shots if shot.cluster] == ["tog-1"]
    assert [mission.call for mission in played.state.missions] == ["tog-2"]
    (waits,) = [e for e in played.events if e.kind == "thor_waits"]
    assert (waits.seen_by, waits.data["reasons"]) == (["tog"], {"thor": "it has launched a cluster this turn"})
    for phase in ("hits", "initiative", "movement", "combat"):
        played.phase(phase)
    assert played.state.missions == []
    assert [data["minutes"] for data in [e.data for e in played.events if e.kind == "thor_launched"]] == [3]


def test_without_its_comm_system_nothing_is_launched_next_turn() -> None:
    played = table()
    struck(played, "comm_system")
    played.phase("initiative")
    played.phase("movement")
    played.phase("combat", [call()])
    (waits,) = [e for e in played.events if e.kind == "thor_waits"]
    assert waits.data["reasons"] == {"thor": "its comm system is out"}
    for phase in ("hits", "initiative", "movement", "combat"):
        played.phase(phase)
    assert len(played.state.shots) == 1


@pytest.mark.parametrize("parts", [["massive_weapon_short"], ["main_weapons_control", "auxiliary_weapons_controls"]])
def test_weapons_that_are_out_launch_nothing(parts: list[str]) -> None:
    played = table()
    thor = played.craft("thor")
    thor.fresh = parts
    take_effect(play_of(played.state), thor)
    assert missions.obstacle(thor, 1) == "its hard points are out"


def test_the_target_must_lie_in_the_arc_of_the_side_to_the_planet() -> None:
    b = board("two_game")
    assert missions.in_arc(b, b.hex("2:1901"), 4, b.hex("2:2608"))
    assert not missions.in_arc(b, b.hex("2:1901"), 4, b.hex("2:2014"))
    played = table({"velocity": 0}, battles={"b1": "2:2614"})
    played.phase("initiative")
    played.phase("movement")
    played.phase("combat", [call()])
    assert [e.data["reasons"] for e in played.events if e.kind == "thor_waits"] == [{"thor": "the battlefield is not in its firing arc"}]


def test_a_mission_is_struck_off_when_its_satellite_is_gone() -> None:
    played = table()
    played.craft("thor").where = "destroyed"
    played.phase("initiative")
    played.phase("movement")
    played.phase("combat", [call()])
    assert played.state.missions == []
    (news,) = played.sent("thor_news")
    assert (news["news"], news["reason"]) == ("struck", "no satellite of the side has any javelins left")
    assert next(e for e in played.events if e.kind == "thor_struck").cause == "ground:1"


def test_javelins_of_a_battle_that_is_over_come_to_nothing() -> None:
    played = table()
    played.phase("initiative")
    played.phase("movement")
    played.phase("combat", [call(1), call(2)])
    del played.state.battles["b1"]
    for phase in ("hits", "initiative", "movement"):
        played.phase(phase)
    assert "thor_wasted" in kinds(played)
    played.phase("combat")
    assert kinds(played) == ["thor_struck"]
    assert (played.state.shots, played.state.missions, played.outbox) == ([], [], [])


def test_javelins_are_lost_one_by_one_and_the_ground_is_told_of_the_last() -> None:
    played = table()
    played.phase("initiative")
    played.phase("movement")
    played.phase("combat", [call()])
    (shot,) = played.state.shots
    play = play_of(played.state)
    javelins.lose(play, shot, 1, "shot down")
    assert (shot.cluster.javelins if shot.cluster else 0, play.outbox) == (2, [])
    javelins.lose(play, shot, 3, "destroyed by the blast")
    assert played.state.shots == []
    assert [m.data["news"] for m in play.outbox] == ["struck"]


# --- who knows ----------------------------------------------------------------------------------------------------------------------


def test_a_call_is_secret_and_a_launch_is_not() -> None:
    played = table()
    played.phase("initiative")
    played.phase("movement")
    played.phase("combat", [call(1), call(2)])
    mine, theirs = (ENGINE.view(played.state, seat).state for seat in ("tog", "com"))
    assert ([m.call for m in mine.missions], theirs.missions) == (["tog-2"], [])
    assert [s.cluster.call for s in theirs.shots if s.cluster] == [""]
    assert hardpoints.clusters(theirs.craft["thor"]) == 8


def test_the_ground_sees_what_its_satellite_could_do() -> None:
    played = table()
    above = missions.thor_above(played.state, "b1").satellites[0]
    assert (above.clusters, above.minutes, above.lost, above.waiting) == (9, 3, [], 0)
    struck(played, "scanner_systems")
    assert missions.thor_above(played.state, "b1").satellites[0].lost == ["scanner systems"]
    played.craft("thor").where = "left"
    assert missions.thor_above(played.state, "b1").satellites[0].clusters == 0


# --- rulings ------------------------------------------------------------------------------------------------------------------------


def test_a_ruling_adds_moves_repairs_and_removes_a_satellite() -> None:
    state = table(battles={}).state
    added = {"kind": "add", "reason": "r", "satellite": {"id": "second", "side": "com", "hex": "2:1507", "velocity": 1}}
    state = ENGINE.amend(state, added, ScriptedDice.of()).state
    assert at(state, "second") == "2:1507"
    state = ENGINE.amend(state, {"kind": "move", "reason": "r", "unit": "second", "hex": "2:1608"}, ScriptedDice.of()).state
    state.craft["second"].marks["fire_computer"] = 1
    state = ENGINE.amend(state, {"kind": "repair", "reason": "r", "unit": "second"}, ScriptedDice.of()).state
    assert (at(state, "second"), state.craft["second"].marks) == ("2:1608", {})
    state = ENGINE.amend(state, {"kind": "remove", "reason": "r", "unit": "second"}, ScriptedDice.of()).state
    assert state.craft["second"].where == "left"
    with pytest.raises(ValueError, match="there is a 'thor' on this board already"):
        ENGINE.amend(state, {"kind": "add", "reason": "r", "satellite": {"id": "thor", "side": "com"}}, ScriptedDice.of())


def test_a_side_stands_while_its_satellite_has_javelins() -> None:
    state = table(battles={}).state
    state.standing = False
    assert ENGINE.report(state).effective == {"tog": 1, "com": 0}
    state.craft["thor"].missiles = {}
    assert ENGINE.report(state).effective == {"tog": 0, "com": 0}


def test_its_orbit_is_told_by_data() -> None:
    played = table()
    assert [c.id for c in orbit.satellites(played.state)] == ["thor"]
    assert not orbit.is_adrift(played.craft("thor"))


# --- how it shows -------------------------------------------------------------------------------------------------------------------


def test_its_record_sheet_lies_open_but_for_the_calls() -> None:
    played = table()
    struck(played, "weapon_destroyed:bow", 9)
    struck(played, "fire_computer")
    played.phase("initiative")
    played.phase("movement")
    played.phase("combat", [call(1), call(2)])
    mine, theirs = (ENGINE.record(ENGINE.view(played.state, seat), "thor") for seat in ("tog", "com"))
    assert mine["thor"]["clusters"] == theirs["thor"]["clusters"] == {"left": 7, "of": 9}
    held = [point["holds"] for point in theirs["thor"]["hard_points"]]
    assert held == ["nothing: used", *["three javelins"] * 7, "destroyed", "an ECM pod"]
    assert theirs["thor"]["under_way"] == [{"at": "2:2003", "velocity": 1, "javelins": 3, "battle": "b1"}]
    assert (mine["thor"]["called_for"], theirs["thor"]["called_for"]) == (["b1"], [])
    assert [s["name"] for s in theirs["thor"]["spoiled"]] == ["fire computer"]
    assert {"name": "the fire computer", "state": "hit 1 time", "effect": "-1 to hit for all javelins launched"} in theirs["systems"]
    assert "crew" not in mine
    picture = ENGINE.picture(ENGINE.view(played.state, "com"))
    assert sorted(counter.label for counter in picture.counters) == ["THOR", "Thor satellite thor"]


def test_a_shorted_ecm_hard_point_jams_nothing_for_a_turn() -> None:
    played = table()
    struck(played, "weapon_short:bow", 10)
    pods = []
    for _ in range(2):
        played.phase("initiative")
        played.phase("movement")
        pods.append(list(played.craft("thor").pods))
        played.phase("combat")
        played.phase("hits")
    assert pods == [[], ["ecm_pod"]]


# --- as a target ----------------------------------------------------------------------------------------------------------------------


def test_it_is_a_fighter_target_with_its_bow_along_its_heading() -> None:
    """Two hexes behind it: range 3 or less 7, gunnery 4, no angle, stern shield 30."""
    hunter = craft("c1", "avenger", "2:1601", heading=4, gunnery=4)
    played = table({"hex": "2:1601", "velocity": 0}, units=[hunter], battles={})
    played.craft("thor").place(board("two_game").hex("2:1603"))
    played.state.at.turn = 1
    found = aim(played.state, played.craft("c1"), played.craft("thor"))
    assert (found.side, found.target) == ("stern", 7 + 4 - 3)


def test_fire_reaches_its_orbital_controls() -> None:
    played = table(battles={})
    thor = played.craft("thor")
    play = play_of(played.state, 3, 5, 3, 5)
    # a die for the area of the stern, one for the component of the orbital controls, twice
    assert marks(play.dice, thor, "stern", 8) == ["orbital_controls"] * 2
    take_effect(play, thor)
    assert thor.marks == {"orbital_controls": 2}


def test_its_components_are_those_of_its_own_tables() -> None:
    wrong = [fault.text for fault in ENGINE.faults(setup({"sheet": {"marks": {"pilot": 1, "drive": 1, "comm_system": 1}}}))]
    assert len(wrong) == 1
    assert all(f"there is no '{name}'" in wrong[0] for name in ("pilot", "drive", "comm_system"))
    assert ENGINE.faults(setup({"sheet": {"marks": {"orbital_controls": 2, "plant": 1}}})) == []


def test_a_result_from_a_table_says_what_it_has_left() -> None:
    played = table(battles={})
    fates = {"thor": {"status": "damaged", "sheet": {"missiles": {"thor_cluster": 4}, "weapons_gone": [0, 9]}}}
    assert ENGINE.report_faults(played.state, {"fates": fates}) == []
    thor = ENGINE.settle(played.state, {"fates": fates}).state.craft["thor"]
    assert (hardpoints.clusters(thor), thor.pods) == (4, [])
    more = {"thor": {"status": "ok", "sheet": {"missiles": {"thor_cluster": 10}}}}
    assert [fault.code for fault in ENGINE.report_faults(played.state, {"fates": more})] == ["grown_back"]


def test_a_standing_board_with_a_satellite_alone_plays_on() -> None:
    played = table()
    played.turn()
    assert (at(played.state), ENGINE.report(played.state).over) == ("2:1903", False)
