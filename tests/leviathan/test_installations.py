"""Orbital and ground installations: what they are, what damage leaves of them, and what is told of it (leviathan: Orbital Installations)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales import armor
from scales.dice import ScriptedDice
from scales.hexes import Hex
from scales.leviathan import ENGINE, board, catalog
from scales.leviathan.combat import fire, fire_orders, turrets
from scales.leviathan.damage import damage, internals
from scales.leviathan.ground import armor_loss, ground_attack
from scales.leviathan.installations import facility
from scales.leviathan.state import Ship, State
from scales.play import Play
from tests.leviathan.table import Game, fighters, mail, ship, table

PARTS = ("installation_equipment", "main_computer", "secondary_computer", "facility_half_damaged", "facility_destroyed")


def _table(kind: str = "on4", hex: str = "1:0914", heading: int = 1, **more: Any) -> State:
    units = [ship("fulgur", "fulgur", "tog", "1:1514", 5, velocity=2), ship("ajax", "ajax", "rl", "2:2601", 1)]
    base = {"id": "base", "name": "Base", "class": kind, "side": "rl", "hex": hex, "heading": heading, **more}
    return table(units, layout="leviathan_planet", installations=[base])


def _base(**effects: int) -> Ship:
    base = _table().ships["base"]
    base.effects |= effects
    return base


# ---- output and stores ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effects", "output"),
    [
        ({}, 100),
        ({"main_computer": 1}, 50),
        ({"secondary_computer": 1}, 100),
        ({"main_computer": 1, "secondary_computer": 1}, 0),
        ({"installation_equipment": 1}, 90),
        ({"installation_equipment": 3, "main_computer": 2}, 35),
        ({"installation_equipment": 10}, 0),
    ],
)
def test_output_follows_the_computers_and_each_box_of_equipment(effects: dict[str, int], output: int) -> None:
    assert facility.output(_base(**effects)) == output


@pytest.mark.parametrize(
    ("effects", "stores"),
    [
        ({}, 100),
        ({"facility_half_damaged": 1}, 50),
        ({"facility_half_damaged": 1, "facility_destroyed": 1}, 0),
        ({"facility_destroyed": 1}, 0),
    ],
)
def test_stores_are_lost_by_half_and_then_whole(effects: dict[str, int], stores: int) -> None:
    assert facility.stores(_base(**effects)) == stores


@given(hits=st.dictionaries(st.sampled_from(PARTS), st.integers(1, 10)), more=st.sampled_from(PARTS))
def test_more_damage_never_leaves_more(hits: dict[str, int], more: str) -> None:
    one, other = _base(**hits), _base(**hits)
    other.effects[more] = min(10, other.effects.get(more, 0) + 1)
    for figure in (facility.output, facility.stores):
        assert 0 <= figure(other) <= figure(one) <= 100


def test_a_box_of_equipment_is_a_tenth_and_every_box_counts() -> None:
    base = _base()
    row, column = 3, 3  # the first of its row
    for step in range(4):
        internals.take_points(base, "F", column + step, row + 1)
    play = Play(_table(), ScriptedDice.of())
    play.state.ships["base"] = base
    damage.take_effect(play)
    assert base.effects["installation_equipment"] == 4
    assert facility.output(base) == 60


def test_weapons_fire_on_without_the_computers() -> None:
    base = _base(main_computer=1, secondary_computer=1)
    base.weapons = 1
    assert fire.may_fire_bays(base)


def test_a_hit_fighter_bay_destroys_what_is_in_it_and_takes_nobody_aboard() -> None:
    state = _table(fighters=[fighters("gladii", "gladius_squadron", "rl")])
    base = state.ships["base"]
    base.pending = [["fighter_bay", "F"]]
    damage.take_effect(Play(state, ScriptedDice.of()))
    assert state.fighters["gladii"].destroyed
    assert not internals.deck_works(base)


# ---- what is told --------------------------------------------------------------------------------------------------


def test_damage_is_told_with_output_and_stores_also_in_the_first_turn() -> None:
    state = _table()
    base = state.ships["base"]
    base.pending = [["main_computer", "F"], ["facility_half_damaged", "F"]]
    play = Play(state, ScriptedDice.of())
    damage.take_effect(play)
    ground_attack.tell_damage(play)
    (event,) = [e for e in play.events if e.kind == "installation"]
    assert event.text == "Base is damaged: it works at 50 percent of its output and has half of its stores."
    assert event.rule == "leviathan: Orbital Installations"
    assert (event.data["output"], event.data["stores"]) == (50, 50)
    ground_attack.tell_damage(play)
    assert len(play.outbox) == 1  # nothing new, nothing told


def test_the_record_sheet_shows_output_stores_and_boats() -> None:
    state = _table()
    state.ships["base"].effects["installation_equipment"] = 2
    view = ENGINE.view(state, "tog")
    assert ENGINE.record(view, "base")["facility"] == {"output": 80, "stores": 100, "boats": 10, "abandoned": False, "saved": 0}
    assert "facility" not in ENGINE.record(view, "ajax")


def test_fates_tell_a_campaign_what_is_left_of_a_facility_and_the_next_battle_begins_with_it() -> None:
    state = _table()
    base = state.ships["base"]
    base.effects |= {"main_computer": 1, "facility_destroyed": 1}
    base.evacuation.launching, base.evacuation.boats, base.evacuation.saved = "manual", 4, 60
    sheet = ENGINE.report(state).fates["base"].sheet
    assert sheet["facility"] == {"output": 0, "stores": 0, "boats": 4, "abandoned": True, "saved": 60}
    again = _table(sheet=sheet).ships["base"]
    assert facility.figures(again) == sheet["facility"]
    assert "facility" not in ENGINE.report(state).fates["ajax"].sheet


@pytest.mark.parametrize("wrong", [{"boats": 11}, {"saved": -1}, {"abandoned": 1}, {"crew": 3}, 7, {"output": True}])
def test_a_facility_that_cannot_be_is_refused(wrong: Any) -> None:
    base = {"id": "base", "name": "Base", "class": "on4", "side": "rl", "hex": "1:0914", "sheet": {"facility": wrong}}
    setup = {"layout": "leviathan_planet", "sides": [{"id": "rl", "faction": "commonwealth", "seat": "rl"}], "installations": [base]}
    assert [f.code for f in ENGINE.faults(setup)] == ["bad_sheet"]


# ---- in orbit ------------------------------------------------------------------------------------------------------


def test_an_orbital_installation_is_one_counter_that_keeps_its_heading_and_its_place() -> None:
    game = Game(_table(heading=3))
    for _ in range(2):
        game.turn()
    base = game.state.ships["base"]
    assert (base.heading, tuple(base.hex), base.velocity, base.card.hexes) == (3, (9, 14), 0, 1)
    assert (base.weapons, base.maneuver) == (1, 0)


def test_its_arcs_and_sides_are_those_of_a_ship_of_one_hex() -> None:
    state = _table(heading=2)
    base, twin = state.ships["base"], state.ships["ajax"]
    twin.hex, twin.heading, twin.rolled = base.hex, base.heading, False
    for column, row in ((12, 14), (6, 12), (9, 20), (9, 8), (14, 9)):
        state.ships["fulgur"].hex = Hex(column, row)
        for location in "LRFA":
            ways = [board.ways(unit, state.ships["fulgur"], location) for unit in (base, twin)]
            assert ways[0] == ways[1]
        assert board.ways(state.ships["fulgur"], base, "*")[0].sides == board.ways(state.ships["fulgur"], twin, "*")[0].sides


def test_it_fires_one_broadside_a_turn() -> None:
    state = _table(heading=2)
    base, fulgur = state.ships["base"], state.ships["fulgur"]
    base.weapons = 1
    left, right = ([str(n) for n, b in enumerate(base.card.bays) if b.location == side] for side in "LR")
    fulgur.hex = Hex(12, 16)
    order = {"broadsides": ["L", "R"], "bays": dict.fromkeys(left + right, "fulgur")}
    assert any("block" in text or "broadside" in text for text in fire_orders.faults(state, base, order))


# ---- on the ground -------------------------------------------------------------------------------------------------


def test_a_ground_installation_has_its_forward_armor_and_shield_alone() -> None:
    for kind, card in catalog.sheets().items():
        if card.kind == "ground":
            assert {s for s in card.armor if card.armor[s]} == {"F"}, kind
            assert {s for s in card.shields if card.shields[s]} <= {"F"}, kind


@pytest.mark.parametrize(("hex", "bears"), [((5, 14), True), ((3, 10), True), ((2, 14), True), ((2, 22), True), ((1, 10), False)])
def test_ground_batteries_fire_up_in_their_arc(hex: tuple[int, int], bears: bool) -> None:
    state = _table("gn4", "1:0114")
    state.ships["fulgur"].hex = Hex(*hex)
    for location in {b.location for b in state.ships["base"].card.bays}:
        assert bool(board.ways(state.ships["base"], state.ships["fulgur"], location)) == bears


def test_an_installation_that_the_ground_tells_of_too_fires_its_bays_turrets_and_missiles_as_before() -> None:
    # given a base with a destroyer and fighters above it, which the ground picture names by the same id
    game = Game(_table("gn4", "1:0114"))
    game.state.ships["fulgur"].hex = Hex(5, 14)
    told = {"id": "base", "name": "Base", "side": "rl", "kind": "installation", "hex": "1:0114", "terrain": "open", "mode": "grounded"}
    for name in ("power", "movement"):
        game.phase(name, say={"fulgur": {"first": -2, "path": "", "last": 0, "orbit": 0}} if name == "movement" else None)
    game.phase("spotting", [mail("ground_picture", {"units": [told], "battles": {}})])
    game.phase("launch")
    assert "base" in game.state.ground.things
    # when it fires all it has
    events = game.phase("combat")
    # then its bays have fired
    assert any(event.units[:1] == ["base"] and event.kind == "fired" for event in events), [(e.kind, e.units) for e in events]


def test_whoever_fires_at_the_ground_meets_the_forward_side() -> None:
    state = _table("gn4", "1:0114")
    for hex in (Hex(2, 14), Hex(3, 13), Hex(8, 18)):
        state.ships["fulgur"].hex = hex
        assert {shot.sides for shot in board.ways(state.ships["fulgur"], state.ships["base"], "*")} == {("F",)}


def test_both_turret_fire_controls_stand_behind_the_turrets_of_a_ground_installation() -> None:
    base = _table("gn4", "1:0114").ships["base"]
    assert turrets.mounts(base) == ["F"]
    base.turret_fc = {"L": 1, "R": 2}
    assert [m.value for m in turrets.turret_modifiers(base, "F")] == [-3]


def test_what_was_lost_below_takes_armor_and_bays_and_is_not_told_back() -> None:
    state = _table("gl2", "1:0114")
    base = state.ships["base"]
    armor_loss.from_below(base, "crippled", {"installations": 6, "out": 3})
    assert armor.boxes_left(base.armor["F"]) == 50
