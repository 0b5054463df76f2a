"""Ships of one's own in battles: they play like classes of the catalogue, from the set-up to the report."""

from typing import Any

import pytest

from scales.codec import decode, encode, plain
from scales.dice import ScriptedDice
from scales.engine import Json
from scales.leviathan import ENGINE, catalog
from scales.leviathan.construction import cards
from scales.leviathan.construction.design import Design, type_id
from scales.leviathan.fighters import decks
from scales.leviathan.state import Ship, State
from tests.leviathan.table import Game, document, fighters, ship
from tests.leviathan.test_construction import CARRIER, DESTROYER, WORKED

DESIGNS = {"novus": DESTROYER, "nest": CARRIER}


def battle(designs: Json = DESIGNS, kind: str = "novus", **more: Any) -> Json:
    """A destroyer and a carrier of one's own against a catalogued destroyer."""
    units = [ship("own", kind, "rl", "1:1005", 2), ship("other", "fulgur", "tog", "1:2005", 5)]
    carrier = ship("nest", "nest", "rl", "1:0707", 2, fighters=[fighters("wing", "cheetah_group", "rl")])
    return document([*units, carrier] if "nest" in designs else units, designs=designs, **more)


def opened(setup: Json) -> State:
    assert ENGINE.faults(setup) == []
    return ENGINE.setup(setup, ScriptedDice.of()).state


def test_a_design_has_the_sheet_that_it_comes_to() -> None:
    own = opened(battle()).ships["own"]
    card = own.card
    assert (card.name, card.ship_class, card.hexes, card.thrust, card.power) == ("Novus", "destroyer", 1, 4, 36_000)
    assert (own.shields, own.salvos, len(own.bays)) == (dict.fromkeys(catalog.SIDES, 2), 1, 6)
    assert [sum(row.bit_count() for row in grid.rows) for grid in own.armor.values()] == [50] * 6
    assert (card.bays[0].location, card.bays[0].damage) == ("F", (6, 5, 4, 3, 0, 0))
    assert card.turret_factor == catalog.sheets()["fulgur"].turret_factor
    assert (card.atmosphere, card.fighters) == (False, 6)


def test_the_worked_example_plays_with_the_sheet_of_the_catalogue() -> None:
    built, listed = cards.card(type_id(Design.model_validate(WORKED))), catalog.sheets()["shiva"]
    same = ("name", "faction", "ship_class", "hull", "hexes", "thrust", "mass", "power", "shields", "armor", "spinal", "missile", "salvos",
            "turret_factor", "turrets", "fighters", "internals", "atmosphere", "carrier", "launchers", "stations")  # fmt: skip
    assert {name: getattr(built, name) for name in same} == {name: getattr(listed, name) for name in same}
    assert sorted((bay.name, bay.location, bay.damage) for bay in built.bays) == sorted((b.name, b.location, b.damage) for b in listed.bays)


def test_only_streamlined_ships_with_anti_grav_drives_enter_an_atmosphere() -> None:
    found = [
        cards.card(type_id(Design.model_validate(DESTROYER | {"anti_grav": drives, "streamlining": hull}))).atmosphere
        for drives, hull in ((True, True), (True, False), (False, True))
    ]
    assert found == [True, False, False]


@pytest.mark.parametrize("hull", ["destroyer", "frigate", "cruiser", "battleship"])
def test_carriers_have_a_flight_deck_where_others_have_the_spinal_mount(hull: str) -> None:
    carrier, other = (Ship("x", "X", "tog", type_id(_sized(hull, carrier)), (1, 1)) for carrier in (True, False))  # type: ignore[arg-type]
    decks, mounts = ({name for row in catalog.blocks()[one.card.internals].grid for name in row} for one in (carrier, other))
    assert {"flight_deck_shorts", "flight_deck_damaged", "flight_deck_destroyed"} <= decks
    assert not {"spinal_coil_shorts", "spinal_coil_damaged", "spinal_destroyed"} & decks
    assert {"spinal_coil_shorts", "spinal_coil_damaged", "spinal_destroyed"} <= mounts


def _sized(hull: str, carrier: bool, **more: Any) -> Design:
    engines = {"destroyer": [40_000], "frigate": [30_000] * 2, "cruiser": [30_000] * 3, "battleship": [40_000] * 3}
    return Design.model_validate({"name": "Any", "class": hull, "carrier": carrier, "engines": engines[hull], **more})


@pytest.mark.parametrize("carrier", [False, True])
@pytest.mark.parametrize("hull", ["destroyer", "frigate", "cruiser", "battleship"])
def test_every_kind_of_design_fights(hull: str, carrier: bool) -> None:
    arms: Json = {"bays": {"L": ["50 7.5/30"], "R": ["50 7.5/30"]}, "armor": dict.fromkeys(catalog.SIDES, 5), "fighters": {"number": 6}}
    armed = _sized(hull, carrier, **arms, **({} if carrier else {"spinal_mount": "A", "missiles": "B"}))
    units = [ship("own", "any", "rl", "1:1005", 2, velocity=3), ship("other", "any", "tog", "1:1205", 5, velocity=3)]
    units[0]["fighters"] = [fighters("wing", "cheetah_squadron", "rl")]
    game = Game(opened(document(units, designs={"any": armed.model_dump(mode="json", by_alias=True)})), random=("rl", "tog"), check=True)
    for _ in range(3):
        game.turn()
    assert {"own", "other"} <= {unit for event in game.events for unit in event.units}


