"""Patrol craft stand in two hexes: ranges, arcs, the side struck, bursts, gravity, the air and the edges by each of them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.dice import KeyedDice
from scales.engine import Orders
from scales.hexes import Hex, arc_sides, distance, neighbor, turned
from scales.interceptor import ENGINE
from scales.interceptor.board import board
from scales.interceptor.combat.gunner import Gunner
from scales.interceptor.damage.damage import marks, take_effect
from scales.interceptor.ground_attack.announce import battles_at
from scales.interceptor.ground_attack.overhead import craft_overhead
from scales.interceptor.missiles.bursts import burst, explode, hell_blast
from scales.interceptor.missiles.in_flight import goal_of
from scales.interceptor.movement.ends import unharmed
from scales.interceptor.movement.flight import Plan, Pose, Wings, fall, follow
from scales.interceptor.movement.well import gravity
from scales.interceptor.patrol.halves import facing, gap, half_of, hex_of, hexes_of, is_under, lines, nearest, sides_in, struck
from scales.interceptor.state import Craft, Shot, State
from scales.interceptor.tables import PATROL_SIDES, craft_types
from tests.interceptor.scenes import aim, board_of, craft, play_of, setup_of

BOW_SIDES, STERN_SIDES = {"bow", "right_bow", "left_bow"}, {"stern", "right_stern", "left_stern"}
DEEP = board("interceptor_deep_space")


def here(state: State, id: str) -> list[str]:
    """The labels of the hexes of a craft."""
    b = board(state.layout)
    return [b.label(h) for h in hexes_of(b, state.craft[id])]


# --- where it is ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("heading", "stern"), [(1, "1:1011"), (2, "1:0910"), (3, "1:0909"), (4, "1:1009"), (5, "1:1109"), (6, "1:1110")])
def test_the_stern_is_in_the_hex_behind_the_bow(heading: int, stern: str) -> None:
    state = board_of(craft("t1", "liburna", "1:1010", heading=heading), craft("c1", "avenger", "1:1001"))
    assert here(state, "t1") == ["1:1010", stern]
    assert here(state, "c1") == ["1:1001"]


def test_a_stern_beyond_an_edge_is_drawn_up_into_the_hex_of_the_bow() -> None:
    state = board_of(craft("t1", "liburna", "1:1001", heading=4), craft("c1", "avenger", "1:1005", heading=1))
    assert here(state, "t1") == ["1:1001"]
    assert sides_in(DEEP, state.craft["t1"], state.craft["t1"].hex) == list(state.craft["t1"].armor)


def test_every_half_has_its_sides_and_turrets() -> None:
    liburna, angel = craft_types()["liburna"], craft_types()["angel"]
    assert {s for s in PATROL_SIDES if half_of(liburna, s) == "bow"} == BOW_SIDES
    assert [half_of(liburna, t) for t in ("turret_1", "turret_2")] == ["bow", "stern"]
    assert half_of(angel, "turret_1") == "bow"
    assert half_of(craft_types()["pharetra"], "turret_1") == "stern", "the turret in the rear hex is printed"


# --- fire -----------------------------------------------------------------------------------------------------------------------------


def test_the_range_to_a_patrol_craft_is_that_to_its_nearest_hex() -> None:
    ahead = board_of(craft("t1", "liburna", "1:1010", heading=1), craft("c1", "avenger", "1:1006", heading=4))
    behind = board_of(craft("t1", "liburna", "1:1010", heading=1), craft("c1", "avenger", "2:1001", heading=1))
    for state, side in ((ahead, "bow"), (behind, "stern")):
        c1, t1 = state.craft["c1"], state.craft["t1"]
        at = aim(state, c1, t1, Gunner(state, c1).strongest(t1)[0])
        assert (at.range_hexes, at.side) == (4, side)
        assert gap(DEEP, c1, t1) == gap(DEEP, t1, c1) == 4


def test_a_weapon_fires_from_the_half_where_it_is_mounted() -> None:
    """A Liburna heading up with an enemy four hexes ahead of its bow: the turret of the stern is one hex farther away."""
    state = board_of(craft("t1", "liburna", "1:1010", heading=1), craft("c1", "avenger", "1:1006", heading=4))
    t1, c1 = state.craft["t1"], state.craft["c1"]
    ranges = {t1.mounts[n].location: aim(state, t1, c1, n).range_hexes for n in Gunner(state, t1).strongest(c1)}
    assert ranges == {"bow": 4, "turret_1": 4, "turret_2": 5}


def test_arcs_open_from_the_half_of_the_weapon() -> None:
    """Abeam of the stern only the weapons of the stern quarter bear, and the turrets."""
    state = board_of(craft("t1", "liburna", "1:1010", heading=1), craft("c1", "avenger", "1:1312", heading=4))
    t1, c1 = state.craft["t1"], state.craft["c1"]
    assert {t1.mounts[n].location for n in Gunner(state, t1).strongest(c1)} == {"right_stern", "turret_1", "turret_2"}


def test_abeam_the_defender_has_the_half_that_is_harder_to_hit() -> None:
    state = board_of(craft("t1", "liburna", "1:1010", heading=1), craft("c1", "avenger", "1:1110", heading=5))
    c1, t1 = state.craft["c1"], state.craft["t1"]
    found = lines(DEEP, c1.hex, c1.heading, None, t1)
    assert [line.range_hexes for line in found] == [1, 1]
    assert [PATROL_SIDES[s] for line in found for s in struck(DEEP, t1, line, c1.heading)] == ["right_bow", "right_stern"]
    assert aim(state, c1, t1).side == "right_bow", "an angle of side front, -4"


def test_in_one_hex_the_fire_comes_along_the_heading_of_the_firer() -> None:
    state = board_of(craft("t1", "liburna", "1:1010", heading=1), craft("c1", "avenger", "1:1011", heading=1))
    c1, t1 = state.craft["c1"], state.craft["t1"]
    at = aim(state, c1, t1, Gunner(state, c1).strongest(t1)[0])
    assert (at.range_hexes, at.side) == (0, "stern")


def test_beams_that_need_vacuum_go_by_the_hexes_at_both_ends() -> None:
    """The bow of a Liburna in the interface, its stern in the air: what is mounted in the bow still has vacuum, the stern is safe from beams."""
    air, free = "1:0610", "1:0710"
    b = board("three_game")
    assert (b.zone(b.hex(air)), b.zone(b.hex(free))) == ("atmosphere", "interface")
    rising = 2 if b.fall < 0 else 6
    units = craft("t1", "liburna", free, heading=rising), craft("c1", "avenger", "1:0909", heading=5)
    state = board_of(*units, layout="three_game")
    t1, c1 = state.craft["t1"], state.craft["c1"]
    assert [b.zone(h) for h in hexes_of(b, t1)] == ["interface", "atmosphere"]
    assert {t1.mounts[n].weapon for n in Gunner(state, t1).strongest(c1)} >= {"epc_18"}
    c1.place(neighbor(t1.hex, turned(t1.heading, 3), "odd", 3))
    c1.heading = t1.heading
    assert "epc_18" not in {c1.mounts[n].weapon for n in Gunner(state, c1).strongest(t1)}


@given(st.integers(1, 6), st.integers(1, 6), st.integers(5, 15), st.integers(5, 14))
@settings(max_examples=150, deadline=None)
def test_fire_strikes_a_side_of_the_half_in_the_nearest_hex(heading: int, other: int, column: int, row: int) -> None:
    state = board_of(craft("t1", "liburna", "1:1010", heading=heading), craft("c1", "liburna", f"1:{column:02d}{row:02d}", heading=other))
    t1, c1 = state.craft["t1"], state.craft["c1"]
    gunner = Gunner(state, c1)
    for number in range(len(c1.mounts)):
        for line in gunner.bearing(t1).get(number, ()):
            assert line.source == hex_of(DEEP, c1, c1.mounts[number].location)
            sides = {PATROL_SIDES[s] for s in struck(DEEP, t1, line, c1.heading)}
            if line.source != line.spot:
                assert sides <= (BOW_SIDES if line.spot == t1.hex else STERN_SIDES)
            if c1.mounts[number].arc == "turret":
                assert line.spot == min(hexes_of(DEEP, t1), key=lambda h: (distance(h, line.source, "odd"), h != line.spot))


@given(st.integers(1, 6), st.integers(1, 20), st.integers(1, 20))
@settings(max_examples=150, deadline=None)
def test_what_comes_from_anywhere_finds_a_side_of_the_half_it_reaches(heading: int, column: int, row: int) -> None:
    state = board_of(craft("t1", "centaur", "1:1010", heading=heading))
    t1, source = state.craft["t1"], Hex(column, row)
    spot = nearest(DEEP, t1, source)
    assert {PATROL_SIDES[s] for s in facing(DEEP, t1, spot, source)} <= set(sides_in(DEEP, t1, spot))


# --- bursts ---------------------------------------------------------------------------------------------------------------------------


def left(craft: Craft) -> dict[str, int]:
    return {side: sum(row.bit_count() for row in grid.rows) for side, grid in craft.armor.items()}


@pytest.mark.parametrize(("spot", "hurt"), [("1:1010", BOW_SIDES), ("1:1011", STERN_SIDES)])
def test_a_hell_missile_harms_only_the_half_in_its_hex(spot: str, hurt: set[str]) -> None:
    state = board_of(craft("t1", "liburna", "1:1010", heading=1), craft("c1", "avenger", "1:1001"))
    t1, hex = state.craft["t1"], DEEP.hex(spot)
    before = left(t1)
    assert hell_blast(state, hex) == {"t1": {side: 100 - craft_types()["liburna"].shields[side] for side in t1.armor if side in hurt}}
    shot = Shot("c1.m1", "hell_missile", "com", "c1", "t1", hex.column, hex.row, 4, 0)
    state.shots.append(shot)
    play = play_of(state)
    explode(play, shot, hex)
    assert {side for side, count in left(t1).items() if count < before[side]} == hurt
    half = "bow" if "bow" in hurt else "stern"
    assert any(e.kind == "hell_damage" and e.text.endswith(f"on its {half} half.") for e in play.events)


@pytest.mark.parametrize(("row", "side"), [(9, "bow"), (12, "stern")])
def test_a_dfm_strikes_the_half_in_its_hex(row: int, side: str) -> None:
    heading = 4 if row == 9 else 1
    gladius = craft("c1", "gladius", f"1:10{row:02d}", heading=heading, loads={"dfm": 1})
    state = board_of(craft("t1", "liburna", "1:1010", heading=1), gladius)
    before = left(state.craft["t1"])
    burst(play_of(state, 1, 5), state.craft["c1"], 1)
    assert {s for s, count in left(state.craft["t1"]).items() if count < before[s]} == {side}


def test_missiles_fly_at_the_nearest_hex() -> None:
    state = board_of(craft("t1", "liburna", "1:1010", heading=1), craft("c1", "avenger", "2:1003", heading=1))
    shot = Shot("c1.m1", "sss", "com", "c1", "t1", 10, 17, 0, 0)
    assert goal_of(state, shot, "t1") == DEEP.hex("1:1011")


def test_internal_damage_marks_a_component_for_eight_boxes() -> None:
    state = board_of(craft("t1", "liburna", "1:1010", heading=1))
    assert len(marks(play_of(state, 10, 10, 10, 10).dice, state.craft["t1"], "bow", 9)) == 2


# --- gravity and the air --------------------------------------------------------------------------------------------------------------


def test_gravity_pulls_the_whole_ship_when_any_part_of_it_is_in_the_well() -> None:
    b = board("drop_zone")
    columns = [Hex(c, 10) for c in range(b.first.column, b.last.column + 1)]
    bow = next(h for h in columns if b.zone(h) == "space" and b.zone(Hex(h.column + b.fall, h.row)) == "gravity")
    up = b.up[0]
    whole, single = fall(b, Pose(bow, up, 2), 2), fall(b, Pose(bow, up, 2), 1)
    assert single == Pose(bow, up, 2)
    assert whole == Pose(Hex(bow.column + b.fall, bow.row), up, 1)


def test_a_stern_in_the_air_is_pulled_no_further_when_the_bow_is_too() -> None:
    b = board("three_game")
    low = b.hex("1:0410")
    assert b.zone(low) == "atmosphere"
    assert fall(b, Pose(low, 1, 2), 2) == Pose(low, 1, 2)


def test_a_turn_may_swing_the_stern_into_air_that_it_is_too_fast_for() -> None:
    """From the interface a Liburna flies along the ground at 4 and would be free of harm; another turns up at its end, stern into the air."""
    b = board("three_game")
    wings = Wings(2, hexes=2)
    start = Pose(b.hex("1:0710"), 1, 3)
    along, up = follow(b, start, Plan(0, (0, 0, 0, 0)), wings), follow(b, start, Plan(0, (0, 0, 0, 1)), wings)
    assert (along.scorch, along.pose.velocity) == (0, 3)
    assert (up.scorch, up.pose.velocity, up.pose.heading) == (10, 2, b.up[0])
    assert follow(b, start, Plan(0, (0, 0, 0, 1)), Wings(2)).scorch == 0, "a fighter has no stern to swing"
    safe = unharmed(b, start, 3, wings)
    assert not any(e.turns == (0, 0, 0, 1) and e.faster == 0 for e in safe)
    assert all(not follow(b, start, Plan(e.faster, e.turns), wings).scorch for e in safe)


def test_a_craft_is_over_a_battle_with_either_half() -> None:
    state = board_of(craft("t1", "liburna", "1:0205", heading=1), layout="three_game", battles={"b1": "1:0105"})
    b, t1 = board("three_game"), state.craft["t1"]
    assert craft_overhead(state, "b1").craft == []
    t1.heading = next(h for h in range(1, 7) if neighbor(t1.hex, turned(h, 3), "odd") == b.hex("1:0105"))
    assert [c.id for c in craft_overhead(state, "b1").craft] == ["t1"]
    assert battles_at(state, t1) == [], "it attacks only what lies below its bow"


def test_a_patrol_craft_that_can_no_longer_fly_crashes_with_any_part_in_the_air() -> None:
    b = board("three_game")
    state = board_of(craft("t1", "liburna", "1:0710", heading=2 if b.fall < 0 else 6), layout="three_game")
    t1 = state.craft["t1"]
    t1.marks = {"anti_grav_drive": 1, "atmospheric_controls": 1}
    t1.place(b.hex("1:0810"))
    gravity(play_of(state))
    assert (b.zone(t1.hex), t1.where) == ("interface", "destroyed")


def test_a_craft_without_air_systems_is_not_set_up_with_its_stern_in_the_air() -> None:
    b, broken = board("three_game"), {"marks": {"anti_grav_drive": 1, "atmospheric_controls": 1}}
    for heading, faults in ((1, []), (b.up[0], ["not_made_for_air"])):
        unit = craft("t1", "liburna", "1:0710", heading=heading, sheet=broken)
        assert [f.code for f in ENGINE.faults(setup_of(unit, layout="three_game"))] == faults


# --- what is hit ----------------------------------------------------------------------------------------------------------------------


def test_hits_on_a_half_find_the_turret_of_that_half_only() -> None:
    state = board_of(craft("t1", "liburna", "1:1010", heading=1))
    t1 = state.craft["t1"]
    found = {side: {m.location for m in t1.mounts if is_under(t1, m, side)} for side in ("bow", "left_stern")}
    assert found == {"bow": {"bow", "turret_1"}, "left_stern": {"left_stern", "turret_2"}}


def test_the_crew_of_a_patrol_craft_bears_six_wounds_and_never_ejects() -> None:
    state = board_of(craft("t1", "liburna", "1:1010", heading=1), craft("c1", "avenger", "1:1001"))
    t1 = state.craft["t1"]
    t1.fresh = ["pilot"] * 5
    take_effect(play_of(state), t1)
    assert ENGINE.record(ENGINE.view(state, "tog"), "t1")["crew"]["state"] == "wounded"
    t1.fresh = ["pilot"]
    take_effect(play_of(state), t1)
    assert (ENGINE.record(ENGINE.view(state, "tog"), "t1")["crew"]["state"], t1.where) == ("helpless", "board")


@pytest.mark.parametrize(("roll", "aboard", "gone"), [(5, ["tank_1"], 0), (6, ["tank_1", "tank_2"], 1)])
def test_a_weapon_destroyed_may_be_a_vehicle_aboard_instead(roll: int, aboard: list[str], gone: int) -> None:
    """1 to 5 on the die, printed in Distant Fire; which vehicle it was its own side alone is told."""
    state = board_of(craft("t1", "ponto", "1:1010", heading=1))
    t1 = state.craft["t1"]
    t1.cargo, t1.fresh = ["tank_1", "tank_2"], ["weapon_destroyed:bow"]
    play = play_of(state, roll, 2)
    take_effect(play, t1)
    assert (t1.cargo, sum(m.gone for m in t1.mounts)) == (aboard, gone)
    assert t1.cargo_lost == [v for v in ("tank_1", "tank_2") if v not in aboard]
    assert [e.seen_by for e in play.events if e.kind == "cargo_lost"] == ([["tog"]] if gone == 0 else [])
    assert ENGINE.record(ENGINE.view(state, "tog"), "t1")["cargo"] == aboard
    assert ENGINE.view(state, "com").state.craft["t1"].cargo == ENGINE.view(state, "com").state.craft["t1"].cargo_lost == []


# --- how it shows ---------------------------------------------------------------------------------------------------------------------


def test_the_picture_draws_both_hexes_and_the_sheet_names_them() -> None:
    state = board_of(craft("t1", "liburna", "1:1010", heading=1), craft("c1", "avenger", "1:1001", heading=4))
    view = ENGINE.view(state, "com")
    counters = {c.unit: c for c in ENGINE.picture(view).counters}
    assert (counters["t1"].hex, counters["t1"].facing, counters["t1"].length) == ((10, 11), 1, 2)
    assert counters["c1"].length == 1
    sheet = ENGINE.record(view, "t1")
    assert sheet["halves"]["bow"] == {"at": "1:1010", "holds": ["bow", "right bow", "left bow", "turret 1"]}
    assert sheet["halves"]["stern"] == {"at": "1:1011", "holds": ["right stern", "stern", "left stern", "turret 2"]}
    assert "halves" not in ENGINE.record(view, "c1")


def test_a_move_offered_says_where_the_stern_ends() -> None:
    state = board_of(craft("t1", "liburna", "1:1010", heading=1, velocity=2), craft("c1", "avenger", "1:1001", heading=4))
    state.order = [["tog", "5"]]
    step = ENGINE.advance(state, "movement", {}, [], play_of(state).dice)
    (slot,) = ENGINE.offers(ENGINE.view(step.state, "tog"), step.pending[0])
    for option in [o for o in slot.options if "end" not in o.info]:
        after = board_of(craft("t1", "liburna", option.info["hex"], heading=option.info["heading"]))
        assert option.info["stern"] == here(after, "t1")[-1]


@pytest.mark.parametrize("hex", ["1:0210", "1:0110", "2:2610", "2:0710", "2:0810"])
def test_gravity_and_the_air_do_to_a_patrol_craft_what_its_offer_notes(hex: str) -> None:
    """On the edge of the well and of the air, where only a part of the ship may be in it."""
    state = board_of(craft("t1", "liburna", hex, heading=board("drop_zone").up[0], velocity=1), layout="drop_zone")
    state.order = [["tog", "5"]]
    step = ENGINE.advance(state, "movement", {}, [], KeyedDice(key=b"any"))
    (slot,) = ENGINE.offers(ENGINE.view(step.state, "tog"), step.pending[0])
    for option in [o for o in slot.options if "end" not in o.info and "saving" not in o.info and "push" not in o.info][::6]:
        done = ENGINE.advance(step.state, "movement", {step.pending[0].key: Orders({"move": option.order})}, [], KeyedDice(key=b"any"))
        after, wanted = done.state.craft["t1"], option.info.get("gravity", option.info)
        assert (list(after.hex), after.velocity) == (wanted["at"], wanted["velocity"])
        assert ("scorched" in [e.kind for e in done.events]) == ("scorch" in option.info or "scorch" in wanted)


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(1, 6), st.integers(0, 1))
@settings(deadline=None)
def test_fire_from_one_side_never_finds_the_other(across: int, down: int, heading: int, half: int) -> None:
    """Also on a border to the hexside of the other half, where the defender chooses."""
    state = board_of(craft("t1", "pharetra", "1:1212", heading=heading))
    t1 = state.craft["t1"]
    spot = hexes_of(DEEP, t1)[half]
    source = Hex(12 + across, 12 + down)
    if source in hexes_of(DEEP, t1):
        return
    found = {PATROL_SIDES[side] for side in facing(DEEP, t1, spot, source)}
    seen = {PATROL_SIDES[side - 1] for side in arc_sides(spot, heading, source, "odd")}
    for one, other in (("left", "right"), ("right", "left")):
        if any(side.startswith(one) for side in seen):
            assert not any(side.startswith(other) for side in found)
