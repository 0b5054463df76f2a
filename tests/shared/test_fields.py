"""Map sheets, terrain tokens, and boards generated from Legatus hexes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales import fields, terrain
from scales.centurion.combat import painting
from scales.fields import Source
from scales.hexes import HEADINGS, Hex, hex_of, neighbor
from scales.terrain import Terrain
from tests.examples import oracle
from tests.shared.test_boards import printed

SAMPLE = [Source("sample", map) for map in terrain.sheet_ids("legatus")]


@pytest.mark.parametrize("row", printed()["digests"], ids=lambda row: f"{row[0]}-{row[1]}")
def test_generated_boards_are_the_same_everywhere(row: list[str]) -> None:
    map, label, mark, digest = row
    assert terrain.sheet(map).token(hex_of(label)) == mark
    assert fields.digest(Source("sample", map), label) == digest


@pytest.mark.parametrize("id", terrain.sheet_ids("generated"))
def test_kept_boards_are_those_of_the_recipe(id: str) -> None:
    sheet = terrain.sheet(id)
    source = Source(sheet.heading["key"], sheet.heading["legatus map"])
    assert fields.board_rows(source, sheet.heading["legatus hex"]) == sheet.rows


def test_another_key_gives_another_board() -> None:
    assert fields.digest(Source("other", "legatus_uplands"), "0909") != fields.digest(Source("sample", "legatus_uplands"), "0909")


@given(st.sampled_from(SAMPLE), st.integers(2, 23), st.integers(2, 17), st.sampled_from(HEADINGS))
def test_sides_of_neighbors_meet(source: Source, column: int, row: int, heading: int) -> None:
    here = Hex(column, row)
    there = neighbor(here, heading, fields.PARITY)
    mine = field_side(here, heading)
    theirs = field_side(there, (heading + 2) % 6 + 1)
    touching = sum(neighbor(a, h, fields.PARITY) in theirs for a in mine for h in HEADINGS)
    assert touching >= len(mine)
    assert all(fields.owner(source, *a) == here for a in mine)
    assert all(fields.owner(source, *b) == there for b in theirs)


def field_side(legatus: Hex, heading: int) -> set[Hex]:
    dx, dy = fields.offset(legatus)
    return {Hex(h.column + dx, h.row + dy) for h in fields.side_hexes(heading)}


@pytest.mark.parametrize(("label", "flag"), [("0104", "r"), ("1909", "r"), ("0605", "r")])
def test_an_installation_stands_where_the_roads_meet(label: str, flag: str) -> None:
    source = Source("sample", "legatus_city_approaches")
    place = fields.installation_hex(source, label)
    assert flag in fields.board_rows(source, label)[place.row - 1][place.column - 1]
    assert fields.installation_hex(source, "0101") == Hex(10, 10)


@oracle("XSC-003")
def test_a_legatus_hex_is_twenty_centurion_hexes_across(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    sizes = terrain.boards_data()["boards"]
    assert sizes["legatus"]["hex_m"] == inputs["legatus_hex_km"] * 1000
    assert sizes["centurion"]["hex_m"] == sizes["legatus_hex"]["hex_m"] == inputs["centurion_hex_m"]
    assert sizes["legatus"]["hex_m"] // sizes["centurion"]["hex_m"] == expected["centurion_hexes_per_legatus_hex"]
    assert len({(h.column, h.row) for h in fields.side_hexes(1)}) == fields.SIDE == expected["centurion_hexes_per_legatus_hex"]
    assert (painting.LASER.range == fields.SIDE) is expected["equals_max_painting_range"]


@pytest.mark.parametrize("id", terrain.sheet_ids())
def test_sheets_have_the_size_of_their_game(id: str) -> None:
    data = terrain.boards_data()
    game = next(s["game"] for s in data["sheets"] if s["id"] == id)
    sheet = terrain.sheet(id)
    assert (sheet.columns, len(sheet.rows)) == (data["boards"][game]["size"]["columns"], data["boards"][game]["size"]["rows"])
    assert sheet.heading["parity"].startswith(data["boards"][game]["parity"])
    assert sheet.heading["sheet"] == id


terrains = st.builds(
    Terrain,
    st.integers(-9, 20),
    st.sampled_from(["clear", "light_woods", "heavy_woods", "lake", "swamp", "rough_rubble"]),
    st.booleans(),
    st.booleans(),
)
towns = st.builds(Terrain, st.integers(-9, 20), st.just("buildings"), st.booleans(), st.booleans(), st.integers(1, 10), st.integers(1, 40))


@given(st.one_of(terrains, towns))
def test_tokens_read_back(found: Terrain) -> None:
    assert terrain.parse(terrain.token(found)) == found


@pytest.mark.parametrize(
    ("token", "ground", "height"),
    [
        ("0.", "clear", 0),
        ("2h", "heavy_woods", 3),
        ("3b4/30r", "buildings", 7),
        ("0lv", "light_woods", 1),
        ("a", "asteroids", 0),
        ("-1u", "rough_rubble", -1),
    ],
)
def test_tokens_by_hand(token: str, ground: str, height: int) -> None:
    assert (terrain.parse(token).ground, terrain.parse(token).height) == (ground, height)


@pytest.mark.parametrize("token", ["", "x", "0", "0b4", "0.vr", "0l ", "1e5.", "0h\n"])
def test_tokens_that_are_none(token: str) -> None:
    with pytest.raises(ValueError, match="is no terrain"):
        terrain.parse(token)


def test_a_sheet_with_a_short_row_is_refused() -> None:
    with pytest.raises(ValueError, match="row 2 of sheet 'odd' has 1 hexes, row 1 has 2"):
        terrain.read_sheet("odd", "01 0. 0.\n02 0.\n")
    with pytest.raises(ValueError, match="there is no map sheet"):
        terrain.sheet("../boards")
