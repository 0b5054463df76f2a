"""Every field of the state is in the open, secret, or known to who has found out: a field that is added has to be put in a list."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from scales.codec import clone, encode
from scales.engine import At
from scales.legatus import ENGINE
from scales.legatus.state import (
    Century,
    Clash,
    Cohort,
    Field,
    LegatusState,
    Links,
    Marker,
    Objective,
    Plans,
    Policy,
    Satellite,
    Side,
    Squadron,
    Support,
)
from tests.legatus.table import century, table

IDENTITY = {"id", "side", "seat"}
"""What says what a thing is, and whose: it is shown with the thing, and never changed."""
OPEN = {
    Side: {"name", "faction", "finish"},
    Century: {
        "name", "cohort", "kind", "at", "altitude", "quality", "status", "crippled", "crippled_at_start", "broken", "hq", "high_hq",
        "organic_signals", "moved", "reacted", "engaged", "fought", "shots", "installation_type",
    },
    Cohort: {"name", "level", "quality"},
    Squadron: {"name", "kind", "craft_type"},
    Satellite: set[str](),
    Support: {"name", "attack", "left", "fired"},
    Marker: {"kind", "hexes", "hidden"},
    Objective: {"name", "hex", "points"},
    Clash: {"attacker", "started"},
    Plans: set[str](),
    LegatusState: {"map", "attacker", "turn_limit", "standing", "superiority", "settled", "over", "outcome", "winner", "reasons", "options", "links",
        "policy",},
    At: {"phase", "stage", "turn"},
    Field: {"id", "rows"},
    Links: {"leviathan", "interceptor"},
    Policy: {"policy", "at_most", "centuries"},
}  # fmt: skip
"""Seen by everybody who knows of the thing; of the map, of a turn and of the battle by everybody."""
SECRET = {
    Side: {"pool", "defensive_hexes"},
    Century: {"building", "reported", "sheet", "watch"},
    Satellite: {"name", "hex", "heading", "velocity", "spent", "left"},
    Marker: {"known_to"},
    Plans: {"attacks", "support", "missions", "calls", "held"},
    At: {"rolls", "memo", "inbox"},
}
"""Never seen of another side: orders before they are carried out, points, satellites as long as they are silent, mail and dice."""
BLIND = {
    Century: {"spotted_by", "began"},
    Squadron: {"spotted_by", "box"},
    Cohort: {"formation", "manus", "permanent", "under", "initiative", "tie"},
    Objective: {"known", "holder"},
    Clash: {"units", "hexes", "installation"},
    LegatusState: {"quiet", "damaged", "zones"},
}
"""Kept back in a double-blind battle only: a cohort's initiative until its headquarters is spotted, the holder of a place from who has not
seen him take it, who has spotted whom from everybody."""
SHOWN_WHEN_FOUND = {"spotted_by", "initiative", "tie", "units", "hexes"}
"""Those of them that a side sees of what it has spotted; of `spotted_by` only itself."""
REVEALING = {(Satellite, "spent"), (Marker, "known_to")}
"""Secrets whose change shows the thing, or hides it."""
PARTS = {"sides", "units", "cohorts", "squadrons", "satellites", "supports", "markers", "objectives", "clashes", "plans", "at"}
"""Fields of the state whose things are listed by their own fields."""


@pytest.mark.parametrize("kind", list(OPEN), ids=lambda kind: kind.__name__)
def test_every_field_is_in_one_list(kind: Any) -> None:
    lists = [OPEN[kind], SECRET.get(kind, set()), BLIND.get(kind, set())]
    named = set(kind.__struct_fields__) - (PARTS if kind is LegatusState else IDENTITY - {"id"} if kind is Field else IDENTITY)
    assert set().union(*lists) == named
    assert sum(len(each) for each in lists) == len(named)


def other_value(value: Any) -> Any:
    """Another value of the same kind."""
    if value is None:
        return "tog"
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return "0707" if value != "0707" else "0708"
    if isinstance(value, list):
        return [] if value else ["0707"]
    return ({} if value else {"c": "0707"}) if isinstance(value, dict) else value


@lru_cache(maxsize=4)
def battle(double_blind: int, spotted: bool) -> LegatusState:
    """A battle with a thing of each kind, of both sides; in a double-blind one everything is spotted, or nothing."""
    both = [
        [century(f"{s}-hq", "hq_grav", at, hq=True), century(f"{s}-1", "light_grav_armor", at)] for s, at in (("t", "0304"), ("c", "1304"))
    ]
    state = table(
        *both,
        options={"double_blind": double_blind},
        squadrons=[{"id": f"{s}-wing", "side": s, "kind": "interceptor_medium"} for s in ("tog", "commonwealth")],
        satellites=[{"id": f"{s}-thor", "side": s, "hex": "0804", "heading": 1, "velocity": 0} for s in ("tog", "commonwealth")],
        naval_support=[{"id": f"{s}-ships", "side": s, "attack": 4} for s in ("tog", "commonwealth")],
        defenses=[{"kind": "earthworks", "side": s, "hex": hex} for s, hex in (("tog", "0304"), ("commonwealth", "1304"))],
        objectives=[{"name": "the hill", "hex": "0804", "points": 2}],
    )
    state.clashes.append(Clash("e1.1", "tog", ["c-1"], ["1304"], "", 1))
    if spotted:
        for thing in [*state.units.values(), *state.squadrons.values()]:
            thing.spotted_by = ["tog" if thing.side == "commonwealth" else "commonwealth"]
        for marker in state.markers:
            marker.known_to = ["tog", "commonwealth"]
        for support in state.supports:
            support.fired = True
    return state


def things(state: LegatusState, kind: Any) -> Iterator[Any]:
    """Everything of a kind that is not of tog."""
    held: dict[Any, list[Any]] = {
        Side: state.sides,
        Century: list(state.units.values()),
        Cohort: list(state.cohorts.values()),
        Squadron: list(state.squadrons.values()),
        Satellite: state.satellites,
        Support: state.supports,
        Marker: state.markers,
        Objective: state.objectives,
        Clash: state.clashes,
        Plans: [state.plans],
        LegatusState: [state],
        At: [state.at],
        Field: [state.map],
        Links: [state.links],
        Policy: [state.policy],
    }
    yield from (each for each in held[kind] if getattr(each, "side", getattr(each, "id", "")) not in {"tog"})


def shows(state: LegatusState, kind: Any, name: str) -> bool:
    """Does tog see a difference when a field of others is changed?"""
    other = clone(state)
    for each in things(other, kind):
        setattr(each, name, other_value(getattr(each, name)))
    assert encode(other) != encode(state), name
    return encode(ENGINE.view(other, "tog")) != encode(ENGINE.view(state, "tog"))


def listed(lists: dict[Any, set[str]]) -> list[tuple[Any, str]]:
    unchanged = {"options", "over", "map", "links", "policy"}
    return [(kind, name) for kind, names in lists.items() for name in sorted(names) if kind is not LegatusState or name not in unchanged]


@pytest.mark.parametrize(("kind", "name"), listed(OPEN), ids=str)
def test_what_is_in_the_open_is_seen(kind: Any, name: str) -> None:
    assert shows(battle(0, False), kind, name)
    if (kind, name) not in {(Support, "fired")}:  # without that it is not known any more
        assert shows(battle(1, True), kind, name)


@pytest.mark.parametrize(("kind", "name"), listed(SECRET), ids=str)
def test_what_is_secret_is_never_seen(kind: Any, name: str) -> None:
    for state in (battle(0, False), battle(1, True), battle(1, False)):
        assert not shows(state, kind, name) or (kind, name) in REVEALING


@pytest.mark.parametrize(("kind", "name"), listed(BLIND), ids=str)
def test_what_a_double_blind_battle_keeps_back(kind: Any, name: str) -> None:
    """In the open without the rules. With them nobody sees it whose side has not found it out."""
    assert shows(battle(0, False), kind, name)
    assert not shows(battle(1, False), kind, name) or name == "spotted_by"
    assert shows(battle(1, True), kind, name) == (name in SHOWN_WHEN_FOUND)


@pytest.mark.parametrize("kind", [Century, Cohort, Squadron, Satellite, Support, Marker], ids=lambda kind: kind.__name__)
def test_of_what_is_not_spotted_nothing_is_seen(kind: Any) -> None:
    names = [name for name in kind.__struct_fields__ if name not in IDENTITY | {"spotted_by", "known_to", "spent", "fired", "kind"}]
    for name in names:
        assert not shows(battle(1, False), kind, name), name
