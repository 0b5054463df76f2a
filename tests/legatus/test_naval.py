"""Naval Vessels: fire on a whole engagement, what keeps ships away, naval superiority over crippled installations."""

from typing import Any

import pytest

from scales.legatus import ENGINE
from scales.legatus.support import calls, naval
from tests.legatus.fights import GRAV, asked, faced, ready, refused
from tests.legatus.table import Table, century, table

MISS = 10
SHIPS = [{"id": "ships", "name": "The ships", "side": "tog", "attack": 7}]
CALL = {"attack:tog": {"ships": {"target": "x"}}}
RULE = "legatus: Naval Vessels"


def fires(play: Table) -> list[Any]:
    return [e for e in play.events if e.kind == "naval_fire"]


def test_attackers_and_defenders_are_struck_friends_at_half_strength_and_defense_suffers() -> None:
    """Attack 7 on x, 3 on a (half, rounded down): both are hit and defend at 6 - 2."""
    play = faced(naval_support=SHIPS).phase("commitment", orders=CALL).phase("combat", MISS, MISS, 3, 7, 5, 1, 4, 1)
    assert [(e.units[1], e.checks[0].base, e.checks[0].target, e.rule) for e in fires(play)] == [("a", 7, 3, RULE), ("x", 7, 7, RULE)]
    assert [m.name for m in fires(play)[0].checks[0].modifiers] == ["friends are struck at half strength"]
    hits = [e.checks[0] for e in play.events if e.kind == "hit"]
    assert [(c.target, [m.name for m in c.modifiers if m.rule == RULE]) for c in hits] == [(4, ["naval fire"])] * 2
    assert (play.state.units["a"].crippled, play.state.units["x"].crippled) == (True, False)


def test_an_engagement_is_all_that_touch_each_other() -> None:
    tog = [century("a", GRAV, "0606"), century("b", GRAV, "0608"), century("c1", GRAV, "0202")]
    play = ready(tog, [century("x", GRAV, "0607"), century("y", GRAV, "0609"), century("z", GRAV, "0203")], naval_support=SHIPS)
    assert [u.id for u in naval.engagement_around(play.state, play.state.units["x"])] == ["a", "b", "x", "y"]


def test_offers_tell_the_roll_at_each_of_the_engagement() -> None:
    state, decision = asked(faced(naval_support=SHIPS), "commitment", "attack")
    slot = next(s for s in ENGINE.offers(ENGINE.view(state, "tog"), decision) if s.id == "ships")
    info = slot.options[1].info
    assert {u: roll["target"] for u, roll in info["strikes"].items()} == {"a": 3, "x": 7}
    assert info["defense"]["target"] == 4


def test_ships_fire_once_a_turn_each() -> None:
    pair = [*SHIPS, SHIPS[0] | {"id": "more", "name": "More ships", "attack": 5}]
    play = faced(naval_support=pair)
    orders = {"attack:tog": {"ships": {"target": "x"}, "more": {"target": "x"}}}
    play.phase("commitment", orders=orders).phase("combat", *[MISS] * 6)
    assert [e.units for e in fires(play)] == [["ships", "a"], ["ships", "x"], ["more", "a"], ["more", "x"]]
    play.phase("end").phase("initiative").phase("movement").phase("spotting")
    assert calls.callable_ids(play.state, "tog") == ["more", "ships"]


def test_only_an_engagement_is_fired_at() -> None:
    play = ready([century("a", GRAV, "0606")], [century("x", GRAV, "0607"), century("y", GRAV, "1410")], naval_support=SHIPS)
    state, decision = asked(play, "commitment", "attack")
    fault = refused(state, decision, {"a": {"target": "x"}, "ships": {"target": "y"}})
    assert [f.text for f in fault] == ["'y' cannot be attacked: x can, being an enemy in combat (legatus: Naval Vessels)."]


@pytest.mark.parametrize("side", ["tog", "commonwealth"])
@pytest.mark.parametrize("crippled", [False, True])
def test_any_installation_on_the_battlefield_keeps_ships_away(side: str, crippled: bool) -> None:
    forts = [{"id": "fort", "side": side, "hex": "1404", "crippled": crippled}]
    assert calls.callable_ids(faced(naval_support=SHIPS, installations=forts).state, "tog") == []


def test_with_the_ships_board_in_play_ships_fire_there() -> None:
    assert calls.callable_ids(faced(naval_support=SHIPS, leviathan=True).state, "tog") == []


# ---- naval superiority ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "superior", "crippled", "status"),
    [
        ("0607", "tog", True, "destroyed"),
        ("0606", "tog", True, "ok"),
        ("0607", "tog", False, "ok"),
        ("0607", "commonwealth", True, "ok"),
        ("0607", "", True, "ok"),
    ],
)
def test_a_crippled_enemy_installation_that_nobody_engages_is_destroyed(at: str, superior: str, crippled: bool, status: str) -> None:
    """a in 0607 is three hexes away; in 0606 within two."""
    forts = [{"id": "fort", "side": "commonwealth", "hex": "0604", "crippled": crippled}]
    state = table([century("a", GRAV, at)], [century("x", GRAV, "1410")], installations=forts, superiority=superior)
    play = Table(state).phase("initiative").phase("end", 1, 1)
    assert play.state.units["fort"].status == status
    told = [e for e in play.events if e.kind == "finished"]
    assert [(e.text, e.rule) for e in told] == ([("fort is crippled and unengaged, and ships destroy it.", RULE)] if status != "ok" else [])


# ---- double-blind --------------------------------------------------------------------------------------------------


def hidden(**more: Any) -> Table:
    """a faces x and y; tog has spotted x alone."""
    other = [century("x", GRAV, "0607"), century("y", GRAV, "0507")]
    play = ready([century("a", GRAV, "0606")], other, naval_support=SHIPS, options={"double_blind": 1}, **more)
    for unit in play.state.units.values():
        unit.spotted_by = ["tog"] if unit.id == "x" else ["commonwealth"] if unit.id == "a" else []
    return play


def test_ships_are_called_at_spotted_enemies_and_spot_whom_they_strike() -> None:
    play = hidden()
    state, decision = asked(play, "commitment", "attack")
    assert refused(state, decision, {"a": {"target": "x"}, "ships": {"target": "x"}}) == []
    assert refused(state, decision, {"a": {"target": "x"}, "ships": {"target": "y"}})
    play.phase("commitment", orders=CALL).phase("combat")
    assert {e.units[1] for e in fires(play)} == {"a", "x", "y"}
    assert play.state.units["y"].spotted_by == ["tog"]
    assert all(e.seen_by is None for e in fires(play))


def test_ships_unknown_to_the_enemy_show_when_they_fire() -> None:
    play = hidden()
    assert ENGINE.view(play.state, "commonwealth").state.supports == []
    play.phase("commitment", orders=CALL).phase("combat")
    assert [s.id for s in ENGINE.view(play.state, "commonwealth").state.supports] == ["ships"]


def test_ships_hold_their_fire_for_an_installation_that_was_not_spotted() -> None:
    play = hidden(installations=[{"id": "fort", "side": "commonwealth", "hex": "1404"}])
    play.phase("commitment", orders=CALL).phase("combat")
    assert not fires(play)
    told = next(e for e in play.events if e.kind == "held_fire")
    assert (told.seen_by, told.text) == (["tog"], "The ships holds its fire.")
