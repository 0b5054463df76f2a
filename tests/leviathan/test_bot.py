"""What the bot does in situations that have a plain answer."""

from typing import Any

import pytest

from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Decision, Orders
from scales.hexes import Hex, distance
from scales.leviathan import ENGINE, board
from scales.leviathan.bot import gunnery
from scales.leviathan.bot.claims import Claims
from scales.leviathan.scenario.organization import split
from scales.leviathan.state import State
from tests.leviathan.moments import moments
from tests.leviathan.table import Game, document, fighters, ship, table


def game_before(state: State, phase: str) -> Game:
    """The first turn as far as a phase, straight on at the ships' velocities."""
    game = Game(state)
    for name in ENGINE.phases[: ENGINE.phases.index(phase)]:
        game.phase(name)
    return game


def chosen(state: State, decision: Decision) -> Orders:
    view = ENGINE.view(state, decision.seat)
    orders = ENGINE.choose(view, decision, ENGINE.offers(view, decision), KeyedDice(key=seeded_secret(1)))
    assert not ENGINE.check(view, decision, orders)
    return orders


def in_phase(state: State, phase: str, kind: str, seat: str) -> tuple[State, Orders]:
    """What the bot answers to the first decision of a kind when a phase opens on a state as it stands."""
    state.turn, state.initiative = 1, "rl"
    step = ENGINE.advance(state, phase, {}, [], KeyedDice(key=seeded_secret(2)))
    while True:
        for decision in step.pending:
            if (decision.kind, decision.seat) == (kind, seat):
                return step.state, chosen(step.state, decision)
        assert not step.done, f"nobody was asked for {kind}"
        answers = {d.key: chosen(step.state, d) for d in step.pending}
        step = ENGINE.advance(step.state, phase, answers, [], KeyedDice(index=step.state.at.rolls, key=seeded_secret(2)))


# ---- every answer is legal -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 2, 4, 7])
def test_whatever_the_bot_chooses_is_legal_and_the_same_again(seed: int) -> None:
    for moment in moments(seed)[::2]:
        for decision in moment.pending:
            assert chosen(moment.state, decision) == chosen(moment.state, decision)


# ---- steering ------------------------------------------------------------------------------------------------------


def test_a_broadside_and_not_the_bow_counts_for_a_ship_without_a_mount() -> None:
    state = table([ship("a", "ajax", "rl", "2:1305", 1), ship("b", "fulgur", "tog", "2:1301", 1)])
    scene = gunnery.scene(state, state.ships["a"])
    ahead, abeam = (scene.exchange(state.ships["a"].hex, heading, False) for heading in (1, 3))
    assert abeam.single > ahead.single


def test_rolling_changes_which_side_is_struck() -> None:
    state = table([ship("a", "repulse", "rl", "2:1305", 3), ship("b", "shiva", "tog", "1:1312", 4)])
    hurt = ENGINE.amend(state, {"kind": "damage", "unit": "a", "side": "FL", "points": 150, "reason": "old"}, ScriptedDice.of()).state
    hurt = ENGINE.amend(hurt, {"kind": "damage", "unit": "a", "side": "AL", "points": 150, "reason": "old"}, ScriptedDice.of()).state
    scene = gunnery.scene(hurt, hurt.ships["a"])
    at = hurt.ships["a"].hex
    assert scene.exchange(at, 3, True).taken < scene.exchange(at, 3, False).taken


def test_a_ship_turns_its_whole_side_to_the_enemy() -> None:
    state = table([ship("a", "repulse", "rl", "2:1310", 3), ship("b", "shiva", "tog", "1:1308", 4)])
    for side in ("FL", "AL"):
        state = ENGINE.amend(state, {"kind": "damage", "unit": "a", "side": side, "points": 190, "reason": "old"}, ScriptedDice.of()).state
    _, orders = in_phase(state, "movement", "move", "rl")
    assert "O" in orders.choices["a"]["path"]


def test_no_ship_leaves_the_map_by_itself() -> None:
    units = [ship("a", "repulse", "rl", "1:1306", 1, velocity=2), ship("b", "exeter", "rl", "1:0203", 6, velocity=4)]
    game = Game(document([*units, ship("c", "shiva", "tog", "2:1310", 1)], victory={"leaving_is_loss": True}))
    for _ in range(3):
        game.turn()
    assert not any(s.left for s in game.state.ships.values())


def test_a_ship_that_can_hardly_fight_breaks_off_where_that_is_no_loss() -> None:
    def after(victory: dict[str, Any]) -> bool:
        state = table([ship("a", "exeter", "rl", "2:1312", 4, velocity=3), ship("b", "shiva", "tog", "1:1305", 1)], victory=victory)
        state.ships["a"].internals = [1023, 1023, 1023, 0, 0, 0]
        game = Game(state)
        for _ in range(2):
            game.phase("power")
            game.phase("movement")
        return game.state.ships["a"].left

    assert after({"kind": "tonnage"})
    assert not after({"kind": "tonnage", "leaving_is_loss": True})


# ---- fire ----------------------------------------------------------------------------------------------------------


