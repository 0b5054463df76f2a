"""Counters of the strategic game become a Legatus battle: formations, half strength, manus, bases, flights, ships, pools."""

import pytest

from scales.engine import Json
from scales.legatus.prefect import pools
from scales.legatus.prefect.counters import types
from scales.legatus.prefect.forces import forces, halved_side
from scales.legatus.tables import century_count, formations
from tests.legatus.strategic import FOE, LINE, battle, brought, cohorts, set_up

FORMATIONS = sorted(formations())
CENTURIES = {type.id: type.kind for type in types().values() if type.gives == "century"}


# ---- what becomes what --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formation", FORMATIONS)
def test_a_formation_has_its_standard_centuries(formation: str) -> None:
    mine, other = [{"id": "x", "type": formation}, LINE], [FOE]
    made = battle(mine, other) if "tog" in formations()[formation]["factions"] else battle(other, mine)
    kinds = [piece.kind for each in forces(made) if each.counter.entry == "x" for piece in each.here]
    assert len(kinds) == century_count(formation)
    row = formations()[formation]
    if not row["formations"]:
        wanted = [row["hq"]] * (row["hq"] != "none") + [kind for kind, n in row["centuries"].items() for _ in range(n)]
        assert kinds == wanted


@pytest.mark.parametrize("type", sorted(CENTURIES))
def test_a_century_is_one_of_its_kind_under_its_own_id(type: str) -> None:
    made = set_up([LINE, {"id": "x", "name": "Ours", "type": type}])
    (found,) = [u for c in made["cohorts"] for u in c["centuries"] if u["id"] == "x"]
    assert (found["kind"], found["name"]) == (CENTURIES[type], "Ours")


def test_a_formation_goes_by_its_printed_name_as_well() -> None:
    assert len(brought([{"id": "x", "type": "Cohort Primus"}])["x"].here) == 11


@pytest.mark.parametrize(
    ("type", "installations", "hexes"),
    [
        ("base_1", [1], 2), ("base_2", [1, 2], 3), ("base_3", [1, 2, 3], 4), ("base_4", [1, 2, 3, 4], 6),
        ("gl1", [1], 2), ("gl2", [1, 2], 3), ("gl3", [1, 2, 3], 4), ("gl4", [1, 2, 3, 4], 6), ("gn1", [1], 2), ("gn2", [2], 2),
        ("gn3", [2], 2), ("gn4", [2, 2], 3), ("gn5", [2, 2], 3), ("gn6", [2, 2, 2], 4),
    ],
)  # fmt: skip
def test_a_base_has_installations_and_defensive_hexes(type: str, installations: list[int], hexes: int) -> None:
    made = set_up([{"id": "fort", "type": type, "hex": "0202"}])
    assert [(i["id"], i["kind"]) for i in made["installations"]] == [
        (f"fort.{n}", f"defensive_installation_{kind}") for n, kind in enumerate(installations, 1)
    ]
    assert [i.get("hex") for i in made["installations"]] == ["0202", *[None] * (len(installations) - 1)]
    assert made["defensive_hexes"] == {"tog": hexes, "commonwealth": 0}


def test_construction_engineers_lay_hexes_some_where_the_file_says() -> None:
    works = [{"kind": "passive", "hex": "0303"}, {"kind": "earthworks", "hex": "0304"}]
    made = set_up([LINE, {"id": "x", "type": "construction_engineer"}], tog={"works": works})
    assert made["defensive_hexes"]["tog"] == 1
    assert made["defenses"] == [{"side": "tog", "hidden": False, **work} for work in works]


@pytest.mark.parametrize(("base", "squadrons"), [("gn1", 2), ("gn3", 3), ("gn5", 4)])
def test_naval_bases_on_the_map_support_more_squadrons(base: str, squadrons: int) -> None:
    made = set_up([{"id": "wing", "type": "heavy_flight"}, {"id": "fort", "type": base}])
    assert [(q["id"], q["kind"]) for q in made["squadrons"]] == [(f"wing.{n}", "interceptor_heavy") for n in range(1, squadrons + 1)]


def test_ships_give_fire_support_only_from_the_ground_support_orbit() -> None:
    ships = [
        {"id": "a", "type": "battleship"},
        {"id": "b", "type": "cruiser", "attack": 5},
        {"id": "c", "type": "defense_squadron", "in_orbit": False},
        {"id": "d", "type": "naval", "attack": 4},
    ]
    made = set_up([LINE, *ships])
    assert [(s["id"], s["attack"]) for s in made["naval_support"]] == [("a", 10), ("b", 5), ("d", 4)]


def test_satellites_and_options_are_handed_on() -> None:
    thor = {"id": "thor", "name": "Thor", "hex": "0404", "heading": 2, "velocity": 3}
    made = set_up([LINE], tog={"satellites": [thor]}, double_blind=True, superiority="commonwealth")
    assert made["satellites"] == [{"side": "tog", **thor}]
    assert (made["options"], made["superiority"], made["turn_limit"]) == ({"double_blind": 1}, "commonwealth", 4)


