"""Every fighter of this board as a fighter of the Leviathan board: the printed values follow from its sheet, but for slips that are known."""

import pytest

from scales.interceptor.tables import CraftType, craft_types, damage_at, weapons
from scales.leviathan.catalog import fighters, sizes
from scales.leviathan.fighters.craft import Fighter, converted

SLIPS = {
    ("gladius", "lra"): (26, 23),  # R-INT-05
    ("legati", "missiles"): (1, 0),  # R-INT-06
    ("cwtp", "cra"): (29, 30),  # the row of its cone laser is reconstructed
}
"""What the sheet gives and what the fleet game prints, where they differ."""
BOTH = sorted(set(fighters()) & set(craft_types()))


def twice(craft: CraftType, hexes: int) -> int:
    """Twice the damage of all guns at a range; of a LEPC both parts once (R-INT-03)."""
    found = [weapons()[name] for name, _, _ in craft.weapons]
    return sum((damage_at(w.damage, hexes) + damage_at(w.second, hexes)) * (1 if w.second else 2) for w in found)


def by_sheet(craft: CraftType) -> dict[str, int]:
    armor = 100 * sum(craft.armor.values()) // len(craft.armor)
    return {
        "thrust": craft.thrust,
        "armor_hundredths": armor,
        "cra": twice(craft, 1) // 2,
        "lra": twice(craft, 4) // 2,
        "missiles": craft.hard_points,
    }


def test_all_fifty_are_here() -> None:
    assert len(BOTH) == len(fighters()) == 50


@pytest.mark.parametrize("fighter", BOTH)
def test_the_printed_values_follow_from_the_sheet(fighter: str) -> None:
    printed = fighters()[fighter]
    for name, value in by_sheet(craft_types()[fighter]).items():
        assert (value, getattr(printed, name)) == SLIPS.get((fighter, name), (value, value))


@pytest.mark.parametrize("fighter", BOTH)
def test_a_fighter_designed_with_the_same_statistics_converts_to_the_same(fighter: str) -> None:
    """What a set-up of the fleet game gives for a fighter of its own, from the sheets of this board."""
    craft = craft_types()[fighter]
    armor = {"bow": craft.armor["bow"], "left": craft.armor["left"], "right": craft.armor["right"], "stern": craft.armor["stern"]}
    given = Fighter(
        name="X",
        mass=100,
        power=1000,
        thrust=craft.thrust,
        armor=armor,  # type: ignore[arg-type]
        weapons=[name for name, _, _ in craft.weapons],
        hard_points=craft.hard_points,
    )
    made = converted("x", given)
    assert {name: getattr(made, name) for name in by_sheet(craft)} == by_sheet(craft)


def test_a_unit_of_six_shows_one_of_its_craft() -> None:
    assert {size: count // 6 for size, count in sizes().items()} == {"squadron": 1, "flight": 4, "group": 12}
