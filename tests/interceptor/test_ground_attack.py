"""The craft's part of strafing, dive bombing and return fire: what it brings, what it takes, how it comes out of it."""

from typing import Any

import pytest

from scales.centurion.combat.weapons import boxes
from scales.centurion.support import strafing
from scales.engine import Orders
from scales.interceptor import ENGINE
from scales.interceptor.damage.systems import part_name
from scales.interceptor.ground_attack import announce, pulling_out
from scales.interceptor.tables import craft_types, weapons
from scales.messages import AirHit, Battlefield, ReturnFire
from tests.interceptor.scenes import Table, board_of, craft, mail

BATTLE = Battlefield("b1", "1:0114", True, ["tog", "com"])


def over_a_battle(kind: str, **more: Any) -> Table:
    """One craft in the hex of a ground battle, before it moves."""
    mission = {"mission": "ground"} | more
    table = Table(board_of(craft("t1", kind, "1:0114", heading=1, **mission), layout="three_game", standing=True))
    table.phase("initiative", [mail("battlefield", BATTLE)])
    return table


def attacking(kind: str, **more: Any) -> Table:
    table = over_a_battle(kind, **more)
    table.phase("movement")
    table.phase("combat")
    assert table.craft("t1").where == "ground_attack"
    return table


def hit(by: str = "tank", damage: int = 8, facing: str = "stern") -> AirHit:
    return AirHit(by, "laser_3_6", damage, facing, "laser", by.title(), "3/6 Laser")


# --- what it brings -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sorted(id for id, each in craft_types().items() if each.kind != "satellite"))
def test_turret_and_forward_weapons_strafe_but_no_missiles_npc_nor_epc(kind: str) -> None:
    state = board_of(craft("t1", kind, "2:1003"), layout="three_game")
    guns = announce.ground_guns(state.craft["t1"], 1)
    able = [w for w, _, arc in craft_types()[kind].weapons if arc in ("bow", "turret")]
    assert sum(count for id, count in guns.items() if id != "dfm") == sum(
        weapons()[w].family in ("laser", "lepc", "mdc", "tpp", "cone") for w in able
    )
    assert not {weapons()[id].family for id in guns if id != "dfm"} & {"npc", "epc", "missile", "safeguard"}


def test_a_patrol_craft_strafes_with_its_bow_and_turrets_and_does_not_dive() -> None:
    state = board_of(craft("t1", "pegasus", "1:0114"), layout="three_game")
    unit = state.craft["t1"]
    # of its quarters it uses nothing
    assert announce.ground_guns(unit, 1) == {"laser_5_4": 1, "laser_7_5_5": 1, "laser_7_5_6": 3, "mdc_12": 1}
    unit.bombs = {"hafe_i": 1}
    battle = announce.Battle("b1", unit.column, unit.row, ["tog", "com"])
    assert [c["do"] for c in announce._attacks(state, unit, battle)] == ["strafing"]


def test_weapons_that_are_out_or_cannot_be_controlled_do_not_strafe() -> None:
    state = board_of(craft("t1", "avenger", "1:0114"), layout="three_game")
    unit = state.craft["t1"]
    assert announce.ground_guns(unit, 1) == {"laser_5_4": 2, "mdc_8": 2}
    unit.mounts[0].gone = True
    unit.marks = {"plant": 2}
    guns = announce.ground_guns(unit, 1)
    assert guns["mdc_8"] == 2, "the strongest stay"
    assert sum(guns.values()) < 4


def test_an_attack_is_announced_without_a_heading() -> None:
    table = over_a_battle("avenger")
    table.phase("movement")
    asked = next(d for d in table.asked if d.kind == "announce")
    view = ENGINE.view(table.state, asked.seat)
    table.craft("t1").where = "board"
    assert ENGINE.check(view, asked, Orders({"t1": {"do": "strafing", "battle": "b1", "heading": 4}}))


# --- what it takes --------------------------------------------------------------------------------------------------------------------


def test_every_number_of_a_hit_is_told() -> None:
    table = attacking("avenger")
    table.phase("hits", [mail("return_fire", ReturnFire("t1", "b1", [hit()]), "ground:7")])
    told = next(e for e in table.events if e.kind == "ground_fire")
    assert told.rule == "centurion: Return Fire"
    assert told.text.startswith("3/6 Laser of Tank hits the stern of t1, column ")
    assert {k: told.data[k] for k in ("side", "weapon", "template", "damage", "armor", "inside", "parts")} == {
        "side": "stern", "weapon": "laser_3_6", "template": "laser", "damage": 8, "armor": 8, "inside": 0, "parts": []
    }  # fmt: skip
    assert (told.data["column"], told.cause) == (told.rolls[0].value, "ground:7")