def test_quality_is_that_of_the_counter_or_of_its_formation() -> None:
    made = set_up([{"id": "a", "type": "praetorian_medium_cohort"}, {"id": "b", "type": "light_cohort", "quality": "green"}])
    assert [c["quality"] for c in made["cohorts"]][:2] == ["elite", "green"]


# ---- the manus ----------------------------------------------------------------------------------------------------


def test_support_of_a_permanent_manus_is_under_its_headquarters() -> None:
    theirs = [
        {"id": "m", "type": "manus_hq"}, {"id": "a", "type": "medium_cohort", "part_of": "m"}, {"id": "guns", "type": "artillery_century"},
        {"id": "ears", "type": "signals_century"}, {"id": "foot", "type": "infantry_century"},
    ]  # fmt: skip
    made = set_up([LINE], theirs)
    found = {c["id"]: c for c in made["cohorts"] if c["side"] == "commonwealth"}
    assert [u["id"] for u in found["m.0"]["centuries"]] == ["m.hq", "guns", "ears"]
    assert {id: (c.get("manus"), c.get("permanent")) for id, c in found.items()} == {
        "m.0": ("m", True), "a": ("m", True), "commonwealth.support": (None, None)
    }  # fmt: skip
    assert [u["id"] for u in found["commonwealth.support"]["centuries"]] == ["foot"]


def test_tog_attaches_support_to_cohorts_as_it_likes() -> None:
    ours = [
        {"id": "m", "type": "manus_hq"}, {"id": "a", "type": "medium_cohort", "part_of": "m"}, {"id": "guns", "type": "artillery_century", "with": "a"},
        {"id": "ears", "type": "signals_century"}, {"id": "tanks", "type": "heavy_century"},
    ]  # fmt: skip
    made = set_up(ours)
    assert cohorts(made)["m.0"] == ["m.hq", "ears", "tanks"]
    assert cohorts(made)["a"][-1] == "guns"
    assert not any(c.get("permanent") for c in made["cohorts"] if c["side"] == "tog")


def test_of_two_manus_the_file_says_which_commands() -> None:
    ours = [{"id": "m", "type": "manus_hq"}, {"id": "n", "type": "manus_hq"}, LINE]
    ours += [{"id": "guns", "type": "artillery_century", "part_of": "n"}, {"id": "ears", "type": "signals_century"}]
    assert cohorts(set_up(ours)) == {
        "m.0": ["m.hq"],
        "n.0": ["n.hq", "guns"],
        "line": [f"line.{n}" for n in ("hq", *range(1, 7))],
        "tog.support": ["ears"],
    }


def test_a_brigade_headquarters_goes_with_a_battalion() -> None:
    theirs = [
        {"id": "one", "type": "kessrith_heavy_battalion"}, {"id": "two", "type": "kessrith_medium_battalion", "part_of": "b"},
        {"id": "b", "type": "brigade_hq"}, {"id": "guns", "type": "artillery_century", "part_of": "b"},
    ]  # fmt: skip
    made = cohorts(set_up([LINE], theirs), "commonwealth")
    assert made["two"][-2:] == ["b.hq", "guns"]
    theirs[2]["with"] = "one"
    made = cohorts(set_up([LINE], theirs), "commonwealth")
    assert made["one"][-2:] == ["b.hq", "guns"]


def test_parts_of_formations_are_counters_with_the_state_of_the_whole() -> None:
    found = brought([{"id": "x", "name": "5th", "type": "tog_strike_manus", "fatigue": 2, "disrupted": True}])
    assert list(found) == ["x", *(f"x.{n}" for n in range(1, 9))]
    assert {(each.counter.fatigue, each.counter.disrupted, each.counter.entry) for each in found.values()} == {(2, True, "x")}
    assert [found[id].counter.name for id in ("x", "x.2", "x.3", "x.5")] == [
        "5th headquarters", "5th 2nd Cohort", "5th 3rd Cohort", "5th 2nd Artillery Century"
    ]  # fmt: skip


def test_centuries_of_a_disrupted_counter_begin_crippled() -> None:
    made = set_up([{"id": "a", "type": "light_cohort", "disrupted": True}, {"id": "fort", "type": "gl1", "disrupted": True}, LINE])
    crippled = {u["id"] for c in made["cohorts"] for u in c["centuries"] if u.get("crippled")}
    assert crippled == {f"a.{n}" for n in ("hq", *range(1, 7))}
    assert made["installations"][0]["crippled"]


# ---- half strength ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tog", "commonwealth", "halved"), [(0, None, "commonwealth"), (None, 4, "tog"), (1, 2, ""), (None, None, "")])
def test_the_only_side_detected_is_halved(tog: int | None, commonwealth: int | None, halved: str) -> None:
    made = battle([LINE], tog={"passed_by": tog}, commonwealth={"passed_by": commonwealth})
    assert halved_side(made) == halved
    assert {each.counter.side: len(each.here) for each in forces(made)} == {s: 4 if s == halved else 7 for s in ("tog", "commonwealth")}


