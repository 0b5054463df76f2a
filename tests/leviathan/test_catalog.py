"""Class sheets, fighters and installations as data."""

from typing import Any

import pytest

from scales.leviathan import catalog
from tests.examples import oracle

PRINTED = [
    ("arcubalista_squadron", 17, 3, 3, 2),
    ("arcus_squadron", 9, 6, 15, 14),
    ("avenger_squadron", 11, 5, 14, 9),
    ("bumblebee_squadron", 14, 2, 5, 2),
    ("arcubalista_flight", 15, 13, 12, 7),
    ("arcus_flight", 7, 24, 60, 55),
    ("avenger_flight", 9, 19, 58, 35),
    ("bumblebee_flight", 12, 10, 20, 8),
]


@pytest.mark.parametrize(("unit", "thrust", "boxes", "cra", "lra"), PRINTED)
def test_printed_fighter_units_come_out_of_the_conversion(unit: str, thrust: int, boxes: int, cra: int, lra: int) -> None:
    values = catalog.convert(*catalog.named_units()[unit])
    assert (values.thrust, sum(values.rows), values.cra[0], values.lra[0]) == (thrust, boxes, cra, lra)


def test_the_worked_flight() -> None:
    values = catalog.convert(*catalog.named_units()["worked_example_flight"])
    assert values.rows == [9, 7, 6]
    assert (values.cra, values.lra) == ([47, 31, 16], [26, 17, 9])
    assert (values.thrust, values.missile_attack) == (8, 100)


@oracle("LEV-017")
def test_a_wing_in_units(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    sizes = catalog.sizes()
    assert {f"{size}s": inputs["wing_fighters"] // count for size, count in sizes.items()} == expected


def test_every_block_has_a_component_for_every_area() -> None:
    for name, block in catalog.blocks().items():
        kinds: dict[int, set[str]] = {}
        for row, areas in zip(block.grid, block.areas, strict=True):
            assert len(row) == len(areas), name
            for component, area in zip(row, areas, strict=True):
                kinds.setdefault(area, set()).add(component)
        assert all(len(found) == 1 for found in kinds.values()), name
        assert set(block.grid[-1]) == {"ship_destroyed"}


def test_every_class_can_be_put_on_a_table() -> None:
    for card in catalog.sheets().values():
        assert card.internals in catalog.blocks()
        assert card.hexes in (1, 2, 3, 4)
        assert not card.missile or card.missile in catalog.tables()["missiles"]
        assert not card.spinal or card.spinal in catalog.tables()["spinal_mounts"]
        assert all(boxes % card.width == 0 for boxes in card.armor.values())
