"""Craft of this board as fighters of the Leviathan board: the printed conversion, from the sheets that this engine flies."""

from typing import Any

import pytest

from scales.interceptor.tables import band, craft_types, damage_at, weapons
from scales.leviathan.catalog import armor_rows, convert, fighters, sheets, sizes
from tests.examples import oracle


def named(**values: int) -> str:
    """The fighter with such values; the worked flight names its fighters by their figures only."""
    return next(f.id for f in fighters().values() if all(getattr(f, k) == v for k, v in values.items()))


def worked() -> dict[str, int]:
    """The flight of the conversion chapter, put together from its three lists."""
    rows = zip((90, 87.5, 100, 85), (16, 24, 38, 56), (12, 16, 30, 23), (3, 6, 1, 6), (4, 4, 6, 10), strict=True)
    return {named(armor_hundredths=int(a * 100), cra=c, lra=r, missiles=m): n for a, c, r, m, n in rows}


@oracle("INT-001")
def test_armor_of_a_mixed_flight(inputs: Any, expected: Any) -> None:
    assert [[n, fighters()[f].armor_hundredths / 100] for f, n in worked().items()] == inputs["fighters"]
    rows = convert(inputs["unit"], worked()).rows
    assert (sum(rows), rows[::-1]) == (expected["armor"], expected["rows_bottom_up"])


@oracle("INT-002")
def test_close_range_of_a_mixed_flight(inputs: Any, expected: Any) -> None:
    assert [[n, fighters()[f].cra] for f, n in worked().items()] == inputs["fighters"]
    assert convert(inputs["unit"], worked()).cra == expected["cra_by_rows_left"]


@oracle("INT-003")
def test_long_range_of_a_mixed_flight(inputs: Any, expected: Any) -> None:
    assert [[n, fighters()[f].lra] for f, n in worked().items()] == inputs["fighters"]
    assert convert(inputs["unit"], worked()).lra == expected["lra_by_rows_left"]


@oracle("INT-004")
def test_missiles_of_a_mixed_flight(inputs: Any, expected: Any) -> None:
    assert [[n, fighters()[f].missiles] for f, n in worked().items()] == inputs["fighters"]
    assert convert("flight", worked()).missile_attack == expected["missile_attack_value"]


@oracle("INT-005")
def test_movement_of_a_mixed_flight(inputs: Any, expected: Any) -> None:
    slow = named(thrust=inputs["slowest_thrust"])
    fast = named(thrust=inputs["slowest_thrust"] + 3)
    assert convert(inputs["unit"], {slow: 1, fast: 23}).thrust == expected["movement"]


@oracle("INT-006")
def test_movement_by_size(inputs: Any, expected: Any) -> None:
    slow = named(thrust=inputs["slowest_thrust"])
    assert [convert(size, {slow: sizes()[size]}).thrust for size in inputs["unit"]] == expected["movement"]


def printed(fighter: str, size: str) -> list[int]:
    """Thrust, armor, CRA and LRA of a pure unit."""
    unit = convert(size, {fighter: sizes()[size]})
    return [unit.thrust, sum(unit.rows), unit.cra[0], unit.lra[0]]


@oracle("INT-007")
def test_pure_units_of_avengers(inputs: Any, expected: Any) -> None:
    fighter = inputs["fighter"].lower()
    values = inputs["values"]
    single = fighters()[fighter]
    assert (single.thrust, single.armor_hundredths, single.cra) == (values["thrust"], values["armor"] * 100, values["cra"])
    for size in ("squadron", "flight"):
        assert printed(fighter, size) == [expected[size][k] for k in ("thrust", "armor", "cra", "lra")]


@oracle("INT-009")
def test_pure_units_of_light_fighters(inputs: Any, expected: Any) -> None:
    for size in ("squadron", "flight"):
        assert [printed(f.lower(), size) for f in inputs["fighter"]] == expected[size]


@oracle("INT-010")
def test_missile_brackets(inputs: Any, expected: Any) -> None:
    one = named(missiles=1)
    assert [convert("group", {one: n}).missile_attack for n in inputs["missiles"]] == expected["value"]


@oracle("INT-017")
def test_a_laser_on_both_scales(inputs: Any, expected: Any) -> None:
    """A Leviathan box is a hundred of ours, and CRA counts a twentieth; five of our hexes are one of theirs."""
    laser = weapons()["laser_" + inputs["laser"][0].replace(".", "_").replace("/", "_")]
    assert damage_at(laser.damage, 1) == inputs["interceptor_damage"][0]
    assert damage_at(laser.damage, 1) / 200 == expected["leviathan_damage_per_gun"][0]
    reach = max(r for r in range(1, 21) if damage_at(laser.damage, r))
    assert (reach, reach // 5) == (expected["interceptor_range"][0], expected["leviathan_range"][0])


@oracle("XSC-036")
def test_a_leviathan_box_is_a_hundred_boxes(inputs: Any, expected: Any) -> None:
    """Armor of a fighter is the mean of its four sides; a unit of a hundred points of it has one box."""
    assert inputs == {}
    avenger = craft_types()["avenger"]
    mean = sum(avenger.armor.values()) // 4
    boxes = sum(convert("group", {"avenger": 72}).rows)
    assert round(mean * 72 / boxes, -1) == expected["leviathan_box_in_interceptor_boxes"]
    assert armor_rows(boxes, "group") == convert("group", {"avenger": 72}).rows


@pytest.mark.parametrize("fighter", sorted(set(fighters()) & set(craft_types())))
def test_every_fighter_is_the_same_craft_above_and_below(fighter: str) -> None:
    """Thrust and armor of the Leviathan table follow from the sheet of this board."""
    above, here = fighters()[fighter], craft_types()[fighter]
    assert above.thrust == here.thrust
    assert abs(sum(here.armor.values()) * 25 - above.armor_hundredths) <= 300
    assert (above.faction, band(1)) == (here.faction, 0)


FACING = {"bow": "F", "right_bow": "FR", "right_stern": "AR", "stern": "A", "left_stern": "AL", "left_bow": "FL"}


@oracle("INT-012")
def test_armor_of_patrol_craft_on_both_boards(inputs: Any, expected: Any) -> None:
    """A twentieth, up to the next five: every side of every patrol craft that flies on both boards."""
    pairs = {(c.armor[s], sheets()[c.id].armor[f]) for c in craft_types().values() if c.is_patrol for s, f in FACING.items()}
    assert (inputs["interceptor_armor"], expected["leviathan_armor"]) in pairs
    assert all(0 <= 20 * above - below < 100 and above % 5 == 0 for below, above in pairs)


@oracle("INT-014")
def test_shields_of_patrol_craft_by_class(inputs: Any, expected: Any) -> None:
    for kind, points in zip(inputs["class"], expected["shield_points"], strict=True):
        assert {sum(sheets()[c.id].shields.values()) for c in craft_types().values() if c.kind == kind} == {points}
