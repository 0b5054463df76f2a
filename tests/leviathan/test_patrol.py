"""Patrol class ships: their conversion from Interceptor, and what is theirs alone in a battle."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from scales.dice import ScriptedDice
from scales.engine import Json, Orders
from scales.leviathan import ENGINE, catalog
from scales.leviathan.combat import fire_orders, volleys
from scales.leviathan.damage import damage, internals
from scales.leviathan.patrol import conversion, missile_boats, statistics
from scales.leviathan.patrol.statistics import Interceptor, Mount
from scales.leviathan.state import State
from scales.play import Play
from tests.leviathan.table import Game, document, fighters, ship, table

DATA = Path(__file__).parents[2] / "scales"
POWER = {"gunboat": 6000, "corvette": 10_000, "escort": 24_000}
EVEN = dict.fromkeys(("bow", "right_bow", "right_stern", "stern", "left_stern", "left_bow"), 150)


@lru_cache(maxsize=1)
def craft() -> dict[str, Json]:
    """The patrol craft of Interceptor."""
    rows = yaml.safe_load((DATA / "interceptor/data/craft.yaml").read_text())["craft"]
    return {row["id"]: row for row in rows}


def boat(**more: Any) -> Json:
    """Interceptor statistics of a corvette without weapons."""
    return {"name": "Liparis", "faction": "tog", "class": "corvette", "thrust": 3, "power": 9000, "armor": EVEN, **more}


def mounts(*weapons: str, location: str = "bow") -> list[Json]:
    return [{"weapon": weapon, "location": location} for weapon in weapons]


def read(**more: Any) -> Interceptor:
    return Interceptor.model_validate(boat(**more))


def statistics_of(id: str) -> Json:
    row = craft()[id]
    weapons = [{"weapon": w["weapon"], "location": w["location"]} for w in row["weapons"]]
    fittings = {"streamlined": row["streamlined"], "anti_grav": row["anti_grav"], "hard_points": row["hard_points"]["count"]}
    return boat(name=row["name"], faction=row["faction"], thrust=row["thrust"], armor=row["armor"], weapons=weapons, **fittings) | {
        "class": row["class"], "power": POWER[row["class"]], "fighters": catalog.sheets()[id].fighters,
    }  # fmt: skip


def converted(*units: Json, **more: Any) -> State:
    return table([*units, ship("e", "ajax", "rl", "1:1212", 4)], **more)


def own(id: str = "b", **more: Any) -> Json:
    """A ship by its Interceptor statistics."""
    unit = ship(id, "", "tog", "1:1207", 1, interceptor=boat(**more))
    del unit["class"]
    return unit


# ---- conversion ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", sorted(k for k, card in catalog.sheets().items() if card.is_patrol))
def test_the_catalogued_patrol_ships_come_out_of_their_interceptor_statistics(id: str) -> None:
    printed, made = catalog.sheets()[id], conversion.converted(statistics.type_id(Interceptor.model_validate(statistics_of(id))))
    assert made.armor == printed.armor
    assert made.shields == printed.shields
    assert {b.location: b.damage for b in made.bays} == {b.location: b.damage for b in printed.bays}
    for name in ("thrust", "turret_factor", "turrets", "missile_attack", "salvos", "hull", "width", "hexes", "internals", "atmosphere"):
        assert getattr(made, name) == getattr(printed, name), name


@pytest.mark.parametrize(("points", "boxes"), [(0, 0), (1, 5), (100, 5), (101, 10), (150, 10), (200, 10), (400, 20)])
def test_armor_is_a_twentieth_up_to_the_next_multiple_of_five(points: int, boxes: int) -> None:
    assert statistics.armor_boxes(points) == boxes


@given(st.integers(0, 2000))
def test_armor_is_never_less_than_a_twentieth(points: int) -> None:
    boxes = statistics.armor_boxes(points)
    assert boxes % 5 == 0
    assert 20 * boxes >= points > 20 * (boxes - 5)


def test_fixed_weapons_of_a_side_are_one_bay_at_three_ranges() -> None:
    """Four 7.5/6 lasers to port, fore and aft: 40, 32 and 24 points, over twenty."""
    port = mounts("laser_7_5_6", "laser_7_5_6", location="left_bow") + mounts("laser_7_5_6", "laser_7_5_6", location="left_stern")
    (bay,) = conversion.bays(read(weapons=port))
    assert (bay.location, bay.damage) == ("L", (2, 2, 1))


def test_half_of_the_two_parts_of_a_lepc_counts() -> None:
    """22 points at range 1 make 11, five make two and a half: with a laser 7.5/6 21 and 10.5 of twenty (ruling R-INT-03)."""
    assert conversion.values([Mount(weapon="lepc_18", location="bow"), Mount(weapon="laser_7_5_6", location="bow")]) == (1, 1, 0)
    assert conversion.values([Mount(weapon="lepc_18", location="bow")]) == (1, 0, 0)


def test_weapons_that_do_nothing_make_no_bay_and_turrets_one_factor() -> None:
    made = read(
        weapons=mounts("laser_5_1") + mounts("laser_7_5_6", "laser_7_5_6", location="turret_1") + mounts("mdc_12", location="turret_2")
    )
    assert conversion.bays(made) == ()
    assert conversion.turret_factor(made) == (2, 2, 1, 1)
    assert statistics.turret_names(made) == ["turret_1", "turret_2"]


def test_an_auto_loading_hard_point_counts_five_missiles() -> None:
    assert conversion.missiles(read(hard_points=1, weapons=mounts("autoloading_hard_point", "autoloading_hard_point"))) == 11
    assert conversion.converted(statistics.type_id(read(hard_points=10))).missile_attack == 0
    assert conversion.converted(statistics.type_id(read(hard_points=11))).missile_attack == 10


@pytest.mark.parametrize(
    ("more", "texts"),
    [
        ({"power": 7500}, ["a corvette has a power rating from 7501 to 15000, not 7500 (leviathan: Power Rating Table)"]),
        ({"armor": {"bow": 100}}, ["no armor given for its right bow", "no armor given for its stern"]),
        ({"armor": EVEN | {"bow": 2001}}, ["a corvette has 20 armor boxes a side at most, and the 2001 points on its bow make 105"]),
        ({"weapons": mounts("laser_7_5_9")}, ["there is no Interceptor weapon 'laser_7_5_9'; did you mean laser_7_5_"]),
        ({"weapons": mounts("mdc_12", location="mast")}, ["not on 'mast'"]),
        ({"weapons": [w for n in (1, 2, 3) for w in mounts("mdc_12", location=f"turret_{n}")]}, ["a corvette has 2 turrets at most, not 3"]),
        ({"fighters": 7}, ["a corvette carries 6 fighters at most, not 7"]),
        ({"spinal_mount": "A"}, ["a corvette has no spinal mount 'A', none"]),
        ({"class": "escort", "power": 20_000, "spinal_mount": "B"}, ["an escort has no spinal mount 'B', only one of type A"]),
        ({"power": 1, "fighters": 9}, ["power rating", "carries 6 fighters"]),
    ],
)  # fmt: skip
def test_every_limit_is_checked(more: Json, texts: list[str]) -> None:
    found = [f.text for f in ENGINE.faults(document([own(**more)])) if f.code == "bad_conversion"]
    assert all(any(text in fault for fault in found) for text in texts), found


@pytest.mark.parametrize(("extra", "code"), [({"class": "lusoria"}, "either a class or"), ({"interceptor": None}, "either a class or")])
def test_a_ship_has_a_class_or_statistics(extra: Json, code: str) -> None:
    with pytest.raises(ValueError, match=code):
        ENGINE.setup_model.model_validate(document([own() | extra]))


def test_the_player_distributes_the_shields() -> None:
    state = converted(own() | {"shields": {"F": 4}})
    assert state.ships["b"].shields == {"F": 4, "FR": 0, "AR": 0, "A": 0, "AL": 0, "FL": 0}
    wrong = ENGINE.faults(document([own() | {"shields": {"F": 5}}]))
    assert ["4 shield points" in f.text for f in wrong] == [True]


def test_a_converted_ship_fights() -> None:
    weapons = mounts("laser_7_5_6", "laser_7_5_6") + mounts("mdc_12", "mdc_12", location="turret_1")
    game = Game(converted(own(weapons=weapons), turn_limit=4), check=True)
    game.play()
    assert ENGINE.record(ENGINE.view(game.state, "tog"), "b")["type"] == "Liparis, corvette"
    weapons_told = [w["name"] for w in ENGINE.record(ENGINE.view(game.state, "tog"), "b")["weapons"]]
    assert weapons_told[0] == "bay 0"


def test_a_ruling_may_add_a_converted_ship() -> None:
    state = converted(own())
    step = ENGINE.amend(state, {"kind": "add", "reason": "Late.", "ship": own("late")}, ScriptedDice.of())
    assert step.state.ships["late"].card.name == "Liparis"


# ---- in a battle ---------------------------------------------------------------------------------------------------


def test_results_over_five_are_thrown_again() -> None:
    state = converted(ship("b", "liburna", "tog", "1:1207"))
    dice = ScriptedDice.of(9, 6, 10, 3)
    assert internals.roll_column(dice, state.ships["b"].card.width, "column") == 3
    dice.fresh.clear()


def test_the_armor_is_five_columns_wide() -> None:
    state = converted(ship("b", "liburna", "tog", "1:1207"))
    liburna = state.ships["b"]
    play = Play(state, ScriptedDice.of(8, 5))
    damage.by_mount(play, liburna, "F", 2, "a flight")
    play.tell("test", "struck", "test")
    assert liburna.armor["F"].width == 5
    assert [r.bit_count() for r in liburna.armor["F"].rows] == [3, 3, 5, 5]


def test_power_is_not_allocated() -> None:
    game = Game(converted(ship("b", "liburna", "tog", "1:1207")))
    step = ENGINE.advance(game.state, "power", {}, [], ScriptedDice.of(1, 10))
    while not step.done:
        assert all("b" not in d.units for d in step.pending)
        answers = {}
        for decision in step.pending:
            view = ENGINE.view(step.state, decision.seat)
            answers[decision.key] = Orders({s.id: s.options[0].order for s in ENGINE.offers(view, decision)})
        step = ENGINE.advance(step.state, "power", answers, [], ScriptedDice.of())
    assert (step.state.ships["b"].weapons, step.state.ships["b"].maneuver) == (1, 1)


def at_combat(state: State) -> Game:
    game = Game(state)
    game.state.turn = 1
    return game


def test_every_turret_fires_all_round_at_one_target() -> None:
    units = [fighters("one", "gladius_squadron", "rl", "1:1206"), fighters("two", "gladius_squadron", "rl", "1:1208")]
    game = at_combat(converted(ship("b", "liburna", "tog", "1:1207", 1), fighters=units))
    say = {"b/1": {"shares": {"one": 100}}, "b/2": {"shares": {"two": 100}}}
    fired = [e for e in game.phase("combat", say=say) if e.kind == "turrets"]
    assert [e.units[1] for e in fired] == ["one", "two"]
    assert [e.data["points"] for e in fired] == [2, 2]


def test_a_turret_does_not_share_its_factor() -> None:
    units = [fighters("one", "gladius_squadron", "rl", "1:1206"), fighters("two", "gladius_squadron", "rl", "1:1208")]
    game = at_combat(converted(ship("b", "liburna", "tog", "1:1207", 1), fighters=units))
    step = ENGINE.advance(game.state, "combat", {}, [], ScriptedDice.of())
    while "turrets:tog" not in {d.key for d in step.pending}:
        answers = {}
        for decision in step.pending:
            offers = ENGINE.offers(ENGINE.view(step.state, decision.seat), decision)
            answers[decision.key] = Orders({s.id: s.options[0].order for s in offers})
        step = ENGINE.advance(step.state, "combat", answers, [], ScriptedDice.of())
    decision = next(d for d in step.pending if d.key == "turrets:tog")
    orders = Orders({"b/1": {"shares": {"one": 50, "two": 50}}, "b/2": {"shares": {}}})
    (fault,) = ENGINE.check(ENGINE.view(step.state, "tog"), decision, orders)
    assert "one target only (leviathan: Patrol Class Ships)" in fault.text


def test_the_bay_of_a_converted_ship_has_no_name_in_the_log() -> None:
    made = own(weapons=mounts("laser_7_5_6", "laser_7_5_6", "laser_7_5_6")) | {"hex": "1:1213"}
    state = converted(made, fighters=[fighters("near", "gladius_squadron", "rl", "1:1214")])
    one = state.ships["b"]
    one.weapons, one.heading = 1, 4
    play = Play(state, ScriptedDice.of(10))
    volleys.resolve(play, one, {"broadsides": ["L"], "bays": {"0": "near"}}, {})
    assert [e.text for e in play.events] == ["B fires its forward bay 0 at Near, range 1: a miss."]


def test_a_mount_excludes_all_other_weapons() -> None:
    weapons = mounts("laser_7_5_6", "laser_7_5_6", "laser_7_5_6") + mounts("mdc_12", "mdc_12", location="turret_1")
    made = own(weapons=weapons, spinal_mount="A", power=20_000) | {"hex": "1:1213"}
    made["interceptor"]["class"] = "escort"
    units = [fighters("near", "gladius_squadron", "rl", "1:1214")]
    game = at_combat(converted(made, fighters=units))
    events = game.phase("combat", say={"b": {"spinal": "e"}})
    assert [e.data["weapon"] for e in events if e.kind in ("fired", "turrets", "attacked") and e.units[0] == "b"] == ["A"]
    state = converted(made)
    state.ships["b"].weapons = 1
    texts = fire_orders.faults(state, state.ships["b"], {"broadsides": ["L"], "bays": {"0": "e"}, "spinal": "e"})
    assert any("leviathan: Patrol Class Ships" in text for text in texts), texts


# ---- missile boats -------------------------------------------------------------------------------------------------


def missile_boat(hex: str = "1:1210") -> Json:
    return own(hard_points=26) | {"hex": hex}


def test_a_missile_boat_attacks_fighters_and_bare_sides_once() -> None:
    state = converted(missile_boat(), fighters=[fighters("f", "gladius_flight", "rl", "1:1211")])
    state.turn = 1
    b = state.ships["b"]
    assert (b.card.missile_attack, b.salvos) == (25, 1)
    assert {t.id for t, _ in missile_boats.marks(state, b)} == {"f"}
    play = Play(state, ScriptedDice.of(8))
    missile_boats.attack(play, b, {"target": "f"})
    (event,) = play.events
    assert (event.rule, event.data["hit"], event.checks[0].target) == ("leviathan: Missile Attack Value", True, 9)
    assert state.fighters["f"].destroyed
    assert missile_boats.marks(state, b) == []


@pytest.mark.parametrize(
    ("hex", "target", "text"),
    [
        ("1:1210", "e", "do not pass the shields of E"),
        ("1:1201", "f", "reach 3 hexes, and F is out of their reach"),
        ("1:1210", "nobody", "there is no enemy 'nobody'"),
        ("1:1210", 7, "a missile attack has a target and a rank"),
    ],
)
def test_missiles_that_do_not_pass_are_refused(hex: str, target: Any, text: str) -> None:
    state = converted(missile_boat(hex), fighters=[fighters("f", "gladius_flight", "rl", "1:1211")])
    assert any(text in fault for fault in missile_boats.faults(state, state.ships["b"], {"target": target}))


def test_a_missile_boat_plays_a_phase() -> None:
    game = at_combat(converted(missile_boat(), fighters=[fighters("f", "gladius_flight", "rl", "1:1211")]))
    events = game.phase("combat", say={"b/missiles": {"target": "f"}})
    assert [e.units for e in events if e.rule == "leviathan: Missile Attack Value" and e.units[0] == "b"] == [["b", "f"]]
    assert game.state.ships["b"].salvos == 0
    names = [w["name"] for w in ENGINE.record(ENGINE.view(game.state, "tog"), "b")["weapons"]]
    assert "missiles at fighters and unshielded sides" in names
