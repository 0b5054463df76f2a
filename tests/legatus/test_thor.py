"""Thor satellites: their course, their one attack, what protects from it, their secret."""

from typing import Any

import pytest

from scales.engine import Json
from scales.legatus import ENGINE
from scales.legatus.support import calls, thor
from tests.legatus.fights import GRAV, asked, faced, refused
from tests.legatus.table import Table, century, table

MISS = 10
THOR = {"id": "thor", "name": "Thor", "side": "tog", "hex": "0604", "heading": 4, "velocity": 3}
OVERHEAD = THOR | {"hex": "0607", "velocity": 0}
CALL = {"attack:tog": {"thor": {"target": "x"}}}


def above(satellite: Json = OVERHEAD, *others: Json, **more: Any) -> Table:
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607"), *others], satellites=[satellite], **more)
    return Table(state).phase("initiative").phase("movement").phase("spotting")


def test_a_satellite_strikes_once_where_it_has_got_to() -> None:
    """In turn 1 it is over 0604, three hexes from x; in turn 2 over 0607. 8 hits, 9 does not hold the defense of 6."""
    play = above(THOR)
    assert calls.callable_ids(play.state, "tog") == []
    play.phase("commitment").phase("combat", MISS, MISS).phase("end", 1, 1)
    play.phase("initiative").phase("movement").phase("spotting").phase("commitment", orders=CALL).phase("combat", MISS, MISS, 8, 9, 3)
    event = next(e for e in play.events if e.kind == "thor")
    assert (event.text, event.rule) == ("Thor is activated, strikes at X and hits; it is gone.", "legatus: Thor")
    assert play.state.units["x"].crippled
    assert play.state.satellites[0].spent
    assert ENGINE.report(play.state).fates["thor"].status == "left"
    assert calls.callable_ids(play.state, "tog") == []


def test_its_course_never_changes_and_leaves_the_map() -> None:
    play = faced(satellites=[THOR])
    found = thor.track(play.state, play.state.satellites[0])
    assert [step["hex"] for step in found] == ["0604", "0607", "0610", "", "", ""]
    assert [step["turn"] for step in found] == [1, 2, 3, 4, 5, 6]
    assert ENGINE.record(ENGINE.view(play.state, "tog"), "thor")["track"] == found


@pytest.mark.parametrize(("hex", "reaches"), [("0605", True), ("0609", True), ("0604", False), ("0610", False)])
def test_two_hexes_are_counted_from_where_it_is(hex: str, reaches: bool) -> None:
    play = above(OVERHEAD | {"hex": hex})
    assert (calls.callable_ids(play.state, "tog") == ["thor"]) is reaches


def test_only_an_engagement_is_supported() -> None:
    play = above(OVERHEAD, century("y", GRAV, "0609"))
    state, decision = asked(play, "commitment", "attack")
    fault = refused(state, decision, {"a": {"target": "x"}, "thor": {"target": "y"}})
    assert [f.text for f in fault] == ["'y' cannot be attacked: x can, being an enemy in combat within two hexes of it (legatus: Thor)."]


@pytest.mark.parametrize(
    ("guard", "crippled", "strength", "name"),
    [
        ("", False, 8, ""),
        ("air_space_defense", False, 4, "under air/space defense"),
        ("air_space_defense", True, 4, "under air/space defense"),
        ("fort", False, 2, "under a defensive installation"),
        ("fort", True, 8, ""),
    ],
)
def test_what_protects_the_target(guard: str, crippled: bool, strength: int, name: str) -> None:
    """Crippled air/space defense still protects; an installation only whole."""
    others = [century("d", guard, "0609", crippled=crippled)] if guard == "air_space_defense" else []
    forts = [{"id": "fort", "side": "commonwealth", "hex": "0609", "crippled": crippled}] if guard == "fort" else []
    play = above(OVERHEAD, *others, installations=forts).phase("commitment", orders=CALL).phase("combat")
    check = next(e for e in play.events if e.kind == "thor").checks[0]
    assert (check.base, check.target, [m.name for m in check.modifiers]) == (8, strength, [name] if name else [])


def test_protection_reaches_two_hexes_and_is_of_the_target_s_side() -> None:
    for at, strength in (("0609", 4), ("0610", 8)):
        play = above(OVERHEAD, century("d", "air_space_defense", at))
        assert thor.trial(play.state, play.state.satellites[0], play.state.units["x"]).target == strength
    tog = [century("a", GRAV, "0606"), century("d", "air_space_defense", "0605")]
    play = Table(table(tog, [century("x", GRAV, "0607")], satellites=[OVERHEAD]))
    assert thor.trial(play.state, play.state.satellites[0], play.state.units["x"]).target == 8


def test_offers_tell_where_it_is_and_when_it_passes() -> None:
    state, decision = asked(above(OVERHEAD | {"hex": "0605", "heading": 4, "velocity": 1}), "commitment", "attack")
    slot = next(s for s in ENGINE.offers(ENGINE.view(state, "tog"), decision) if s.id == "thor")
    for option in slot.options:
        assert option.info["over"] == "0605"
        assert [step["hex"] for step in option.info["track"][:3]] == ["0605", "0606", "0607"]
    assert slot.options[1].info["roll"]["target"] == 8


def test_it_is_secret_until_it_is_activated() -> None:
    play = above()
    assert [len(ENGINE.view(play.state, seat).state.satellites) for seat in ("tog", "commonwealth", "onlooker")] == [1, 0, 0]
    assert ENGINE.record(ENGINE.view(play.state, "commonwealth"), "thor") == {}
    play.phase("commitment", orders=CALL)
    assert ENGINE.view(play.state, "commonwealth").state.plans.calls == {}
    play.phase("combat")
    assert [len(ENGINE.view(play.state, seat).state.satellites) for seat in ("tog", "commonwealth", "onlooker")] == [1, 1, 1]


def test_in_a_double_blind_battle_it_strikes_at_spotted_enemies_only() -> None:
    play = above(options={"double_blind": 1})
    for unit in play.state.units.values():
        unit.spotted_by = []
    assert calls.callable_ids(ENGINE.view(play.state, "tog").state, "tog") == []
    play.state.units["x"].spotted_by = ["tog"]
    assert calls.callable_ids(ENGINE.view(play.state, "tog").state, "tog") == ["thor"]
    play.phase("commitment", orders=CALL).phase("combat")
    assert next(e for e in play.events if e.kind == "thor").seen_by is None


def test_air_defense_that_weakens_its_strike_is_spotted_and_told_of() -> None:
    play = above(OVERHEAD, century("aa", "air_space_defense", "0608"), options={"double_blind": 1})
    for id, unit in play.state.units.items():
        unit.spotted_by = ["tog"] if id == "x" else []
    play.phase("commitment", orders=CALL)
    play.state.units["aa"].spotted_by = []
    play.phase("combat")
    event = next(e for e in play.events if e.kind == "spotted")
    assert (event.seen_by, event.units, event.text) == (
        ["tog"],
        ["aa"],
        "AA of Commonwealth fires at Thor and is spotted in 0608: air/space defense, concentrated, normal altitude.",
    )
