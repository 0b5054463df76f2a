"""Patrol craft on the ground: down, under fire, unloading, up again (centurion: Landing or Launching Centurion Units)."""

from typing import Any

import pytest

from scales.dice import ScriptedDice
from scales.engine import Decision, Orders
from scales.interceptor import ENGINE
from scales.interceptor.damage.condition import is_working
from scales.interceptor.ground_attack import stand_off
from scales.interceptor.ground_attack.return_fire import FATAL
from scales.interceptor.landing import ground_time, hold
from scales.interceptor.tables import damage_at, weapons
from scales.messages import AirHit, FireOnLanded, UnitsAboard
from tests.interceptor.scenes import Table, mail, play_of
from tests.interceptor.test_landing_cargo import announce, over_the_battle, squad, tank, truck


def down(*cargo: Any, **more: Any) -> Table:
    """A transport that has just touched down."""
    table = Table(over_the_battle(*cargo, **more))
    announce(table, do="touch_down", battle="b1")
    return table


def hits(*of: AirHit) -> Any:
    return mail("fire_on_landed", FireOnLanded("t1", "b1", list(of)), "ground:5")


def hit(damage: int, side: str = "right_bow", template: str = "laser") -> AirHit:
    return AirHit("v", "laser_5_4", damage, side, template, "Viper", "5/4 Laser")


def next_minute(table: Table, **orders: Orders) -> None:
    """To the end of the next movement phase."""
    table.phase("initiative")
    table.phase("movement", answers={f"pull_out:{seat}": given for seat, given in orders.items()})


def test_a_craft_that_lands_is_off_the_board_and_the_battle_has_its_counter() -> None:
    table = down(tank("a"))
    assert table.craft("t1").where == "on_ground"
    assert table.craft("t1") not in table.state.flying()
    (sent,) = table.sent("craft_landed")
    assert set(sent["shields"]) == set(table.craft("t1").armor)
    assert (sent["battle"], sent["side"], sent["most"]) == ("b1", "tog", len(sent["guns"]))


def test_its_guns_do_what_they_do_at_range_one_missiles_and_particle_cannon_are_left_out() -> None:
    table = Table(over_the_battle(kind="liburna"))
    craft = table.craft("t1")
    craft.battle = "b1"
    guns = ground_time.mirror(table.state, craft).guns
    families = {weapons()[mount.weapon].family for mount in craft.mounts if is_working(craft, mount, 1)}
    assert {"npc", "epc"} <= families
    assert {weapons()[gun.hit.weapon].family for gun in guns} == families - {"npc", "epc"}
    assert all(gun.hit.damage == damage_at(weapons()[gun.hit.weapon].damage, 1) for gun in guns)
    assert {(gun.half, gun.hexside) for gun in guns if craft.mounts[gun.number].location == "left_bow"} == {("bow", 5)}
    assert {gun.hexside for gun in guns if craft.mounts[gun.number].arc == "turret"} == {-1}


def test_it_is_a_target_of_stand_off_missiles_from_the_atmosphere() -> None:
    table = down(tank("a"))
    hunter = table.craft("c1")
    there = table.state.battles["b1"].hex
    hunter.column, hunter.row, hunter.missiles = there.column + 2, there.row, {"sss": 1}
    for heading in range(1, 7):
        hunter.heading = hunter.heading if stand_off.units(table.state, hunter, "sss") else heading
    low = stand_off.find_unit(table.state, hunter, "sss", "t1")
    assert low is not None
    assert (low.battle, low.unit.kind, low.unit.mode) == ("b1", "craft", "nf")
    play = play_of(table.state, 1)
    stand_off.launch(play, hunter, "sss", low)
    (sent,) = [m for m in play.outbox if m.kind == "stand_off"]
    assert (sent.data["unit"], sent.data["battle"], sent.data["arrives"]) == ("t1", "b1", False)


def test_a_hit_with_a_template_of_the_ground_marks_that() -> None:
    table = down(tank("a"))
    before = sum(row.bit_count() for row in table.craft("t1").armor["stern"].rows)
    javelin = AirHit("", "thor", 45, "stern", "mdc", "", "a Thor javelin", [3] * 15)
    table.phase("combat")
    table.phase("hits", [hits(javelin)], dice=ScriptedDice.of(5, *[1] * 20))
    lost = before - sum(row.bit_count() for row in table.craft("t1").armor["stern"].rows)
    (told,) = [e for e in table.events if e.kind == "ground_fire"]
    assert (told.data["armor"], told.data["armor"] + told.data["inside"]) == (lost, 45)


def test_hits_on_the_ground_are_damage_by_the_rules_of_this_board() -> None:
    table = down(tank("a"))
    table.phase("combat")
    table.phase("hits", [hits(hit(7))])
    (event,) = [e for e in table.events if e.kind == "ground_fire"]
    assert (event.rule, event.cause, event.data["side"], event.data["armor"]) == (hold.RULE, "ground:5", "right_bow", 7)


def test_a_blast_goes_over_a_whole_side() -> None:
    table = down(tank("a"))
    table.phase("combat")
    table.phase("hits", [hits(hit(10, "bow", "spread"))])
    (event,) = [e for e in table.events if e.kind == "ground_fire"]
    assert (event.data["column"], event.data["armor"]) == (0, 10)
    assert "all of the bow" in event.text


@pytest.mark.parametrize("part", FATAL)
def test_broken_air_systems_do_not_destroy_a_craft_that_stands(part: str) -> None:
    table = down(tank("a"))
    table.phase("combat")
    table.craft("t1").fresh = [part]
    table.phase("hits", [hits(hit(1))])
    assert table.craft("t1").where == "on_ground"


