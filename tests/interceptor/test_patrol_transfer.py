"""Patrol class ships of the Leviathan board on this one (option patrol_craft_cross): down, and up again as they are then."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales.armor import boxes_left, mark
from scales.dice import ScriptedDice
from scales.engine import Orders
from scales.ground_loads import CargoIn, load_of
from scales.interceptor import ENGINE
from scales.interceptor.board import leviathan_above
from scales.interceptor.damage.damage import destroy
from scales.interceptor.landing import hold
from scales.interceptor.preparation.craft import fresh_craft
from scales.interceptor.tables import craft_types
from scales.interceptor.transfers import conversion
from scales.interceptor.transfers.finishing import finish
from scales.leviathan.catalog import sheets
from scales.messages import Battlefield, GroundLoad, PatrolDown
from tests.interceptor.scenes import Table, board_of, craft, mail, play_of
from tests.interceptor.test_landing_cargo import squad, tank

ABOVE = "1:0214"
BATTLE = Battlefield("b1", "1:0114", True, ["tog", "com"])
BOXES = {"bow": 10, "right_bow": 5, "right_stern": 5, "stern": 10, "left_stern": 5, "left_bow": 5}


def troops(*cargo: dict[str, Any]) -> list[GroundLoad]:
    return [load_of(CargoIn.model_validate(each), "tog") for each in cargo]


def down(craft_type: str = "ponto", **more: Any) -> PatrolDown:
    armor = {side: [boxes, boxes] for side, boxes in BOXES.items()} | more.pop("armor", {})
    return PatrolDown("boat", "Boat", "tog", more.pop("hex", ABOVE), craft_type, armor, **more)


def table_with(*news: PatrolDown, standing: bool = True) -> Table:
    """The boat is down, over a battle, an enemy far away."""
    table = Table(board_of(craft("c1", "stinger", "2:2003"), layout="three_game", standing=standing))
    bow, heading, velocity = {"hex": "1:0514"}, {"heading": 5}, {"velocity": 2}
    orders = {"place:tog": Orders({"boat.hex": bow, "boat.heading": heading, "boat.velocity": velocity})}
    table.phase("initiative", [mail("battlefield", BATTLE), *(mail("patrol_down", each) for each in news)], orders)
    return table


def go_up(table: Table) -> dict[str, Any]:
    """The boat goes up at the end of the movement phase; what the board above hears."""
    table.phase("movement", answers={"announce:tog": Orders({"boat": {"do": "up"}})})
    (sent,) = table.sent("patrol_up")
    return sent


def hardpoint(location: str, weapon: str) -> bool:
    return "hard_point" in weapon or location.startswith("turret")


# --- down -------------------------------------------------------------------------------------------------------------------------------


def test_a_ship_comes_down_as_one_craft_with_its_id_where_its_side_says() -> None:
    table = table_with(down(cargo=troops(tank("a"), squad("s", aboard="a"))))
    boat = table.craft("boat")
    assert (boat.type, boat.where, boat.heading, boat.velocity, boat.unit) == ("ponto", "board", 5, 2, "boat")
    assert {side: boxes_left(grid) for side, grid in boat.armor.items()} == dict(craft_types()["ponto"].armor)
    assert [load.id for load in hold.aboard(table.state, boat)] == ["a", "s"]
    assert [(e.cause, e.rule) for e in table.events if e.kind == "patrol_down"] == [("above:1", "leviathan: Patrol Class Ships")]


def test_it_is_placed_under_its_hex_no_faster_than_its_thrust() -> None:
    state = board_of(layout="three_game", standing=True)
    step = ENGINE.advance(state, "initiative", {}, [mail("patrol_down", down())], ScriptedDice.of())
    (decision,) = step.pending
    view = ENGINE.view(step.state, "tog")
    wrong = {"boat.hex": {"hex": "1:1010"}, "boat.heading": {"heading": 1}, "boat.velocity": {"velocity": 3}}
    texts = [f.text for f in ENGINE.check(view, decision, Orders(wrong))]
    assert ["not in '1:1010'" in texts[0], "a velocity of 2 at most, not 3" in texts[1], len(texts)] == [True, True, 2]


def test_damage_above_is_damage_below() -> None:
    lost: dict[str, Any] = {"weapons_lost": ["left"], "turret_halves": 1, "shields_lost": ["stern"], "systems": ["maneuver_power_system"]}
    boat = table_with(down("pegasus", armor={"bow": [3, 10]}, **lost)).craft("boat")
    assert boxes_left(boat.armor["bow"]) == 140 * 3 // 10
    fixed = {m.location for m in boat.mounts if not hardpoint(m.location, m.weapon) and m.gone}
    assert fixed == {"left_bow"}
    working, guns = conversion.turret_guns(boat)
    assert working == -(-guns // 2) < guns
    assert (boat.marks["shield_destroyed:stern"], boat.marks["drive"]) == (1, 2)


@pytest.mark.parametrize(
    ("news", "words"),
    [
        (down("gladius"), "there is no patrol craft 'gladius' here"),
        (down("galley"), "there is no patrol craft 'galley' here"),
        (down(hex="1:1212"), "1:1212 does not lie over this board"),
        (down("pegasus", cargo=troops(tank("a"))), "has 0 bays for vehicles, its cargo is 1"),
    ],
)
def test_what_cannot_come_down_is_back_above_at_once_with_its_cargo(news: PatrolDown, words: str) -> None:
    table = table_with(news)
    assert [(m["news"], m["hex"], len(m["cargo"])) for m in table.sent("patrol_up")] == [("back", news.hex, len(news.cargo))]
    assert "boat" not in table.state.craft
    assert any(words in e.text for e in table.events if e.kind == "patrol_down")


def test_a_second_message_brings_no_second_craft() -> None:
    table = table_with(down(cargo=troops(tank("a"))), down(cargo=troops(tank("b"))))
    assert [m["news"] for m in table.sent("patrol_up")] == ["back"]
    assert [load.id for load in hold.aboard(table.state, table.craft("boat"))] == ["a"]


# --- up ---------------------------------------------------------------------------------------------------------------------------------


def test_it_goes_up_once_as_it_flies_with_its_cargo() -> None:
    table = table_with(down(cargo=troops(tank("a"))))
    sent = go_up(table)
    boat = table.craft("boat")
    assert (boat.where, hold.aboard(table.state, boat), boat.cargo) == ("up", [], [])
    assert (sent["news"], sent["hex"]) == ("up", leviathan_above("three_game", boat.hex))
    assert (sent["heading"], sent["velocity"], [load["id"] for load in sent["cargo"]]) == (boat.heading, boat.velocity, ["a"])
    assert sent["armor"]["bow"] == [120, 120]
    for phase in ("combat", "hits", "initiative"):
        table.phase(phase)
        assert table.sent("patrol_up") == [], phase


def test_it_comes_down_again_with_the_sheet_that_it_had() -> None:
    table = table_with(down())
    for column in range(1, 6):
        assert mark(table.craft("boat").armor["bow"], 1, column)
    table.craft("boat").marks["plant"] = 1
    sent = go_up(table)
    for phase in ("combat", "hits"):
        table.phase(phase)
    again = [mail("patrol_down", down(sheet=sent["sheet"]))]
    table.phase("initiative", again)
    boat = table.craft("boat")
    assert (boxes_left(boat.armor["bow"]), boat.marks, boat.where) == (115, {"plant": 1}, "board")


def test_one_that_is_destroyed_is_lost_with_all_aboard() -> None:
    table = table_with(down(cargo=troops(tank("a"))))
    play = play_of(table.state)
    destroy(play, table.craft("boat"), "explodes", "c1")
    assert [e.kind for e in play.events] == ["craft_destroyed", "cargo_lost"]
    table.phase("movement")
    (sent,) = table.sent("patrol_up")
    assert (sent["news"], sent["how"], sent["by"], sent["cargo"]) == ("lost", "destroyed", "c1", [])


def test_a_battle_that_ends_sends_it_back_up() -> None:
    table = table_with(down(), standing=False)
    table.state.ended = True
    play = play_of(table.state)
    finish(play)
    assert [(m.kind, m.data["news"]) for m in play.outbox] == [("patrol_up", "up")]


def test_one_still_to_be_placed_then_never_came_down() -> None:
    state = board_of(layout="three_game")
    step = ENGINE.advance(state, "initiative", {}, [mail("patrol_down", down(cargo=troops(tank("a"))))], ScriptedDice.of())
    step.state.ended = True
    play = play_of(step.state)
    finish(play)
    (message,) = play.outbox
    assert (message.data["news"], message.data["hex"], len(message.data["cargo"])) == ("back", ABOVE, 1)


def test_the_bot_sets_troops_down_and_goes_up_without_them() -> None:
    table, sent = table_with(down(cargo=troops(tank("a"), squad("s", aboard="a")))), []
    for _ in range(14):
        for phase in ("movement", "combat", "hits", "initiative"):
            table.phase(phase)
            sent += [m for m in table.outbox if m.kind in ("units_dropped", "patrol_up")]
    assert [m.kind for m in sent] == ["units_dropped", "patrol_up"]
    assert (sent[1].data["news"], sent[1].data["cargo"]) == ("up", [])


# --- there and back ---------------------------------------------------------------------------------------------------------------------


@given(st.sampled_from(sorted(id for id, t in craft_types().items() if t.is_patrol)), st.integers(0, 400), st.integers(0, 4))
def test_there_and_back_without_damage_changes_nothing(kind: str, left: int, halves: int) -> None:
    """What Leviathan makes of the points and guns that it made of its boxes is what it had."""
    card = sheets()[kind]
    sides = dict(
        zip(("bow", "right_bow", "right_stern", "stern", "left_stern", "left_bow"), ("F", "FR", "AR", "A", "AL", "FL"), strict=True)
    )
    armor = {side: [left % (card.armor[at] + 1), card.armor[at]] for side, at in sides.items()}
    boat = fresh_craft("boat", "Boat", craft_types()[kind], "tog", mission="fighters")
    conversion.wear(boat, down(kind, armor=armor, turret_halves=halves))
    for side, (points, of) in conversion.armor_left(boat).items():
        assert -(-card.armor[sides[side]] * points // of) == armor[side][0]
    working, guns = conversion.turret_guns(boat)
    assert working == conversion.guns_kept(guns, halves)


def test_systems_mended_above_work_again_below() -> None:
    table = table_with(down())
    table.craft("boat").marks = {"drive": 3, "life_support": 1, "superstructure": 1}
    sheet = go_up(table)["sheet"]
    for phase in ("combat", "hits"):
        table.phase(phase)
    table.phase("initiative", [mail("patrol_down", down(sheet=sheet, systems=["life_support"]))])
    assert table.craft("boat").marks == {"drive": 1, "life_support": 1, "superstructure": 1}
