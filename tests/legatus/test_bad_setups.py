"""Set-ups that cannot be played are refused with everything that is wrong with them; what is not refused can be played."""

import copy
import math
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from scales.codec import encode, plain
from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Json, Orders, random_orders
from scales.legatus import ENGINE
from scales.legatus.state import LegatusState
from scales.legatus.switches import SWITCHES
from tests.legatus.table import FLAT, century, setup

GRAV = "medium_grav_armor"
A, X = century("a", GRAV, "0202"), century("x", GRAV, "1410")
ZONES = {"tog": {"edge": "left"}, "commonwealth": {"columns": [14, 16], "rows": [2, 11]}}


def with_cohort(**more: Any) -> Json:
    """A third cohort beside the two of a table."""
    given = setup([A], [X])
    given["cohorts"].append({"id": "f", "side": "tog"} | more)
    return given


def sides(*seats: str) -> list[Json]:
    return [{"id": s, "faction": s, "seat": seat} for s, seat in zip(("tog", "commonwealth"), seats, strict=True)]


REFUSED: dict[str, tuple[Json, set[str]]] = {
    "one id for both sides": (setup([A], [X], sides=[sides("a", "b")[0], sides("a", "b")[0] | {"seat": "b"}]), {"side_twice", "side_unknown"}),
    "one seat for both sides": (setup([A], [X], sides=sides("x", "x")), {"seat_twice"}),
    "an id that means the pool": (setup([A], [X], squadrons=[{"id": "spend", "side": "tog"}]), {"id"}),
    "an id that means a battery": (setup([A | {"id": "fire:x"}], [X]), {"id"}),
    "an id twice": (setup([A, A], [X]), {"id_twice"}),
    "an id of a cohort": (setup([A | {"id": "t"}], [X]), {"id_twice"}),
    "an id of a part of a formation": (
        with_cohort(formation="renegade_strike_manus", hex="0606") | {"installations": [{"id": "f.1-hq", "side": "tog", "hex": "0303"}]},
        {"id_twice"},
    ),
    "two objectives of one name": (setup([A], [X], objectives=[{"name": "hill", "hex": h} for h in ("0303", "0404")]), {"objective_twice"}),
    "a name that steers a terminal": (setup([A | {"name": "A\x1b[31mB"}], [X]), {"control_character"}),
    "a name that turns the line around": (setup([A | {"name": "A\u202eB"}], [X]), {"control_character"}),
    "neither formation nor centuries": (with_cohort(), {"cohort"}),
    "no such formation": (with_cohort(formation="medium cohrt", hex="0606"), {"formation_unknown"}),
    "a formation off the map": (with_cohort(formation="medium_cohort", hex="9906"), {"off_map"}),
    "a formation without a place": (with_cohort(formation="medium_cohort"), {"no_zone"}),
    "a formation in a lake": (with_cohort(formation="marine_cohort", hex="0606") | {"rows": [*FLAT[:5], FLAT[5].replace("0.", "0w"), *FLAT[6:]]}, {"lake"}),
    "a place and a hex": (setup([A | {"hex": "0303"}], [X]), {"two_places"}),
    "no place": (setup([century("a", GRAV, "")], [X]), {"no_zone"}),
    "hexes that do not touch": (setup([century("a", GRAV, "0202|0404")], [X]), {"position"}),
    "a position in another order": (setup([century("a", GRAV, "0303|0302")], [X]), {"position"}),
    "a hex off the map": (setup([century("a", GRAV, "1713")], [X]), {"off_map"}),
    "infantry in the air": (setup([century("a", "marine", "0202", altitude="tree_top")], [X]), {"altitude"}),
    "no such century": (setup([century("a", "medium_grav_armour", "0202")], [X]), {"kind_unknown"}),
    "an installation as a century": (setup([century("a", "defensive_installation", "0202")], [X]), {"kind_unknown"}),
    "no such squadron": (setup([A], [X], squadrons=[{"id": "s", "side": "tog", "kind": "interceptor_hevy"}]), {"kind_unknown"}),
    "an installation without a place": (setup([A], [X], installations=[{"id": "f", "side": "tog"}]), {"no_zone"}),
    "no such map": (setup([A], [X], rows=[], map="legatus_upland"), {"map"}),
    "rows of two lengths": (setup([A], [X], rows=["0. 0.", "0."]), {"map"}),
    "rows of nonsense": (setup([A], [X], rows=["?? ??"]), {"map"}),
    "a map of another scale": (setup([A], [X], rows=["0b4/30 0."]), {"off_map"}),
    "too large a map": (setup([A], [X], rows=[" ".join(["0."] * 120)]), {"map"}),
    "too large a pool": (setup([A], [X], initiative_pools={"tog": 41}), {"pool"}),
    "a negative pool": (setup([A], [X], initiative_pools={"tog": -1}), {"pool"}),
    "a pool of nobody": (setup([A], [X], initiative_pools={"kessrith": 4}), {"side_unknown"}),
    "an attacker of no side": (setup([A], [X], attacker="kessrith"), {"side_unknown"}),
    "an option there is not": (setup([A], [X], options={"double_blnd": 1}), {"unknown_option"}),
    "hidden earthworks": (setup([A], [X], defenses=[{"kind": "earthworks", "side": "tog", "hex": "0303", "hidden": True}]), {"hidden"}),
    "defensive hexes without a zone": (setup([A], [X], defensive_hexes={"tog": 1}), {"no_zone"}),
}  # fmt: skip