def test_who_hits_the_air_systems_first_brings_it_down_when_all_have_struck() -> None:
    """Two tanks fire: the armor of both hits goes, the craft is lost for the one that reached the controls."""
    table = attacking("avenger")
    for seed in range(1, 200):
        fresh = Table(table.state, seed)
        hits = [hit("first", 60, "bow"), hit("second", 60, "bow"), hit("third", 3, "left")]
        fresh.phase("hits", [mail("return_fire", ReturnFire("t1", "b1", hits))])
        struck = [e for e in fresh.events if e.kind == "ground_fire"]
        fatal = next((e.units[0] for e in struck if {"anti_grav_drive", "atmospheric_controls"} & set(e.data["parts"])), "")
        if fatal:
            break
    assert fatal
    assert len(struck) == 3, "combat is simultaneous"
    lost = next(e for e in fresh.events if e.kind == "craft_destroyed")
    assert (lost.units, lost.rule) == (["t1", fatal], "centurion: Return Fire")
    assert any(part_name(p) in lost.text for p in ("anti_grav_drive", "atmospheric_controls"))
    assert (fresh.craft("t1").where, fresh.asked) == ("destroyed", [])


def test_hits_on_other_systems_take_effect_at_the_end_of_the_phase() -> None:
    table = attacking("avenger")
    table.craft("t1").fresh = ["long_range_sensors"]
    table.phase("hits", [mail("return_fire", ReturnFire("t1", "b1", [hit()]))])
    assert table.craft("t1").marks.get("long_range_sensors") == 1
    assert table.craft("t1").where == "board"


def test_each_hexside_of_a_patrol_craft_is_struck_by_itself() -> None:
    table = attacking("pegasus")
    before = {side: sum(r.bit_count() for r in grid.rows) for side, grid in table.craft("t1").armor.items()}
    table.phase("hits", [mail("return_fire", ReturnFire("t1", "b1", [hit(facing="left_stern")]))])
    after = {side: sum(r.bit_count() for r in grid.rows) for side, grid in table.craft("t1").armor.items()}
    assert {side: before[side] - after[side] for side in before if before[side] != after[side]} == {"left_stern": 8}


# --- how it comes out of it -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("heading", pulling_out.HEADINGS)
def test_the_heading_is_chosen_when_the_attack_is_over_and_the_velocity_kept(heading: int) -> None:
    table = attacking("avenger", velocity=0)
    flown = table.craft("t1").velocity
    table.phase("hits", [mail("return_fire", ReturnFire("t1", "b1", [hit()]))], {"pull_out:tog": Orders({"t1": {"heading": heading}})})
    (asked,) = table.asked
    assert (asked.kind, asked.seat, asked.units, asked.sealed) == ("pull_out", "tog", ["t1"], True)
    assert (table.craft("t1").heading, table.craft("t1").velocity, table.craft("t1").where) == (heading, flown, "board")
    kinds = [e.kind for e in table.events]
    assert (kinds.count("ground_fire"), kinds.count("attack_over")) == (1, 1)
    assert next(e for e in table.events if e.kind == "attack_over").data["heading"] == heading


def test_only_the_two_headings_are_taken() -> None:
    table = attacking("avenger")
    asked = pulling_out.decision("tog", ["t1"])
    view = ENGINE.view(table.state, "tog")
    for wrong in ({}, {"heading": 2}, {"heading": "1"}, {"heading": 1, "velocity": 3}, [1], None):
        assert ENGINE.check(view, asked, Orders({"t1": wrong}))
    options = ENGINE.offers(view, asked)[0].options
    assert [o.order for o in options] == [{"heading": 1}, {"heading": 4}]
    assert all(ENGINE.check(view, asked, Orders({"t1": o.order})) == [] for o in options)


def test_a_craft_that_no_report_names_comes_back_unhurt() -> None:
    table = attacking("avenger")
    table.phase("hits")
    assert [e.kind for e in table.events if e.kind in ("ground_fire", "attack_over")] == ["attack_over"]
    assert all(sum(r.bit_count() for r in g.rows) == len(g.rows) * 10 for g in table.craft("t1").armor.values())
    assert table.craft("t1").where == "board"


def test_a_report_of_another_battle_or_craft_changes_nothing() -> None:
    table = attacking("avenger")
    stray = [mail("return_fire", ReturnFire("t1", "b2", [hit()]), "x:1"), mail("return_fire", ReturnFire("t9", "b1", [hit()]), "x:2")]
    table.phase("hits", stray)
    assert [e.kind for e in table.events if e.kind == "ground_fire"] == []


@pytest.mark.parametrize("id", sorted(id for id, w in weapons().items() if w.family in ("laser", "lepc", "mdc", "tpp", "cone")))
def test_every_weapon_that_strafes_does_its_highest_damage_on_the_ground(id: str) -> None:
    """A LEPC that of its laser; the lasers of an Avenger do 7, its mass drivers 8 (centurion: Strafing)."""
    below, above = strafing.gun(id), weapons()[id]
    assert below is not None
    assert (below.name, boxes(below.marks)) == (above.name, max(above.damage))


def test_an_avenger_has_no_hard_point_for_a_dfm_and_a_pilum_has() -> None:
    """The fighters of the printed table, also where an example of strafing says otherwise (R-INT-04)."""
    kinds = craft_types()
    assert [(kinds[id].thrust, kinds[id].kind, bool(kinds[id].hard_points)) for id in ("avenger", "pilum")] == [
        (7, "heavy fighter", False),
        (7, "medium fighter", True),
    ]
    armed = board_of(craft("t1", "pilum", "2:1003", loads={"dfm": 1}), layout="three_game").craft["t1"]
    assert announce.ground_guns(armed, 1)["dfm"] == 1
    armed.missiles = {}
    assert "dfm" not in announce.ground_guns(armed, 1)
