"""Set-ups that cannot be played are refused with everything that is wrong with them; what is not refused can be played."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from scales.codec import encode, plain
from scales.dice import ScriptedDice
from scales.engine import Json
from scales.leviathan import ENGINE
from scales.leviathan.scenario import chase
from scales.leviathan.state import State
from scales.leviathan.switches import SWITCHES
from tests.leviathan.table import SIDES, Game, document, fighters, ship, table

DESTROYER = ship("a", "fulgur", "tog", "2:1305")
CARRIER = ship("b", "lexington", "rl", "1:1310", 4)
ZONES = {"tog": {"edge": "top"}, "rl": {"edge": "bottom"}}


def waits(unit: Json) -> Json:
    """The unit without a place."""
    return {key: value for key, value in unit.items() if key != "hex"}


def wing(id: str, crafts: dict[str, int], **more: Any) -> Json:
    return {"id": id, "name": id.title(), "fighters": crafts, **more}


def base(kind: str, **more: Any) -> Json:
    hex = "1:2410" if kind.startswith("o") else "1:0112"
    return {"id": "i", "name": "Base", "class": kind, "side": "rl", "hex": hex, **more}


def planet(**more: Any) -> Json:
    return document([DESTROYER, CARRIER | {"hex": "1:2005"}], layout="leviathan_planet", **more)


ACROSS = fighters("f", "gladius_squadron", "tog", aboard="b")
REFUSED: dict[str, tuple[Json, set[str]]] = {
    "a stroke in an id": (document([DESTROYER | {"id": "a/missiles"}, CARRIER]), {"bad_id"}),
    "an id that means missiles": (document([DESTROYER | {"id": "missiles:b"}, CARRIER]), {"bad_id"}),
    "one seat for both sides": (document([DESTROYER, CARRIER], sides=[side | {"seat": "x"} for side in SIDES]), {"double_seat"}),
    "aboard the enemy": (document([DESTROYER, CARRIER], fighters=[ACROSS]), {"wrong_side"}),
    "carried by the enemy": (document([DESTROYER, CARRIER | {"fighters": [fighters("f", "gladius_squadron", "tog")]}]), {"wrong_side"}),
    "a wing on the enemy's decks": (document([DESTROYER, CARRIER], wings=[wing("w", {"gladius": 6}, side="tog", aboard="b")]), {"wrong_side"}),
    "carried and elsewhere": (document([DESTROYER, CARRIER | {"fighters": [fighters("f", "gladius_squadron", "rl", "1:0101")]}]), {"two_places"}),
    "aboard and on the map": (document([DESTROYER, CARRIER], fighters=[ACROSS | {"side": "rl", "hex": "1:0101"}]), {"two_places"}),
    "too many, wings with them": (
        document([DESTROYER, CARRIER], wings=[wing(w, {"gladius": 60}, aboard="b") for w in ("v", "w")],
                 fighters=[fighters("f", "gladius_group", "rl", aboard="b")]),
        {"too_many_fighters"},
    ),
    "too many in a base": (planet(installations=[base("gl2", fighters=[fighters("f", "gladius_squadron", "rl")])]), {"too_many_fighters"}),
    "too many aboard a base": (
        planet(installations=[base("gn4")], fighters=[fighters(f"f{n}", "gladius_group", "rl", aboard="i") for n in range(3)]),
        {"too_many_fighters"},
    ),
    "in a base too small for any": (planet(installations=[base("gn1", fighters=[fighters("f", "gladius_squadron", "rl")])]), {"too_small"}),
    "a name that steers a terminal": (document([DESTROYER | {"name": "A\x1b[31mB"}, CARRIER]), {"control_character"}),
    "a name that turns the line around": (document([DESTROYER | {"name": "A\u202eB"}, CARRIER]), {"control_character"}),
    "rules that no file could hold": (document([DESTROYER, CARRIER], rules={"x": object()}), {"bad_rules"}),
    "a zone in the ground": (
        document([waits(DESTROYER), CARRIER | {"hex": "1:2005"}], layout="leviathan_planet", deployment={"tog": {"edge": "left", "within": 1}}),
        {"no_formation"},
    ),
    "a zone out of reach of the others": (
        document([DESTROYER, waits(ship("c", "fulgur", "tog", "")), CARRIER], deployment={"tog": {"edge": "bottom", "within": 2, "apart": 1}}),
        {"no_formation"},
    ),
    "a wing in the ground": (
        planet(deployment={"tog": {"edge": "left", "within": 1}}, wings=[wing("w", {"gladius": 6}, side="tog")]), {"no_formation"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", list(REFUSED))
def test_what_cannot_be_played_is_refused(name: str) -> None:
    setup, codes = REFUSED[name]
    found = ENGINE.faults(setup)
    assert {fault.code for fault in found} == codes
    assert all(fault.text and fault.where and len(fault.text) < 400 for fault in found)


LONG = "x" * 10_000
TOO_LONG: list[Json] = [
    document([DESTROYER | {"hex": LONG}, CARRIER]),
    document([DESTROYER, CARRIER], layout=LONG),
    document([DESTROYER, CARRIER], options={LONG: 1}),
    document([DESTROYER, CARRIER], fighters=[fighters("f", LONG, "tog", "1:0505")]),
    document([DESTROYER, CARRIER], fighters=[fighters("f", "gladius_squadron", "tog", aboard=LONG)]),
    document(
        [DESTROYER, CARRIER], fighters=[{"id": "f", "name": "F", "side": "tog", "hex": "1:0505", "size": "group", "fighters": {LONG: 1}}]
    ),
    document([DESTROYER, CARRIER], victory={"kind": "battleship", "battleship": LONG}),
    document([DESTROYER, CARRIER], deployment=ZONES, wings=[wing("w", {LONG: 1}, side="tog")]),
    document([DESTROYER, CARRIER], deployment=ZONES, wings=[wing("w", {"gladius": 1}, aboard=LONG)]),
    document([DESTROYER, CARRIER], deployment=ZONES, wings=[wing("w" * 80, {"gladius": 1}, side="tog")]),
    document([DESTROYER | {"name": "   "}, CARRIER]),
    document([DESTROYER | {"id": " a"}, CARRIER]),
]


@pytest.mark.parametrize("setup", TOO_LONG)
def test_texts_that_are_too_long_or_blank_are_no_set_up(setup: Json) -> None:
    with pytest.raises(ValidationError):
        ENGINE.faults(setup)


ZONE = [(edge, within, apart) for edge in ("left", "right", "top", "bottom") for within, apart in ((1, 1), (2, 3), (5, 1), (60, 3))]


@pytest.mark.parametrize("layout", ["leviathan_deep_space", "leviathan_planet", "leviathan_end_to_end"])
def test_every_zone_has_formations_or_is_refused(layout: str) -> None:
    """Ships of every length, fighters and a wing; alone and beside ships that stand already."""
    for edge, within, apart in ZONE:
        units = [waits(ship(kind, kind, "tog", "")) for kind in ("fulgur", "shiva", "bantha")]
        zone = {"edge": edge, "within": within, "apart": apart, "carried": within == 5}
        for standing in ([], [ship("a", "fulgur", "tog", "1:1307")]):
            setup = document(
                [*units, *standing, CARRIER | {"hex": "1:2005"}], layout=layout, deployment={"tog": zone},
                fighters=[fighters("f", "gladius_squadron", "tog")], wings=[wing("w", {"gladius": 24}, side="tog")],
            )  # fmt: skip
            codes = {fault.code for fault in ENGINE.faults(setup)}
            assert codes <= {"no_formation"}
            assert codes == ({"no_formation"} if edge == "left" and within < 3 and layout == "leviathan_planet" else set()), zone
            if not codes:
                Game(setup, random=("tog",), check=True).phase("power")


def test_a_lone_unit_is_placed_beside_those_that_stand() -> None:
    zone = {"tog": {"edge": "bottom", "within": 12, "apart": 1}}
    for more in ({"units": [waits(ship("c", "fulgur", "tog", ""))]}, {"fighters": [fighters("f", "gladius_squadron", "tog")]}):
        setup = document([DESTROYER, CARRIER, *more.pop("units", [])], deployment=zone, **more)
        game = Game(setup)
        game.phase("power")
        assert not any(unit.waiting for unit in [*game.state.ships.values(), *game.state.fighters.values()])


def test_a_ruling_adds_no_unit_that_a_set_up_could_not_have() -> None:
    state = table([DESTROYER, CARRIER])
    other = ship("n", "lexington", "rl", "1:1810", 4)
    for wrong in (
        {"ship": other | {"name": "A\u202eB"}},
        {"ship": other | {"id": "missiles:b"}},
        {"ship": other | {"fighters": [fighters("f", "gladius_squadron", "tog")]}},
        {"ship": other | {"fighters": [fighters("f", "gladius_squadron", "rl", "1:0101")]}},
        {"fighters": fighters("f", "gladius_squadron", "rl", "1:0101", aboard="b")},
        {"installation": base("on1", fighters=[fighters("f", "gladius_squadron", "rl")])},
    ):
        with pytest.raises(ValueError, match=r"\w"):
            ENGINE.amend(state, {"kind": "add", "reason": "late", **wrong}, ScriptedDice.of())


# ---- ids that are given later --------------------------------------------------------------------------------------


def test_units_of_a_wing_take_no_id_that_is_taken() -> None:
    """Of a ship, of fighters, of troops, and of another wing's units."""
    setup = planet(
        deployment=ZONES, wings=[wing("w", {"gladius": 24}, side="tog"), wing("w_1", {"gladius": 12}, side="tog")],
        fighters=[fighters("w_2", "gladius_squadron", "rl", "2:0909")],
        ground=[{"id": "w_3", "name": "Troops", "class": "rocket", "side": "rl", "hex": "1:0110"}],
    )  # fmt: skip
    setup["units"].append(ship("w_1_1", "fulgur", "tog", "2:1505"))
    game = Game(setup)
    game.phase("power")
    state = game.state
    made = [unit for unit in state.fighters.values() if unit.side == "tog"]
    assert sum(unit.count for unit in made) == 36
    assert state.fighters["w_2"].side == "rl"
    assert not {unit.id for unit in made} & {*state.ships, *state.ground.things}
    told = [unit for event in game.events if event.kind == "organized" for unit in event.units]
    assert sorted(told) == sorted(unit.id for unit in made)


