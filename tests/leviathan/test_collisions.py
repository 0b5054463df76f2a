"""Ships in one stern hex: the sides they show, accidents, rams and what is refused (leviathan: Collisions)."""

from typing import Any

import pytest

from scales import armor
from scales.codec import clone
from scales.dice import ScriptedDice
from scales.engine import Decision, Event, Orders
from scales.leviathan import ENGINE
from scales.leviathan.movement import collisions, offered_collisions, ramming
from scales.leviathan.state import Ship, State
from scales.play import Play
from tests.examples import oracle
from tests.leviathan.table import Game, fighters, ship, table

CLASSES = {"battleship": "shiva", "cruiser": "syracuse", "frigate": "bantha", "destroyer": "fulgur", "patrol": "lusoria"}
HEX = "1:1307"


def meeting(one: str = "bantha", other: str = "repulse", headings: tuple[int, int] = (1, 1), **more: Any) -> State:
    """An attacker "a" of tog and a target "t" of rl in one stern hex."""
    return table([ship("a", one, "tog", HEX, headings[0]), ship("t", other, "rl", HEX, headings[1])], **more)


def lost(unit: Ship) -> dict[str, int]:
    """Armor boxes gone by side."""
    return {s: gone for s, grid in unit.armor.items() if (gone := unit.card.armor[s] - armor.boxes_left(grid))}


def play(state: State, *dice: int) -> list[Event]:
    """The end of combat with these dice, all of them."""
    playing = Play(state, ScriptedDice.of(*dice))
    collisions.collide(playing)
    playing.dice.done()  # type: ignore[attr-defined]
    return playing.events


def intend(state: State, change: int = 2, points: int = 160) -> State:
    one = state.ships["a"]
    one.ramming, one.ram_change, one.ram_damage = "t", change, points
    return state


def asked(state: State, seat: str = "tog") -> Decision:
    step = ENGINE.advance(state, "combat", {}, [], ScriptedDice.of())
    return next(d for d in step.pending if d.seat == seat)


def refusals(state: State, choices: dict[str, Any]) -> str:
    """What is said of an order of tog in its decision on collisions."""
    decision = Decision("collisions:tog", "tog", "collisions", "", ["a"])
    view = ENGINE.view(state, "tog")
    full = {"a/ram": {}, "a/side": {"sides": [1, 4]}} | choices
    return " ".join(f.text for f in ENGINE.check(view, decision, Orders(full)))


# ---- worked examples -----------------------------------------------------------------------------------------------