def halves(counters: list[Json]) -> dict[str, list[str]]:
    """The units of TOG at half strength, by counter."""
    return {id: [p.id for p in each.here] for id, each in brought(counters, tog={"passed_by": None}).items()}


def test_half_a_cohort_is_its_headquarters_and_centuries_of_each_kind_by_turns() -> None:
    assert halves([{"id": "a", "type": "medium_cohort"}, {"id": "b", "type": "light_cohort"}, {"id": "c", "type": "artillery_cohort"}]) == {
        "a": ["a.hq", "a.1", "a.2", "a.4"],
        "b": ["b.hq", "b.1", "b.2", "b.3"],
        "c": ["c.1", "c.2", "c.3"],
    }


def test_half_of_the_support_of_a_type_rounded_up_and_no_headquarters_or_base_less() -> None:
    guns = [{"id": f"g{n}", "type": "artillery_century"} for n in range(3)]
    found = halves([*guns, {"id": "e", "type": "signals_century"}, {"id": "m", "type": "manus_hq"}, {"id": "f", "type": "base_3"}])
    assert {id: len(units) for id, units in found.items()} == {"g0": 1, "g1": 1, "g2": 0, "e": 1, "m": 1, "f": 3}


@pytest.mark.parametrize(("base", "disrupted", "flying"), [("gl1", False, 1), ("gn3", False, 2), ("gn5", False, 2), ("gn5", True, 1)])
def test_half_a_flight(base: str, disrupted: bool, flying: int) -> None:
    counters = [{"id": "w", "type": "light_flight", "disrupted": disrupted}, {"id": "f", "type": base}]
    assert len(halves(counters)["w"]) == flying
    assert len(brought(counters)["w"].here) == (2 if disrupted else {"gl1": 2, "gn3": 3, "gn5": 4}[base])


def test_ships_fire_at_half_strength() -> None:
    counters = [LINE, {"id": "a", "type": "cruiser"}, {"id": "b", "type": "cruiser", "disrupted": True}]
    assert [each.attack for each in brought(counters, tog={"passed_by": None}).values()][1:] == [4, 2]
    assert [each.attack for each in brought(counters).values()][1:] == [7, 4]


# ---- pools --------------------------------------------------------------------------------------------------------


def pool(counters: list[Json], passed_by: int | None = 0) -> pools.Pool:
    return pools.pool_of(
        passed_by, list(brought([LINE, *counters], tog={"passed_by": passed_by}, commonwealth={"passed_by": None}).values())
    )


def test_a_pool_of_detection_headquarters_signals_and_the_legion() -> None:
    more = [{"id": "m", "type": "manus_hq"}, {"id": "s", "type": "signals_century"}, {"id": "x", "type": "legion_hq"}]
    assert pool(more, 3) == (3, 2, 1, True, 0, 15 + 4 + 2 + 5)
    assert pool([], None) == (None, 1, 0, False, 0, 2)
    assert set_up([LINE, *more], tog={"passed_by": 3})["initiative_pools"] == {"tog": 26, "commonwealth": 2}


@pytest.mark.parametrize(("fatigue", "points"), [(0, 12), (1, 9), (2, 6), (3, 2)])
def test_fatigue_of_the_most_tired_counter_lowers_the_pool(fatigue: int, points: int) -> None:
    assert pool([{"id": "a", "type": "rocket_century", "fatigue": fatigue}], 2).points == points
    assert pool([{"id": "a", "type": "legion_hq", "fatigue": fatigue}], 2).points == 12 + 5


def test_a_pool_is_kept_within_its_range() -> None:
    assert pool([{"id": "a", "type": "medium_cohort"}], 20).points == 40
    assert pool([{"id": "a", "type": "medium_cohort", "fatigue": 3}], None).points == 0


def test_headquarters_that_stay_away_give_no_points() -> None:
    """At half strength a signals century of two is there, and every headquarters."""
    more = [{"id": "s", "type": "signals_century"}, {"id": "t", "type": "signals_century"}, {"id": "m", "type": "manus_hq"}]
    found = pools.pool_of(None, list(brought([LINE, *more], tog={"passed_by": None}).values()))
    assert (found.headquarters, found.signals) == (2, 1)


def test_the_points_are_told_with_what_they_come_from() -> None:
    found = pools.sentence(
        "Task Force Scipio", pool([{"id": "a", "type": "legion_hq"}, {"id": "b", "type": "rocket_century", "fatigue": 2}], 3)
    )
    assert found == (
        "Task Force Scipio begins with 16 initiative points: 5 x 3 for detection, 2 x 1 for headquarters, 2 x 0 for signals centuries, "
        "5 for the legion headquarters, -6 for fatigue 2; kept within 0 to 40."
    )