def test_reinforcements_take_no_id_that_is_taken() -> None:
    taken = [
        ship(f"tog-{kind}-{n}", "serpens", "tog", "1:1005")
        for kind in sorted({k for row in chase.TABLE.values() for k in row})
        for n in (1, 2, 3)
    ]
    state = table(taken, layout="leviathan_end_to_end", victory={"kind": "chase", "pursued": "tog"})
    before = encode(state.ships)
    for kind in sorted({k for row in chase.TABLE.values() for k in row}):
        id = chase.new_ship(state, "tog", kind)
        assert state.ships.pop(id).sheet == kind
        assert encode(state.ships) == before


def test_lifeboats_take_no_id_that_is_taken() -> None:
    """Troops that are there already, and a ship that a game master adds between two boats."""
    troops = [{"id": f"i-lifeboat-{n}", "name": "Troops", "class": "other", "side": "rl", "hex": "1:0110"} for n in (1, 3)]
    setup = planet(installations=[base("on3")], ground=troops)
    game = Game(setup)
    game.phase("power")
    game.phase("movement", say={"abandon:i": {"abandon": True}})
    for _ in range(6):
        game.turn()
    state = game.state
    assert len(state.lifeboats) == 10
    assert not set(state.lifeboats) & {*state.ships, *state.fighters, *state.ground.things}


