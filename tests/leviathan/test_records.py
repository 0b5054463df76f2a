"""Record sheets as a person reads them: what they say is what the state holds, and no more than the view shows."""

from collections.abc import Iterator
from typing import Any

import pytest

from api.drawing import svg
from campaigns.check import board_setup
from campaigns.library import every
from scales.armor import boxes_left
from scales.codec import encode, plain
from scales.dice import ScriptedDice
from scales.engine import Json
from scales.engines import engine
from scales.leviathan import ENGINE, board, catalog
from scales.leviathan.damage import effects, internals
from scales.leviathan.scenario import victory
from scales.leviathan.state import FighterUnit, Ship, State
from tests.leviathan.moments import moments
from tests.leviathan.table import document, fighters, ship, table

SEATS = ("tog", "rl", "")


def library_battles() -> Iterator[State]:
    """Every Leviathan board of the library at its start."""
    for campaign in every(engine):
        for theatre in campaign.theatres:
            if "leviathan" in theatre.boards:
                yield ENGINE.setup(board_setup(campaign, theatre, "leviathan"), ScriptedDice.of()).state


def battles() -> list[State]:
    return [*library_battles(), *(m.state for seed in (0, 1, 4) for m in moments(seed)[::6])]


def records() -> Iterator[tuple[State, str, str, Json]]:
    """(state, unit, its side if the reader's, record) of everything for both sides and a spectator."""
    for state in battles():
        for seat in [*(s.seat for s in state.sides), ""]:
            view = ENGINE.view(state, seat)
            for unit in [*state.ships, *state.fighters]:
                yield state, unit, view.side, ENGINE.record(view, unit)


def test_a_record_says_what_the_state_holds() -> None:
    seen = set()
    for state, unit, _, found in records():
        thing = state.ships.get(unit) or state.fighters[unit]
        seen.add(type(thing))
        assert (found["name"], found["side"], found["status"]) == (thing.name, thing.side, victory.status(thing))
        if thing.on_map:
            assert board.parse(state.sheets, found["at"]) == thing.hex
        (_ship_agrees if isinstance(thing, Ship) else _fighters_agree)(thing, found)
    assert seen == {Ship, FighterUnit}


def _ship_agrees(ship: Any, found: Json) -> None:
    card = ship.card
    assert {s: a["left"] for s, a in found["armor"].items()} == {s: boxes_left(g) for s, g in ship.armor.items() if card.armor[s]}
    assert {s: f["factor"] for s, f in found["shields"].items()} == {s: ship.shield(s) for s in card.shields if card.shields[s]}
    assert (found["facing"], found["movement"]["velocity"], found["movement"]["drift"]) == (ship.heading, ship.velocity, ship.drift)
    bays = [w for w in found["weapons"] if "bay" in w]
    assert [b["state"] == "destroyed" for b in bays] == [b.destroyed for b in ship.bays]
    assert [-b["to_hit"] for b in bays] == [b.fire_control for b in ship.bays]
    assert [b["range"] for b in bays] == [catalog.bay_range(card, bay) for bay in card.bays]
    assert found["inside"]["of"] - found["inside"]["left"] == sum(row.bit_count() for row in ship.internals)
    assert sum(s["state"].startswith("hit this turn") for s in found["systems"]) == len(ship.pending)
    assert bool(found["systems"]) == bool(ship.pending or any(ship.effects.values()) or any(getattr(ship, f) for f in effects.SHORTS))


def _fighters_agree(unit: Any, found: Json) -> None:
    boxes = found["armor"]["boxes"]
    assert (boxes["left"], boxes["of"]) == (unit.boxes_left, unit.boxes)
    assert sum(row["left"] for row in found["armor"]["rows"]) == unit.boxes_left
    if unit.boxes_left:
        assert [w["damage"] for w in found["weapons"]] == [unit.cra[unit.row], unit.lra[unit.row]]


def test_what_is_loaded_and_meant_is_on_the_own_sides_sheet_alone() -> None:
    for state, unit, side, found in records():
        thing = state.ships.get(unit) or state.fighters[unit]
        own = thing.side == side
        assert ("mission" in found) == (own and isinstance(thing, FighterUnit))
        assert ("power" in found) == (own and isinstance(thing, Ship))
        assert all("shots" in w for w in found.get("weapons", []) if w["name"].startswith("missiles"))