@pytest.mark.parametrize("name", list(REFUSED))
def test_what_cannot_be_played_is_refused(name: str) -> None:
    given, codes = REFUSED[name]
    found = ENGINE.faults(given)
    assert {fault.code for fault in found} == codes
    assert all(fault.text and fault.where and len(fault.text) < 400 for fault in found)
    if codes != {"control_character"}:
        with pytest.raises(ValueError, match=r"\w"):
            ENGINE.setup(given, ScriptedDice())


def test_every_mistake_at_once_with_what_may_have_been_meant() -> None:
    given = with_cohort(formation="heavy cohrt", hex="0606")
    given["cohorts"][0]["centuries"] = [century("a", "medium_grav_armour", "0202")]
    given["cohorts"][1]["centuries"] = [century("x", GRAV, "9910"), century("x", "infantry", "1410", altitude="low_altitude")]
    given |= {
        "attacker": "nobody",
        "objectives": [{"name": "hill", "hex": "9901"}],
        "options": {"double_blnd": 1},
        "defensive_hexes": {"tog": 3},
    }
    found = {f.where: f.text for f in ENGINE.faults(given)}
    assert set(found) == {
        "cohorts[0].centuries[0].kind",
        "cohorts[1].centuries[0]",
        "cohorts[1].centuries[1]",
        "cohorts[2].formation",
        "attacker",
        "objectives[0].hex",
        "options.double_blnd",
        "defensive_hexes.tog",
    }
    assert "medium_grav_armor" in found["cohorts[0].centuries[0].kind"]
    assert "heavy cohort" in found["cohorts[2].formation"]
    assert "double_blind" in found["options.double_blnd"]


LONG = "x" * 10_000
WRONG: list[Json] = [
    setup([A | {"id": LONG}], [X]),
    setup([A | {"id": ""}], [X]),
    setup([A | {"id": " a"}], [X]),
    setup([A], [X], map=LONG),
    setup([A | {"name": LONG}], [X]),
    setup([A | {"at": LONG}], [X]),
    setup([A | {"kind": LONG}], [X]),
    setup([A | {"crippled": 1}], [X]),
    setup([A | {"altitude": "nap_of_earth"}], [X]),
    setup([A], [X], turn_limit=math.nan),
    setup([A], [X], turn_limit=0),
    setup([A], [X], turn_limit=10**30),
    setup([A], [X], turn_limit=True),
    setup([A], [X], initiative_pools={"tog": 1.5}),
    setup([A], [X], defensive_hexes={"tog": 10**30}),
    setup([A], [X], zones={"tog": {"edge": "middle"}}),
    setup([A], [X], rows=[LONG]),
    setup([A], [X], rows=["0."] * 100),
    setup([A], [X], sides=sides("a", "b")[:1]),
    setup([A], [X], nonsense=1),
    with_cohort(formation=LONG),
    with_cohort(formation="medium_cohort", hex="0606", front=7),
]


@pytest.mark.parametrize("given", WRONG)
def test_values_of_the_wrong_type_or_size_are_no_set_up(given: Json) -> None:
    with pytest.raises(ValidationError):
        ENGINE.faults(given)


# ---- anything at all -----------------------------------------------------------------------------------------------

JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    7,
    10**30,
    0.5,
    math.nan,
    "",
    "x",
    "a|b",
    "a\nb",
    "tog",
    "a",
    "0808",
    "x" * 3000,
    [],
    {},
    [[]],
    {"x": 1},
    ["tog"],
    {1, 2},
]


