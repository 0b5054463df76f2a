"""What passes to and from the boards above and below."""

from typing import Any

from scales.engine import Orders
from scales.hexes import Hex
from scales.interceptor.board import board, leviathan_above
from scales.interceptor.combat.gunnery import enemies
from scales.messages import AirHit, Battlefield, FightersDown, FightersLost, InterceptorMission, ReturnFire
from tests.interceptor.scenes import Table, board_of, craft, mail

BATTLE = Battlefield("b1", "1:0114", True, ["tog", "com"])


def down(unit: str = "wing", side: str = "tog", hex: str = "1:0214", size: str = "squadron", **more: Any) -> FightersDown:
    given = {"fighters": {"gladius": 6}, "boxes": 5, "boxes_left": 5, "mission": "fighters"} | more
    return FightersDown(unit, unit.title(), side, hex, size, **given)


def table_with(*news: FightersDown, battle: Battlefield | None = BATTLE, **more: Any) -> Table:
    table = Table(board_of(layout="three_game", standing=True), **more)
    table.phase("initiative", [*([mail("battlefield", battle)] if battle else []), *(mail("fighters_down", n) for n in news)])
    return table


def test_a_seat_is_asked_where_its_craft_come_down() -> None:
    table = table_with(down(hex="2:0603"))
    assert [(d.key, d.seat, d.units, d.sealed) for d in table.asked] == [("place:tog", "tog", ["wing/1"], True)]
    assert table.craft("wing/1").where == "board"
    assert table.craft("wing/1").missiles == {"sss": 6}


def test_a_craft_can_be_put_anywhere_below_at_any_heading_up_to_its_thrust() -> None:
    table = Table(board_of(layout="three_game"))
    order = Orders({"wing/1.hex": {"hex": "2:2611"}, "wing/1.heading": {"heading": 5}, "wing/1.velocity": {"velocity": 6}})
    order.choices["wing/1.hex"] = {"hex": "2:2612"}
    table.phase("initiative", [mail("fighters_down", down(hex="2:0603"))], {"place:tog": order})
    unit = table.craft("wing/1")
    assert (unit.hex, unit.heading, unit.velocity) == (Hex(26, 26), 5, 6)


def test_a_flight_of_two_kinds_draws_each_type() -> None:
    table = table_with(down(size="flight", fighters={"gladius": 12, "spiculum": 12}, boxes=19, boxes_left=19))
    assert len(table.state.units["wing"].craft) == 4
    assert {c.type for c in table.state.craft.values()} <= {"gladius", "spiculum"}


def test_a_damaged_flight_shows_its_boxes_by_six() -> None:
    table = table_with(down(size="flight", fighters={"gladius": 24}, boxes=20, boxes_left=13))
    assert len(table.state.units["wing"].craft) == 3


def test_a_damaged_squadron_may_not_appear_and_says_so() -> None:
    sent = []
    for seed in range(12):
        table = Table(board_of(layout="three_game"), seed)
        table.phase("initiative", [mail("fighters_down", down(boxes_left=2))])
        shown = len(table.state.craft)
        sent += [(shown, m["appeared"], m["craft_shown"], m["hex"]) for m in table.sent("fighters_up")] or [(shown, True, 1, "")]
    assert {(s, a) for s, a, _, _ in sent} == {(0, False), (1, True)}
    assert {(n, hex) for s, _, n, hex in sent if s == 0} == {(0, "1:0214")}


def test_a_unit_comes_down_twice_with_new_craft() -> None:
    table = table_with(down(), battle=None)
    table.phase("movement")
    above = leviathan_above("three_game", table.craft("wing/1").hex)
    message = {"unit": "wing", "side": "tog", "hex": above, "craft_shown": 1, "craft_lost": 0, "appeared": True}
    (sent,) = table.sent("fighters_up")
    assert {k: v for k, v in sent.items() if k in message} == message, "no enemy is here: back up at once"
    table.phase("combat")
    table.phase("hits")
    table.phase("initiative", [mail("fighters_down", down())])
    assert sorted(table.state.craft) == ["wing/1", "wing/2"]
    assert (table.craft("wing/1").where, table.craft("wing/2").where) == ("up", "board")


