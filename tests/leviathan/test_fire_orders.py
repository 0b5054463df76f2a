"""Orders to fire: which hex fires at which, power, the order of damage, refusals (leviathan: Weapons, Combat, Firing Arcs, Damage)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales import armor
from scales.dice import ScriptedDice
from scales.engine import Decision, Orders
from scales.leviathan import ENGINE
from scales.leviathan.combat import fire, fire_orders, missiles, offered_fire, turrets, volleys
from scales.leviathan.combat.fire import Line
from scales.leviathan.state import State
from scales.play import Play
from tests.leviathan.table import Game, fighters, ship, table


def meeting(**more: Any) -> State:
    """A cruiser whose left broadside bears on the bow of a battleship (1309 to 1312 on joined rows), fighters near and far."""
    units = [
        ship("c", "carthage", "tog", "1:1509", 6),
        ship("b", "repulse", "rl", "1:1312", 1),
        ship("far", "ajax", "rl", "2:0413", 1),
        ship("e", "liburna", "tog", "1:1413", 1),
    ]
    flying = [fighters("f", "gladius_squadron", "rl", "1:1408"), fighters("on", "gladius_squadron", "rl", "1:1509")]
    return table(units, fighters=flying, **more)


STANDING = meeting()


def told(state: State, order: object, who: str = "c") -> list[str]:
    return fire_orders.faults(state, state.ships[who], order)


def bays(state: State, location: str, who: str = "c") -> list[str]:
    return [str(n) for n, b in enumerate(state.ships[who].card.bays) if b.location == location]


# ---- which hex fires at which --------------------------------------------------------------------------------------


def test_the_hexes_named_decide_which_side_is_struck() -> None:
    state = meeting()
    (bay, *_) = bays(state, "L")
    found = {origin: fire.line_aim(state, state.ships["c"], bay, Line("b", origin, 0)) for origin in (0, 1, 2)}
    assert {origin: aim[0].side for origin, aim in found.items() if aim} == {0: "F", 1: "FR", 2: "FR"}


def test_a_mark_without_hexes_is_fired_the_best_way() -> None:
    state = meeting()
    for bay in bays(state, "L"):
        best = fire.line_aim(state, state.ships["c"], bay, Line("b"))
        every = [fire.line_aim(state, state.ships["c"], bay, Line("b", origin, mark)) for origin in range(3) for mark in range(4)]
        assert best
        assert all(fire.chance(best[0].number) * best[1] >= fire.chance(a[0].number) * a[1] for a in every if a)


def test_bays_of_one_broadside_fire_at_different_sides_and_targets() -> None:
    state = meeting()
    one, (first, second, *_) = state.ships["c"], bays(state, "L")
    order = {"broadsides": ["L"], "bays": {first: {"target": "b", "from": 0, "at": 0}, second: {"target": "b", "from": 2, "at": 0}}}
    assert not told(state, order)
    play = Play(state, ScriptedDice.of(10, 10))
    volleys.resolve(play, one, order, {})
    assert [(e.data["side"], e.data["from"], e.data["at"]) for e in play.events] == [("F", "1:1308", "1:1309"), ("FR", "1:1509", "1:1309")]


def test_offers_show_other_sides_and_they_are_legal() -> None:
    state = meeting()
    options = offered_fire.fire_options(state, state.ships["c"])
    sides = {s["side"] for o in options for s in o.info["shots"] if s["target"] == "b"}
    assert {"F", "FR"} <= sides
    assert not [f for o in options for f in told(state, o.order)]
    assert len({o.label for o in options}) == len(options)


# ---- power ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blocks", "order", "legal"),
    [
        (1, {"broadsides": ["L"]}, True),
        (1, {"broadsides": ["L", "R"]}, False),
        (1, {"broadsides": ["L"], "spinal": "t"}, False),
        (1, {"spinal": "t"}, True),
        (2, {"broadsides": ["L", "R"]}, True),
        (2, {"broadsides": ["L"], "spinal": "t"}, True),
        (2, {"broadsides": ["L", "R"], "spinal": "t"}, False),
        (3, {"broadsides": ["L", "R"], "spinal": "t"}, True),
        (0, {"spinal": "t"}, False),
    ],
)
def test_a_block_of_power_fires_a_broadside_or_the_mount(blocks: int, order: dict[str, Any], legal: bool) -> None:
    state = table([ship("a", "fulgur", "tog", "1:1307", 1), ship("t", "ajax", "rl", "1:1305", 1)])
    one = state.ships["a"]
    one.weapons = blocks
    found = fire_orders.faults(state, one, {"bays": {}} | order)
    assert (not found) == legal
    assert all(text.endswith("(leviathan: Weapons)") for text in found)


def test_fore_and_aft_bays_fire_with_a_broadside() -> None:
    state = table([ship("a", "fulgur", "tog", "1:1307", 1), ship("t", "ajax", "rl", "1:1305", 1)])
    (bay,) = bays(state, "F", "a")
    assert told(state, {"bays": {bay: "t"}}, "a") == ["the bays of A fire with a broadside: name L or R (leviathan: Weapons)"]
    assert not told(state, {"broadsides": ["R"], "bays": {bay: "t"}}, "a")


def test_who_has_no_mount_fires_none() -> None:
    state = meeting()
    assert told(state, {"spinal": "b"}, "e") == ["E has no spinal mount (leviathan: Spinal Mounts)"]


# ---- refusals ------------------------------------------------------------------------------------------------------


def refusals() -> dict[str, tuple[dict[str, Any], str]]:
    return {
        "no power": (
            {"broadsides": ["R"], "bays": {"0": "b"}},
            "bay 0 of C is on side L, which has no power this turn (leviathan: Weapons)",
        ),
        "no enemy": ({"broadsides": ["L"], "bays": {"0": "x"}}, "bay 0 of C: there is no enemy 'x' to fire at (leviathan: Combat)"),
        "no arc": ({"broadsides": ["R"], "bays": {"1": "b"}}, "B does not lie in the starboard arc of bay 1 of C (leviathan: Firing Arcs)"),
        "from": (
            {"broadsides": ["L"], "bays": {"0": {"target": "b", "from": 4}}},
            "bay 0 of C: from is a hex of C, counted from its bow: 0 to 2 (leviathan: Firing Arcs)",
        ),
        "from and at": (
            {"spinal": {"target": "b", "from": "bow", "at": -1}},
            "the mount of C: from is a hex of C, counted from its bow: 0 to 2; at is a hex of B, counted from its bow: 0 to 3 (leviathan: Firing Arcs)",
        ),
        "at fighters": (
            {"broadsides": ["L"], "bays": {"0": {"target": "f", "at": 2}}},
            "bay 0 of C: at is 0: F is one hex long (leviathan: Firing Arcs)",
        ),
        "own hex": (
            {"broadsides": ["L"], "bays": {"0": "on"}},
            "bay 0 of C does not reach On in its own stern hex: only turrets do (leviathan: Fighters)",
        ),
        "mount at fighters": ({"spinal": "f"}, "the mount of C cannot be fired at fighters (leviathan: Spinal Mounts)"),
        "mount out of arc": ({"spinal": "b"}, "B does not lie in the forward arc of the mount of C (leviathan: Firing Arcs)"),
        "rank": ({"rank": 10}, "rank is 0 to 9, the lower the sooner (leviathan: Damage)"),
        "order": (
            {"broadsides": ["L"], "bays": {"0": "b"}, "order": ["0", "spinal"]},
            "order names bays by number and 'spinal', those that fire, each once: what is resolved first (leviathan: Damage)",
        ),
        "blocks": (
            {"broadsides": ["L"], "bays": {"0": "b"}, "spinal": "far"},
            "C has power for 1 broadside or mount this turn, not for 2 (leviathan: Weapons)",
        ),
    }


@pytest.mark.parametrize("case", list(refusals()))
def test_what_is_refused_says_why(case: str) -> None:
    order, text = refusals()[case]
    assert text in told(meeting(), order)


def test_hexes_that_do_not_see_each_other_are_refused() -> None:
    state = meeting()
    mark = {"target": "c", "from": 0, "at": 0}
    order = {"broadsides": [state.ships["b"].card.bays[2].location], "bays": {"2": mark}}
    assert told(state, order, "b") == ["bay 2 of B does not bear from that hex on that hex of C (leviathan: Firing Arcs)"]
    assert told(state, order | {"bays": {"2": mark | {"at": 1}}}, "b") == []


def test_all_that_is_wrong_is_said_at_once() -> None:
    state = meeting()
    state.ships["c"].bays[2].destroyed = True
    order = {"broadsides": ["L"], "bays": {"0": "nobody", "1": "b", "2": "b"}, "rank": -1}
    assert [text.partition(" (")[2][:-1] for text in told(state, order)] == [
        "leviathan: Damage", "leviathan: Combat", "leviathan: Weapons", "leviathan: Bay Destroyed",
    ]  # fmt: skip


def test_a_wreck_may_be_fired_at_until_it_blows_up() -> None:
    state = meeting()
    order = {"broadsides": ["L"], "bays": {"0": "b"}}
    state.ships["b"].destroyed = True
    assert not told(state, order)
    state.ships["b"].exploded = True
    assert told(state, order) == ["bay 0 of C: there is no enemy 'b' to fire at (leviathan: Combat)"]


@pytest.mark.parametrize("effect", ["spinal_coil_damaged", "weapon_power_system"])
def test_a_damaged_mount_is_not_fired(effect: str) -> None:
    state = meeting()
    state.ships["c"].effects[effect] = 1
    (text,) = told(state, {"spinal": "b"})
    assert "the mount of C is" in text


@pytest.mark.parametrize(
    "junk", [None, [], {"bays": 3}, {"bays": {"x": "b"}}, {"bays": {"99": "b"}}, {"bays": {"0": {"at": 1}}}, {"spinal": 4}, {"x": 1}]
)
def test_what_is_no_order_is_refused(junk: object) -> None:
    assert told(meeting(), junk)


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["", "b", "f", "L", "spinal", "0", "9" * 5000]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*fire_orders.KEYS, "target", "from", "at", "0", "9" * 5000]), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip
named = st.fixed_dictionaries({}, optional=dict.fromkeys(sorted(fire_orders.KEYS), plain))


@given(plain | named)
def test_no_order_is_more_than_refused(order: object) -> None:
    state = STANDING
    fire_orders.faults(state, state.ships["c"], order)
    missiles.faults(state, state.ships["c"], order)
    turrets.turret_faults(state, state.ships["c"], "L", [], order)


def test_a_refusal_reaches_the_seat_with_its_rule_and_changes_nothing() -> None:
    state = meeting()
    decision = Decision("fire:tog", "tog", "fire", "", ["c"])
    view = ENGINE.view(state, "tog")
    offers = ENGINE.offers(view, decision)
    orders = Orders({slot.id: slot.options[0].order for slot in offers} | {"c": {"broadsides": ["R"], "bays": {"0": "b"}}})
    (fault,) = ENGINE.check(view, decision, orders)
    assert (fault.code, fault.where) == ("illegal", "c")
    assert fault.text == "bay 0 of C is on side L, which has no power this turn (leviathan: Weapons)"


# ---- the order of damage -------------------------------------------------------------------------------------------


def test_bays_come_by_number_and_the_mount_last_unless_the_attacker_says_otherwise() -> None:
    order = {"broadsides": ["L"], "bays": {"10": "t", "2": "t"}, "spinal": "t"}
    assert list(fire_orders.lines(order)) == ["2", "10", "spinal"]
    assert list(fire_orders.lines(order | {"order": ["spinal", "10"]})) == ["spinal", "10", "2"]


def test_the_attacker_decides_which_damage_comes_first() -> None:
    """A mount that goes first strikes whole armor; after a bay it starts deeper where the rows are gone."""
    depths = []
    for first in ([], ["spinal"]):
        state = table([ship("a", "fulgur", "tog", "1:1307", 1), ship("t", "ajax", "rl", "1:1305", 1)])
        one = state.ships["a"]
        one.weapons = 2
        (bay,) = bays(state, "F", "a")
        order = {"broadsides": ["L"], "bays": {bay: "t"}, "spinal": "t", "order": first}
        play = Play(state, ScriptedDice.of(1, 1, 5) if not first else ScriptedDice.of(1, 5, 1))
        volleys.resolve(play, one, order, {})
        depths.append([e.data.get("depth") for e in play.events])
        assert armor.boxes_left(state.ships["t"].armor["A"]) < 50
    assert [d.index(3) for d in depths] == [1, 0]


def test_ships_of_a_lower_rank_are_resolved_first_and_salvos_before_ships_of_one_rank() -> None:
    units = [ship("a", "fulgur", "tog", "1:1307", 1), ship("b", "fulgur", "tog", "1:1207", 1), ship("t", "ajax", "rl", "1:1302", 1)]
    fire_at = {"broadsides": ["L"], "bays": {"2": "t"}}
    game = Game(table(units), check=True)
    say = {"a": fire_at | {"rank": 2}, "b": fire_at, "a/missiles": {"target": "t", "hex": 0, "rank": 1}, "b/missiles": {"target": ""}}
    events = game.phase("combat", say=say)
    assert [(e.kind, e.units[0]) for e in events if e.kind in ("fired", "missiles") and e.units[0] in "ab"][:3] == [
        ("fired", "b"), ("missiles", "a"), ("fired", "a"),
    ]  # fmt: skip
