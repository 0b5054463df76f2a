"""Ships' missiles (leviathan: Missiles)."""

from typing import Any

import pytest

from scales import armor
from scales.dice import ScriptedDice
from scales.leviathan.combat import missiles, offered_missiles
from scales.leviathan.combat.missiles import Salvo
from scales.leviathan.state import State
from scales.play import Play
from tests.leviathan.table import Game, fighters, ship, table


def crowd(*more: dict[str, Any]) -> State:
    """A cruiser astern of an enemy battleship (1304 to 1307) with a destroyer and a group of fighters in its second hex, 1305."""
    units = [ship("c", "carthage", "tog", "1:1312", 1), ship("b", "repulse", "rl", "1:1307", 1), ship("d", "exeter", "rl", "1:1305", 1)]
    return table([*units, *more], fighters=[fighters("f", "gladius_group", "rl", "1:1305")])


def salvo(state: State, strength: int = 60, ship: str = "c", hex: int = 1) -> Salvo:
    found = missiles.salvo_of(state, state.ships[ship], {"target": "b", "hex": hex})
    assert found
    return found._replace(strength=strength)


def lost(state: State, ship: str) -> dict[str, int]:
    """Armor boxes lost by side, where some are."""
    one = state.ships[ship]
    found = {side: one.card.armor[side] - armor.boxes_left(grid) for side, grid in one.armor.items()}
    return {side: boxes for side, boxes in found.items() if boxes}


def test_a_salvo_strikes_everything_in_the_hex_each_by_itself() -> None:
    """The book's example from the strength of 60 on: the battleship's shields hold, the destroyer's do not, the fighters have none."""
    state = crowd()
    before = state.fighters["f"].boxes_left
    # when the dice for the battleship and the destroyer are 7 and 8, with three groups inside on each of its sides
    play = Play(state, ScriptedDice.of(7, 8, *[1 + n % 10 for n in range(18)]))
    missiles.strike(play, salvo(state), 0)
    # then 60 less ten for each point of the shield on the two sides of that hex
    assert lost(state, "b") == {"FR": 20, "FL": 20}
    assert lost(state, "d") == dict.fromkeys(("F", "FR", "AR", "A", "AL", "FL"), 50)
    assert state.fighters["f"].boxes_left == before - 60
    checks = [e.checks[0] for e in play.events if e.checks]
    assert [(c.base, c.target, c.roll, c.passed) for c in checks] == [(10, 6, 7, False), (10, 8, 8, True)]


def test_friends_in_the_hex_are_struck_too() -> None:
    state = crowd(ship("own", "ajax", "tog", "1:1305", 1))
    play = Play(state, ScriptedDice.of(7, 9, 9))
    missiles.strike(play, salvo(state, strength=30), 0)
    assert lost(state, "own") == dict.fromkeys(("F", "FR", "AR", "A", "AL", "FL"), 10)


def test_the_side_facing_the_firer_gives_the_number_and_each_side_holds_with_its_own_shield() -> None:
    state = crowd()
    one = state.ships["d"]
    one.shields |= {"A": 3, "F": 0}
    play = Play(state, ScriptedDice.of(7, 8))
    missiles.strike(play, salvo(state, strength=25), 0)
    check = next(e.checks[0] for e in play.events if e.units[-1] == "d")
    assert (check.target, [(m.name, m.value) for m in check.modifiers]) == (7, [("shield A", -3)])
    assert lost(state, "d") == {"F": 25, "FR": 5, "AR": 5, "AL": 5, "FL": 5}


def test_the_stern_hex_has_an_aft_side_too() -> None:
    state = crowd()
    missiles.strike(Play(state, ScriptedDice.of(1)), salvo(state, strength=10, hex=3), 0)
    assert lost(state, "b") == {"AR": 10, "A": 10, "AL": 10}


def test_what_turrets_take_off_is_gone() -> None:
    state = crowd()
    play = Play(state, ScriptedDice.of())
    missiles.strike(play, salvo(state), 60)
    assert [e.text for e in play.events] == ["The missiles of C are shot down before 1:1305."]


@pytest.mark.parametrize(
    ("order", "word"),
    [
        ({"target": "1:1305"}, "a real enemy target, and '1:1305' is none (leviathan: Missiles)"),
        ({"target": "far"}, "hex 0 of Far: they reach 8 hexes, it is 11 away (leviathan: Missile Table)"),
        ({"target": "near", "hex": 0}, "it is the ship's own hex (leviathan: Missiles)"),
        ({"target": "b", "hex": 4}, "hex is a hex of B, counted from its bow: 0 to 3 (leviathan: Missiles)"),
        ({"target": "b", "hex": 3, "rank": 10}, "rank is 0 to 9"),
        ({"target": "b", "aim": 3}, "a missile order has a target"),
        ({"target": "f", "hex": 1}, "hex is 0: F is one hex long (leviathan: Missiles)"),
        ({"target": "b", "hex": 3}, ""),
        ({"target": "near", "hex": 0, "rank": 1}, "own hex"),
        ({"target": "f"}, ""),
        ({"target": ""}, ""),
    ],
)
def test_what_is_refused_says_why(order: dict[str, Any], word: str) -> None:
    state = crowd(ship("far", "ajax", "rl", "2:1309", 1), ship("near", "ajax", "rl", "1:1311", 1))
    found = missiles.faults(state, state.ships["c"], order)
    assert len(found) == bool(word)
    assert all(word in text for text in found), found


def test_all_that_is_wrong_with_a_missile_order_is_said_at_once() -> None:
    state = crowd()
    one = state.ships["c"]
    assert [text.partition(" ")[0] for text in missiles.faults(state, one, {"target": "b", "hex": 9, "rank": 10})] == ["rank", "hex"]
    assert [text.partition(" ")[0] for text in missiles.faults(state, one, {"target": "x", "rank": 10})] == ["rank", "missiles"]
    one.salvos = 0
    assert missiles.faults(state, one, {"target": "b", "hex": 9}) == [
        "C has no salvo to send this turn (leviathan: Missiles)",
        "hex is a hex of B, counted from its bow: 0 to 3 (leviathan: Missiles)",
    ]


def test_one_salvo_a_turn_until_none_is_left() -> None:
    state = crowd()
    game = Game(state, check=True)
    holding = {"b": {}, "d": {}, "f": {"target": ""}, "b/missiles": {"target": ""}, "d/missiles": {"target": ""}}
    for left in (1, 0):
        events = game.phase("combat", say=holding | {"c/missiles": {"target": "b", "hex": 3}})
        assert [e.data["range"] for e in events if e.kind == "salvo" and e.units[0] == "c"] == [3]
        assert game.state.ships["c"].salvos == left
    (text,) = missiles.faults(game.state, game.state.ships["c"], {"target": "b", "hex": 3})
    assert text == "C has no salvo to send this turn (leviathan: Missiles)"


def test_an_offer_tells_of_all_that_a_salvo_meets() -> None:
    (with_friend, without) = (offered(crowd(ship("own", "ajax", "tog", "1:1305", 1))), offered(crowd()))
    assert [s["target"] for s in with_friend["shots"]] == ["b", "d", "own", "f"]
    assert [s["target"] for s in without["shots"]] == ["b", "d", "f"]
    # and it counts against the salvo that a friend is there
    assert with_friend["value"] < without["value"]


def offered(state: State) -> dict[str, Any]:
    """What the option says to send missiles at the second hex of the battleship."""
    options = offered_missiles.missile_options(state, state.ships["c"])
    return next(o.info for o in options if o.order == {"target": "b", "hex": 1})
