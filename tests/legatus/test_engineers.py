"""Armored engineers clear defenses and denied hexes, and build earthworks."""

import pytest

from scales.dice import ScriptedDice
from scales.engine import Decision, Orders
from scales.legatus import ENGINE
from scales.legatus.defenses import engineers
from scales.legatus.movement.marching import movement
from scales.legatus.state import LegatusState, Marker
from scales.play import Play
from tests.legatus.table import FLAT, Table, century, table

GRAV = "medium_grav_armor"
FAR = [century("x", GRAV, "1410")]
ENGINEER = century("e", "armored_engineer", "0604")


def mines(*hexes: str, side: str = "commonwealth") -> list[dict[str, str]]:
    return [{"kind": "passive", "side": side, "hex": hex} for hex in hexes]


def ready(state: LegatusState) -> LegatusState:
    return Table(state).phase("initiative").state


def march(state: LegatusState, *script: int, **order: object) -> Table:
    return Table(ready(state)).phase("movement", *script, orders={"movement:t": {"e": order}})


def test_they_clear_what_they_move_onto_and_test_all_the_same() -> None:
    """Maneuver 5: 5 passes and 6 fails, and the defenses are gone either way; who fails is attacked."""
    for script, end in (((5,), "0606"), ((6, 10), "0605")):
        play = march(table([ENGINEER], FAR, defenses=mines("0605")), *script, path=["0605", "0606"])
        assert (play.state.units["e"].at, play.state.markers) == (end, [])
        assert [e.kind for e in play.events if e.kind in {"cleared", "attacked"}] == ["cleared", "attacked"][: len(script)]
    cleared = next(e for e in play.events if e.kind == "cleared")
    assert (cleared.text, cleared.rule) == ("E clears the passive defenses in 0605.", "legatus: Engineers")


def test_who_is_caught_in_what_it_clears_gets_out_of_it_and_is_seen_by_who_laid_it() -> None:
    """Maneuver 6 fails with 7, the attack hits with 5, defense 5 holds, morale 3 gives way with 4."""
    engineers = [century("e", "armored_engineer", "0603|0604")]
    state = table(engineers, FAR, defenses=mines("0605"), options={"double_blind": 1})
    play = march(state, 7, 5, 5, 4, path=["0604|0605", "0605|0606"])
    assert play.state.markers == []
    assert "0605" not in play.state.units["e"].at
    assert play.state.units["e"].spotted_by == ["commonwealth"]
    assert [e.seen_by for e in play.events if e.kind in {"attacked", "hit"}] == [None, None]


def test_they_clear_every_hex_on_their_way() -> None:
    play = march(table([ENGINEER], FAR, defenses=mines("0605", "0606", "0610")), 1, 1, path=["0605", "0606"])
    assert [m.hexes for m in play.state.markers] == [["0610"]]


def test_they_take_the_counter_from_their_hex_alone() -> None:
    state = ready(table([ENGINEER], FAR))
    state.markers = [Marker("denial", "commonwealth", ["0605", "0606", "0706"])]
    play = Table(state).phase("movement", orders={"movement:t": {"e": {"path": ["0605"]}}})
    assert [m.hexes for m in play.state.markers] == [["0606", "0706"]]


def test_their_own_mines_stay_and_others_clear_nothing() -> None:
    play = march(table([ENGINEER], FAR, defenses=mines("0605", side="tog")), path=["0605"])
    assert len(play.state.markers) == 1
    play = march(table([century("e", GRAV, "0604")], FAR, defenses=mines("0605")), 1, path=["0605"])
    assert len(play.state.markers) == 1


@pytest.mark.parametrize("crippled", [False, True])
def test_who_has_not_moved_builds_crippled_or_not(crippled: bool) -> None:
    play = march(table([century("e", "armored_engineer", "0604", crippled=crippled)], FAR), build=True).phase("end", 1, 1)
    assert [(m.kind, m.side, m.hexes) for m in play.state.markers] == [("earthworks", "tog", ["0604"])]
    built = next(e for e in play.events if e.kind == "built")
    assert (built.text, built.rule) == ("E builds earthworks in 0604.", "legatus: Engineers")


@pytest.mark.parametrize("change", ["moved", "broken", "held below", "lost"])
def test_who_reacted_retreated_or_fled_has_built_nothing(change: str) -> None:
    play = march(table([ENGINEER], FAR), build=True)
    unit = play.state.units["e"]
    unit.moved, unit.broken = change == "moved", change == "broken"
    unit.status = "destroyed" if change == "lost" else "ok"
    if change == "held below":
        unit.engaged = "e1.1"
    engineers.build_all(Play(play.state, ScriptedDice()))
    assert play.state.markers == []


def test_a_retreat_is_a_move() -> None:
    """x hits e (4), which defends (1) and flees (4): nothing is built."""
    state = ready(table([ENGINEER], [century("x", "light_grav_armor", "0605")]))
    play = Table(state).phase("movement", orders={"movement:t": {"e": {"build": True}}}).phase("spotting").phase("commitment")
    play.phase("combat", 10, 4, 1, 4).phase("end", 1, 1)
    assert play.state.units["e"].at != "0604"
    assert play.state.markers == []


def test_a_dispersed_one_builds_in_the_first_hex_that_has_room() -> None:
    works = [{"kind": "earthworks", "side": "commonwealth", "hex": "0604"}]
    play = march(table([century("e", "armored_engineer", "0604|0605")], FAR, defenses=works), build=True).phase("end", 1, 1)
    assert [m.hexes for m in play.state.markers] == [["0604"], ["0605"]]


def test_where_nothing_can_be_built_the_order_is_refused_and_not_offered() -> None:
    water = [row.replace("0.", "0w") if n == 4 else row for n, row in enumerate(FLAT, 1)]
    works = [{"kind": "earthworks", "side": "tog", "hex": "0604"}]
    for state in (ready(table([ENGINEER], FAR, rows=water)), ready(table([ENGINEER], FAR, defenses=works))):
        view, decision = ENGINE.view(state, "tog"), movement(state, "t")
        assert not any(o.order.get("build") for o in ENGINE.offers(view, decision)[0].options)
        (fault,) = ENGINE.check(view, decision, Orders({"e": {"build": True}}))
        assert fault.text == "E can build nothing in 0604: there are earthworks already, or a lake (legatus: Engineers)."


def test_only_engineers_build() -> None:
    state = ready(table([century("e", GRAV, "0604")], FAR))
    decision: Decision = movement(state, "t")
    (fault,) = ENGINE.check(ENGINE.view(state, "tog"), decision, Orders({"e": {"build": True}}))
    assert fault.text == "Only an armored engineer century builds earthworks, and E is none (legatus: Engineers)."
