"""The map as a picture: each unit where it stands and as it is, places and prepared ground, and only what the seat knows."""

from api.drawing import center, svg
from scales.engine import Counter, Picture
from scales.legatus import ENGINE
from scales.legatus.records.picture import LEGEND
from scales.legatus.state import LegatusState, Marker, present
from tests.legatus.samples import battle
from tests.legatus.table import century, table

GRAV = "medium_grav_armor"


def shown(state: LegatusState, seat: str = "tog") -> dict[str, Counter]:
    return {c.unit: c for c in ENGINE.picture(ENGINE.view(state, seat)).counters}


def test_units_of_one_side_are_told_apart_and_keep_their_labels() -> None:
    for moment in battle(3)[::20]:
        view = ENGINE.view(moment.before, "tog")
        counters = ENGINE.picture(view).counters
        assert {c.unit for c in counters} == {u.id for u in view.state.units.values() if present(u)}
        assert len({(c.side, c.label) for c in counters}) == len(counters)
    state = table([century("a", GRAV, "0604"), century("b", GRAV, "0504")], [century("x", "infantry", "1410")])
    state.units["a"].status = "destroyed"
    assert [(c.unit, c.label) for c in shown(state).values()] == [("b", "MGA 2"), ("x", "I 1")]


def test_places_are_named_with_their_holder_and_prepared_ground_stands_in_its_hex() -> None:
    goals = [{"name": "Bridge of the North", "hex": "0707"}, {"name": "The hill", "hex": "0909", "holder": "tog"}]
    works = [
        {"kind": "earthworks", "side": "tog", "hex": "0303"},
        {"kind": "passive", "side": "commonwealth", "hex": "0505", "hidden": True},
    ]
    state = table([century("a", GRAV, "0604")], [century("x", GRAV, "1410")], objectives=goals, defenses=works)
    state.markers.append(Marker("denial", "tog", ["1212", "1112"]))
    labels = ENGINE.picture(ENGINE.view(state, "tog")).labels
    assert labels == {"0707": "Bridge of the North", "0909": "The hill (tog)", "0303": "works", "1212": "denial", "1112": "denial"}
    assert ENGINE.picture(ENGINE.view(state, "commonwealth")).labels["0505"] == "passive"


def test_a_counter_lies_in_its_hex_on_its_hexside_or_on_its_junction() -> None:
    tog = [century("a", GRAV, "0604"), century("b", GRAV, "0604|0605"), century("d", GRAV, "0604|0605|0705")]
    picture = ENGINE.picture(ENGINE.view(table(tog, [century("x", GRAV, "1410")]), "tog"))
    assert [(c.hex, c.over) for c in picture.counters[:3]] == [((6, 4), ()), ((6, 4), ((6, 5),)), ((6, 4), ((6, 5), (7, 5)))]
    drawn = svg(picture, ["tog", "commonwealth"])
    for hexes in ([(6, 4)], [(6, 4), (6, 5)], [(6, 4), (6, 5), (7, 5)]):
        spots = [center(column, row, "even") for column, row in hexes]
        x, y = (sum(each) / len(spots) for each in zip(*spots, strict=True))
        assert f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7.5"' in drawn


def test_a_counter_says_how_the_unit_is() -> None:
    state = table([century("a", GRAV, "0604", altitude="tree_top"), century("h", "hq_grav", "0504")], [century("x", GRAV, "1410")])
    state.units["a"].crippled = state.units["a"].broken = True
    a, h = (shown(state)[id] for id in "ah")
    assert (a.label, a.signs, a.about) == ("MGA 1", "Tx!", "A in 0604, tree top, crippled, broken")
    assert (h.label, h.signs, h.about) == ("HQ 1", "", "H in 0504")
    picture = ENGINE.picture(ENGINE.view(state, "tog"))
    assert picture.legend == LEGEND | {"MGA": "medium grav armor", "HQ": "headquarters"}
    assert ">Tx!</text>" in svg(picture, ["tog", "commonwealth"])
    assert "<title>A in 0604, tree top, crippled, broken</title>" in svg(picture, ["tog", "commonwealth"])


def test_an_enemy_that_is_not_spotted_is_on_no_picture() -> None:
    state = table([century("a", GRAV, "0604")], [century("x", GRAV, "1410"), century("h", "hq_grav", "1411")], options={"double_blind": 1})
    assert set(shown(state)) == {"a"}
    state.units["x"].spotted_by = ["tog"]
    assert set(shown(state)) == {"a", "x"}
    assert "HQ" not in ENGINE.picture(ENGINE.view(state, "tog")).legend


def test_counters_of_other_scales_are_drawn_as_ever() -> None:
    picture = Picture("P", (1, 2), (1, 2), "even", {}, [Counter((1, 1), "Alpha", "tog", 2), Counter((1, 1), "Beta", "tog", 2)])
    drawn = svg(picture, ["tog"])
    assert "<title>Alpha, Beta</title>" in drawn
    assert "font-size" not in drawn


def test_the_legend_calls_sides_by_name_beside_the_ids_on_the_map() -> None:
    picture = ENGINE.picture(ENGINE.view(table([century("a", GRAV, "0604")], [century("x", GRAV, "1410")]), "tog"))
    sides = ["tog", "commonwealth"]
    drawn = svg(picture, sides, {"tog": "A task force with a long name", "commonwealth": "Commonwealth"})
    assert ">A task force with a lon… (tog)</text>" in drawn
    assert ">commonwealth</text>" in drawn
    assert ">Commonwealth g… (commonwealth)</text>" in svg(picture, sides, {"commonwealth": "Commonwealth garrison"})


def test_a_stack_of_two_sides_shows_both() -> None:
    alone, both = (
        svg(Picture("", (1, 2), (1, 2), "even", {"0101": "clear"}, [Counter((1, 1), "A", "tog"), *more]), ["tog", "commonwealth"])
        for more in ([Counter((1, 1), "B", "tog")], [Counter((1, 1), "B", "commonwealth")])
    )
    assert alone.count('r="4"') == 0
    assert both.count('r="4"') == 1