# ---- anything at all -----------------------------------------------------------------------------------------------

JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    7,
    10**30,
    0.5,
    "",
    "x",
    "a/b",
    "a\nb",
    "tog",
    "a",
    "1:0805",
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
    hurt = ENGINE.report(table([DESTROYER])).fates["a"].sheet
    return document(
        [
            DESTROYER | {"hex": "1:1505", "sheet": hurt, "course": [3, 3], "commander": 1, "bridge": "main", "skill": 2},
            CARRIER | {"hex": "1:2005", "fighters": [fighters("in", "gladius_flight", "rl")]},
            waits(ship("c", "serpens", "tog", "")),
        ],
        layout="leviathan_planet",
        fighters=[
            fighters("f", "gladius_squadron", "tog", "1:1004", pilots=[{"name": "P", "gunnery": 3, "piloting": 4}]),
            {"id": "g", "name": "G", "side": "rl", "hex": "1:1005", "size": "group", "fighters": {"cheetah": 30, "avenger": 6}},
            fighters("h", "avenger_squadron", "rl", aboard="b"),
        ],
        installations=[base("gn4", commander=2)],
        ground=[{"id": "t", "name": "T", "class": "rocket", "side": "tog", "hex": "1:0109", "spotted": True}],
        deployment={"tog": {"edge": "top", "within": 4, "apart": 3, "velocity": 4, "carried": True}},
        wings=[wing("w", {"gladius": 24}, side="tog", most_percent=100)],
        options=dict.fromkeys(SWITCHES, 1),
        rules={"house": 1},
        victory={"kind": "tonnage", "leaving_is_loss": True},
    )  # fmt: skip


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
    for setup in mistakes():
        try:
            found = ENGINE.faults(setup)
        except ValidationError:
            refused += 1
            continue
        refused += bool(found)
        assert all(fault.code and fault.text and len(fault.text) < 600 for fault in found), found
        if not found and len(played) < 30:
            played.add(open_the_battle(setup))
    assert refused > 1000
    assert len(played) > 20


def open_the_battle(setup: Json) -> bytes:
    """Play the first phase; everybody looks at the board."""
    game = Game(setup, random=("tog",), check=True)
    game.phase("power")
    assert ENGINE.invariants(game.state) == []
    shown(game.state)
    return encode(game.state)


def shown(state: State) -> None:
    encode(plain(ENGINE.report(state)))
    for side in state.sides:
        view = ENGINE.view(state, side.seat)
        encode(plain(ENGINE.picture(view)))
        for unit in (*state.ships, *state.fighters, *state.ground.things):
            encode(ENGINE.record(view, unit))
