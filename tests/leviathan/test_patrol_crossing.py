"""Patrol class ships that go down to the Interceptor board and come back (option patrol_craft_cross)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales.armor import boxes_left
from scales.codec import plain
from scales.dice import ScriptedDice
from scales.engine import Decision, Json, Orders
from scales.hexes import Hex
from scales.interceptor.preparation.craft import fresh_craft
from scales.interceptor.tables import craft_types
from scales.interceptor.transfers import conversion
from scales.leviathan import ENGINE, catalog
from scales.leviathan.patrol import crossing
from scales.leviathan.preparation.setup import new_ship
from scales.leviathan.scenario import reckoning
from scales.leviathan.state import Ship, State
from scales.messages import PatrolUp
from tests.leviathan.table import Game, document, fighters, mail, ship, table

OVER = "2:0501"
TANK = {"id": "tank", "kind": "grav", "mass": 250, "men": 3, "unit": {"type": "wolverine"}}
ON = {"patrol_craft_cross": True}


def units(kind: str = "ponto", **more: Any) -> list[Json]:
    return [ship("boat", kind, "tog", more.pop("hex", OVER), 1, **more), ship("ajax", "ajax", "rl", "2:1610", 1, velocity=2)]


def planet(*, options: Json | None = None, interceptor: bool = True, given: list[Json] | None = None, **more: Any) -> State:
    wanted = ON if options is None else options
    return table(given or units(), layout="leviathan_planet", interceptor=interceptor, options=wanted, standing=True, **more)


def moved(state: State, say: Json | None = None) -> Game:
    """The boat waits for the order to go down, which ends the movement phase."""
    game = Game(state)
    game.state.turn = 1
    game.phase("power")
    game.phase("movement", say={"move:boat": {"first": 0, "path": "", "last": 0}} | (say or {}))
    return game


def below(**more: Any) -> Game:
    """The boat is down."""
    return moved(planet(**more), {"down:boat": {"down": True}})


def up(hex: str = "2:0402", **more: Any) -> PatrolUp:
    return PatrolUp("boat", "tog", hex, more.pop("news", "up"), **more)


def taken_back(news: PatrolUp, game: Game | None = None) -> Game:
    game = game or below()
    game.phase("spotting")
    game.phase("launch", [mail("patrol_up", plain(news))])
    return game


def sent(game: Game) -> list[Json]:
    return [m.data for m in game.outbox if m.kind == "patrol_down"]


# ---- down ----------------------------------------------------------------------------------------------------------


def test_a_ship_over_the_board_below_goes_down_with_what_it_carries() -> None:
    game = below(given=units(cargo=[TANK]))
    (message,) = sent(game)
    assert (message["ship"], message["craft_type"], message["hex"], message["side"]) == ("boat", "ponto", message["hex"], "tog")
    assert message["armor"]["bow"] == [10, 10]
    assert [load["id"] for load in message["cargo"]] == ["tank"]
    boat = game.state.ships["boat"]
    assert (boat.below, boat.on_map, boat.cargo) == (True, False, [])


def test_without_the_option_nobody_is_asked() -> None:
    for state in (planet(options={}), planet(interceptor=False), planet(given=units(hex="2:1501")), planet(given=units("fulgur"))):
        game = moved(state)
        assert not [e for e in game.events if e.kind == "patrol_down"]
        assert not crossing.may_go_down(game.state, game.state.ships["boat"])


def test_a_ship_converted_by_its_set_up_stays_above() -> None:
    armor = dict.fromkeys(("bow", "right_bow", "right_stern", "stern", "left_stern", "left_bow"), 100)
    own = {"name": "Own", "class": "gunboat", "thrust": 3, "power": 3000, "armor": armor, "streamlined": True}
    boat = {"id": "boat", "name": "Boat", "interceptor": own, "side": "tog", "hex": OVER}
    state = planet(given=[boat, units()[1]])
    assert not crossing.may_go_down(state, state.ships["boat"])


@pytest.mark.parametrize("part", ["plant_half", "sld_half", "main_bridge", "structural_collapse", "plant_destroyed"])
def test_a_ship_without_its_power_or_its_bridge_stays_above(part: str) -> None:
    state = planet()
    assert crossing.may_go_down(state, state.ships["boat"])
    state.ships["boat"].effects[part] = 1
    assert not crossing.may_go_down(state, state.ships["boat"])


def test_below_it_neither_moves_nor_fires_nor_is_shot_at() -> None:
    game = below()
    for _ in range(2):
        for name in ("spotting", "launch", "combat", "power", "movement"):
            events = game.phase(name)
            assert not [e for e in events if "boat" in e.units], name
    assert reckoning.effective(game.state)["tog"] == 1
    assert ENGINE.report(game.state).fates["boat"].status == "ok"
    assert ENGINE.record(ENGINE.view(game.state, "rl"), "boat")["state"] == "on the board below"
    assert not [c for c in ENGINE.picture(ENGINE.view(game.state, "rl")).counters if c.unit == "boat"]


def test_what_it_carries_is_known_to_its_own_side_alone() -> None:
    state = planet(given=units(cargo=[TANK]))
    assert ENGINE.record(ENGINE.view(state, "tog"), "boat")["cargo"] == [{"unit": "tank", "name": "tank", "men": 3}]
    assert "cargo" not in ENGINE.record(ENGINE.view(state, "rl"), "boat")
    assert ENGINE.view(state, "rl").state.ships["boat"].cargo == []


def test_the_bot_goes_down_with_troops_for_a_battle_alone() -> None:
    for cargo, battles, goes in (([TANK], True, True), ([], True, False), ([TANK], False, False)):
        state = planet(given=units(cargo=cargo))
        game = Game(state)
        game.state.turn = 1
        if battles:
            game.state.ground.known, game.state.ground.battles = True, {"b1": Hex(1, 14)}
        game.phase("power")
        game.phase("movement", say={"move:boat": {"first": 0, "path": "", "last": 0}})
        assert game.state.ships["boat"].below is goes, (cargo, battles)


# ---- up ------------------------------------------------------------------------------------------------------------


def test_it_comes_back_in_the_hex_above_as_it_flew() -> None:
    game = taken_back(up("2:0902", heading=4, velocity=6, sheet={"marks": {"plant": 1}}))
    boat = game.state.ships["boat"]
    assert (boat.below, tuple(boat.hex), boat.heading, boat.velocity) == (False, (9, 16), 4, 6)
    assert boat.sheet_below == {"marks": {"plant": 1}}
    (event,) = [e for e in game.events if e.kind == "patrol_up"]
    assert (event.cause, event.data["lost"]) == ("other-1", [])


def test_near_the_planet_it_flies_no_faster_than_a_ship_may() -> None:
    assert taken_back(up("2:0302", heading=4, velocity=6)).state.ships["boat"].velocity == 4


def test_damage_below_is_damage_above() -> None:
    lost: Json = {"armor": {"bow": [50, 140]}, "weapons_lost": ["left"], "turret_guns": [2, 4], "shields_lost": ["stern"]}
    game = taken_back(up(**lost, systems=["anti_grav_drive", "maneuver_power_system"]), below(given=units("pegasus")))
    boat = game.state.ships["boat"]
    assert boxes_left(boat.armor["F"]) == 4
    assert [b.destroyed for b, c in zip(boat.bays, boat.card.bays, strict=True)] == [c.location == "L" for c in boat.card.bays]
    assert (boat.turret_halves, boat.broken) == ({"F": 1}, ["A"])
    assert boat.effects == {"anti_grav_drive": 1, "maneuver_power_system": 1}
    (event,) = [e for e in game.events if e.kind == "patrol_up"]
    assert event.text.endswith("it has lost 6 armor boxes, the left bay, turrets, shields, anti-grav drive, maneuver power system below.")


def test_lost_below_it_is_destroyed_with_the_fighters_aboard_and_once() -> None:
    wing = fighters("wing", "gladius_squadron", "tog", aboard="boat")
    game = below(given=units("pharetra"), fighters=[wing])
    news = up(news="lost", how="destroyed", by="c1")
    game.phase("spotting")
    game.phase("launch", [mail("patrol_up", plain(news)), mail("patrol_up", plain(up()))])
    boat = game.state.ships["boat"]
    assert (boat.destroyed, boat.by, boat.on_map, game.state.fighters["wing"].destroyed) == (True, "c1", False, True)
    assert [e.kind for e in game.events if "boat" in e.units][-2:] == ["patrol_lost", "lost_aboard"]
    assert ENGINE.report(game.state).fates["boat"].status == "destroyed"
    assert ENGINE.record(ENGINE.view(game.state, "rl"), "boat")["state"] == "lost on the board below"


def test_one_that_never_came_down_stays_with_what_it_carries() -> None:
    game = below(given=units(cargo=[TANK]))
    where = game.state.ships["boat"].hex
    load = sent(game)[0]["cargo"]
    game.phase("spotting")
    game.phase("launch", [mail("patrol_up", plain(up(news="back")) | {"cargo": load})])
    boat = game.state.ships["boat"]
    assert (boat.below, boat.hex, [c.id for c in boat.cargo]) == (False, where, ["tank"])


def test_news_of_a_ship_that_is_not_below_is_nothing() -> None:
    game = moved(planet())
    before = game.state.ships["boat"].hex
    game.phase("spotting")
    assert not [e for e in game.phase("launch", [mail("patrol_up", plain(up()))]) if e.kind == "patrol_up"]
    assert game.state.ships["boat"].hex == before


# ---- there and back ------------------------------------------------------------------------------------------------


@given(st.sampled_from(sorted(id for id, card in catalog.sheets().items() if card.is_patrol)), st.integers(0, 30), st.integers(0, 1))
def test_there_and_back_without_damage_changes_nothing(kind: str, left: int, halves: int) -> None:
    """Each side with some of its boxes; the board below makes points of them and back."""
    boat: Ship = new_ship("boat", "Boat", "tog", kind, planet().ships["boat"].hex)
    for side, grid in boat.armor.items():
        crossing._thin(grid, left % (boat.card.armor[side] + 1))
    boat.turret_halves = {"F": halves} if halves else {}
    boat.effects = {"life_support": 1}
    before = plain(boat)
    news = crossing.news_of(boat, OVER)
    craft = fresh_craft("boat", "Boat", craft_types()[kind], "tog", mission="fighters")
    conversion.wear(craft, news)
    back = up(armor=conversion.armor_left(craft), weapons_lost=conversion.weapons_lost(craft), turret_guns=conversion.turret_guns(craft))
    back.shields_lost, back.systems = conversion.shields_lost(craft), conversion.systems_out(craft)
    assert crossing.wear(boat, back) == []
    assert plain(boat) == before


def test_both_boards_know_the_same_patrol_ships_and_what_they_carry() -> None:
    for id, card in catalog.sheets().items():
        if card.is_patrol:
            type = craft_types()[id]
            assert (type.name, type.kind, type.is_patrol) == (card.name, card.hull, True)
            assert crossing.room(id) == (type.bays, type.bay_tons, type.passengers)


# ---- set-up and rulings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "options", "words"),
    [
        ("ponto", {}, "they come down where the option patrol_craft_cross is played"),
        ("pegasus", ON, "has 0 bays for vehicles, its cargo is 1"),
        ("fulgur", ON, "has 0 bays for vehicles, its cargo is 1"),
    ],
)
def test_cargo_that_cannot_go_down_is_refused(kind: str, options: Json, words: str) -> None:
    hex = OVER if kind != "fulgur" else "2:1501"
    setup = document(units(kind, hex=hex, cargo=[TANK]), layout="leviathan_planet", interceptor=True, options=options)
    assert any(words in f.text for f in ENGINE.faults(setup))


@pytest.mark.parametrize("kind", ["move", "damage", "repair", "destroy", "remove"])
def test_a_ship_below_is_ruled_on_there(kind: str) -> None:
    game = below()
    more = {"move": {"hex": OVER}, "damage": {"points": 1, "side": "F"}}.get(kind, {})
    with pytest.raises(ValueError, match="flies on the board below"):
        ENGINE.amend(game.state, {"kind": kind, "unit": "boat", "reason": "x", **more}, ScriptedDice.of())


def test_a_ship_lost_below_can_be_given_back() -> None:
    game = taken_back(up(news="lost", how="destroyed"))
    step = ENGINE.amend(game.state, {"kind": "repair", "unit": "boat", "hex": OVER, "reason": "a mistake"}, ScriptedDice.of())
    assert step.state.ships["boat"].alive


def test_an_order_to_go_down_is_true_or_false() -> None:
    game = moved(planet())
    decision = asked()
    view = ENGINE.view(game.state, "tog")
    assert [s.label for s in ENGINE.offers(view, decision)[0].options] == [
        "stays on this board",
        "goes down to the board below from 2:0401",
    ], "the well pulls it down a row"
    assert ENGINE.check(view, decision, Orders({"boat": {"down": 1}}))


def asked() -> Decision:
    return Decision("down:tog", "tog", "down", "Which units go down to the Interceptor board?", ["boat"], sealed=True)


def test_a_result_of_a_table_leaves_a_ship_below_out() -> None:
    game = below()
    rest = {"fates": {"ajax": {"status": "ok"}}}
    assert ENGINE.report_faults(game.state, rest) == []
    assert ENGINE.settle(game.state, rest).state.ships["boat"].flies_below
    told = {"fates": {"ajax": {"status": "ok"}, "boat": {"status": "ok"}}}
    assert ENGINE.settle(game.state, told).state.ships["boat"].flies_below
    both = {"fates": {"ajax": {"status": "ok"}, "boat": {"status": "destroyed"}}}
    assert [f.code for f in ENGINE.report_faults(game.state, both)] == ["below"]
