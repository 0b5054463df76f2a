"""Turrets: factors split, entry sides, point defense, patrol ships (leviathan: Turrets, Missiles, Patrol Class Ships)."""

from typing import Any

import pytest

from scales.dice import ScriptedDice
from scales.leviathan import board
from scales.leviathan.combat import offered_turrets, turrets
from scales.leviathan.combat.missiles import Salvo
from scales.leviathan.state import State
from scales.play import Play
from tests.leviathan.table import Game, fighters, ship, table

RIGHT = "1:1408"
"""A hex to the right of the battleship, one hex away."""


def beset(*units: tuple[str, str], **lost: int) -> State:
    """A battleship with its bow in 1304 and its stern in 1307, and fighters (unit, hex) with so many boxes lost."""
    flying = [fighters(f"f{n}", unit, "tog", hex) for n, (unit, hex) in enumerate(units)]
    state = table([ship("b", "repulse", "rl", "1:1307", 1)], fighters=flying)
    for unit, boxes in lost.items():
        state.fighters[unit].lost = boxes
    return state


def told(state: State, order: dict[str, Any], mount: str = "R", salvos: list[Salvo] | None = None) -> list[str]:
    return turrets.turret_faults(state, state.ships["b"], mount, salvos or [], order)


def fire(state: State, order: dict[str, Any], *rolls: int, mount: str = "R", salvos: list[Salvo] | None = None) -> Any:
    play = Play(state, ScriptedDice.of(*rolls))
    taken = turrets.fire_turrets(play, state.ships["b"], mount, order, salvos or [])
    return taken, play.events


# ---- splitting -----------------------------------------------------------------------------------------------------


def test_at_one_range_the_points_are_divided_as_one_likes() -> None:
    # given two squadrons with a box left each and a flight, all one hex away (the book's example)
    state = beset(("gladius_squadron", RIGHT), ("gladius_squadron", RIGHT), ("gladius_flight", RIGHT))
    for unit in ("f0", "f1"):
        state.fighters[unit].lost = state.fighters[unit].boxes - 1
    before = state.fighters["f2"].boxes_left
    order = {"points": {"f0": 1, "f1": 1, "f2": 4}}
    # when one point of six is given to each squadron and four to the flight
    assert not told(state, order)
    _, events = fire(state, order, 8, 8, 8)
    # then both squadrons are gone and the flight has lost four boxes
    assert [e.data["points"] for e in events] == [1, 1, 4]
    assert [state.fighters[f].boxes_left for f in ("f0", "f1", "f2")] == [0, 0, before - 4]


def test_at_different_ranges_shares_are_rounded_down() -> None:
    state = beset(("gladius_flight", RIGHT), ("gladius_flight", "1:1609"))
    assert turrets.prey(state, state.ships["b"], "R", []) == {"f0": 1, "f1": 3}
    _, events = fire(state, {"shares": {"f0": 70, "f1": 30}}, 1, 1)
    # 70 percent of 6 and 30 percent of 4
    assert [(e.data["range"], e.data["points"]) for e in events] == [(1, 4), (3, 1)]
    assert [(e.checks[0].base, e.checks[0].target) for e in events] == [(8, 8), (5, 5)]


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ({"points": {"f0": 3, "f1": 3}}, ["different ranges"]),
        ({"points": {"f0": 7}}, ["6 points to share out"]),
        ({"shares": {"f0": 60, "f1": 50}}, ["100 percent to share out"]),
        ({"shares": {"f1": 20}}, ["less than one point"]),
        ({"shares": {"f2": 50, "b": 50}}, ["not within 3 hexes", "effective only against fighters and missiles"]),
        ({"shares": {"nobody": 50}}, ["no fighters and no missiles 'nobody'"]),
        ({"shares": {"f0": 50}, "points": {}}, ["points for each target, or shares"]),
        ({"shares": {"f0": 0}}, ["a whole number above 0"]),
        ({"shares": {}}, []),
        ({"points": {"f0": 6}}, []),
    ],
)
def test_what_is_refused_says_why(order: dict[str, Any], words: list[str]) -> None:
    state = beset(("gladius_flight", RIGHT), ("gladius_flight", "1:1609"), ("gladius_flight", "1:2012"))
    found = told(state, order)
    assert len(found) == len(words)
    assert all(word in text and "(leviathan: " in text for word, text in zip(words, found, strict=True)), found


def test_offers_split_the_factor_so_that_the_weakest_die_first() -> None:
    state = beset(("gladius_squadron", RIGHT), ("gladius_flight", RIGHT), ("gladius_flight", "1:1609"))
    state.fighters["f0"].lost = state.fighters["f0"].boxes - 2
    orders = [o.order for o in offered_turrets.turret_options(state, state.ships["b"], "R", [])]
    assert {"points": {"f0": 2, "f1": 4}} in orders
    assert {"shares": {"f0": 50, "f2": 50}} in orders
    assert not [f for o in orders for f in told(state, o)]


# ---- sides ---------------------------------------------------------------------------------------------------------