def test_a_record_is_plain_words_and_whole_numbers() -> None:
    for _, _, _, found in records():
        encode(plain(found))
        assert all(type(value) in (str, int, bool) and abs(value if isinstance(value, int) else 0) < 10_000 for value in leaves(found))


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from leaves(inner)
    else:
        yield value


def test_fighters_aboard_are_on_the_sheet_of_their_ship() -> None:
    units = [ship("a", "lexington", "rl", "1:0505", fighters=[fighters("f", "gladius_squadron", "rl")]), ship("b", "ajax", "tog", "2:0505")]
    view = ENGINE.view(ENGINE.setup(document(units), ScriptedDice.of()).state, "rl")
    (aboard,) = ENGINE.record(view, "a")["fighters_aboard"]
    assert (aboard["unit"], aboard["type"]) == ("f", "squadron of 6 Gladius")
    assert (ENGINE.record(view, "f")["at"], ENGINE.record(view, "f")["place"]) == ("1:0505", "aboard A")


def test_what_the_view_does_not_know_has_no_record() -> None:
    shown = 0
    for moment in moments(0)[::3]:
        for seat in SEATS:
            view = ENGINE.view(moment.state, seat)
            assert ENGINE.record(view, "nobody") == {}
            for thing in moment.state.ground.things:
                if thing not in {*moment.state.ships, *moment.state.fighters}:
                    assert bool(ENGINE.record(view, thing)) == (thing in view.state.ground.things)
                    shown += thing in view.state.ground.things
    assert shown


@pytest.mark.parametrize("block", sorted(catalog.blocks()))
def test_every_component_has_a_name_and_an_effect(block: str) -> None:
    parts = {name for row in catalog.blocks()[block].grid for name in row}
    assert all("_" not in effects.name(part) and effects.effect(part) for part in parts)


def test_components_with_an_effect_are_those_of_the_blocks() -> None:
    every = {name for block in catalog.blocks().values() for row in block.grid for name in row}
    assert set(effects.EFFECTS) <= every
    assert set(effects.NAMES) <= every


def test_a_hit_component_is_told_with_what_it_does() -> None:
    state = table([ship("a", "fulgur", "tog", "1:0505"), ship("b", "ajax", "rl", "2:0505")])
    hurt = state.ships["a"]
    hurt.pending = [["cic", "F"]]
    (row,) = ENGINE.record(ENGINE.view(state, "rl"), "a")["systems"]
    assert (row["name"], row["state"]) == ("combat information center", "hit this turn on the forward side")
    internals.settle(hurt)
    found = ENGINE.record(ENGINE.view(state, "rl"), "a")
    assert found["systems"] == [
        {"name": "combat information center", "state": "out of order", "effect": "-1 to hit for each hit", "rule": "leviathan: CIC"}
    ]
    assert found["crew"]["to_hit"] == -1


def test_a_long_ship_covers_its_hexes_and_a_wreck_is_called_one() -> None:
    # given a battleship of four hexes and a wreck
    state = table([ship("shiva", "shiva", "tog", "2:1305"), ship("ajax", "ajax", "rl", "1:1303", 4)])
    state.ships["ajax"].destroyed = True
    picture = ENGINE.picture(ENGINE.view(state, "tog"))
    lengths = {counter.label: counter.length for counter in picture.counters}
    # then the picture knows both, and draws the hull of the first
    assert lengths == {"Shiva": 4, "Ajax (wreck)": 1}
    assert svg(picture, ["tog", "rl"]).count('fill-opacity="0.75"') == 1


def test_the_picture_calls_hexes_as_orders_call_them() -> None:
    for state in library_battles():
        picture = ENGINE.picture(ENGINE.view(state, "tog"))
        drawn = svg(picture, ["tog", "rl"])
        there = [board.label(state.sheets, unit.hex) for unit in state.ships.values() if unit.on_map]
        assert all(f">{name}</text>" in drawn for name in there)
        assert all(name == "" or board.parse(state.sheets, name) for name in picture.names.values())
