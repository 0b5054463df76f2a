"""Every component of every Internal Component Block: what it does, how long, and what the defender chooses."""

from typing import Any

import pytest

from scales.codec import plain, typed
from scales.dice import ScriptedDice
from scales.leviathan import ENGINE, catalog
from scales.leviathan.combat import turrets
from scales.leviathan.damage import components, damage, effects, internals, repair_times, sparing
from scales.leviathan.movement.sequence import thrust_points
from scales.leviathan.state import Ship, State
from scales.play import Play
from tests.leviathan.table import Game, fighters, ship, table

NO_EFFECT = {
    "transponder", "navigation_lights", "vip_docking_port", "crew_quarters", "life_support", "bulkhead_collapse",
    "artificial_gravity_generator",
}  # fmt: skip
"""Components of which the book says that they have none in a battle."""
EVERY = sorted({name for block in catalog.blocks().values() for row in block.grid for name in row})


def one(kind: str = "shiva") -> Ship:
    return table([ship("a", kind, "tog", "1:1207", 1, velocity=2), ship("b", "syracuse", "rl", "1:1607", 1)]).ships["a"]


def hit(target: Ship, *parts: str, side: str = "FR") -> Ship:
    target.pending = [[part, side] for part in parts]
    internals.settle(target)
    return target


@pytest.mark.parametrize("component", EVERY)
def test_every_component_says_what_it_does_and_what_mends_it(component: str) -> None:
    assert (effects.EFFECTS[component].endswith("nothing in this battle")) == (component in NO_EFFECT)
    told = repair_times.told(component)
    assert told["time"]
    assert told["at"] in repair_times.PLACES.values()
    assert set(effects.EFFECTS) == set(EVERY) == set(catalog.components())


@pytest.mark.parametrize("component", EVERY)
def test_every_component_out_of_order_changes_the_ship(component: str) -> None:
    kind = next(c.id for c in catalog.sheets().values() if any(component in row for row in catalog.blocks()[c.internals].grid))
    card = catalog.sheets()[kind]
    target = Ship("x", "X", "tog", kind, typed([1, 1], tuple), kind=card.kind)  # type: ignore[arg-type]
    target.internals = [0] * len(catalog.blocks()[card.internals].grid)
    target.shields, target.bays = dict(card.shields), one().bays[:1] * len(card.bays)
    before = plain(target)
    hit(target, component)
    assert plain(target) != before


@pytest.mark.parametrize(
    ("parts", "power"),
    [
        ((), 2), (("plant_half",), 1), (("sld_half",), 1), (("plant_half", "sld_half"), 1), (("plant_half", "plant_half", "plant_half"), 1),
        (("plant_destroyed",), 0), (("sld_destroyed",), 0), (("sld_half", "plant_destroyed"), 0), (("plant_shorts",), 0),
        (("sld_shorts",), 2), (("structural_collapse",), 0),
    ],
)  # fmt: skip
def test_power_is_what_the_worst_of_plant_and_drive_leaves(parts: tuple[str, ...], power: int) -> None:
    assert hit(one(), *parts).power == power


def test_both_plant_and_drive_must_be_mended_for_full_power() -> None:
    target = hit(one(), "plant_half", "sld_half")
    components.mend(target, "plant_half")
    assert target.power == 1
    components.mend(target, "sld_half")
    assert target.power == 2


@pytest.mark.parametrize(
    ("component", "field"),
    [("plant_shorts", "plant_shorts"), ("left_thruster_out", "left_out"), ("right_thruster_out", "right_out")],
)
def test_shorts_last_a_turn_for_each_box(component: str, field: str) -> None:
    target = hit(one(), component, component)
    lasted = []
    while getattr(target, field):
        lasted.append(getattr(target, field))
        internals.settle(target)
    assert lasted == [2, 1]


def test_a_drive_that_is_short_gives_no_thrust_for_as_many_movements_as_boxes() -> None:
    target = hit(one(), "sld_shorts", "sld_shorts")
    thrust = []
    for _ in range(3):
        thrust.append(thrust_points(target)[0] > 0)
        internals.drives_clear(target)
        internals.settle(target)
    assert thrust == [False, False, True]


