"""Launching and recovering fighters (leviathan: Fighter Bays, The Chase; centurion: Launching Fighters)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales.engine import Decision, Event, Json
from scales.leviathan import ENGINE, catalog
from scales.leviathan.damage import damage, internals
from scales.leviathan.fighters import decks, dogfight
from scales.leviathan.movement import sequence
from scales.leviathan.state import State
from scales.play import Play
from tests.leviathan.table import Game, fighters, ship, table

GROUP, SQUADRON = "gladius_group", "gladius_squadron"


def carrier(kind: str, *units: Json, **more: Any) -> State:
    """A carrier in 1:1207 with these units, and an enemy far away."""
    state = table([ship("c", kind, "tog", "1:1207", 1), ship("e", "ajax", "rl", "2:1210", 4)], fighters=list(units), **more)
    state.turn = 1
    return state


def aboard(id: str = "f", unit: str = GROUP) -> Json:
    return fighters(id, unit, "tog", aboard="c")


def out(id: str = "f", unit: str = GROUP, hex: str = "1:1207") -> Json:
    return fighters(id, unit, "tog", hex)


def phase(state: State, **say: Json) -> tuple[State, list[Event]]:
    game = Game(state)
    events = game.phase("launch", say=say or {"nobody": {}})
    return game.state, events


LAUNCH, LAND = {"do": "launch"}, {"do": "recover", "ship": "c"}


# ---- launching -----------------------------------------------------------------------------------------------------


def test_a_carrier_launches_its_whole_wing_at_once() -> None:
    units = [aboard(f"f{n}") for n in range(5)]
    state, events = phase(carrier("xerxes", *units), **{f"f{n}": LAUNCH for n in range(5)})
    assert [e.kind for e in events] == ["launched"] * 5
    assert all(u.on_map and u.hex == state.ships["c"].hex for u in state.fighters.values())
    assert state.ships["c"].card.launchers == 360


def test_a_unit_launched_may_be_shot_at_and_neither_moves_nor_attacks_that_turn() -> None:
    state, _ = phase(carrier("shiva", aboard()), f=LAUNCH)
    unit = state.fighters["f"]
    assert unit.on_map
    assert not dogfight.may_attack(state, unit)
    assert not sequence.movable(state, unit)
    state.turn += 1
    assert dogfight.may_attack(state, unit)
    assert sequence.movable(state, unit)


# ---- recovering ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "stations"), [("xerxes", 180), ("shiva", 36), ("fulgur", 12), ("ajax", 6)])
def test_half_of_what_a_ship_carries_is_recovered_in_a_turn(kind: str, stations: int) -> None:
    assert carrier(kind).ships["c"].card.stations == stations


def test_half_a_wing_lands_in_a_turn_and_the_rest_next_turn() -> None:
    state = carrier("xerxes", *[out(f"f{n}") for n in range(5)])
    state, events = phase(state, **{f"f{n}": LAND for n in range(5)})
    assert [u.aboard for u in state.fighters.values()] == ["c", "c", "", "", ""]
    assert (state.fighters["f2"].landing, state.fighters["f2"].landed) == ("c", 36)
    assert [e.kind for e in events] == ["recovered"] * 3 + ["waits"] * 2
    assert ENGINE.invariants(state) == []
    state.turn += 1
    state, events = phase(state, **{f"f{n}": LAND for n in (2, 3, 4)})
    assert [u.aboard for u in state.fighters.values()] == ["c"] * 5
    assert [e.units[0] for e in events] == ["f2", "f3", "f4"]
    assert sum(e.data["fighters"] for e in events) == 180


def test_a_group_of_a_battleship_takes_two_turns_and_does_not_attack_while_it_lands() -> None:
    state, events = phase(carrier("shiva", out()), f=LAND)
    assert events[0].text == "C recovers 36 of 72 fighters of F; the others follow next turn."
    assert not dogfight.may_attack(state, state.fighters["f"])
    assert decks.carried(state, state.ships["c"]) == 36
    state.turn += 1
    state, events = phase(state, f=LAND)
    assert events[0].text == "C recovers F."
    assert (state.fighters["f"].aboard, state.fighters["f"].landed) == ("c", 0)


def test_a_unit_that_breaks_off_begins_anew() -> None:
    state, _ = phase(carrier("shiva", out()), f=LAND)
    state.turn += 1
    state, _ = phase(state, f={"do": "none"})
    assert (state.fighters["f"].landing, state.fighters["f"].landed) == ("", 0)


def test_offers_tell_room_stations_and_turns() -> None:
    state = carrier("shiva", out())
    decision = Decision("launch:tog", "tog", "launch", "", ["f"])
    (slot,) = ENGINE.offers(ENGINE.view(state, "tog"), decision)
    land = next(o for o in slot.options if o.order == LAND)
    assert land.info == {"ship": "c", "fighters": 72, "carried": 0, "capacity": 72, "stations": 36, "landed": 0, "turns": 2}


@given(st.lists(st.sampled_from(["gladius_squadron", "gladius_flight", "gladius_group"]), min_size=1, max_size=6))
def test_nothing_lands_beyond_stations_or_room(units: list[str]) -> None:
    state = carrier("syracuse", *[out(f"f{n}", unit) for n, unit in enumerate(units)])
    able = {u.id: LAND for u in state.fighters.values() if LAND in decks.choices(state, u)}
    state, events = phase(state, **able)
    card = state.ships["c"].card
    assert sum(e.data["fighters"] for e in events if e.kind == "recovered") <= card.stations
    assert decks.carried(state, state.ships["c"]) <= card.fighters
    assert ENGINE.invariants(state) == []


# ---- re-arming -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turns", "armed"), [(1, False), (2, True)])
def test_a_full_turn_aboard_re_arms(turns: int, armed: bool) -> None:
    state = carrier("shiva", out(unit=SQUADRON))
    state.fighters["f"].missiles_left = False
    state, _ = phase(state, f=LAND)
    state.turn += turns
    state, _ = phase(state, f=LAUNCH)
    assert state.fighters["f"].missiles_left is armed


# ---- damage --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "component", "works"),
    [
        ("xerxes", "flight_deck_damaged", False),
        ("xerxes", "flight_deck_destroyed", False),
        ("shiva", "spinal_coil_damaged", True),
        ("shiva", "structural_collapse", False),
    ],
)
def test_a_carrier_with_a_damaged_flight_deck_neither_launches_nor_recovers(kind: str, component: str, works: bool) -> None:
    state = carrier(kind, aboard(unit=SQUADRON), out("g", SQUADRON))
    state.ships["c"].effects[component] = 1
    found = [decks.faults(state, state.fighters[u], order) for u, order in (("f", LAUNCH), ("g", LAND))]
    assert [not f for f in found] == [works, works]


def test_a_short_on_the_flight_deck_passes() -> None:
    state = carrier("xerxes", aboard(unit=SQUADRON))
    xerxes = state.ships["c"]
    xerxes.pending = [["flight_deck_shorts", "F"]]
    internals.settle(xerxes)
    (fault,) = decks.faults(state, state.fighters["f"], LAUNCH)
    assert fault == "C neither launches nor recovers fighters: the flight deck has a short (leviathan: Spinal Mount: Coil Shorts)"
    internals.settle(xerxes)
    assert decks.faults(state, state.fighters["f"], LAUNCH) == []


@pytest.mark.parametrize(
    ("component", "rule"),
    [("flight_deck_destroyed", "leviathan: Spinal Mount Destroyed"), ("", "leviathan: Destroying a Ship")],
)
def test_fighters_aboard_are_lost_with_the_deck_or_the_ship(component: str, rule: str) -> None:
    state = carrier("xerxes", aboard(unit=SQUADRON), out("g", SQUADRON))
    if component:
        state.ships["c"].effects[component] = 1
    else:
        state.ships["c"].destroyed = True
    play = Play(state, Game(state)._dice(0, "dice"))
    damage.take_effect(play)
    assert [(e.units, e.rule) for e in play.events if e.kind == "lost_aboard"] == [(["f", "c"], rule)]
    assert [u.destroyed for u in state.fighters.values()] == [True, False]


def test_a_hit_on_the_fighter_bay_of_an_installation() -> None:
    kind = next(k for k, card in catalog.sheets().items() if card.kind == "orbital" and card.fighters)
    base = {"id": "c", "name": "C", "class": kind, "side": "tog", "hex": "1:1207"}
    state = table([ship("e", "ajax", "rl", "2:1210", 4)], installations=[base], fighters=[aboard(unit=SQUADRON), out("g", SQUADRON)])
    state.ships["c"].effects["fighter_bay"] = 1
    (fault,) = decks.faults(state, state.fighters["g"], LAND)
    assert fault == "C neither launches nor recovers fighters: the fighter bay is damaged (leviathan: Fighter Bay)"
    play = Play(state, Game(state)._dice(0, "dice"))
    damage.take_effect(play)
    assert state.fighters["f"].destroyed
    assert {e.rule for e in play.events if e.kind == "lost_aboard"} == {"leviathan: Fighter Bay"}


# ---- refusals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (LAUNCH, "F is aboard no ship that could launch it (centurion: Launching Fighters)"),
        ({"do": "recover", "ship": "e"}, "there is no ship 'e' of its side for F to land on (leviathan: Fighter Bays)"),
        ({"do": "recover", "ship": "x"}, "there is no ship 'x' of its side for F to land on (leviathan: Fighter Bays)"),
        ({"do": "recover", "ship": "d"}, "F must be in a hex of D to land on it (leviathan: Fighter Bays)"),
        ({"do": "recover", "ship": "l"}, "L has no fighter bays (leviathan: Fighter Bays)"),
        (LAND, "C has room for 24 fighters, and F has 72 (leviathan: Fighter Bays)"),
        ({"do": "fly"}, "a unit does nothing (none), launches (launch), or lands on a ship (recover, with ship)"),
        (None, "a unit does nothing (none), launches (launch), or lands on a ship (recover, with ship)"),
    ],
)
def test_refusals(order: object, text: str) -> None:
    units = [
        ship("c", "fulgur", "tog", "1:1207", 1), ship("d", "shiva", "tog", "1:0504", 1), ship("l", "lusoria", "tog", "1:1207", 1),
        ship("e", "ajax", "rl", "2:1210", 4),
    ]  # fmt: skip
    state = table(units, fighters=[out()])
    assert decks.faults(state, state.fighters["f"], order) == [text]


# ---- the record sheet ----------------------------------------------------------------------------------------------


def test_record_sheets_show_bays_and_landing() -> None:
    state, _ = phase(carrier("shiva", out()), f=LAND)
    view = ENGINE.view(state, "tog")
    assert ENGINE.record(view, "c")["fighter_bays"] == {
        "carried": 36, "room": 72, "launched_a_turn": 72, "recovered_a_turn": 36, "state": "ok",
    }  # fmt: skip
    assert ENGINE.record(view, "f")["place"] == "on the map, 36 of 72 fighters landed on C"
