"""Shields that share in the power of a ship (leviathan: Variable Shields and Alternate Power Allocation), and those of patrol ships."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.codec import clone, encode
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Orders
from scales.leviathan import ENGINE, board
from scales.leviathan.catalog import SIDES
from scales.leviathan.combat import fire, fire_orders, offered_fire
from scales.leviathan.movement.sequence import thrust_points
from scales.leviathan.power import allocation, power_orders, shields
from scales.leviathan.power.blocks import allocations
from scales.leviathan.state import Ship, State
from tests.leviathan.moments import planet
from tests.leviathan.table import Game, document, ship, table

ON = {"variable_shields": 1}
STATION = {"id": "on", "name": "Station", "class": "on3", "side": "rl", "hex": "2:2010"}


def one(kind: str = "shiva", options: dict[str, int] | None = None, **effects: int) -> tuple[State, Ship]:
    units = [ship("one", kind, "tog", "1:2010", 3), ship("other", "ajax", "rl", "1:2310", 5)]
    state = table(units, options=ON if options is None else options)
    state.ships["one"].effects |= effects
    return state, state.ships["one"]


def ordered(weapons: int, maneuver: int, **points: int) -> dict[str, Any]:
    return {"weapons": weapons, "maneuver": maneuver, "shields": points}


def refused(state: State, order: Any) -> list[str]:
    asked = allocation.asked(state, "tog")
    assert asked is not None
    return [f.text for f in ENGINE.check(ENGINE.view(state, "tog"), asked, Orders({"one": order}))]


def blocks(state: State, ship_: Ship) -> list[tuple[int, ...]]:
    return [tuple(a) for a in allocations(state, ship_)]


# ---- three blocks --------------------------------------------------------------------------------------------------


def test_three_blocks_go_to_any_of_three_systems() -> None:
    found = blocks(*one())
    assert found[0] == (1, 1, 1)
    assert len(found) == 10
    assert {(3, 0, 0), (0, 3, 0), (0, 0, 3)} <= set(found)


def test_damaged_systems_keep_their_block_and_half_power_has_one() -> None:
    assert all(a[0] for a in blocks(*one(weapon_power_system=1)))
    assert all(a[1] for a in blocks(*one(maneuver_power_system=1)))
    assert (1, 0, 2) in blocks(*one(weapon_power_system=1)), "the drives can still give theirs to the shields"
    assert blocks(*one(plant_half=1)) == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert blocks(*one(plant_destroyed=1)) == [(0, 0, 0)]


def test_triple_power_fires_both_broadsides_and_the_mount() -> None:
    state, shiva = one()
    state.ships["other"].hex = board.hexes(shiva.hex, shiva.heading, 7)[0]
    for given_, able in ((3, True), (2, False)):
        shiva.weapons = given_
        orders = [o.order for o in offered_fire.fire_options(state, shiva)]
        everything = [o for o in orders if o.get("spinal") and o.get("broadsides") == ["L", "R"]]
        assert bool(everything) == able
        assert all(not fire_orders.faults(state, shiva, o) for o in orders)


@pytest.mark.parametrize(("kind", "thrust"), [("shiva", 2), ("syracuse", 2), ("bantha", 3), ("fulgur", 4)])
def test_triple_power_gives_three_times_the_thrust_and_changes_the_velocity_no_more(kind: str, thrust: int) -> None:
    _, ship_ = one(kind)
    assert thrust_points(ship_, 3) == (3 * thrust, thrust)


def test_a_mount_with_damaged_weapon_power_is_fired_with_a_block_of_the_shields() -> None:
    state, shiva = one(weapon_power_system=1)
    assert (2, 1, 0) in blocks(state, shiva)
    shiva.weapons = 2
    assert fire.mount_ready(shiva)


def test_a_station_shunts_between_shields_and_weapons() -> None:
    state = table([ship("one", "ajax", "tog", "1:0310")], installations=[STATION], options=ON)
    station = state.ships["on"]
    assert blocks(state, station) == [(1, 0, 1), (2, 0, 0), (0, 0, 2)]
    station.effects["plant_half"] = 1
    assert blocks(state, station) == [(1, 0, 0), (0, 0, 1)]
    text = power_orders.faults(state, station, {"weapons": 0, "maneuver": 1, "shields": {}})
    assert text == ["Station has no power to allocate to maneuver (leviathan: Orbital Installations)"]


def test_an_abandoned_station_keeps_its_shields_as_they_stand() -> None:
    game = Game(document([ship("one", "ajax", "tog", "1:0310")], installations=[STATION], options=ON), seed=2)
    points = {"F": 5, "FR": 5, "AR": 5, "A": 4, "AL": 0, "FL": 5}
    game.phase("power", say={"on": {"weapons": 0, "shields": points}})
    game.state.ships["on"].evacuation.launching = "automatic"
    game.phase("power")
    station = game.state.ships["on"]
    assert station.shields == points
    assert (station.weapons, station.shield_power) == (0, 2)


def test_patrol_ships_keep_the_shields_of_their_class() -> None:
    state, liburna = one("liburna")
    assert not shields.shared(state, liburna)
    assert allocation.asked(state, "tog") is None


# ---- settings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "basic"), [("shiva", 24), ("syracuse", 20), ("bantha", 16), ("fulgur", 12)])
def test_each_block_gives_the_points_of_the_class(kind: str, basic: int) -> None:
    state, ship_ = one(kind)
    for number in (1, 2, 3):
        for name, found in shields.sensible(state, ship_, number):
            assert sum(found.values()) == min(30, number * basic), name
            assert max(found.values()) <= 5


def test_without_power_the_shields_are_down() -> None:
    state, shiva = one()
    assert shields.sensible(state, shiva, 0) == [("down", dict.fromkeys(SIDES, 0))]
    assert refused(state, ordered(2, 1, F=1)) == [
        "One has 0 shield points with no power in its shields, not 1 (leviathan: Variable Shields and Alternate Power Allocation)"
    ]


def test_an_enemy_on_the_bow_draws_the_points_forward() -> None:
    state, fulgur = one("fulgur")
    toward = dict(shields.sensible(state, fulgur, 1))["toward the enemy"]
    assert toward["F"] == max(toward.values()) > toward["A"]


def test_sides_that_are_out_get_nothing_of_what_is_offered() -> None:
    state, fulgur = one("fulgur")
    fulgur.broken, fulgur.shorted = ["F"], ["A"]
    for name, found in shields.sensible(state, fulgur, 2):
        assert (found["F"], found["A"]) == (0, 0), name


def test_points_lost_below_are_missing_in_every_block() -> None:
    base = {"id": "gl", "name": "Base", "class": "gl2", "side": "rl", "hex": "1:0114"}
    state = table([ship("one", "ajax", "tog", "1:2310")], installations=[base], layout="leviathan_planet", options=ON)
    ground = state.ships["gl"]
    ground.shields_lost = 2
    assert shields.points(ground) == 2
    assert dict(shields.sensible(state, ground, 1))["as built"] == {"F": 2}


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (ordered(1, 1, F=6), "side F of One receives 0 to 5 shield points, not 6"),
        (ordered(1, 1, F=-1), "side F of One receives 0 to 5 shield points, not -1"),
        (ordered(1, 1, B=1), "One has no shield on side 'B', only on F, FR, AR, A, AL, FL"),
        (ordered(1, 1, F=5, FR=5, AR=5, A=5, AL=5), "One has 24 shield points with normal power in its shields, not 25"),
        ({"weapons": 1, "maneuver": 1, "shields": [4]}, "the shields of One are given as points for each side: F, FR, AR, A, AL, FL"),
        (ordered(1, 1, F=True), "the shields of One are given as points for each side: F, FR, AR, A, AL, FL"),
    ],
)
def test_settings_that_cannot_be_are_refused(order: Any, text: str) -> None:
    assert refused(one()[0], order) == [f"{text} (leviathan: Variable Shields and Alternate Power Allocation)"]


def test_too_many_blocks_are_refused() -> None:
    assert refused(one()[0], ordered(2, 2)) == [
        "One has 3 blocks of power, and 2 to the weapons with 2 to the drives are 4 (leviathan: Power Allocation)"
    ]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 30), st.fixed_dictionaries({s: st.integers(0, 600) for s in SIDES}))
def test_points_are_spread_until_no_side_can_take_more(total: int, weights: dict[str, int]) -> None:
    found = shields.apportion(total, weights)
    able = [s for s in SIDES if weights[s]]
    assert sum(found.values()) == min(total, 5 * len(able))
    assert all(0 <= n <= 5 and (n == 0 or weights[s]) for s, n in found.items())


# ---- in play -------------------------------------------------------------------------------------------------------


def fleet() -> Game:
    units = [ship("one", "shiva", "tog", "1:0310", velocity=1), ship("other", "exeter", "rl", "2:2510", 4, velocity=1)]
    return Game(document(units, options=ON), seed=4)


def test_settings_stand_for_a_turn_and_lie_open() -> None:
    """Power is told to its own side, shields to everybody: they are read on the sheet and met by every shot."""
    game = fleet()
    points = {"F": 5, "FR": 5, "AR": 2, "A": 0, "AL": 2, "FL": 5}
    events = game.phase("power", say={"one": {"weapons": 0, "maneuver": 2, "shields": points}})
    (power,) = [e for e in events if e.kind == "power" and e.seen_by == ["tog"]]
    assert power.text == "Power is shunted: One (none to weapons, double to drives, normal to shields)."
    (told,) = [e for e in events if e.kind == "shields"]
    assert "One forward 5, forward right 5, aft right 2, aft left 2, forward left 5;" in told.text
    assert told.seen_by is None
    seen = ENGINE.view(game.state, "rl").state.ships["one"]
    assert seen.shields == points
    assert (seen.weapons, seen.maneuver, seen.shield_power) == (1, 1, 1)
    assert ENGINE.record(ENGINE.view(game.state, "rl"), "one")["shields"]["F"] == {"factor": 5, "of": 5, "state": "ok"}
    own = ENGINE.record(ENGINE.view(game.state, "tog"), "one")["power"]
    assert own == {"blocks": 3, "weapons": 0, "drives": 2, "shields": 1,
                   "turns": [{"turn": 1, "weapons": "-", "maneuver": "2", "shields": "N"}]}  # fmt: skip
    game.phase("power", say={"one": {"weapons": 1, "maneuver": 1, "shields": {"F": 1}}})
    assert game.state.ships["one"].shields == {**dict.fromkeys(SIDES, 0), "F": 1}


def test_what_an_option_says_comes_of_it() -> None:
    """Thrust, shots and shields of every option, as they stand when it was ordered."""
    game = fleet()
    asked = allocation.asked(game.state, "tog")
    assert asked is not None
    (slot,) = ENGINE.offers(ENGINE.view(game.state, "tog"), asked)
    for option in slot.options:
        game.phase("power", say={"one": option.order})
        shiva = game.state.ships["one"]
        assert thrust_points(shiva) == (option.info["thrust"], option.info["velocity_change"])
        assert (shiva.weapons, shiva.shield_power) == (option.info["shots"], option.info["shield_blocks"])
        assert shiva.shields == option.info["shields"]
    assert {o.info["setting"] for o in slot.options} >= {"as built", "even", "toward the enemy", "down"}


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["shiva", "bantha", "fulgur", "xerxes"]),
    st.sets(st.sampled_from(["plant_half", "maneuver_power_system", "weapon_power_system", "sld_half"])),
    st.integers(-1, 4),
    st.integers(-1, 4),
    st.dictionaries(st.sampled_from((*SIDES, "X")), st.integers(-1, 6)),
)
def test_an_order_is_refused_or_keeps_all_that_must_hold(
    kind: str, damage: set[str], weapons: int, maneuver: int, points: dict[str, int]
) -> None:
    state, ship_ = one(kind)
    ship_.effects |= dict.fromkeys(sorted(damage), 1)
    order = ordered(weapons, maneuver, **points)
    if not refused(state, order):
        game = Game(state, seed=3)
        game.phase("power", say={"one": order})  # the invariants are looked at
        ship_ = game.state.ships["one"]
        assert {s: n for s, n in ship_.shields.items() if n} == {s: n for s, n in points.items() if n}
        assert ship_.weapons + ship_.maneuver + ship_.shield_power == (1 if ship_.power == 1 else 3)


def test_a_ship_that_loses_its_power_loses_its_shields_and_without_the_rule_keeps_them() -> None:
    for options, left in ((ON, 0), ({}, 24)):
        state, _ = one(options=options, plant_destroyed=1)
        game = Game(state, seed=1)
        game.phase("power")
        assert sum(game.state.ships["one"].shields.values()) == left


def test_without_a_bridge_the_settings_stay_and_come_back_with_the_power() -> None:
    game = fleet()
    points = {"F": 5, "FR": 5, "AR": 1, "A": 0, "AL": 1, "FL": 5}
    game.phase("power", say={"one": {"weapons": 1, "maneuver": 1, "shields": points}})
    game.state.ships["one"].effects |= {"main_bridge": 1, "flag_bridge": 1}
    game.state.ships["one"].plant_shorts = 1
    game.phase("power")
    assert sum(game.state.ships["one"].shields.values()) == 0
    game.state.ships["one"].plant_shorts = 0
    game.phase("power")
    assert game.state.ships["one"].shields == points


def test_what_is_ordered_is_secret_until_all_have_ordered() -> None:
    """While a side decides it sees the other's shields of last turn, and nothing of its blocks."""
    state, _ = one()
    other = clone(state)
    rival = other.ships["other"]
    rival.weapons, rival.maneuver, rival.shield_power = 3, 0, 0
    rival.ordered_power, rival.ordered_shields, rival.power_marks = [3, 0, 0], {"F": 0}, ["1:3--"]
    assert encode(ENGINE.view(other, "tog").state) == encode(ENGINE.view(state, "tog").state)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("make", ["planet", "sample"])