def test_losses_are_told_when_the_last_craft_is_gone() -> None:
    table = table_with(down(size="flight", fighters={"gladius": 24}, boxes=20, boxes_left=20), battle=None)
    table.craft("wing/2").where = "destroyed"
    table.craft("wing/3").where = "left"
    table.phase("movement")
    assert [(m["craft_shown"], m["craft_lost"]) for m in table.sent("fighters_up")] == [(4, 2)]
    assert next(e for e in table.events if e.kind == "unit_up").cause == "above:1", "what sent it down is why it comes back"


def test_craft_leave_when_their_unit_is_lost_above() -> None:
    table = table_with(down())
    for phase in ("movement", "combat", "hits"):
        table.phase(phase)
    table.state.craft["wing/1"].where, table.state.units["wing"].closed = "board", False
    table.phase("initiative", [mail("fighters_lost", FightersLost("wing"), "above:9")])
    assert table.craft("wing/1").where == "left"
    assert [e.cause for e in table.events if e.kind == "unit_lost"] == ["above:9"]
    assert table.sent("fighters_up") == [], "the counter above is gone: nobody waits for it"


# --- ground attacks ---------------------------------------------------------------------------------------------------------------------


def raid(kind: str = "gladius", **more: Any) -> Table:
    """A loaded craft over a ground battle."""
    state = board_of(craft("t1", kind, "1:0114", heading=1, mission="ground", **more), layout="three_game", standing=True)
    table = Table(state)
    table.phase("initiative", [mail("battlefield", BATTLE)])
    table.phase("movement")
    return table


def test_a_loaded_craft_over_a_battle_bombs_it() -> None:
    table = raid()
    (message,) = table.outbox
    assert (message.kind, message.battle) == ("ground_attack", "b1")
    assert message.data["attack"] == "dive_bombing"
    assert message.data["bombs"] == {"adm": 1, "glad": 1, "hafe_i": 4}
    assert message.data["weapons"] == {}
    assert [e.kind for e in table.events] == ["moved", "ground_attack"]


def test_a_strafer_brings_forward_guns_but_no_electron_beams() -> None:
    table = raid("avenger")
    assert table.outbox[0].data["attack"] == "strafing"
    assert table.outbox[0].data["weapons"] == {"laser_5_4": 2, "mdc_8": 2}
    assert table.outbox[0].data["shields"] == {"bow": 50, "left": 40, "right": 40, "stern": 40}


def test_a_strafer_tells_what_its_damage_does_to_its_fire() -> None:
    table = Table(board_of(craft("t1", "avenger", "1:0114", heading=1, mission="ground"), layout="three_game", standing=True))
    table.craft("t1").marks = {"fire_computer": 1}
    table.phase("initiative", [mail("battlefield", BATTLE)])
    table.phase("movement")
    assert table.outbox[0].data["condition"] == {"fire_computer": -2}


def test_an_attacker_is_off_the_board_in_the_combat_phase() -> None:
    table = raid()
    foe = next(iter(table.state.craft.values()))
    assert foe.where == "ground_attack"
    other = board_of(craft("c1", "avenger", "1:0114"), layout="three_game").craft["c1"]
    assert enemies(table.state, other) == []


def test_return_fire_strikes_and_the_craft_is_back_in_its_hex() -> None:
    table = raid()
    fire = ReturnFire("t1", "b1", [AirHit("tank", "3/6 laser", 8, "front")], {"hafe_i": 4, "glad": 1})
    table.phase("combat")
    table.phase("hits", [mail("return_fire", fire, "ground:7")])
    unit = table.craft("t1")
    assert (unit.where, unit.heading, unit.bombs) == ("board", 1, {"adm": 1})
    assert sum(row.bit_count() for row in unit.armor["bow"].rows) == 100 - 8
    told = next(e for e in table.events if e.kind == "ground_fire")
    assert (told.cause, told.units) == ("ground:7", ["tank", "t1"])