def test_coils_are_short_for_one_turn_and_out_when_damaged() -> None:
    target = hit(one(), "spinal_coil_shorts")
    assert not internals.mount_works(target)
    internals.settle(target)
    assert internals.mount_works(target)
    assert not internals.mount_works(hit(target, "spinal_coil_damaged"))
    for part in ("spinal_destroyed", "spine_cracks"):
        assert internals.mount_gone(hit(one(), part))


@pytest.mark.parametrize("part", ["flight_deck_shorts", "flight_deck_damaged", "flight_deck_destroyed"])
def test_a_carriers_deck_is_where_others_have_their_mount(part: str) -> None:
    state = table(
        [ship("c", "lexington", "rl", "1:1207", fighters=[fighters("f", "gladius_flight", "rl")]), ship("b", "syracuse", "tog", "1:1607")]
    )
    target = state.ships["c"]
    target.pending = [[part, "F"]]
    play = Play(state, ScriptedDice.of())
    damage.take_effect(play)
    assert not internals.deck_works(target)
    assert state.fighters["f"].alive == (part != "flight_deck_destroyed")
    damage.take_effect(play)
    assert internals.deck_works(target) == (part == "flight_deck_shorts")


def test_only_the_first_box_of_an_area_counts_unless_each_does() -> None:
    target = one()  # column 1: two boxes each of transponder, then sensors; row 14 on: plant shorts, each box by itself
    internals.take_points(target, "F", 1, 5)
    assert [part for part, *_ in target.pending] == ["transponder", "long_range_sensors"]
    target.pending, target.internals = [], [0b1111111111] * 13 + [0] * 8
    internals.take_points(target, "F", 1, 2)
    assert [part for part, *_ in target.pending] == ["plant_shorts", "plant_shorts"]


# ---- what the defender gives up --------------------------------------------------------------------------------------


def test_the_first_short_takes_the_side_hit_and_the_next_one_a_side_of_the_defenders_choice() -> None:
    target = one()
    target.spare_shields = ["A", "AL"]
    hit(target, "shield_shorts", "shield_shorts", "shield_shorts", side="FR")
    assert target.shorted == ["FR", "A", "AL"]
    assert target.shield("FR") == 0
    internals.settle(target)
    assert target.shield("FR") == target.card.shields["FR"]
    assert hit(target, "shield_shorts", side="F").shorted == ["F"]


def test_a_shield_destroyed_after_another_is_of_the_defenders_choice() -> None:
    target = one()
    hit(target, "shield_destroyed", side="FR")
    hit(target, "shield_destroyed", side="F")
    assert target.broken == ["FR", min(("F", "AR", "A", "AL", "FL"), key=lambda s: (target.card.shields[s], catalog.SIDES.index(s)))]
    target.spare_shields = ["AR"]
    assert hit(target, "shield_destroyed", side="F").broken[-1] == "AR"


def test_all_shields_gone_takes_no_more() -> None:
    target = hit(one(), *["shield_destroyed"] * 7)
    assert sorted(target.broken) == sorted(catalog.SIDES)


def test_bays_go_on_the_side_hit_first_and_the_defender_says_which() -> None:
    target = one()
    right = [i for i, b in enumerate(target.card.bays) if b.location == "R"]
    weakest = min(right, key=lambda i: (sum(target.card.bays[i].damage), i))
    hit(target, "bay_destroyed")
    assert [i for i, b in enumerate(target.bays) if b.destroyed] == [weakest]
    wanted = next(i for i in right if i != weakest)
    target.spare_bays = [0, wanted]
    hit(target, "bay_destroyed")
    assert target.bays[wanted].destroyed
    for n in right:
        target.bays[n].destroyed = True
    hit(target, "bay_destroyed")
    assert target.bays[0].destroyed


def test_fire_control_goes_to_bays_that_have_it_whole_and_then_to_others() -> None:
    target = hit(one(), *["bay_fire_control"] * 2)
    right = [b.fire_control for i, b in enumerate(target.bays) if target.card.bays[i].location == "R"]
    assert sorted(right)[-2:] == [1, 1]
    hit(target, *["bay_fire_control"] * len(target.bays))
    assert sum(b.fire_control for b in target.bays) == len(target.bays) + 2


