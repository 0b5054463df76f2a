"""Worked examples and tables of fire, missiles, damage and fighters."""

from typing import Any

import pytest

from scales import armor
from scales.dice import ScriptedDice
from scales.leviathan import board, catalog
from scales.leviathan.board import Place, shots
from scales.leviathan.combat import fire, fire_orders, missiles, turrets
from scales.leviathan.combat.missiles import Salvo
from scales.leviathan.damage import damage
from scales.leviathan.fighters import dogfight
from scales.leviathan.scenario import reckoning
from scales.leviathan.state import Ship, State
from scales.play import Play
from tests.examples import oracle
from tests.leviathan.table import fighters, ship, table

CLASSES = {
    "battleship": "shiva",
    "cruiser": "syracuse",
    "frigate": "bantha",
    "destroyer": "fulgur",
    "escort": "liburna",
    "patrol": "lusoria",
}


def _play(state: State, *rolls: int) -> Play[State]:
    return Play(state, ScriptedDice.of(*rolls))


@oracle("LEV-018")
def test_base_numbers(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [fire.base_number(r) for r in inputs["range"]] == expected["base"]


@oracle("LEV-019")
def test_base_numbers_of_fighters_and_turrets(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [dogfight.fighter_number(r) for r in inputs["range"]] == expected["fighter"]
    assert [turrets.turret_number(r) for r in inputs["range"]] == expected["turret"]


def _abreast(attacker: str, target: str, hexes: int) -> tuple[State, Ship, Ship]:
    """The target lies `hexes` to the right of the attacker with its bow toward it or its flank, as its shields ask."""
    state = table([ship("a", attacker, "tog", "1:1207", 1), ship("t", target, "rl", f"1:{12 + hexes:02d}{7 + hexes // 2:02d}", 1)])
    return state, state.ships["a"], state.ships["t"]


@oracle("LEV-020", "LEV-021", "LEV-022")
def test_modified_number(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state, one, other = _abreast(inputs["attacker"].lower(), inputs["target"].lower(), inputs["range"])
    for side in other.shields:
        other.shields[side] = inputs["target_shield"]
    aims = [a for a in fire.aims(state, one, "R", other) if a.shot.range == inputs["range"]]
    assert (aims[0].base, aims[0].number) == (expected["base"], expected["to_hit"])


def test_damage_to_the_center_and_the_bay_counts_against_the_number() -> None:
    state, one, other = _abreast("valiant", "shiva", 7)
    one.effects["cic"] = 1
    one.bays[0].fire_control = 1
    bay = next(i for i, b in enumerate(one.card.bays) if b.location == "R" and catalog.bay_range(one.card, b) >= 7)
    one.bays[bay].fire_control = 1
    found = fire.bay_aim(one, bay, [a for a in fire.aims(state, one, "R", other) if a.shot.range == 7])
    assert found
    assert found[0].number == 7 - 4 - 1 - 1


@oracle("LEV-025")
def test_small_groups_of_fighters_are_harder_to_hit(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    numbers = []
    for target in inputs["target"]:
        size = target.removeprefix("fighter_")
        state = table([ship("a", "fulgur", "tog", "1:1207", 1)], fighters=[fighters("f", f"gladius_{size}", "rl", "1:1709")])
        (aim,) = fire.aims(state, state.ships["a"], "R", state.fighters["f"])
        assert aim.shot.range == inputs["range"]
        numbers.append(aim.number)
    assert numbers == expected["to_hit"]


@oracle("LEV-027")
def test_bays_are_limited_by_their_own_range(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    card = catalog.sheets()[inputs["ship"].lower()]
    for target, reach in inputs["targets"].items():
        place = "L" if target.endswith("left") else "F"
        able = {b.name for b in card.bays if b.location == place and catalog.bay_damage(card, b, reach)}
        assert able == set(expected["may_fire"][target])


@oracle("LEV-029")
def test_penetration_of_mounts(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    ranges = [int(r.partition("-")[0]) for r in inputs["ranges"]]
    assert {t: [catalog.spinal_depth(t, r) for r in ranges] for t in inputs["type"]} == expected["rows"]


@oracle("LEV-038")
def test_turret_factors(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    table_ = catalog.tables()["turrets"]
    assert [table_[c] for c in inputs["class"]] == expected["factors"]
    for kind, factors in zip(inputs["class"][:4], expected["factors"], strict=False):
        _, one, _ = _abreast(CLASSES[kind], "shiva", 3)
        assert [turrets.factor(one, "L", r) for r in range(4)] == factors


@oracle("LEV-039")
def test_shares_of_a_turret_factor(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    _, one, _ = _abreast(CLASSES[inputs["class"]], "syracuse", 3)
    shares = [(t["range"], int(t["share"] * 100)) for t in inputs["targets"]]
    assert [turrets.shared(turrets.factor(one, "L", r), percent) for r, percent in shares] == expected["damage_on_hit"]


@oracle("LEV-041")
def test_turrets_take_ten_points_a_factor_off_missiles(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = table(
        [ship("c", "carthage", "tog", "1:1201", 4), ship("b", "repulse", "rl", "1:1310", 1), ship("d", "exeter", "rl", "1:1307", 1)],
        fighters=[fighters("f", "gladius_group", "rl", "1:1307")],
    )
    salvo = Salvo("c", "d", board.parse(state.sheets, "1:1204"), board.parse(state.sheets, "1:1307"), inputs["damage"])
    play = _play(state, 9, 9)
    taken = sum(turrets.fire_turrets(play, state.ships[s], "L", {"shares": {"missiles:c": 100}}, [salvo])["c"] for s in ("b", "d"))
    assert taken == expected["reduction"]
    assert inputs["damage"] - taken == expected["strength"]
    assert {k: missiles.missile_number(v) for k, v in inputs["shields"].items()} == expected["to_hit"]


@oracle("LEV-042")
def test_missiles_against_shields_that_hold(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert missiles.held(inputs["strength"], inputs["shield"]) == expected["damage_per_side"]


@oracle("LEV-043")
def test_missiles_hit_every_side_in_the_hex(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = table([ship("c", "carthage", "tog", "1:1201", 4), ship("d", "exeter", "rl", "1:1207", 1)])
    sides = board.sides_in_hex(1, 0, rolled=False)
    assert len(sides) == inputs["sides_in_target_hex"]
    target = state.ships["d"]
    salvo = Salvo("c", "d", board.parse(state.sheets, "1:1203"), target.hex, inputs["strength"])
    # a hit on 8 or less, then three groups (4, 4, 2) for each of six sides
    play = _play(state, 1, *[1 + n % 10 for n in range(18)])
    missiles.strike(play, salvo, 0)
    assert all(armor.boxes_left(g) == 0 for g in target.armor.values())
    inside = sum(r.bit_count() for r in target.internals[:5]) + target.row_boxes
    assert inside == expected["internal_points_total"]


@oracle("LEV-045")
def test_missile_systems(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    rows = [missiles.missile_table(t) for t in inputs["type"]]
    for key in ("range", "damage"):
        assert [r[key] for r in rows] == expected[key]
    assert [r["shots"] for r in rows] == expected["salvos"]


@oracle("LEV-056")
def test_what_is_left_over_passes_to_the_smallest(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    units = [fighters(size, f"gladius_{size}", "rl", "1:1307") for size in inputs["units"]]
    state = table([ship("a", "fulgur", "tog", "1:1207", 1)], fighters=units)
    for size, left in inputs["units"].items():
        state.fighters[size].lost = state.fighters[size].boxes - left
    damage.hit_fighters(_play(state), state.fighters[inputs["target"]], inputs["damage"], "a")
    assert {size: state.fighters[size].boxes_left for size in inputs["units"]} == expected["remaining"]


@oracle("LEV-059")
def test_how_fighters_mark_damage(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [dogfight.style(u) for u in inputs["unit"]] == expected["style"]


@oracle("LEV-076", "LEV-078")
def test_class_sheets(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    cards = [catalog.sheets()[s.lower()] for s in inputs["ships"]]
    if "shield_total" in expected:
        assert [sum(c.shields.values()) for c in cards] == expected["shield_total"]
    else:
        assert [c.power for c in cards] == expected["power"]
        assert [c.hull for c in cards] == expected["class"]


@oracle("LEV-080")
def test_damage_of_bays(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    found = []
    for name in inputs["bays"]:
        guns, size = name.split()
        length, diameter = size.split("/")
        found.append(catalog.bay_row(int(guns), int(float(length) * 10), int(diameter)))
    assert found == expected["damage"]


def test_every_bay_of_every_ship_follows_the_formula() -> None:
    for card in catalog.sheets().values():
        for bay in card.bays:
            if "/" in bay.name:
                guns, size = bay.name.split()
                length, diameter = size.split("/")
                assert list(bay.damage) == catalog.bay_row(int(guns), int(float(length) * 10), int(diameter)), (card.id, bay.name)


@oracle("LEV-082")
def test_strength_factors(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    units, flying = [], []
    for kind, count in inputs["losses"].items():
        for n in range(count):
            if kind.startswith("fighter_"):
                flying.append(fighters(f"{kind}{n}", f"gladius_{kind.removeprefix('fighter_')}", "tog", "1:1307"))
            else:
                units.append(ship(f"{kind}{n}", CLASSES[kind], "tog", "1:1307"))
    state = table([*units, ship("e", "ajax", "rl", "2:1307")], fighters=flying)
    for unit in [*state.of_side("tog"), *state.fighters.values()]:
        unit.destroyed = True
    assert reckoning.points(state)["rl"] == round(expected["strength"] * 100)


@oracle("LEV-087")
def test_missiles_need_a_real_target_in_another_hex(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = table(
        [ship("a", "fulgur", "tog", "1:1307", 1), ship("near", "ajax", "rl", "1:1307", 1), ship("far", "ajax", "rl", "1:1313", 1)]
    )
    orders = {"hex only": {"target": "1:1310"}, "ship in own hex": {"target": "near"}, "ship at range 6": {"target": "far"}}
    legal = [not missiles.faults(state, state.ships["a"], orders[t]) for t in inputs["target"]]
    assert legal == expected["legal"]


@oracle("LEV-088")
def test_a_mount_is_not_fired_at_fighters(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = table(
        [ship("a", "fulgur", "tog", "1:1307", 1), ship("t", "ajax", "rl", "1:1305", 1)],
        fighters=[fighters("f", "gladius_group", "rl", "1:1305")],
    )
    targets = {"fighter_group": "f", "destroyer": "t"}
    legal = [not fire_orders.faults(state, state.ships["a"], {"spinal": targets[t]}) for t in inputs["target"]]
    assert legal == expected["legal"]


# ---- geometry and effects without an example -----------------------------------------------------------------------


def test_a_cruiser_fires_aft_at_the_stern_and_its_flank_at_the_bow_of_a_battleship() -> None:
    state = table([ship("c", "syracuse", "tog", "1:1205", 1), ship("b", "repulse", "rl", "1:1410", 1)])
    aft = {s.mark for s in board.ways(state.ships["c"], state.ships["b"], "A")}
    right = {s.mark for s in board.ways(state.ships["c"], state.ships["b"], "R")}
    assert aft
    assert right
    assert not right <= aft


def test_ships_that_overlap_fire_stern_to_stern_at_range_one() -> None:
    state = table([ship("a", "syracuse", "tog", "1:1307", 1), ship("t", "repulse", "rl", "1:1306", 1)])
    (way,) = board.ways(state.ships["a"], state.ships["t"], "F")
    assert (way.range, way.sides) == (1, ("A",))
    assert board.ways(state.ships["a"], state.ships["t"], "L") == ()


@pytest.mark.parametrize(("entered", "side"), [(1, "A"), (4, "F"), (2, "AL"), (6, "AR")])
def test_fighters_in_the_stern_hex_meet_the_side_they_came_in_by(entered: int, side: str) -> None:
    state = table([ship("t", "repulse", "rl", "1:1307", 1)], fighters=[fighters("f", "gladius_group", "tog", "1:1307")])
    unit = state.fighters["f"]
    unit.entered, unit.arrived = entered, 5
    found = dogfight.aim(state, unit, state.ships["t"])
    assert found
    assert (found.shot.range, found.side) == (1, side)


def test_no_zone_fires_into_the_air_from_space() -> None:
    state = table(
        [
            ship("high", "fulgur", "tog", "1:0507", 1),
            ship("low", "ajax", "rl", "1:0208", 1),
            ship("mid", "serpens", "tog", "1:0307", 1),
            ship("target", "exeter", "rl", "1:0309", 1),
        ],
        layout="leviathan_planet",
    )
    assert not any(fire.aims(state, state.ships["high"], loc, state.ships["low"]) for loc in "FLRA")
    assert any(fire.aims(state, state.ships["high"], loc, state.ships["target"]) for loc in "FLRA")
    assert any(fire.aims(state, state.ships["mid"], loc, state.ships["low"]) for loc in "FLRA")
    assert any(fire.aims(state, state.ships["low"], loc, state.ships["mid"]) for loc in "FLRA")
    assert not any(fire.aims(state, state.ships["low"], loc, state.ships["high"]) for loc in "FLRA")


def test_ground_installations_fire_up() -> None:
    hexes = board.parse(board.sheets_of("leviathan_planet"), "1:0107")
    up = shots(
        Place(hexes, 1, 1, False, "ground"),
        Place(board.parse(board.sheets_of("leviathan_planet"), "1:0607"), 1, 1, False, "ship"),
        "F",
        0,
        0,
    )
    along = shots(
        Place(hexes, 1, 1, False, "ground"),
        Place(board.parse(board.sheets_of("leviathan_planet"), "1:0101"), 1, 1, False, "ship"),
        "F",
        0,
        0,
    )
    assert up
    assert not along


def test_flights_spread_their_damage_over_three_columns() -> None:
    assert [dogfight.flight_depth(p) for p in (1, 3, 4, 5, 16, 47)] == [1, 1, 1, 2, 5, 16]