@oracle("LEV-047")
def test_a_ram(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    """The frigate comes up from astern and meets the battleship's stern, which is the side that its captain shows."""
    state = meeting()
    one, other = state.ships["a"], state.ships["t"]
    assert collisions.most_change(one, other) == expected["max_modifier"]
    assert collisions.collision_damage("frigate")[1] == inputs["chosen_damage"]
    one.armor["F"].rows, other.faces = [0] * 8, [4, 3]
    one.internals = [(1 << 10) - 1] * len(one.internals)
    events = play(intend(state, expected["max_modifier"], inputs["chosen_damage"]), inputs["rolls"]["attacker"], inputs["rolls"]["target"])
    assert lost(other) == {"A": expected["damage_to_target"]}
    assert one.row_boxes == expected["damage_to_attacker"]
    assert events[0].data["change"] == inputs["modifier_used"]
    assert ("rams" in events[0].text) == expected["collision"]


@oracle("LEV-049")
def test_a_larger_ship_never_rams_a_smaller_one(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = meeting(CLASSES[inputs["attacker"]], CLASSES[inputs["target"]])
    assert bool(ramming.targets(state, state.ships["a"])) == expected["possible"]
    assert "A is larger than T and cannot hit it (leviathan: Collisions)" in ramming.ram_faults(state.ships["a"], state.ships["t"])
    assert [slot.id for slot in ENGINE.offers(ENGINE.view(state, "tog"), asked(state))] == ["a/side"]


@oracle("LEV-050")
def test_an_accident(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = table([ship(k, CLASSES[k], s, HEX, 1) for k, s in zip(inputs["ships"], ("tog", "rl"), strict=True)])
    small, large = state.ships["destroyer"], state.ships["battleship"]
    small.internals = [(1 << 10) - 1] * len(small.internals)
    small.faces, large.faces = [1, 2], [4, 5]
    play(state, *inputs["rolls"])
    assert lost(large) == {"A": expected["damage_each"]}
    assert sum(lost(small).values()) + small.row_boxes == expected["damage_each"]
    assert list(lost(small)) == ["F"]


@oracle("LEV-052")
def test_collision_damage(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    found = [collisions.collision_damage("gunboat" if c == "patrol" else c) for c in inputs["class"]]
    assert [list(x) for x in zip(*found, strict=True)] == [expected["min"], expected["max"]]


def test_cruisers_collide_for_up_to_230() -> None:
    assert collisions.collision_damage("cruiser") == (50, 230)


# ---- the sides that face each other --------------------------------------------------------------------------------


def test_each_side_of_the_hex_is_a_side_of_the_ship() -> None:
    state = meeting("fulgur", "repulse", (1, 3))
    assert [collisions.side_at(state.ships["a"], h) for h in range(1, 7)] == ["F", "FR", "AR", "A", "AL", "FL"]
    assert [collisions.side_at(state.ships["t"], h) for h in range(1, 7)] == ["AL", "AL", "F", "AR", "AR", "A"]
    state.ships["a"].rolled = True
    assert collisions.side_at(state.ships["a"], 2) == "FL"


def test_nobody_is_asked_while_no_stern_hex_is_shared() -> None:
    state = table([ship("a", "bantha", "tog", HEX, 1), ship("t", "repulse", "rl", "1:1308", 1)])
    step = ENGINE.advance(state, "combat", {}, [], ScriptedDice.of())
    assert all(d.kind != "collisions" for d in step.pending)


def test_both_sides_are_asked_sealed_when_one_is() -> None:
    step = ENGINE.advance(meeting(), "combat", {}, [], ScriptedDice.of())
    assert [(d.kind, d.sealed, d.units) for d in step.pending] == [("collisions", True, ["a"]), ("collisions", True, ["t"])]


@pytest.mark.parametrize(("roll", "sides"), [(5, {"a": "F", "t": "A"}), (6, {"a": "A", "t": "F"})])
def test_the_die_decides_who_shows_a_side_that_both_have_chosen(roll: int, sides: dict[str, str]) -> None:
    state = meeting("fulgur", "ajax")
    state.ships["a"].faces, state.ships["t"].faces = [1, 4], [1, 4]
    events = play(state, roll, 3, 3)
    assert events[0].data["sides"] == sides
    assert events[0].data["choice"] == roll


def test_ships_that_roll_differently_pass_each_other() -> None:
    state = meeting("fulgur", "ajax")
    state.ships["a"].faces, state.ships["t"].faces = [1, 4], [4, 1]
    events = play(state, 3, 4)
    assert [e.text for e in events] == ["A throws 3, T 4: they pass each other."]
    assert lost(state.ships["a"]) == lost(state.ships["t"]) == {}


def test_the_strongest_side_is_offered_first() -> None:
    state = meeting("fulgur", "ajax")
    one = state.ships["a"]
    for side in ("F", "FR", "AR", "A", "FL"):
        armor.by_rows(one.armor[side], 10)
    slot = ENGINE.offers(ENGINE.view(state, "tog"), asked(state))[0]
    assert slot.options[0].info["side"] == "AL"
    assert slot.options[0].label.startswith("shows its aft left side (")
    assert len({o.order["sides"][0] for o in slot.options}) == 6


def test_a_wreck_and_an_orbital_installation_may_be_run_into() -> None:
    base = {"id": "base", "name": "Base", "class": "on5", "side": "rl", "hex": HEX}
    state = table([ship("a", "ajax", "tog", HEX, 1), ship("w", "fulgur", "rl", HEX, 2)], installations=[base])
    state.ships["w"].destroyed = True
    assert [(x.id, y.id) for x, y in collisions.meetings(state)] == [("a", "w"), ("a", "base"), ("w", "base")]
    assert ramming.meeting(state, "rl") == ["base"]
    assert [t.id for t in ramming.targets(state, state.ships["a"])] == ["w", "base"]


# ---- rams ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "rolls", "target_loss"), [(0, (6, 6), 160), (1, (6, 5), 120), (2, (4, 6), 80), (1, (4, 6), 0), (2, (1, 4), 0)]
)
def test_the_die_is_changed_as_far_as_the_order_allows(change: int, rolls: tuple[int, int], target_loss: int) -> None:
    state = intend(meeting(), change)
    state.ships["t"].faces = [4, 3]
    state.ships["a"].internals = [(1 << 10) - 1] * len(state.ships["a"].internals)
    play(state, *rolls)
    assert sum(lost(state.ships["t"]).values()) == target_loss
    assert bool(lost(state.ships["a"])) == bool(target_loss)


def test_a_glancing_blow_does_what_was_chosen_rounded_down_for_the_target() -> None:
    state = intend(meeting("fulgur", "repulse"), 3, 25)
    state.ships["t"].faces = [4, 3]
    play(state, 1, 4)
    assert (sum(lost(state.ships["t"]).values()), lost(state.ships["a"])) == (25 // 4, {"F": 25})


@pytest.mark.parametrize(("roll", "side"), [(5, "A"), (6, "F")])
def test_a_target_may_lose_the_side_on_which_the_attackers_bow_is(roll: int, side: str) -> None:
    state = intend(meeting("fulgur", "ajax"), 0, 25)
    state.ships["t"].faces = [1, 4]
    play(state, roll, 7, 7)
    assert lost(state.ships["t"]) == {side: 25}


def test_two_ships_that_ram_each_other_do_it_one_after_the_other() -> None:
    state = intend(meeting("fulgur", "ajax"), 0, 25)
    other = state.ships["t"]
    other.ramming, other.ram_damage, other.faces, state.ships["a"].faces = "a", 100, [4, 3], [4, 3]
    events = play(state, 7, 7, 2, 3)
    assert [e.text for e in events if e.kind == "collision"] == [
        "A throws 7, T 7: A rams T, for 25 points.",
        "T throws 2, A 3: T fails to ram A.",
    ]


def test_a_third_ship_is_met_by_accident_only() -> None:
    state = table([ship("a", "fulgur", "tog", HEX, 1), ship("t", "repulse", "rl", HEX, 1), ship("u", "ajax", "rl", HEX, 1)])
    for unit, faces in (("t", [4, 5]), ("u", [3, 4])):
        state.ships[unit].faces = faces
    state.ships["a"].faces = [1, 2]
    events = play(intend(state, 0, 25), 1, 9, 1, 2, 1, 2)
    assert [e.text for e in events] == [
        "A throws 1, T 9: A fails to ram T.",
        "A throws 1, U 2: they pass each other.",
        "T throws 1, U 2: they pass each other.",
    ]


@pytest.mark.parametrize(
    ("harm", "text"),
    [
        ({"effects": {"maneuver_power_system": 1}}, "A has damaged maneuver systems and cannot ram (leviathan: Collisions)"),
        ({"effects": {"structural_collapse": 1}}, "nobody can steer A into T (leviathan: Collisions)"),
        ({"effects": {"main_bridge": 1}}, "nobody can steer A into T (leviathan: Collisions)"),
        ({"support": "g"}, "A fires at the ground this turn and cannot ram (leviathan: Collisions)"),
        ({"ground_target": "c1"}, "A fires at the ground this turn and cannot ram (leviathan: Collisions)"),
    ],
)
def test_a_ship_that_is_hurt_may_not_ram(harm: dict[str, Any], text: str) -> None:
    state = meeting()
    for name, value in harm.items():
        setattr(state.ships["a"], name, value)
    assert [fault for fault in ramming.ram_faults(state.ships["a"], state.ships["t"]) if text in fault]
    assert not ramming.targets(state, state.ships["a"])


@pytest.mark.parametrize(
    ("order", "text"),
    [
        ({"target": "t", "change": 3, "damage": 160}, "A may change its die by 0 to 2 to ram T"),
        ({"target": "t", "change": True, "damage": 160}, "A may change its die by 0 to 2 to ram T"),
        ({"target": "t", "change": 1, "damage": 161}, "A rams for 40 to 160 points (leviathan: Collision Damage Table)"),
        ({"target": "t", "change": 1, "damage": 39}, "A rams for 40 to 160 points"),
        ({"target": "s", "change": 0, "damage": 40}, "A cannot ram S: no ship rams fighters (leviathan: Collisions)"),
        ({"target": "far", "change": 0, "damage": 40}, "A and Far are not in the same stern hex (leviathan: Collisions)"),
        ({"target": "friend", "change": 0, "damage": 40}, "there is no enemy ship 'friend' to ram (leviathan: Collisions)"),
        ({"target": "t"}, "a ram has target, change and damage"),
    ],
)
def test_a_ram_that_is_refused(order: dict[str, Any], text: str) -> None:
    units = [ship("a", "bantha", "tog", HEX, 1), ship("t", "repulse", "rl", HEX, 1), ship("far", "repulse", "rl", "1:1304", 1),
             ship("friend", "shiva", "tog", HEX, 1)]  # fmt: skip
    state = table(units, fighters=[fighters("s", "gladius_squadron", "rl", HEX)])
    before = clone(state)
    assert text in refusals(state, {"a/ram": order})
    assert state == before


@pytest.mark.parametrize("sides", [[1], [1, 1], [0, 3], [1, 7], "12", [True, 2], [1, 2, 3]])
def test_sides_are_two_different_ones(sides: Any) -> None:
    assert "two different sides of the hex" in refusals(meeting(), {"a/side": {"sides": sides}})


def test_a_ram_is_declared_before_combat_and_the_rammer_does_not_fire() -> None:
    """The target may fire everything at range 1; the ramming ship is asked nothing more."""
    game = Game(meeting())
    events = game.phase("combat", say={"a/ram": {"target": "t", "change": 2, "damage": 100}, "t/side": {"sides": [4, 3]}})
    kinds = [e.kind for e in events]
    declared = kinds.index("ram_declared")
    assert events[declared].text == "A declares that it rams T."
    assert all(e.units[0] != "a" for e in events if e.kind in ("fired", "turrets", "missiles"))
    fired = [e for e in events if e.kind in ("fired", "turrets") and e.units[0] == "t"]
    assert fired
    assert all(e.data.get("range", 1) == 1 for e in fired)
    assert declared < kinds.index("fired") < kinds.index("collision")
    assert game.state.ships["a"].ramming == ""


def test_the_enemy_knows_of_a_ram_but_not_how_hard_it_is_meant() -> None:
    state = intend(meeting())
    state.ships["a"].faces = [1, 4]
    seen = ENGINE.view(state, "rl").state.ships["a"]
    assert (seen.ramming, seen.ram_change, seen.ram_damage, seen.faces) == ("t", 0, 0, [])


def test_chances_of_a_ram() -> None:
    assert [offered_collisions.chance(n) for n in range(4)] == [10, 28, 44, 58]


def test_every_offer_is_legal() -> None:
    state = meeting("fulgur", "repulse")
    decision = asked(state)
    view = ENGINE.view(state, "tog")
    slots = ENGINE.offers(view, decision)
    for slot in slots:
        for option in slot.options:
            orders = {s.id: s.options[0].order for s in slots} | {slot.id: option.order}
            assert not ENGINE.check(view, decision, Orders(orders))


def test_the_bot_rams_with_what_can_do_nothing_else() -> None:
    state = meeting("fulgur", "repulse")
    one = state.ships["a"]
    decision, view = asked(state), ENGINE.view(state, "tog")
    assert ENGINE.choose(view, decision, ENGINE.offers(view, decision), ScriptedDice.of()).choices["a/ram"] == {}
    for bay in one.bays:
        bay.destroyed = True
    one.salvos, one.internals = 0, [(1 << 10) - 1] * len(one.internals)
    view = ENGINE.view(state, "tog")
    assert ENGINE.choose(view, decision, ENGINE.offers(view, decision), ScriptedDice.of()).choices["a/ram"]["change"] == 3


@pytest.mark.parametrize("seed", range(6))
def test_crowded_hexes_played_at_random_hold(seed: int) -> None:
    """Every offer is taken as legal and every state is sound while ships of all sizes and fighters run into each other."""
    kinds = ["bantha", "repulse", "fulgur", "shiva", "liburna", "ajax", "carthage", "valiant"]
    units = [ship(f"s{n}", k, "tog" if n % 2 else "rl", HEX if n < 6 else "1:1308", n % 6 + 1, velocity=n % 2) for n, k in enumerate(kinds)]
    squadrons = [fighters("f1", "gladius_squadron", "tog", HEX), fighters("f2", "cheetah_squadron", "rl", "1:1306")]
    game = Game(table(units, fighters=squadrons), seed=seed, random=("tog", "rl"), check=True)
    for _ in range(3):
        game.turn()
    assert any(e.kind == "collision" for e in game.events)