def rich() -> Json:
    """Something of everything that a set-up may say."""
    guns = [century("g", "grav_artillery", "0304"), century("e", "armored_engineer", "0305", crippled=True)]
    given = setup(
        [A | {"organic_signals": True, "hq": True, "quality": "elite"}, {"id": "w", "kind": "infantry", "altitude": "dug_in"}],
        [X, {"id": "y", "kind": GRAV, "hex": "1306", "dispersion": "dispersed", "altitude": "tree_top"}],
        zones=ZONES | {"tog": {"edge": "left", "within": 6, "hexes": ["0103", "0104", "0203", "0205"]}},
        defensive_hexes={"tog": 2},
        attacker="commonwealth",
        installations=[
            {"id": "fort", "name": "Fort", "side": "tog", "kind": "defensive_installation_3", "crippled": True},
            {"id": "base", "side": "commonwealth", "hex": "1207"},
        ],
        squadrons=[{"id": "s", "side": "tog", "kind": "interceptor_light", "craft_type": "lancea"}],
        satellites=[{"id": "thor", "side": "tog", "hex": "0604", "heading": 4, "velocity": 3}],
        naval_support=[{"id": "ships", "side": "commonwealth", "attack": 6}],
        superiority="commonwealth",
        objectives=[{"name": "hill", "hex": "0808", "points": 5, "holder": "tog"}],
        defenses=[{"kind": "passive", "side": "tog", "hex": "0707", "hidden": True}, {"kind": "earthworks", "side": "tog", "hex": "0708"}],
        initiative_pools={"tog": 12},
        options=dict.fromkeys(SWITCHES, 1),
        rules={"engagements": {"policy": "none", "at_most": 1, "centuries": 4}},
    )
    given["cohorts"] += [
        {"id": "mm", "name": "Red", "side": "tog", "level": "manus", "manus": "red", "permanent": False, "centuries": guns},
        {"id": "k", "side": "commonwealth", "formation": "Kessrith Medium Brigade", "attached": 2, "front": 5, "altitude": "tree_top"},
    ]
    return given


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a document, itself first."""
    yield path
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[key], (*path, key))


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy of a document with one thing in it replaced."""
    if not path:
        return new
    value = copy.copy(value)
    value[path[0]] = changed(value[path[0]], path[1:], new)
    return value


def without(value: Any, path: tuple[Any, ...]) -> Any:
    """A copy of a document with one thing in it left out."""
    value = copy.copy(value)
    if len(path) == 1:
        del value[path[0]]
    else:
        value[path[0]] = without(value[path[0]], path[1:])
    return value


def mistakes() -> Iterator[Any]:
    """The rich set-up with one thing missing, of another kind, or one thing too many."""
    good = rich()
    for number, path in enumerate(list(places(good))):
        if path:
            yield without(good, path)
        for junk in JUNK[number % 4 :: 4]:
            yield changed(good, path, junk)
        there = good
        for key in path:
            there = there[key]
        if isinstance(there, dict):
            yield changed(good, path, there | {"x": 1})
        if isinstance(there, list):
            yield changed(good, path, there * 2)


def test_the_rich_set_up_is_without_fault() -> None:
    assert ENGINE.faults(rich()) == []


def test_any_document_is_refused_in_sentences_or_can_be_played() -> None:
    played: set[bytes] = set()
    refused = 0
    for given in mistakes():
        try:
            found = ENGINE.faults(given)
        except ValidationError:
            refused += 1
            continue
        refused += bool(found)
        assert all(fault.code and fault.text and len(fault.text) < 600 for fault in found), found
        if not found and len(played) < 20:
            played.add(open_the_battle(given))
    assert refused > 500
    assert len(played) > 15


def open_the_battle(given: Json) -> bytes:
    """Play the first phase at random; everybody looks at the board."""
    state: LegatusState = ENGINE.setup(given, KeyedDice(key=b"set-up")).state
    dice = KeyedDice(key=seeded_secret(1))
    step = ENGINE.advance(state, "initiative", {}, [], dice)
    while not step.done:
        answers = {}
        for decision in step.pending:
            view = ENGINE.view(step.state, decision.seat)
            answers[decision.key] = random_orders(ENGINE.offers(view, decision), KeyedDice(key=seeded_secret(2)))
            assert ENGINE.check(view, decision, answers[decision.key]) == []
            assert ENGINE.check(view, decision, Orders({}))
        step = ENGINE.advance(step.state, "initiative", answers, [], dice)
    assert ENGINE.invariants(step.state) == []
    shown(step.state)
    return encode(step.state)


def shown(state: LegatusState) -> None:
    encode(plain(ENGINE.report(state)))
    for side in state.sides:
        view = ENGINE.view(state, side.seat)
        encode(plain(ENGINE.picture(view)))
        for unit in (*state.units, *state.squadrons):
            encode(ENGINE.record(view, unit))