def test_all_that_is_aboard_after_the_fire_may_get_out_in_the_next_ground_movement() -> None:
    table = down(tank("a"), truck("g"), squad("s", aboard="a"), squad("f"))
    table.phase("combat")
    table.phase("hits")
    (sent,) = table.sent("units_landed")
    assert [unit["id"] for unit in sent["units"]] == ["a", "g", "s", "f"]
    assert (sent["bays"], sent["bay_tons"], sent["passengers"], sent["wrecked"]) == (4, 300, 60, False)
    assert table.state.loads == {}


@pytest.mark.parametrize("heading", [1, 4])
def test_it_is_back_over_the_battlefield_in_the_next_movement_with_what_stayed_aboard(heading: int) -> None:
    table = down(tank("a"), velocity=2)
    load = table.state.loads["t1"][0]
    table.phase("combat")
    table.phase("hits")
    table.phase("initiative")
    stayed = mail("units_aboard", UnitsAboard("t1", "b1", [load]))
    table.phase(
        "movement", [stayed], {"pull_out:tog": Orders({"t1": {"heading": heading}}), "announce:tog": Orders({"t1": {"do": "stay"}})}
    )
    craft = table.craft("t1")
    assert (craft.where, craft.heading, craft.velocity, craft.battle, craft.moved) == ("board", heading, 2, "", 2)
    assert [m["craft"] for m in table.sent("craft_took_off")] == ["t1"]
    assert table.craft("t1").cargo == ["a"]


def test_it_takes_off_in_its_second_minute_and_does_not_land_again_in_that_one() -> None:
    table = down(tank("a"))
    assert table.craft("t1").where == "on_ground"
    table.phase("combat")
    table.phase("hits")
    next_minute(table)
    assert ground_time.choices(table.state, table.craft("t1"), "b1") == []


def test_without_thrust_it_stays_on_the_ground_and_under_fire() -> None:
    table = down(tank("a"))
    table.craft("t1").marks["drive"] = 4
    table.phase("combat")
    table.phase("hits")
    next_minute(table)
    assert table.craft("t1").where == "on_ground"
    assert [m["craft"] for m in table.sent("craft_landed")] == ["t1"]
    table.phase("combat")
    table.phase("hits")
    assert [m["units"] for m in table.sent("units_landed")] == [[]]


def test_when_the_battle_is_over_it_comes_back_though_it_has_no_thrust() -> None:
    table = down(tank("a"))
    table.craft("t1").marks["drive"] = 4
    table.phase("combat")
    table.phase("hits")
    table.state.battles.clear()
    next_minute(table)
    assert table.craft("t1").where == "board"
    assert table.sent("craft_took_off") == []


def test_of_a_wreck_crews_and_squads_get_out_on_eight_or_less() -> None:
    table = down(*(tank(f"v{n}") for n in range(4)), *(squad(f"s{n}") for n in range(5)))
    table.phase("combat")
    table.craft("t1").marks["superstructure"] = 3
    table.craft("t1").fresh = ["superstructure"]
    table.phase("hits", [hits(hit(1))])
    assert table.craft("t1").where == "destroyed"
    told = [e for e in table.events if e.kind == "out_of_wreck"]
    lived = [e.units[1] for e in told if e.rolls[0].value <= 8]
    assert len(told) == 9
    (sent,) = table.sent("units_landed")
    assert ([u["id"] for u in sent["units"]], sent["wrecked"]) == (lived, True)
    assert {u["kind"] for u in sent["units"]} <= {"crew", "squad"}
    assert table.craft("t1").cargo_lost == [f"v{n}" for n in range(4)]
    assert table.state.loads == {}


def test_a_hit_into_a_bay_on_the_ground_destroys_a_vehicle_there() -> None:
    table = down(tank("a"))
    table.phase("combat")
    table.craft("t1").fresh = ["weapon_destroyed:left_stern"] * 4
    table.phase("hits", [hits(hit(1))])
    (sent,) = table.sent("units_landed")
    assert (sent["units"], table.craft("t1").cargo_lost) == ([], ["a"])


def test_an_empty_craft_of_the_bot_does_not_land() -> None:
    table = Table(over_the_battle())
    table.state.order = []
    table.phase("movement")
    assert table.craft("t1").where == "board"


def test_the_bot_lands_with_what_it_cannot_drop() -> None:
    table = Table(over_the_battle(truck("g")))
    table.state.order = []
    table.phase("movement")
    assert table.craft("t1").where == "on_ground"


def test_every_announcement_offered_is_legal() -> None:
    table = Table(over_the_battle(tank("a"), tank("b"), truck("g")))
    table.state.order = []
    step = ENGINE.advance(table.state, "movement", {}, (), ScriptedDice.of())
    asked: Decision = next(d for d in step.pending if d.seat == "tog")
    view = ENGINE.view(step.state, "tog")
    (slot,) = ENGINE.offers(view, asked)
    assert {o.order["do"] for o in slot.options} >= {"stay", "drop", "touch_down"}
    assert all(ENGINE.check(view, asked, Orders({"t1": o.order})) == [] for o in slot.options)


def test_the_battle_is_told_once_of_a_wreck_without_survivors() -> None:
    table = down()
    table.phase("combat")
    table.craft("t1").fresh, table.craft("t1").marks["superstructure"] = ["superstructure"], 3
    table.phase("hits", [hits(hit(1))])
    assert [(m["units"], m["wrecked"]) for m in table.sent("units_landed")] == [([], True)]
    next_minute(table)
    table.phase("combat")
    table.phase("hits")
    assert table.sent("units_landed") == []
