"""What the bot does where a pilot would know what to do."""

from itertools import pairwise

from msgspec.structs import replace

from scales.armor import of_points
from scales.dice import KeyedDice
from scales.engine import Decision, Json
from scales.hexes import distance
from scales.interceptor import ENGINE
from scales.interceptor.board import board
from scales.interceptor.bot.aims import is_worn
from scales.interceptor.bot.moving import plan_for
from scales.interceptor.bot.prey import marks
from scales.interceptor.bot.retreat import breaks_off
from scales.interceptor.missiles.attack import toward
from scales.interceptor.missiles.in_flight import put_in_flight
from scales.interceptor.movement.flight import Plan, Pose, Track, cost, follow
from scales.interceptor.movement.handling import handling, safe_rating
from scales.interceptor.state import Craft, State
from scales.messages import Battlefield
from tests.interceptor.scenes import Table, aim, board_of, craft, mail


def chosen(state: State, decision: Decision) -> dict[str, Json]:
    """What the bot answers."""
    view = ENGINE.view(state, decision.seat)
    orders = ENGINE.choose(view, decision, ENGINE.offers(view, decision), KeyedDice(key=b"bot"))
    assert ENGINE.check(view, decision, orders) == []
    return orders.choices


def flown(state: State, id: str) -> tuple[Plan, Track]:
    """The bot's move of a craft, flown."""
    mover = state.craft[id]
    plan = plan_for(state, mover)
    track = follow(board(state.layout), Pose(mover.hex, mover.heading, mover.velocity), plan, handling(state, mover))
    return plan, track


def put(craft: Craft, track: Track) -> None:
    craft.place(track.pose.hex)
    craft.heading, craft.velocity = track.pose.heading, track.pose.velocity


# --- in a fight -------------------------------------------------------------------------------------------------------------------------


def test_it_gets_on_the_tail_of_an_enemy_who_has_moved() -> None:
    """Both on heading 1, the enemy six hexes ahead: it ends right behind him, guns on his stern, out of his arc."""
    state = board_of(craft("t1", "spiculum", "2:1006", velocity=4), craft("c1", "stinger", "1:1014", velocity=4))
    state.craft["c1"].moved = state.at.turn
    _, track = flown(state, "t1")
    put(state.craft["t1"], track)
    shot = aim(state, state.craft["t1"], state.craft["c1"], 0)
    assert (shot.side, shot.range_hexes) == ("stern", 1)


def test_it_keeps_a_velocity_at_which_it_can_turn() -> None:
    """In a duel neither stands still for two turns running, and once they have met none is faster than its thrust can turn."""
    table = Table(board_of(craft("t1", "spiculum", "1:1004", heading=4, velocity=4), craft("c1", "stinger", "2:1010", velocity=4)))
    seen: list[list[int]] = []
    for _ in range(8):
        table.turn()
        seen.append([c.velocity for c in table.state.flying()])
    assert all(velocity <= 8 for turn in seen[1:] for velocity in turn)
    assert not any(a == b == 0 for now, then in pairwise(seen) for a, b in zip(now, then, strict=False))


def test_it_turns_a_sound_side_to_a_missile() -> None:
    """A missile is on its way to its bare stern: wherever the craft goes, another side is turned to it, or it has not arrived."""
    state = board_of(craft("t1", "gladius", "1:1010", velocity=4), craft("c1", "stinger", "2:1012", velocity=4))
    mover = state.craft["t1"]
    shot = put_in_flight(state, "sss", "com", "c1", state.craft["c1"].hex, "t1")
    mover.armor["stern"] = of_points(0)
    _, track = flown(state, "t1")
    put(mover, track)
    assert distance(shot.hex, mover.hex, "odd") > 15 or toward(state, mover, shot.hex) != "stern"


def test_it_gathers_fire_on_the_side_that_is_nearly_bare() -> None:
    """Two enemies abreast, one with little left of the side shown: both craft fire at him."""
    state = board_of(
        craft("t1", "spiculum", "2:1004"),
        craft("t2", "spiculum", "2:1204"),
        craft("c1", "stinger", "2:1002", heading=1),
        craft("c2", "stinger", "2:1202", heading=1),
    )
    hurt = next(c for c in ("c1", "c2") if aim(state, state.craft["t1"], state.craft[c], 0).side == "stern")
    state.craft[hurt].armor["stern"] = of_points(10)
    decision = Decision("fire:tog", "tog", "fire", "Declare fire.", ["t1"], True)
    assert set(chosen(state, decision)["t1"]["fire"].values()) == {hurt}


