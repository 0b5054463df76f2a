"""Deployment: what dispersion and altitude do to a century's numbers. legatus: Deployment"""

from itertools import product

import pytest

from scales.legatus import board, deployment
from scales.legatus.deployment import altitudes_of
from scales.legatus.movement import movement
from scales.legatus.tables import ALTITUDES, DISPERSIONS
from tests.legatus.table import FLAT, century, table

GRAV, INFANTRY = "medium_grav_armor", "infantry"
SPREAD = {"concentrated": (0, 0, 0), "semi_dispersed": (-1, 0, 1), "dispersed": (-2, 0, 2)}
HEIGHT = {"dug_in": (1, 2, -3), "normal": (0, 0, 0), "tree_top": (0, -1, 1), "low_altitude": (0, -2, 1)}
PLACES = {"concentrated": "0606", "semi_dispersed": "0606|0607", "dispersed": "0606|0607|0707"}


@pytest.mark.parametrize(("spread", "height", "infantry"), list(product(DISPERSIONS, ALTITUDES, (False, True))))
def test_dispersion_and_altitude_add_up_in_every_combination(spread: str, height: str, infantry: bool) -> None:
    """Given a deployment; then each number changes by the sum of both, and infantry dug in attacks one better."""
    a, d, m = (x + y for x, y in zip(SPREAD[spread], HEIGHT[height], strict=True))
    assert deployment.deployment(spread, height, infantry) == (a + (infantry and height == "dug_in"), d, m)


@pytest.mark.parametrize(("spread", "height"), list(product(DISPERSIONS, ALTITUDES)))
def test_rolls_name_every_part_of_a_deployment(spread: str, height: str) -> None:
    """Given a century deployed; when it rolls; then its check names dispersion and altitude, each with its own change."""
    state = table([century("a", GRAV, PLACES[spread], altitude=height)], [century("x", GRAV, "1410")])
    unit = state.units["a"]
    rolls = (
        deployment.attack_modifiers(state, unit),
        deployment.defense_modifiers(state, unit),
        deployment.maneuver_modifiers(state, unit, False),
    )
    for n, modifiers in enumerate(rolls):
        named = {spread.replace("_", "-"): SPREAD[spread][n], height.replace("_", " "): HEIGHT[height][n]}
        assert {m.name: m.value for m in modifiers} == {k: v for k, v in named.items() if v}
        assert all(m.rule == "legatus: Deployment" for m in modifiers)


def test_earthworks_and_infantry_show_by_name_when_dug_in() -> None:
    works = [{"kind": "earthworks", "side": "tog", "hex": "0606"}]
    state = table([century("a", INFANTRY, "0606", altitude="dug_in")], [century("x", GRAV, "1410")], defenses=works)
    found = {m.name: m.value for m in deployment.attack_modifiers(state, state.units["a"])}
    assert found == {"dug in": 1, "infantry dug in": 1, "earthworks": 1}
    state.units["a"].altitude = "normal"
    assert deployment.attack_modifiers(state, state.units["a"]) == []


def test_only_grav_vehicles_fly_and_everybody_digs_in() -> None:
    assert [altitudes_of(c) for c in ("infantry", "ground", "grav")] == [("dug_in", "normal"), ("dug_in", "normal"), ALTITUDES]


@pytest.mark.parametrize("at", PLACES.values())
def test_a_century_occupies_every_hex_that_it_touches(at: str) -> None:
    """One hex in the middle of it, two on a hexside, three on a junction."""
    assert board.is_position(at)
    assert board.dispersion(at) == DISPERSIONS[at.count("|")]
    assert not board.is_position("0606|0609")


def test_nobody_digs_in_where_any_of_its_hexes_is_a_lake() -> None:
    rows = [row.replace("0.", "0w") if n == 6 else row for n, row in enumerate(FLAT)]
    for at, fault in (("0606|0607", "nobody can dig in on a lake (legatus: Movement Points)"), ("0605|0606", "")):
        state = table([century("a", GRAV, at)], [century("x", GRAV, "1410")], rows=rows)
        found = movement.path_faults(movement.ground_for(state, state.units["a"]), movement.start_walk(state.units["a"]), ["dug_in"])
        assert found == (f"Step 1 of the path: {fault}." if fault else "")
