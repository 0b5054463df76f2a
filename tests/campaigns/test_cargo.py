"""Ground units in the cargo of patrol craft of a campaign file: figures from the catalogue, and mistakes (centurion: Landing or Launching
Centurion Units)."""

from pathlib import Path

import pytest

from campaigns import cargo
from campaigns.check import board_setup, parse
from campaigns.places import FileFault
from scales.engines import engine

FILE = Path(cargo.__file__).parent / "library" / "on_the_wings_of_angels.yaml"
LINE = "{id: liberator-1, name: Liberator 1, kind: grav, mass: 288, men: 3, unit: {type: liberator}}"


def with_line(line: str) -> str:
    text = FILE.read_text(encoding="utf-8")
    assert LINE in text
    return text.replace(LINE, line, 1)


def test_what_the_file_leaves_out_comes_from_the_catalogue() -> None:
    campaign = parse(with_line("{id: liberator-1, unit: {type: liberator}}"), "x.yaml", engine)
    setup = board_setup(campaign, campaign.theatres[0], "interceptor")
    unit = next(unit for craft in setup["craft"] for unit in craft.get("cargo", []) if unit["id"] == "liberator-1")
    assert (unit["kind"], unit["mass"], unit["men"]) == ("grav", 288, 3)
    assert unit["shields"] == {"front": 6, "left": 5, "right": 5, "stern": 6, "bottom": 5}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{id: liberator-1, kind: ground, mass: 288, men: 3, unit: {type: liberator}}", "the catalogue gives grav for kind of 'liberator'"),
        ("{id: liberator-1, mass: 100, unit: {type: liberator}}", "the catalogue gives 288 for mass of 'liberator', the file 100"),
        ("{id: liberator-1, kind: grav, mass: 9, men: 3, unit: {type: leberator}}", "knows no unit of type 'leberator'"),
        ("{id: liberator-1, kind: squad, men: 8, unit: {type: vehicle_crew}}", "knows no unit of type 'vehicle_crew'"),
        ("{id: liberator-1, kind: grav, men: 3, unit: 7}", "cargo[0].unit"),
    ],
)
def test_every_mistake_has_its_place_and_its_cure(line: str, words: str) -> None:
    with pytest.raises(FileFault) as found:
        parse(with_line(line), "x.yaml", engine)
    assert words in str(found.value)


def test_of_a_unit_that_is_not_known_nothing_more_is_asked() -> None:
    with pytest.raises(FileFault) as found:
        parse(with_line("{id: liberator-1, unit: {type: leberator}}"), "x.yaml", engine)
    assert "knows no unit of type 'leberator'" in str(found.value)
    assert "is missing" not in str(found.value)


def test_squads_count_their_men_and_drops_from_orbit_are_filled_too() -> None:
    squad, tank = {"id": "s", "unit": {"type": "bounce_tvlg", "strength": 5}}, {"id": "a", "unit": {"type": "horatius"}}
    board = cargo.filled({"drops": [{"side": "tog", "hex": "0101", "units": [tank, squad]}], "craft": 7})
    kinds = [(unit["kind"], unit["men"]) for unit in board["drops"][0]["units"]]
    assert kinds == [("grav", 3), ("squad", 5)]
    assert board["craft"] == 7


SHIP = """
imperator: 1
name: down
title: Down
sides:
  tog: {name: Landing squadron, faction: tog}
  cw: {name: Garrison, faction: commonwealth}
seats:
  tog: {side: tog}
  cw: {side: cw}
options:
  leviathan: {patrol_craft_cross: true}
theatres:
  - id: port
    boards:
      interceptor: {layout: three_game}
      leviathan:
        layout: leviathan_planet
        units:
          - {id: boat, name: Boat, class: ponto, side: tog, hex: "1:0314", cargo: [{id: tank, unit: {type: horatius}}]}
          - {id: ajax, name: Ajax, class: ajax, side: cw, hex: "2:2010"}
victory:
  turn_limit: 4
"""


def test_patrol_ships_of_the_leviathan_board_carry_cargo_where_they_cross() -> None:
    campaign = parse(SHIP, "x.yaml", engine)
    (boat, _) = board_setup(campaign, campaign.theatres[0], "leviathan")["units"]
    assert [(unit["kind"], unit["mass"], unit["men"]) for unit in boat["cargo"]] == [("grav", 273, 3)]
    with pytest.raises(FileFault) as found:
        parse(SHIP.replace("true", "false").replace("horatius", "horatio"), "x.yaml", engine)
    assert "knows no unit of type 'horatio'" in str(found.value)
    with pytest.raises(FileFault) as found:
        parse(SHIP.replace("true", "false"), "x.yaml", engine)
    assert "they come down where the option patrol_craft_cross is played" in str(found.value)
