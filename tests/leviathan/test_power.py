"""What power a ship has, how it may be shared out, and what is marked of it (leviathan: Power Allocation, Engineering)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.dice import ScriptedDice
from scales.engine import Orders
from scales.leviathan import ENGINE
from scales.leviathan.combat import fire, turrets
from scales.leviathan.movement.sequence import thrust_points
from scales.leviathan.power import allocation, blocks, marks, power_orders
from scales.leviathan.state import Ship, State
from tests.examples import oracle
from tests.leviathan.table import Game, document, ship, table

NORMAL, TO_GUNS, TO_DRIVES = (1, 1, 1), (2, 0, 1), (0, 2, 1)


def one(kind: str = "shiva", /, **effects: int) -> tuple[State, Ship]:
    state = table([ship("one", kind, "tog", "1:0310"), ship("other", "ajax", "rl", "2:2510", 4)])
    state.ships["one"].effects |= effects
    return state, state.ships["one"]


def choices(state: State, ship_: Ship) -> list[tuple[int, ...]]:
    return [tuple(a) for a in blocks.allocations(state, ship_)]


def refused(state: State, order: Any) -> list[str]:
    """The texts with which an order for `one` is refused in the Power Allocation Phase."""
    asked = allocation.asked(state, "tog")
    assert asked is not None
    return [f.text for f in ENGINE.check(ENGINE.view(state, "tog"), asked, Orders({"one": order}))]


# ---- blocks of power -----------------------------------------------------------------------------------------------


@oracle("LEV-075")
def test_what_power_fires(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    """A broadside or the mount for each block, as the offers say and the checks hold; turrets in any case."""
    state, shiva = one()
    of = {"normal": 1, "double": 2, "none": 0}
    shots = {o.order["weapons"]: o.info["shots"] for o in _options(state)}
    assert [shots[of[a]] for a in inputs["allocation"]] == expected["spinal_or_broadsides"]
    for given_, powered in zip(inputs["allocation"], expected["turrets_powered"], strict=True):
        shiva.weapons = of[given_]
        assert bool(turrets.mounts(shiva)) == powered
        assert fire.mount_ready(shiva) == (shiva.weapons > 0)


def _options(state: State) -> Any:
    asked = allocation.asked(state, "tog")
    assert asked is not None
    return ENGINE.offers(ENGINE.view(state, "tog"), asked)[0].options


def test_a_whole_ship_shares_two_blocks_between_weapons_and_drives() -> None:
    assert choices(*one()) == [NORMAL, TO_GUNS, TO_DRIVES]


@pytest.mark.parametrize("half", ["plant_half", "sld_half"])
def test_at_half_power_there_is_one_block(half: str) -> None:
    assert choices(*one("shiva", **{half: 1})) == [(1, 0, 1), (0, 1, 1)]


def test_the_more_damaged_of_plant_and_drives_decides() -> None:
    state, shiva = one(plant_half=1, sld_half=1)
    assert blocks.available(state, shiva) == 1, "one half is not added to the other"
    for destroyed in ("plant_destroyed", "sld_destroyed"):
        state, shiva = one("shiva", **{"plant_half": 1, destroyed: 1})
        assert choices(state, shiva) == [(0, 0, 1)]
        assert turrets.mounts(shiva) == []


def test_a_damaged_system_keeps_its_power_and_takes_more() -> None:
    assert choices(*one(maneuver_power_system=1)) == [NORMAL, TO_DRIVES]
    assert choices(*one(weapon_power_system=1)) == [NORMAL, TO_GUNS]
    assert choices(*one(weapon_power_system=1, maneuver_power_system=1)) == [NORMAL]


def test_with_damaged_weapon_power_the_mount_needs_a_shunted_block() -> None:
    _, shiva = one(weapon_power_system=1)
    assert not fire.mount_ready(shiva)
    assert fire.may_fire_bays(shiva)
    shiva.weapons = 2
    assert fire.mount_ready(shiva)


def test_at_half_power_and_with_damaged_weapon_power_the_mount_is_silent() -> None:
    state, shiva = one(weapon_power_system=1, plant_half=1)
    assert choices(state, shiva) == [(1, 0, 1), (0, 1, 1)], "with one block there is nothing to shunt"
    shiva.weapons = 1
    assert not fire.mount_ready(shiva)


def test_damaged_drives_give_half_the_thrust_and_shunted_power_turns_only() -> None:
    _, bantha = one("bantha", maneuver_power_system=1)
    assert thrust_points(bantha, 1) == (1, 1)
    assert thrust_points(bantha, 2) == (2, 1)


def test_shorts_of_the_plant_take_all_power_and_those_of_the_drives_the_thrust() -> None:
    state, shiva = one()
    shiva.plant_shorts = 2
    assert blocks.available(state, shiva) == 0
    shiva.plant_shorts, shiva.sld_shorts = 0, 1
    assert blocks.available(state, shiva) == 2
    assert thrust_points(shiva) == (0, 0)


def test_a_patrol_ship_allocates_nothing_until_it_is_at_half_power() -> None:
    assert choices(*one("liburna")) == [NORMAL]
    assert choices(*one("liburna", plant_half=1)) == [(1, 0, 1), (0, 1, 1)]


def test_an_installation_has_power_for_one_broadside() -> None:
    base = {"id": "on", "name": "Station", "class": "on3", "side": "rl", "hex": "2:2010"}
    state = table([ship("one", "ajax", "tog", "1:0310")], installations=[base])
    station = state.ships["on"]
    assert choices(state, station) == [(1, 0, 1)]
    assert not allocation.has_choice(state, station)


# ---- the phase -----------------------------------------------------------------------------------------------------


def turn_of(game: Game, **orders: tuple[int, int]) -> Any:
    """The Initiative and Power Allocation Phases with these blocks for weapons and drives."""
    return game.phase("power", say={unit: {"weapons": w, "maneuver": m} for unit, (w, m) in orders.items()})


def fleet() -> Game:
    return Game(
        document([ship("one", "shiva", "tog", "1:0310", velocity=1), ship("other", "exeter", "rl", "2:2510", 4, velocity=1)]), seed=4
    )


def test_power_is_marked_for_every_turn_and_shown_to_its_own_side() -> None:
    game = fleet()
    turn_of(game, one=(2, 0))
    turn_of(game, one=(0, 2))
    turn_of(game, one=(1, 1))
    own, other = (ENGINE.record(ENGINE.view(game.state, seat), "one") for seat in ("tog", "rl"))
    assert own["power"] == {
        "blocks": 2, "weapons": 1, "drives": 1,
        "turns": [{"turn": 1, "weapons": "2", "maneuver": "-"}, {"turn": 2, "weapons": "-", "maneuver": "2"},
                  {"turn": 3, "weapons": "N", "maneuver": "N"}],
    }  # fmt: skip
    assert "power" not in other
    assert ENGINE.view(game.state, "rl").state.ships["one"].power_marks == []


def test_a_sheet_keeps_the_last_turns() -> None:
    _, shiva = one()
    for turn in range(1, 60):
        marks.mark(shiva, turn, shields=False)
    told = marks.turns(shiva)
    assert len(told) == marks.KEPT
    assert told[-1]["turn"] == 59


def test_what_is_not_used_is_lost() -> None:
    """Blocks of a turn without a shot give no more the next turn."""
    game = fleet()
    turn_of(game, one=(1, 1))
    turn_of(game, one=(1, 1))
    shiva = game.state.ships["one"]
    assert (shiva.weapons, shiva.maneuver) == (1, 1)
    assert thrust_points(shiva)[0] == 2


def test_power_is_told_to_its_own_side_only() -> None:
    (told,) = [e for e in turn_of(fleet(), one=(2, 0), other=(1, 1)) if e.kind == "power"]
    assert told.text == "Power is shunted: One (double to weapons, none to drives)."
    assert told.seen_by == ["tog"]


def test_without_a_bridge_the_allocation_stays_as_it_was() -> None:
    """Also through a turn in which the plant gives nothing."""
    game = fleet()
    turn_of(game, one=(2, 0))
    shiva = game.state.ships["one"]
    shiva.effects |= {"main_bridge": 1, "flag_bridge": 1}
    shiva.plant_shorts = 1
    turn_of(game)
    assert (game.state.ships["one"].weapons, game.state.ships["one"].maneuver) == (0, 0)
    game.state.ships["one"].plant_shorts = 0
    turn_of(game)
    assert (game.state.ships["one"].weapons, game.state.ships["one"].maneuver) == (2, 0)
    game.state.ships["one"].effects["plant_half"] = 1
    turn_of(game)
    assert (game.state.ships["one"].weapons, game.state.ships["one"].maneuver) == (1, 0)


# ---- refusals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "effects", "order", "text"),
    [
        ("shiva", {}, {"weapons": 2, "maneuver": 1},
         "One has 2 blocks of power, and 2 to the weapons with 1 to the drives are 3 (leviathan: Power Allocation)"),
        ("shiva", {}, {"weapons": 1, "maneuver": 0},
         "One has 2 blocks of power, and 1 to the weapons with 0 to the drives are 1 (leviathan: Power Allocation)"),
        ("shiva", {"plant_half": 1}, {"weapons": 1, "maneuver": 1},
         "One has 1 block of power at half power, and 1 to the weapons with 1 to the drives are 2 (leviathan: Engineering)"),
        ("shiva", {"maneuver_power_system": 1}, {"weapons": 2, "maneuver": 0},
         "no power may be shunted out of the damaged Maneuver Power System of One (leviathan: Maneuver)"),
        ("shiva", {"weapon_power_system": 1}, {"weapons": 0, "maneuver": 2},
         "no power may be shunted out of the damaged Weapon Power System of One (leviathan: Weapons)"),
        ("shiva", {}, {"weapons": 1, "maneuver": 1, "shields": {"F": 5}},
         "the shields of One are fixed and take no part in the allocation (leviathan: Power Allocation)"),
        ("shiva", {}, {"weapons": -1, "maneuver": 3},
         "One gives whole blocks of power to weapons and maneuver, none or more (leviathan: Power Allocation)"),
        ("shiva", {}, {"weapons": True, "maneuver": 1},
         "One gives whole blocks of power to weapons and maneuver, none or more (leviathan: Power Allocation)"),
        ("shiva", {}, {"guns": 2}, "One gives blocks of power to weapons and maneuver (leviathan: Power Allocation)"),
        ("shiva", {}, [1, 1], "One gives blocks of power to weapons and maneuver (leviathan: Power Allocation)"),
        ("liburna", {"sld_half": 1}, {"weapons": 0, "maneuver": 2},
         "One has 1 block of power at half power, and 0 to the weapons with 2 to the drives are 2 (leviathan: Patrol Class Ships)"),
    ],
)  # fmt: skip
def test_what_power_cannot_do_is_refused_with_the_rule(kind: str, effects: dict[str, int], order: Any, text: str) -> None:
    state, _ = one(kind, **effects)
    assert refused(state, order) == [text]


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["shiva", "syracuse", "bantha", "fulgur", "lexington", "liburna"]),
    st.sets(st.sampled_from(["plant_half", "sld_half", "maneuver_power_system", "weapon_power_system", "plant_destroyed"])),
    st.integers(-1, 4),
    st.integers(-1, 4),
)
def test_an_order_is_legal_when_it_is_among_the_choices(kind: str, damage: set[str], weapons: int, maneuver: int) -> None:
    state, ship_ = one(kind, **dict.fromkeys(sorted(damage), 1))
    legal = (weapons, maneuver, 1) in choices(state, ship_)
    assert legal == (not power_orders.faults(state, ship_, {"weapons": weapons, "maneuver": maneuver}))


def test_ships_without_a_choice_are_not_asked() -> None:
    step = ENGINE.advance(one("liburna")[0], "power", {}, [], ScriptedDice.of(3, 5))
    answers = {step.pending[0].key: Orders({"first": {"first": "rl"}})}
    step = ENGINE.advance(step.state, "power", answers, [], ScriptedDice.of())
    assert [(d.key, d.units) for d in step.pending] == [("power:rl", ["other"])]