def test_a_battle_of_designs_is_played_and_read_back_between_the_phases() -> None:
    game = Game(opened(battle()), check=True)
    for _ in range(4):
        for phase in ENGINE.phases:
            game.phase(phase)
            assert decode(encode(game.state), State) == game.state
    assert any("own" in event.units for event in game.events)
    report = plain(ENGINE.report(game.state))
    assert set(report["fates"]) == {"own", "other", "nest", "wing"}
    assert ENGINE.report_faults(game.state, report) == []


def test_the_record_of_a_design_names_it() -> None:
    state = opened(battle())
    record = ENGINE.record(ENGINE.view(state, "tog"), "own")
    assert (record["type"], record["class"]) == ("Novus, destroyer", "Novus")
    assert record["armor"]["F"] == {"left": 50, "of": 50}
    assert [line["name"] for line in record["weapons"]][:2] == ["bay 0: 50 22.5/10", "bay 1: 50 37.5/5"]


def test_the_damage_of_a_design_goes_into_a_later_battle() -> None:
    state = opened(battle())
    hurt = ENGINE.amend(state, {"kind": "damage", "unit": "own", "side": "FR", "points": 12, "reason": "x"}, ScriptedDice.of()).state
    sheet = plain(ENGINE.report(hurt))["fates"]["own"]["sheet"]
    later = battle()
    later["units"][0]["sheet"] = sheet
    assert opened(later).ships["own"].armor == hurt.ships["own"].armor


def test_a_ruling_brings_in_another_ship_of_a_design() -> None:
    state = opened(battle())
    added = {"kind": "add", "ship": ship("late", "novus", "rl", "1:0310"), "reason": "late"}
    after = ENGINE.amend(state, added, ScriptedDice.of()).state
    assert after.ships["late"].card == after.ships["own"].card
    with pytest.raises(ValueError, match="there is no ship class 'nova'"):
        ENGINE.amend(state, added | {"ship": ship("late", "nova", "rl", "1:0310")}, ScriptedDice.of())


def test_nobody_is_told_of_designs_that_are_not_there() -> None:
    state = opened(battle(kind="ajax"))
    assert list(state.designs) == ["novus", "nest"]
    assert ENGINE.view(state, "tog").state.designs == {}


@pytest.mark.parametrize(
    ("id", "kind", "found", "said"),
    [
        (
            "novus",
            "novus",
            DESTROYER | {"engines": [31_000], "extra_thrust": True, "spinal_mount": "A"},
            "the weapons of Novus draw 24,000 power, and it has 20,666.7",
        ),
        ("ajax", "ajax", DESTROYER, "the design 'ajax' has the id of a class of the catalogue"),
        ("gl1", "ajax", DESTROYER, "the design 'gl1' has the id of a class of the catalogue"),
        ("novus", "nova", DESTROYER, "there is no ship class 'nova'; did you mean novus"),
        ("novus", "design:{}", DESTROYER, "there is no ship class 'design:{}'"),
    ],
)
def test_set_ups_refuse_designs_that_break_a_rule(id: str, kind: str, found: Json, said: str) -> None:
    told = [fault.text for fault in ENGINE.faults(battle({id: found}, kind))]
    assert any(said in text for text in told), told
    assert all("there is no ship class 'novus'" not in text for text in told)


def test_a_broken_design_is_refused_with_every_rule_it_breaks() -> None:
    wrong = DESTROYER | {"engines": [10_000], "armor": {"F": 60}, "shields": {"F": 6}}
    faults = ENGINE.faults(battle({"novus": wrong}))
    assert [fault.code for fault in faults] == ["power", "armor", "shield", "power_drawn"]
    assert [fault.where for fault in faults] == [f"designs.novus.{at}" for at in ("engines", "armor.F", "shields.F", "engines")]
    assert all("(leviathan: " in fault.text for fault in faults)


def test_the_bays_of_a_design_take_no_heavier_fighters_than_they_were_built_for() -> None:
    small = DESTROYER | {"fighters": {"number": 6, "tons_each": 100}}
    given_ = battle(
        {"novus": small},
        fighters=[fighters("light", "cheetah_squadron", "rl", "1:1005"), fighters("big", "gladius_squadron", "rl", "1:1005")],
    )
    state = opened(given_)
    view = ENGINE.view(state, "rl")
    landings = {unit: decks.choices(view.state, state.fighters[unit]) for unit in ("light", "big")}
    assert {"do": "recover", "ship": "own"} in landings["light"]
    assert landings["big"] == [{"do": "none"}]
    told = decks.faults(state, state.fighters["big"], {"do": "recover", "ship": "own"})
    assert told == [
        f"the bays of Own take fighters of 100 tons, and a Gladius has {catalog.fighters()['gladius'].mass} (leviathan: Fighter Bays)"
    ]
    given_["units"][0]["fighters"] = [fighters("aboard", "gladius_squadron", "rl")]
    assert told == [fault.text for fault in ENGINE.faults(given_)]
    added = {"kind": "add", "fighters": fighters("late", "gladius_squadron", "rl", aboard="own"), "reason": "late"}
    with pytest.raises(ValueError, match="take fighters of 100 tons"):
        ENGINE.amend(state, added, ScriptedDice.of())