def test_turrets_of_the_side_hit_are_halved_and_fire_control_counts_each_box() -> None:
    target = hit(one(), "half_turret_lost", "left_turret_fire_control", "left_turret_fire_control")
    assert [turrets.factor(target, m, 1) for m in "LR"] == [6, 3]
    assert target.turret_fc == {"L": 2}


def test_patrol_ships_lose_half_of_every_turret() -> None:
    target = one("lusoria")
    whole = turrets.factor(target, "1", 1)
    assert turrets.factor(hit(target, "half_turret_lost"), "1", 1) == whole // 2


def battle(**more: Any) -> State:
    units = [ship("a", "shiva", "tog", "1:1207", 1, velocity=0), ship("b", "syracuse", "rl", "1:1407", 1, velocity=0)]
    return table(units, **more)


def test_a_preference_goes_with_a_fire_order_and_stands_until_another_is_given() -> None:
    game = Game(battle())
    for phase in ("power", "movement", "spotting", "launch"):
        game.phase(phase)
    game.phase("combat", say={"a": {"spare": {"bays": [3, 1], "shields": ["A"]}}})
    assert (game.state.ships["a"].spare_bays, game.state.ships["a"].spare_shields) == ([3, 1], ["A"])
    assert ENGINE.record(ENGINE.view(game.state, "tog"), "a")["gives_up"]["shields"][0] == "A"
    assert "gives_up" not in ENGINE.record(ENGINE.view(game.state, "rl"), "a")
    assert not ENGINE.view(game.state, "rl").state.ships["a"].spare_bays
    game.turn()
    assert game.state.ships["a"].spare_bays == [3, 1]


@pytest.mark.parametrize(
    "spare",
    ["A", {"bays": 3}, {"bays": [99]}, {"bays": [1, 1]}, {"bays": ["1"]}, {"shields": ["X"]}, {"shields": ["A", "A"]}, {"turrets": []}],
)
def test_a_preference_for_what_is_not_there_is_refused_with_the_rule(spare: Any) -> None:
    (text,) = sparing.faults(one(), {"spare": spare})
    assert "(leviathan: " in text


# ---- records and rulings -----------------------------------------------------------------------------------------------


def test_a_record_tells_how_long_everything_takes_to_mend_and_where() -> None:
    state = battle()
    target = state.ships["a"]
    target.pending = [[part, "FR"] for part in ("main_bridge", "bay_destroyed", "shield_destroyed", "plant_destroyed", "spine_cracks")]
    internals.settle(target)
    rows = {row["name"]: row for row in ENGINE.record(ENGINE.view(state, "rl"), "a")["repairs"]}
    assert [rows["main bridge"][k] for k in ("time", "takes", "unit", "at")] == ["2 hours", 2, "hour", "aboard"]
    gone = next(i for i, b in enumerate(target.bays) if b.destroyed)
    guns = int(target.card.bays[gone].name.split()[0])
    assert (rows["bay"]["number"], rows["bay"]["at"], rows["bay"]["crew"]) == (-(-guns // 10), "a certified facility", False)
    assert (rows["power plant"]["until"], rows["power plant"]["then"]) == ("half power", "a certified facility")
    assert (rows["spine"]["time"], rows["spine"]["at"]) == ("12 months", "a certified shipyard")
    assert rows["shield"]["time"] == "6 hours"


def test_a_ruling_that_repairs_a_part_clears_its_boxes_too() -> None:
    state = battle()
    target = state.ships["a"]
    for column in range(1, 11):
        internals.take_points(target, "FR", column, 13)
    internals.settle(target)
    for part in ("shields", "bays", "turrets", "shorts"):
        state = ENGINE.amend(state, {"kind": "repair", "unit": "a", "component": part, "reason": "test"}, ScriptedDice.of()).state
    grid = catalog.blocks()["battleship"].grid
    left = {grid[r][c] for r in range(21) for c in range(10) if state.ships["a"].internals[r] >> c & 1}
    assert not left & {"shield_destroyed", "bay_destroyed", "half_turret_lost", "left_thruster_out", "spinal_coil_shorts"}
    assert "main_bridge" not in left
    assert "ftl_minor" in left