def test_it_minds_a_satellite_with_javelins_before_a_fighter_as_near() -> None:
    state = board_of(
        craft("t1", "spiculum", "1:0912", heading=4, velocity=2),
        craft("c1", "stinger", "1:1112", velocity=2),
        layout="three_game",
        satellites=[{"id": "csat", "side": "com", "hex": "1:0901", "velocity": 1}],
    )
    satellite = state.craft["csat"]
    satellite.place(board("three_game").hex("1:0914"))
    first = marks(state, state.craft["t1"])[0]
    assert (first.x, first.heading) == (satellite.column, satellite.heading - 1)


def test_it_strains_a_slow_craft_where_that_pays_and_stays_within_the_safe_thrust_else() -> None:
    """Pushed plants of patrol craft hold on 8: among many positions some are worth it, and every move is legal."""
    pushed = []
    for heading in range(1, 7):
        for column in (8, 12):
            state = board_of(
                craft("t1", "lusoria", f"1:{column:02d}10", heading=heading, velocity=2), craft("c1", "kestrel", "1:1207", velocity=2)
            )
            mover, state.craft["c1"].moved = state.craft["t1"], state.at.turn
            plan, _ = flown(state, "t1")
            assert cost(plan, mover.velocity, handling(state, mover)) <= safe_rating(mover, 1)
            pushed.append(plan.push)
    assert any(pushed)
    assert not all(pushed)


# --- going home -------------------------------------------------------------------------------------------------------------------------


def worn_ace(**more: int) -> State:
    """A worn Spiculum near the edge, a sound one, and an enemy far away."""
    state = board_of(
        craft("t1", "spiculum", "1:0303", heading=6, velocity=3, **more),
        craft("t2", "spiculum", "1:1010"),
        craft("c1", "stinger", "2:1010"),
    )
    state.craft["t1"].marks["plant"] = 1
    assert is_worn(state.craft["t1"])
    return state


def test_a_worn_craft_with_a_good_pilot_leaves_by_the_nearest_edge_and_stays_away() -> None:
    table = Table(worn_ace(gunnery=6, piloting=6))
    for _ in range(8):
        table.turn()
        if table.craft("t1").where != "board":
            break
    assert table.craft("t1").where == "away"
    for _ in range(5):
        table.turn()
    assert table.craft("t1").where in ("away", "left")


def test_one_with_a_common_pilot_fights_on() -> None:
    _, track = flown(worn_ace(), "t1")
    assert not track.end


def test_nobody_leaves_who_is_the_last_of_his_side() -> None:
    state = worn_ace(gunnery=6, piloting=6)
    state.craft["t2"].where = "destroyed"
    _, track = flown(state, "t1")
    assert not track.end


def test_nobody_leaves_whom_his_side_needs_against_more_enemies() -> None:
    """Two sound enemies are one too many for the one who would be left; once one of them is worn too, he can go."""
    state = worn_ace(gunnery=6, piloting=6)
    assert breaks_off(state, state.craft["t1"])
    state.craft["c2"] = replace(state.craft["c1"], id="c2", marks={})
    assert not breaks_off(state, state.craft["t1"])
    state.craft["c2"].marks["drive"] = 1
    assert breaks_off(state, state.craft["t1"])


# --- the ground -------------------------------------------------------------------------------------------------------------------------


def test_a_bomber_goes_down_bombs_and_comes_back() -> None:
    """Ordered to the ground, it attacks the battle below within some turns, and is back in the air after it."""
    state = board_of(
        craft("t1", "gladius", "1:1208", heading=5, velocity=3, mission="ground"), craft("c1", "stinger", "2:2510"), layout="three_game"
    )
    state.at.turn = 0
    table, sent = Table(state), 0
    for turn in range(10):
        first = [mail("battlefield", Battlefield("b1", "1:0114", True, ["tog", "com"]))] if turn == 0 else []
        sent += sum(m.kind == "ground_attack" for m in table.turn(initiative=first))
        if sent and table.craft("t1").where == "board":
            break
    assert sent
    assert table.craft("t1").where == "board"


def test_a_fighter_stays_out_of_the_air_that_it_cannot_fly_in() -> None:
    """The Fulman has neither wings nor anti-grav: through a fight above a planet it never crashes or burns."""
    table = Table(
        board_of(
            craft("t1", "fulman", "2:1502", heading=4, velocity=4),
            craft("c1", "stinger", "2:1612", velocity=4),
            layout="two_game",
            standing=True,
        )
    )
    for _ in range(8):
        table.turn()
        assert not [e for e in table.events if e.kind in ("crashed", "burnt")]