def test_both_flanks_bear_dead_ahead_and_dead_astern_one_elsewhere() -> None:
    state = beset(("gladius_flight", "1:1302"), ("gladius_flight", "1:1309"), ("gladius_flight", RIGHT))
    left, right = (turrets.prey(state, state.ships["b"], mount, []) for mount in "LR")
    assert (left, right) == ({"f0": 2, "f1": 2}, {"f0": 2, "f1": 2, "f2": 1})


@pytest.mark.parametrize(("entered", "mounts"), [(1, "LR"), (2, "L"), (3, "L"), (4, "LR"), (5, "R"), (6, "R"), (0, "LR")])
@pytest.mark.parametrize("hex", ["1:1307", "1:1305"])
def test_at_range_0_only_the_side_of_entry_fires(entered: int, mounts: str, hex: str) -> None:
    state = beset(("gladius_flight", hex))
    state.fighters["f0"].entered = entered
    assert "".join(m for m in "LR" if turrets.prey(state, state.ships["b"], m, []) == {"f0": 0}) == mounts
    if mounts == "L":
        assert "at range 0 only those on the side on which F0 came in" in told(state, {"shares": {"f0": 100}})[0]


def test_a_roll_turns_the_flanks_over() -> None:
    state = beset(("gladius_flight", RIGHT))
    state.ships["b"].rolled = True
    assert [m for m in "LR" if turrets.prey(state, state.ships["b"], m, [])] == ["L"]


def test_damage_to_turrets_their_fire_control_and_the_cic_counts() -> None:
    state = beset(("gladius_flight", RIGHT))
    one = state.ships["b"]
    one.turret_halves["R"], one.turret_fc["R"], one.effects["cic"] = 1, 2, 1
    _, (event,) = fire(state, {"shares": {"f0": 100}}, 5)
    assert event.data["points"] == 3
    check = event.checks[0]
    assert [(m.value, m.rule) for m in check.modifiers] == [(-1, "leviathan: CIC"), (-2, "leviathan: Turret Fire Control")]
    assert (check.target, check.passed) == (5, True)


def test_without_power_turrets_are_silent_and_shunts_do_not_matter() -> None:
    state = beset(("gladius_flight", RIGHT))
    one = state.ships["b"]
    one.weapons = 0
    assert turrets.mounts(one) == ["L", "R"]
    one.plant_shorts = 1
    assert turrets.mounts(one) == []


def test_what_is_left_over_passes_on_when_the_target_is_gone() -> None:
    state = beset(("gladius_squadron", RIGHT), ("gladius_flight", RIGHT))
    state.fighters["f0"].lost, state.fighters["f0"].destroyed = state.fighters["f0"].boxes, True
    before = state.fighters["f1"].boxes_left
    fire(state, {"shares": {"f0": 100}}, 1)
    assert state.fighters["f1"].boxes_left == before - 6


# ---- patrol ships --------------------------------------------------------------------------------------------------


def test_each_turret_of_a_patrol_ship_fires_all_round_at_one_target() -> None:
    state = table(
        [ship("b", "lusoria", "rl", "1:1307", 1)],
        fighters=[fighters("f0", "gladius_flight", "tog", "1:1408"), fighters("f1", "gladius_flight", "tog", "1:1207")],
    )
    assert turrets.mounts(state.ships["b"]) == ["1", "2"]
    assert turrets.prey(state, state.ships["b"], "1", []) == {"f0": 1, "f1": 1}
    assert not told(state, {"shares": {"f0": 100}}, "1")
    (text,) = told(state, {"points": {"f0": 1, "f1": 1}}, "2")
    assert text == "turret 2 of B: one target only (leviathan: Patrol Class Ships)"
    assert not [o for o in offered_turrets.turret_options(state, state.ships["b"], "1", []) if len(o.info["shots"]) > 1]


# ---- against missiles ----------------------------------------------------------------------------------------------


def crossing(state: State, side: str = "tog") -> Salvo:
    """A salvo that passes two hexes to the right of the battleship on its way to another ship."""
    assert state.ships["s"].side == side
    return Salvo("s", "x", board.parse(state.sheets, "1:1501"), board.parse(state.sheets, "1:1512"), 150)


def passing(side: str = "tog") -> State:
    units = [ship("b", "repulse", "rl", "1:1307", 1), ship("s", "shiva", side, "1:1501", 4), ship("x", "ajax", "rl", "1:1512", 1)]
    return table(units, fighters=[fighters("f", "gladius_group", "tog", RIGHT)])


def test_any_ship_in_range_of_the_path_may_shoot_at_missiles() -> None:
    state = passing()
    salvo = crossing(state)
    assert turrets.prey(state, state.ships["b"], "R", [salvo])["missiles:s"] == 2
    assert "missiles:s" not in turrets.prey(state, state.ships["b"], "L", [salvo])
    taken, (event,) = fire(state, {"shares": {"missiles:s": 100}}, 7, salvos=[salvo])
    assert taken == {"s": 50}
    assert event.checks[0].target == 7


