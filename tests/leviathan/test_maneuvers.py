"""What ships may do with their thrust, what is refused and by which section, and who moves when (leviathan: Movement Phase, Movement)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.codec import clone
from scales.dice import ScriptedDice
from scales.engine import Orders
from scales.hexes import neighbor
from scales.leviathan import ENGINE, board
from scales.leviathan.movement import movement, moves, reachable, sequence
from scales.leviathan.movement.movement import Plan
from scales.leviathan.state import Ship, State
from scales.play import Play
from tests.leviathan.table import Game, fighters, ship, table

MIDDLE = "2:1303"


def one(kind: str, velocity: int = 4, maneuver: int = 1, hex: str = MIDDLE, heading: int = 1, **more: Any) -> tuple[State, Ship]:
    state = table([ship("one", kind, "tog", hex, heading, velocity=velocity), ship("other", "ajax", "rl", "1:0101")], **more)
    state.ships["one"].maneuver = maneuver
    state.ships["one"].weapons = 2 - maneuver
    return state, state.ships["one"]


def refused(state: State, **order: Any) -> str:
    """What is said of a move; the battle stays as it was."""
    before = clone(state)
    view = ENGINE.view(state, "tog")
    found = ENGINE.check(view, moves.move_of(state, "tog", "one"), Orders({"one": order}))
    assert state == before
    return " ".join(f.text for f in found)


# ---- thrust and velocity -------------------------------------------------------------------------------------------


def test_velocity_changes_first_or_last_never_both() -> None:
    state, _ = one("fulgur")
    text = "One changes its velocity at the beginning or at the end of its move, not at both (leviathan: Movement)"
    assert text in refused(state, first=1, path="AAAAA", last=1)


def test_velocity_changed_last_counts_from_the_next_turn() -> None:
    state, ship_ = one("fulgur")
    first, last = movement.follow(state, ship_, Plan(2, "A" * 6)), movement.follow(state, ship_, Plan(0, "A" * 4, 2))
    assert (first.moved, first.velocity, last.moved, last.velocity) == (6, 6, 4, 6)


def test_shunted_power_only_turns_a_ship() -> None:
    state, _ = one("fulgur", 0, 2)
    assert "One may change its velocity by 4 at most this turn: shunted power only turns it (leviathan: Movement)" in refused(
        state, first=5, path="A" * 5
    )
    assert refused(state, first=4, path="AAAA") == ""


@pytest.mark.parametrize(("kind", "thrust"), [("shiva", (1, 1)), ("syracuse", (1, 1)), ("bantha", (1, 1)), ("fulgur", (2, 2))])
def test_damaged_maneuver_power_halves_thrust(kind: str, thrust: tuple[int, int]) -> None:
    _, ship_ = one(kind)
    ship_.effects["maneuver_power_system"] = 1
    assert sequence.thrust_points(ship_) == thrust
    assert sequence.thrust_points(ship_, 2) == (2 * thrust[0], thrust[1])


def test_a_velocity_never_drops_below_zero() -> None:
    assert "the velocity of One cannot drop below 0 (leviathan: Movement)" in refused(one("fulgur", 2)[0], first=-3)
    assert "the velocity of One cannot drop below 0 (leviathan: Movement)" in refused(one("fulgur", 2)[0], path="AA", last=-3)


def test_a_path_has_the_length_of_the_velocity() -> None:
    assert "One must move 4 hexes and this path has 3 (leviathan: Movement)" in refused(one("fulgur")[0], path="AAA")


def test_thrust_is_not_exceeded() -> None:
    assert "One has 4 thrust points and this takes 6 (leviathan: Movement)" in refused(one("fulgur")[0], path="LALALAA")


def test_turns_cost_what_the_velocity_of_the_turn_costs() -> None:
    """A heading change at velocity 6 takes 3, also for a ship that has just come up from 5."""
    state, ship_ = one("fulgur", 5)
    assert movement.follow(state, ship_, Plan(1, "LAAAAAA")).cost == 1 + 3
    assert movement.follow(state, ship_, Plan(0, "LAAAAA", 1)).cost == 2 + 1


def test_a_ship_too_fast_to_turn_goes_straight() -> None:
    state, ship_ = one("bantha", 12, 2, "2:1310")
    assert movement.turn_cost(12) == 5
    assert movement.turn_cost(18) > sequence.thrust_points(ship_)[0]
    ship_.velocity, ship_.drift = 18, 1
    assert all(not set(plan.path) & set("LR") for plan, _ in reachable.every_plan(state, ship_))


# ---- heading changes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "path", "section"),
    [
        ("shiva", "AALAA", "cannot turn before its third straight hex and has moved 2 (leviathan: 4-Hex Ships)"),
        ("syracuse", "ALAAA", "cannot turn before its second straight hex and has moved 1 (leviathan: 3-Hex Ships)"),
        ("bantha", "LAAAA", "cannot turn before its first straight hex and has moved 0 (leviathan: 2-Hex Ships)"),
        (
            "bantha",
            "AALLAA",
            "cannot make turn 2 of its path before its first straight hex and has moved 0 since turn 1 (leviathan: 2-Hex Ships)",
        ),
        ("fulgur", "LLAAAA", "may change its heading once in a hex (leviathan: 1-Hex Ships)"),
    ],
)
def test_straight_hexes_before_a_turn(kind: str, path: str, section: str) -> None:
    assert f"One {section}" in refused(one(kind, 4, 2)[0], path=path)


def test_straight_hexes_are_kept_from_turn_to_turn() -> None:
    state, ship_ = one("shiva", 2)
    moves.move_ship(Play(state, ScriptedDice.of()), ship_, Plan(0, "AA"))
    assert ship_.drift == 2
    assert refused(state, path="LAA").startswith("One cannot turn before its third straight hex and has moved 2")
    assert refused(state, path="ALA") == ""


def test_a_long_ship_pivots_on_its_stern() -> None:
    state, ship_ = one("shiva", 3)
    bow = board.occupied(ship_)[0]
    moves.move_ship(Play(state, ScriptedDice.of()), ship_, Plan(0, "AAAR"))
    assert ship_.hex == bow
    assert board.occupied(ship_)[-1] == bow
    assert board.occupied(ship_)[0] == neighbor(bow, 2, board.PARITY, 3)


def test_patrol_ships_turn_as_often_as_their_thrust_allows() -> None:
    state, ship_ = one("lusoria", 1)
    assert refused(state, path="RRRA") == ""
    assert 4 in {track.heading for _, track in reachable.every_plan(state, ship_)}


# ---- rolling -------------------------------------------------------------------------------------------------------


def test_thrusters_change_places_in_a_roll() -> None:
    """The left thrusters are out: to the left only after rolling over, and then no more to the right."""
    state, ship_ = one("fulgur", 1)
    ship_.left_out = 1
    text = "the thrusters that are left to One cannot turn it to the {} (leviathan: Engineering)"
    assert text.format("left") in refused(state, path="LA")
    assert refused(state, path="OLA") == ""
    assert text.format("right") in refused(state, path="ORA")
    assert refused(state, path="RAO") == ""
    assert {(track.heading, track.rolled) for plan, track in reachable.every_plan(state, ship_) if "L" in plan.path} >= {(6, True)}


def test_a_roll_back_costs_another_point() -> None:
    state, ship_ = one("fulgur", 1)
    track = movement.follow(state, ship_, Plan(0, "OLAO"))
    assert (track.faults, track.rolled, track.cost) == ([], False, 3)


def test_patrol_class_ships_roll_too() -> None:
    """leviathan: Patrol Class Ships, Movement."""
    state, ship_ = one("lusoria", 1)
    assert refused(state, path="OA") == ""
    track = movement.follow(state, ship_, Plan(0, "OA"))
    assert (track.rolled, track.cost) == (True, 1)
    assert any(plan.rolls for plan, _ in reachable.every_plan(state, ship_))
    # with thrusters out it turns to that side after a roll
    ship_.left_out = 1
    assert any("L" in plan.path for plan, _ in reachable.every_plan(state, ship_))


# ---- malformed orders ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "text"),
    [
        ({"roll": True}, "a movement order has first, path, last, orbit, translate (leviathan: Movement)"),
        ({"path": "AX"}, "a path is made of the letters A, L, R, O (leviathan: Movement)"),
        ({"path": "A" * 201}, "a path is made of the letters"),
        ({"first": True}, "first, last and orbit are whole numbers"),
        ({"first": 1.5}, "first, last and orbit are whole numbers"),
        ({"translate": "yes"}, "translate is true or false"),
    ],
)
def test_what_is_no_order(order: dict[str, Any], text: str) -> None:
    assert text in refused(one("fulgur")[0], **order)


def test_every_fault_is_told_at_once() -> None:
    text = refused(one("shiva", 4)[0], first=3, path="ALAA", last=1)
    for part in ("not at both", "by 2 at most", "third straight hex", "thrust points and this takes", "must move 7 hexes"):
        assert part in text


# ---- who moves when ------------------------------------------------------------------------------------------------


def fleet() -> State:
    units = [ship("shiva", "shiva", "tog", "1:0803", 3, velocity=1), ship("fulgur", "fulgur", "tog", "1:1203", 3, velocity=2),
             ship("serpens", "serpens", "tog", "1:1603", 3, velocity=2), ship("repulse", "repulse", "rl", "2:0812", 1, velocity=1),
             ship("ajax", "ajax", "rl", "2:1212", 1, velocity=2)]  # fmt: skip
    return table(units)


def moved(events: list[Any]) -> list[str]:
    return [e.units[0] for e in events if e.kind == "moved"]


def movement_phase(state: State) -> list[Any]:
    state.initiative = state.moves_first = "rl"
    state.turn = 1
    for unit in state.ships.values():
        unit.maneuver = unit.maneuver or 0
    return Game(state).phase("movement")


@pytest.mark.parametrize(
    "harm", [{"maneuver": 0}, {"sld_shorts": 1}, {"effects": {"main_bridge": 1}}, {"effects": {"structural_collapse": 1}}]
)
def test_a_ship_without_a_say_moves_in_the_order_of_its_class(harm: dict[str, Any]) -> None:
    """A destroyer that only drifts does not move before the battleships, and counts in the staggering of its class."""
    state = fleet()
    for name, value in harm.items():
        setattr(state.ships["ajax"], name, value)
    order = moved(movement_phase(state))
    assert set(order[:2]) == {"shiva", "repulse"}
    assert "ajax" in order[2:]
    assert len(order) == 5


def test_nobody_is_asked_how_a_drifting_ship_moves() -> None:
    state = fleet()
    state.ships["ajax"].maneuver = 0
    state.initiative = state.moves_first = "rl"
    step = ENGINE.advance(state, "movement", {}, [], ScriptedDice.of())
    asked = [d.key for d in ENGINE.prospects(ENGINE.view(step.state, "rl"), step.pending[0])]
    assert "move:repulse" in asked
    assert "move:ajax" not in asked


def test_a_wreck_drifts_straight_on_before_all_others() -> None:
    state = fleet()
    state.ships["ajax"].destroyed = True
    before = state.ships["ajax"].hex
    events = movement_phase(state)
    assert moved(events)[0] == "ajax"
    assert next(e for e in events if e.kind == "moved").data["hex"] == list(neighbor(before, 1, board.PARITY, 2))


# ---- leaving the map, fighters that ram ----------------------------------------------------------------------------


def test_fighters_aboard_leave_with_their_ship() -> None:
    units = [ship("one", "fulgur", "tog", "1:1301", 1, velocity=2, fighters=[fighters("f", "gladius_squadron", "tog")]),
             ship("other", "ajax", "rl", "2:1310")]  # fmt: skip
    state = table(units)
    moves.move_ship(Play(state, ScriptedDice.of()), state.ships["one"], Plan(0, "AA"))
    assert state.ships["one"].left
    assert state.fighters["f"].left


def strafing() -> State:
    state = table([ship("t", "repulse", "rl", "1:1307", 1), ship("u", "fulgur", "tog", "2:0101", 1)],
                  fighters=[fighters("s", "gladius_squadron", "tog", "1:1309")])  # fmt: skip
    state.turn, state.initiative, state.moves_first = 1, "tog", "rl"
    return state


def flight_refused(state: State, order: dict[str, Any]) -> str:
    found = ENGINE.check(ENGINE.view(state, "tog"), moves.move_of(state, "tog", "s"), Orders({"s": order}))
    return " ".join(f.text for f in found)


@pytest.mark.parametrize(
    ("order", "text"),
    [
        ({"to": "1:1306", "ram": "t"}, "S must end in the stern hex of T to ram it (leviathan: Collisions)"),
        ({"to": "1:1307", "ram": "u"}, "there is no enemy ship for S to ram (leviathan: Collisions)"),
        ({"to": "1:1307", "ram": 1}, "there is no enemy ship for S to ram (leviathan: Collisions)"),
    ],
)
def test_rams_by_fighters_that_are_refused(order: dict[str, Any], text: str) -> None:
    assert text in flight_refused(strafing(), order)


def test_a_ram_by_fighters_does_nothing_but_lose_them() -> None:
    """Declared with the flight, told before combat: the fighters attack no more, and the counter is taken off."""
    state = strafing()
    state.ships["t"].effects = {"plant_destroyed": 1}
    game = Game(state)
    game.phase("movement", say={"s": {"to": "1:1307", "entered": 0, "ram": "t"}})
    assert game.state.fighters["s"].ramming == "t"
    assert ENGINE.view(game.state, "rl").state.fighters["s"].ramming == ""
    for name in ("spotting", "launch"):
        game.phase(name)
    events = game.phase("combat")
    assert [e.text for e in events if e.kind == "ram_declared"] == ["S declares that it rams T."]
    assert not any(e.kind == "attacked" for e in events)
    assert game.state.fighters["s"].destroyed
    assert [(e.text, e.data) for e in events if e.kind == "collision"] == [("S flies into T without effect and is lost.", {"points": 0})]


def test_the_bot_sends_no_fighters_into_ships() -> None:
    state = strafing()
    view, decision = ENGINE.view(state, "tog"), moves.move_of(state, "tog", "s")
    slots = ENGINE.offers(view, decision)
    assert any("rams" in o.info for o in slots[0].options)
    assert "ram" not in ENGINE.choose(view, decision, slots, ScriptedDice.of()).choices["s"]


# ---- every offer ---------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["fulgur", "exeter", "bantha", "syracuse", "shiva", "liburna", "lusoria"]),
    st.integers(0, 34),
    st.integers(0, 2),
    st.integers(0, 3),
    st.tuples(st.booleans(), st.booleans(), st.booleans()),
    st.booleans(),
)
def test_every_offer_is_legal_and_leads_where_it_says(
    kind: str, velocity: int, blocks: int, drift: int, harm: tuple[bool, bool, bool], rolled: bool
) -> None:
    state, ship_ = one(kind, velocity, blocks)
    ship_.drift, ship_.rolled = drift, rolled
    ship_.left_out, ship_.right_out = int(harm[0]), int(harm[1])
    ship_.effects = {"maneuver_power_system": 1} if harm[2] else {}
    if sequence.drifting(state, ship_):
        return
    view, decision = ENGINE.view(state, "tog"), moves.move_of(state, "tog", "one")
    for option in ENGINE.offers(view, decision)[0].options:
        assert not ENGINE.check(view, decision, Orders({"one": option.order}))
        after = clone(state)
        moves.move_ship(Play(after, ScriptedDice.of()), after.ships["one"], movement.parse_plan(option.order))  # type: ignore[arg-type]
        moved_ship = after.ships["one"]
        assert (moved_ship.heading, moved_ship.rolled, moved_ship.left) == (
            option.info["heading"],
            option.info["rolled"],
            option.info["leaves_map"],
        )
        assert option.info["thrust_left"] >= 0
        assert moved_ship.translating == ("translates" in option.info)


def test_a_move_tells_the_thrust_that_it_took() -> None:
    state, ship_ = one("fulgur", 3)
    play = Play(state, ScriptedDice.of())
    moves.move_ship(play, ship_, Plan(0, "ALAA", -1))
    (event,) = [e for e in play.events if e.kind == "moved"]
    assert (event.data["cost"], event.data["drift"]) == (3, 2)
    assert event.text.endswith("velocity 2 for 3 thrust points.")