def test_battles_with_the_rule_are_fought_by_chance_and_by_the_bot(make: str, seed: int) -> None:
    setup = planet() if make == "planet" else ENGINE.sample(KeyedDice(key=seeded_secret(seed)))
    setup["options"] = {**setup.get("options", {}), **ON}
    game = Game(setup, seed=seed, random=("tog",), check=True)
    for _ in range(4):
        if not ENGINE.report(game.state).over:
            game.turn()
    assert {e.kind for e in game.events} >= {"initiative", "first", "shields"}


# ---- patrol ships --------------------------------------------------------------------------------------------------


def patrol(kind: str, **points: int) -> dict[str, Any]:
    return document([ship("one", kind, "tog", "1:0310", shields=points), ship("other", "ajax", "rl", "2:2510", 4)])


def test_a_patrol_ship_distributes_its_points_before_the_game() -> None:
    setup = patrol("liburna", F=5, FR=2, FL=1)
    assert not ENGINE.faults(setup)
    game = Game(setup, seed=1)
    game.turn()
    assert game.state.ships["one"].shields == {"F": 5, "FR": 2, "AR": 0, "A": 0, "AL": 0, "FL": 1}


@pytest.mark.parametrize(
    ("setup", "text"),
    [
        (patrol("liburna", F=5), "One, as an escort, distributes 8 shield points among its six sides, not 5"),
        (patrol("pharetra", F=5), "One, as a corvette, distributes 4 shield points among its six sides, not 5"),
        (patrol("lusoria", F=1), "One, as a gunboat, distributes 0 shield points among its six sides, not 1"),
        (patrol("pharetra", F=3, B=1), "One has no shield on side 'B', only on F, FR, AR, A, AL, FL"),
        (patrol("shiva", F=4), "the shields of One were set when its class was built: only patrol ships distribute them before a game"),
    ],
)
def test_other_distributions_are_refused(setup: dict[str, Any], text: str) -> None:
    assert [f.text for f in ENGINE.faults(setup)] == [f"{text} (leviathan: Shields)"]
