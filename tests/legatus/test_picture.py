"""The map as a picture: hex numbers, whole names of places, and labels that tell units apart."""

from scales.legatus import ENGINE
from scales.legatus.state import present
from tests.legatus.samples import battle
from tests.legatus.table import century, table

GRAV = "medium_grav_armor"


def test_units_of_one_side_are_told_apart_and_keep_their_labels() -> None:
    for moment in battle(3)[::20]:
        state = moment.before
        counters = ENGINE.picture(ENGINE.view(state, "")).counters
        assert {c.unit for c in counters} == {u.id for u in state.units.values() if present(u)}
        assert len({(c.side, c.label) for c in counters}) == len(counters)
    state = table([century("a", GRAV, "0604"), century("b", GRAV, "0504")], [century("x", "infantry", "1410")])
    state.units["a"].status = "destroyed"
    assert [(c.unit, c.label) for c in ENGINE.picture(ENGINE.view(state, "")).counters] == [("b", "MGA 2"), ("x", "I 1")]


def test_hexes_are_numbered_and_places_named() -> None:
    state = table([century("a", GRAV, "0604")], [century("x", GRAV, "1410")], objectives=[{"name": "Bridge of the North", "hex": "0707"}])
    labels = ENGINE.picture(ENGINE.view(state, "tog")).labels
    assert (labels["0101"], labels["0505"], labels["0707"]) == ("0101", "0505", "Bridge of the North")
    assert "0102" not in labels