def test_a_hit_on_the_air_systems_from_the_ground_destroys() -> None:
    for part in ("atmospheric_controls",):
        table = raid()
        table.phase("combat")
        table.state.craft["t1"].fresh = [part]
        table.phase("hits", [mail("return_fire", ReturnFire("t1", "b1", [AirHit("tank", "laser", 1, "stern")]))])
        assert (table.craft("t1").where, table.craft("t1").by) == ("destroyed", "tank")


def test_an_attacker_that_nobody_reports_comes_back_too() -> None:
    table = raid()
    table.phase("combat")
    table.phase("hits", [mail("return_fire", ReturnFire("t1", "another battle", [AirHit("tank", "laser", 9, "bow")]))])
    assert table.craft("t1").where == "board"
    assert [e.kind for e in table.events] == ["attack_over"]


def test_a_raider_flies_down_bombs_and_goes_home() -> None:
    """From the edge of the well to the battlefield and back up, without a scratch from the air."""
    table = table_with(down(hex="1:0514", mission="ground"))
    for phase in ("movement", "combat", "hits"):
        table.phase(phase)
    attacks, back = 0, 0
    for minute in range(2, 16):
        sent = table.turn(hits=[mail("return_fire", ReturnFire("wing/1", "b1", [], {"hafe_i": 2, "adm": 1, "glad": 1}))])
        attacks += sum(m.kind == "ground_attack" for m in sent)
        back = back or (minute if any(m.kind == "fighters_up" for m in sent) else 0)
    assert attacks == 2
    assert 0 < back <= 12
    assert table.craft("wing/1").where == "up"
    assert all(sum(r.bit_count() for r in g.rows) == len(g.rows) * 10 for g in table.craft("wing/1").armor.values())


# --- squadrons from the ground ------------------------------------------------------------------------------------------------------------


def test_a_squadron_takes_off_and_lands_again() -> None:
    table = table_with(battle=None)
    for phase in ("movement", "combat", "hits"):
        table.phase(phase)
    sent = table.turn(initiative=[mail("interceptor_mission", InterceptorMission("sq", "11th", "com", "penetrator", "cap", "2:0102"))])
    for _ in range(8):
        sent += table.turn()
    assert [(m.kind, m.data) for m in sent] == [("squadron_back", {"squadron": "sq", "side": "com", "lost": False})]
    assert table.craft("sq/1").where == "landed"


def test_nobody_is_told_what_a_squadron_that_takes_off_came_for() -> None:
    told = []
    for each in ("ground_support", "cap"):
        table = Table(board_of(layout="three_game", standing=True))
        table.phase("initiative", [mail("interceptor_mission", InterceptorMission("sq", "11th", "com", "penetrator", each, "2:0102"))])
        told.append([event for event in table.events if event.kind == "took_off"])
    assert told[0] == told[1] != []


def test_a_ground_support_squadron_is_loaded_and_reported_when_lost() -> None:
    table = Table(board_of(layout="three_game", standing=True))
    mission = InterceptorMission("sq", "11th", "com", "stinger", "ground_support", "1:0114")
    table.phase("initiative", [mail("battlefield", BATTLE), mail("interceptor_mission", mission)])
    assert (table.craft("sq/1").mission, table.craft("sq/1").missiles) == ("ground", {})
    assert board("three_game").label(table.craft("sq/1").hex) == "1:0114"
    table.phase("movement")
    assert table.sent("ground_attack")[0]["attack"] == "dive_bombing"
    table.phase("combat")
    table.craft("sq/1").fresh = ["atmospheric_controls"]
    table.phase("hits", [mail("return_fire", ReturnFire("sq/1", "b1", [AirHit("tank", "laser", 1, "left")]))])
    assert table.sent("squadron_back") == [{"squadron": "sq", "side": "com", "lost": True}]