def test_bays_are_shared_out_among_squadrons() -> None:
    """One squadron does not take the fire of a whole battleship while others come on."""
    wing = [fighters(f"f{n}", "gladius_squadron", "tog", f"1:{10 + n:02d}10") for n in range(6)]
    state = table([ship("a", "shiva", "rl", "1:1314", 3)], fighters=wing)
    _, orders = in_phase(state, "combat", "fire", "rl")
    marks = set(map(str, orders.choices["a"]["bays"].values()))
    assert len(marks) >= 4


def test_turrets_finish_weak_units_and_waste_no_point() -> None:
    wing = [fighters(f"f{n}", "gladius_squadron", "tog", "1:1310") for n in range(2)] + [fighters("g", "gladius_flight", "tog", "1:1310")]
    state = table([ship("a", "shiva", "rl", "1:1312", 3)], fighters=wing)
    state.fighters["f0"].lost = state.fighters["f0"].boxes - 2
    state.fighters["f1"].lost = state.fighters["f1"].boxes - 1
    _, orders = in_phase(state, "combat", "turrets", "rl")
    assert orders.choices["a/L"]["shares"] == {"f1": 20, "f0": 40, "g": 40}


def test_a_turret_of_a_patrol_ship_fires_at_one_target() -> None:
    # given squadrons with a box left each around a ship whose turrets could finish several
    wing = [fighters(f"f{n}", "gladius_squadron", "tog", "1:1311") for n in range(4)]
    state = table([ship("a", "liburna", "rl", "1:1312", 3)], fighters=wing)
    for unit in state.fighters.values():
        unit.lost = unit.boxes - 1
    # then each of its turrets takes one of them, and no two the same
    _, orders = in_phase(state, "combat", "turrets", "rl")
    targets = [list(order["shares"]) for order in orders.choices.values()]
    assert all(len(each) == 1 for each in targets)
    assert len({each[0] for each in targets}) == len(targets)


def test_claims_leave_alone_what_will_be_gone() -> None:
    state = table([ship("a", "shiva", "rl", "1:1312", 3)], fighters=[fighters("f", "gladius_squadron", "tog", "1:1310")])
    claims, unit = Claims(state), state.fighters["f"]
    first = claims.gain(unit, 20, 9)
    claims.take(unit, 20, 10)
    assert first > 0 == claims.gain(unit, 20, 9)


def test_squadrons_strike_one_column() -> None:
    wing = [fighters(f"f{n}", "gladius_squadron", "tog", "1:1310") for n in range(5)]
    state = table([ship("a", "shiva", "rl", "1:1312", 3)], fighters=wing)
    state.ships["a"].salvos, state.ships["a"].plant_shorts, state.ships["a"].weapons = 0, 2, 0
    _, orders = in_phase(state, "combat", "fighters", "tog")
    assert len({o["column"] for o in orders.choices.values()}) == 1


# ---- fighters ------------------------------------------------------------------------------------------------------


def test_fighters_strike_from_the_stern_hex_where_no_bay_reaches_them() -> None:
    state = table([ship("a", "shiva", "rl", "1:1312", 3)], fighters=[fighters("f", "gladius_flight", "tog", "1:1306")])
    game = game_before(state, "spotting")
    assert game.state.fighters["f"].hex == game.state.ships["a"].hex


def test_fighters_out_of_reach_come_within_one_flight_and_no_nearer() -> None:
    state = table([ship("a", "shiva", "rl", "2:1312", 3)], fighters=[fighters("f", "gladius_flight", "tog", "1:1304")])
    game = game_before(state, "spotting")
    unit, enemy = game.state.fighters["f"], game.state.ships["a"]
    away = min(distance(unit.hex, h, board.PARITY) for h in board.occupied(enemy))
    assert unit.thrust <= away < distance(Hex(13, 4), enemy.hex, board.PARITY)


def test_units_that_fly_together_keep_apart_while_there_are_missiles() -> None:
    wing = [fighters(f"f{n}", "gladius_flight", "tog", "1:1304") for n in range(4)]
    game = game_before(table([ship("a", "shiva", "rl", "2:1312", 3)], fighters=wing), "spotting")
    assert len({u.hex for u in game.state.fighters.values()}) == 4


# ---- a lone battleship ---------------------------------------------------------------------------------------------


def test_a_lone_battleship_waits_across_the_way_of_the_fighters() -> None:
    wing = [{"id": f"w{n}", "name": f"Wing {n}", "side": "rl", **unit} for n, unit in enumerate(split({"cheetah": 72}, "group"))]
    zones = {"tog": {"edge": "bottom", "within": 5, "apart": 2, "velocity": 6}, "rl": {"edge": "top", "within": 5, "apart": 2}}
    units = [{"id": "b", "name": "B", "class": "shiva", "side": "tog"}]
    game = Game(document(units, fighters=wing, deployment=zones))
    game.phase("power")
    placed = game.state.ships["b"]
    assert (placed.velocity, placed.hex.row) == (0, 28)
    assert placed.heading not in (1, 4)