@pytest.mark.parametrize(("side", "whose"), [("tog", "the missiles of S"), ("rl", "your own missiles from S")])
def test_an_offer_tells_whose_missiles_fly_where_and_how_strong_they_are(side: str, whose: str) -> None:
    state = passing(side)
    options = offered_turrets.turret_options(state, state.ships["b"], "R", [crossing(state, side)])
    (option,) = [o for o in options if o.order == {"shares": {"missiles:s": 100}}]
    assert option.label == f"fires starboard turrets at {whose}, 150 strong, bound for X in 1:1512, range 2, 7 or less for 50"
    (shot,) = option.info["shots"]
    told = {key: shot[key] for key in ("strength", "aimed_at", "hex", "own")}
    assert told == {"strength": 150, "aimed_at": "x", "hex": "1:1512", "own": side == "rl"}


def test_turrets_that_fire_at_missiles_fire_at_nothing_else() -> None:
    state = passing()
    (text,) = told(state, {"shares": {"missiles:s": 50, "f": 50}}, salvos=[crossing(state)])
    assert text == "starboard turrets of B: no other attack beside one at missiles (leviathan: Missiles)"


def test_missiles_of_friends_may_be_shot_down_but_nobody_is_led_to_it() -> None:
    state = passing("rl")
    salvo = crossing(state, "rl")
    assert not told(state, {"shares": {"missiles:s": 100}}, salvos=[salvo])
    options = offered_turrets.turret_options(state, state.ships["b"], "R", [salvo])
    assert [o.info["value"] for o in options if o.order == {"shares": {"missiles:s": 100}}] == [-1]


def test_ships_in_the_hex_that_is_struck_meet_missiles_at_range_0_on_the_side_they_come_from() -> None:
    state = table([ship("b", "ajax", "rl", "1:1307", 1), ship("s", "shiva", "tog", "1:1807", 4)])
    salvo = Salvo("s", "b", board.parse(state.sheets, "1:1807"), board.parse(state.sheets, "1:1307"), 150)
    assert [turrets.range_to_path(state.ships["b"], m, salvo) for m in "LR"] == [None, 0]


def test_a_turn_with_missiles_is_told_in_order() -> None:
    """Sent, met by turrets, arrived; and the salvo is marked off."""
    units = [ship("e", "exeter", "rl", "1:1307", 1), ship("s", "shiva", "tog", "1:1312", 1)]
    game = Game(table(units, turn_limit=5), check=True)
    say = {"s/missiles": {"target": "e", "hex": 0}, "e/missiles": {"target": ""}, "e/L": {"shares": {"missiles:s": 100}}}
    events = game.phase("combat", say=say)
    told = [e.kind for e in events if e.kind in ("salvo", "turrets", "missiles") and "s" in (e.units[0], e.units[-1])]
    assert list(dict.fromkeys(told)) == ["salvo", "turrets", "missiles"]
    (sent,) = [e for e in events if e.kind == "salvo" and e.units[0] == "s"]
    assert sent.text == "S sends missiles, 150 strong, at E in 1:1307; 2 left."
    assert game.state.ships["s"].salvos == 2


# ---- against ships that ram ----------------------------------------------------------------------------------------


def rammed(entered: int) -> State:
    """A frigate that came into the stern hex of the battleship and rams it."""
    state = table([ship("b", "repulse", "rl", "1:1307", 1), ship("r", "bantha", "tog", "1:1307", entered)])
    one = state.ships["r"]
    one.entered, one.arrived, one.ramming = entered, 5, "b"
    return state


@pytest.mark.parametrize(("entered", "mounts"), [(1, "LR"), (4, "LR"), (2, "L"), (6, "R")])
def test_turrets_fire_at_a_ship_that_rams_theirs_from_the_side_it_came_in_by(entered: int, mounts: str) -> None:
    state = rammed(entered)
    assert "".join(m for m in "LR" if turrets.prey(state, state.ships["b"], m, []) == {"r": 1}) == mounts


def test_turrets_mark_a_ramming_ship_by_rows_against_its_shields() -> None:
    # given the frigate of the book's example, in from astern; turrets at range 1 need 8, less its front shield
    state = rammed(1)
    shield, before = state.ships["r"].shield("F"), sum(g.rows[0].bit_count() for g in state.ships["r"].armor.values())
    option = next(o for o in offered_turrets.turret_options(state, state.ships["b"], "L", []) if o.order == {"shares": {"r": 100}})
    _, (event,) = fire(state, {"shares": {"r": 100}}, 1, mount="L")
    assert (event.data["side"], event.data["points"], event.rule) == ("F", 6, "leviathan: Collisions")
    assert event.checks[0].target == 8 - shield == option.info["shots"][0]["to_hit"]
    assert before - sum(g.rows[0].bit_count() for g in state.ships["r"].armor.values()) == 6


def test_other_ships_are_no_targets_for_turrets() -> None:
    state = rammed(1)
    state.ships["r"].ramming = ""
    assert turrets.prey(state, state.ships["b"], "L", []) == {}
    assert "effective only against fighters and missiles" in told(state, {"shares": {"r": 100}}, "L")[0]
