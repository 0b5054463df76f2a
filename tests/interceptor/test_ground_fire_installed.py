"""Defensive installations of a set-up: on the ground of a board that has no battle of its own below."""

from typing import Any

import pytest

from scales.codec import clone
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Json, Orders
from scales.interceptor import ENGINE
from scales.interceptor.ground_fire import batteries
from scales.interceptor.state import State
from scales.messages import Battlefield, GroundForces, GroundTarget
from tests.interceptor.scenes import Table, board_of, craft, mail, setup_of


def base(type: int = 1, **more: Any) -> Json:
    return {"id": "fort", "name": "Fort", "side": "com", "hex": "1:0114", "type": type, **more}


def above(*bases: Json, hex: str = "1:0214") -> State:
    units = [craft("t1", "gladius", hex, heading=2), craft("c1", "stinger", "2:2601")]
    return board_of(*units, layout="three_game", standing=True, installations=list(bases))


@pytest.mark.parametrize(("type", "lasers", "launchers"), [(1, 2, 1), (2, 1, 2), (3, 0, 3), (4, 0, 4)])
def test_the_installation_table(type: int, lasers: int, launchers: int) -> None:
    (fort,) = batteries.of_side(above(base(type)), "com")
    assert (fort.arms.lasers, fort.arms.missiles) == (["laser_7_5_6"] * lasers, {"hell_missile": launchers})
    assert (fort.arms.tries, fort.arms.gunnery, fort.is_installation) == (launchers, 4, True)
    sheet = ENGINE.record(ENGINE.view(above(base(type)), "com"), "fort")
    assert (sheet["name"], sheet["at"], len(sheet["weapons"])) == ("Fort", "1:0114", lasers)
    assert "Fort" in ENGINE.picture(ENGINE.view(above(base(type)), "tog")).labels.values()


def test_it_fires_every_minute_and_tells_nobody_below() -> None:
    table = Table(above(base()))
    order = {"ground_fire:com": Orders({"fort:fort": {"fire": {"0": "t1", "1": "t1"}}})}
    order |= {"ground_launch:com": Orders({"fort:fort": {"launches": [{"missile": "hell_missile", "target": "t1"}]}})}
    order |= {"fire:tog": Orders({"t1": {"fire": {}}}), "launch:tog": Orders({"t1": {"missile": ""}})}
    for _ in range(2):
        table.state.craft["t1"].armor = clone(above(base())).craft["t1"].armor
        table.phase("combat", answers=order)
        assert [e.kind for e in table.events if e.units[:1] == ["fort"] and e.kind in ("hit", "miss")] != []
        assert any(e.kind in ("missile_launched", "no_lock") and e.units[0] == "fort" for e in table.events)
        assert table.sent("ground_fired") == []


def test_it_is_no_battle_that_anybody_could_attack_and_stands_beside_one() -> None:
    state = above(base(), hex="1:0114")
    assert state.battles == {}
    step = ENGINE.advance(state, "initiative", {}, [mail("battlefield", Battlefield("b1", "1:0101", True, ["tog", "com"]))], dice())
    below = GroundTarget("foe", "Foe", "com", "vehicle", "laf", 1, {})
    table = Table(step.state)
    table.state.at.phase = ""
    table.phase("combat", [mail("ground_forces", GroundForces("b1", [below]))])
    assert sorted(table.state.ground) == ["b1", "fort"]
    assert [b.id for b in batteries.batteries(table.state)] == ["fort:fort"]


def dice() -> KeyedDice:
    return KeyedDice(key=seeded_secret(1))


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"hex": "1:0214"}, "not_on_the_ground"),
        ({"hex": "1:9999"}, "off_the_board"),
        ({"side": "nobody"}, "unknown_side"),
        ({"id": "t1"}, "double_id"),
        ({"id": "b1"}, "double_id"),
        ({"type": 5}, "bad_shape"),
    ],
)
def test_installations_that_are_refused(more: Json, code: str) -> None:
    setup = setup_of(craft("t1", "gladius", "1:0514"), layout="three_game", installations=[base() | more], battles={"b1": "1:0101"})
    assert [fault.code for fault in ENGINE.faults(setup)] == [code]


def test_there_is_no_ground_in_deep_space() -> None:
    (fault,) = ENGINE.faults(setup_of(craft("t1", "gladius", "1:0514"), installations=[base()]))
    assert "(centurion: Installation Type)" in fault.text
