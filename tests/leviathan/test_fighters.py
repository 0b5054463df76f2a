"""Fighters: what they convert into, how they attack, mark damage and are destroyed (leviathan: Fighters)."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from scales import armor
from scales.dice import ScriptedDice
from scales.engine import Decision, Json, Orders, Step
from scales.leviathan import ENGINE, catalog
from scales.leviathan.combat import fire, turrets
from scales.leviathan.damage import damage
from scales.leviathan.fighters import attack_orders, attacks, craft, dogfight, flight, offered_dogfights
from scales.leviathan.state import FighterUnit, State
from scales.play import Play
from tests.leviathan.table import Game, document, fighters, ship, table

GROUP, FLIGHT, SQUADRON = "gladius_group", "gladius_flight", "gladius_squadron"


def over(unit: str, hex: str = "1:1206", target: str = "bantha", **more: Any) -> State:
    """A unit of the Commonwealth near a frigate whose stern is in 1:1207, bow up in 1:1206."""
    units = [ship("s", target, "tog", "1:1207", 1)]
    state = table(units, fighters=[fighters("f", unit, "rl", hex), *more.pop("others", [])], **more)
    state.turn = 1
    return state


def answers(step: Step, say: dict[str, Json]) -> dict[str, Orders]:
    """Every decision answered with its first option, but for the slots named."""
    found = {}
    for decision in step.pending:
        view = ENGINE.view(step.state, decision.seat)
        choices = {s.id: say.get(s.id, s.options[0].order) for s in ENGINE.offers(view, decision)}
        assert not ENGINE.check(view, decision, Orders(choices)), ENGINE.check(view, decision, Orders(choices))
        found[decision.key] = Orders(choices)
    return found


def combat(state: State, say: dict[str, Json], *rolls: int) -> Step:
    """The Combat Phase with these orders, all others held; the dice as given and then tens."""
    step = ENGINE.advance(state, "combat", {}, [], ScriptedDice.of())
    events, left = list(step.events), [*rolls, *[10] * 60]
    while not step.done:
        dice = ScriptedDice.of(*left)
        step = ENGINE.advance(step.state, "combat", answers(step, say), [], dice)
        events += step.events
        left = left[sum(len(e.rolls) for e in step.events) :]
    return Step(step.state, events, step.outbox, [], True)


def attack(state: State, say: Json, *rolls: int) -> Play[State]:
    """One unit's attack by itself."""
    unit = state.fighters["f"]
    assert attack_orders.faults(state, unit, say) == []
    play = Play(state, ScriptedDice.of(*rolls))
    dogfight.resolve(play, unit, say, dogfight.values([unit])["f"], {})
    return play


def left(state: State, side: str) -> list[int]:
    """Boxes left in each column of a side of the frigate."""
    return [armor.column_left(state.ships["s"].armor[side], c) for c in range(1, 11)]


# ---- conversion ----------------------------------------------------------------------------------------------------


@given(st.sampled_from(["squadron", "flight", "group"]), st.lists(st.sampled_from(sorted(catalog.fighters())), min_size=1, max_size=6))
def test_any_fighters_make_a_unit(size: str, kinds: list[str]) -> None:
    """Rows and attack values run from the top used row down and never grow; even the smallest unit has a box."""
    share = catalog.sizes()[size] // len(kinds)
    values = catalog.convert(size, dict.fromkeys(kinds, share) if share else {kinds[0]: 1})
    assert len(values.rows) == {"squadron": 1, "flight": 3, "group": 6}[size] == len(values.cra) == len(values.lra)
    assert sum(values.rows) >= 1
    assert values.cra == sorted(values.cra, reverse=True)
    assert values.lra == sorted(values.lra, reverse=True)


@pytest.mark.parametrize(("missiles", "value"), [(0, 0), (10, 0), (11, 10), (25, 10), (26, 25), (75, 50), (76, 75), (100, 75), (101, 100)])
def test_brackets_of_missiles(missiles: int, value: int) -> None:
    assert catalog.missile_attack(missiles) == value


def test_a_unit_flies_as_its_slowest_fighter_with_the_bonus_of_its_size() -> None:
    mixed = {"cheetah": 3, "guardian": 3}
    assert [catalog.convert(size, mixed).thrust for size in ("squadron", "flight", "group")] == [8, 6, 4]


# ---- Combat --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hex", "hexes", "attack_"), [("1:1206", 1, "cra"), ("1:1205", 1, "cra"), ("1:1204", 2, "lra"), ("1:1203", 3, "lra")]
)
def test_close_range_at_up_to_one_hex_and_long_range_at_two_and_three(hex: str, hexes: int, attack_: str) -> None:
    state = over("lancea_group", hex)
    (event,) = attack(state, {"target": "s"}, 1).events
    assert event.data["range"] == hexes
    assert event.data["points"] == getattr(state.fighters["f"], attack_)[0]
    assert event.checks[0].base == dogfight.fighter_number(hexes)


def test_shields_count_and_are_named() -> None:
    state = over(GROUP, "1:1205")
    (event,) = attack(state, {"target": "s"}, 9).events
    (shield,) = event.checks[0].modifiers
    assert (shield.name, shield.rule) == ("shield F", "leviathan: Target Shield Factor Modifier")
    assert event.checks[0].target == event.checks[0].base + shield.value


def test_out_of_reach_at_four() -> None:
    state = over(GROUP, "1:1202")
    (fault,) = attack_orders.faults(state, state.fighters["f"], {"target": "s"})
    assert fault == "F does not reach S: it is 4 hexes away, and fighters shoot 3 (leviathan: Fighters)"


def test_values_of_a_row_are_used_until_the_last_box_of_it_is_gone() -> None:
    unit = over(GROUP).fighters["f"]
    seen = []
    for lost in range(unit.boxes):
        unit.lost = lost
        seen.append(dogfight.attack_value(unit, 0))
    gone = [sum(unit.rows[:n]) for n in range(1, 6)]
    assert [n for n in range(1, unit.boxes) if seen[n] != seen[n - 1]] == gone
    assert sorted(set(seen), reverse=True) == unit.cra


def test_a_reduced_group_stays_a_group() -> None:
    """Its last box left, it strikes by rows with the last row's value, flies without a bonus and is no harder to hit."""
    state = over("cuspis_group", "1:1203", target="shiva")
    unit = state.fighters["f"]
    unit.lost = unit.boxes - 1
    assert (unit.thrust, fire.size_modifier(unit), unit.cra[-1]) == (7, 0, 17)
    attack(state, {"target": "s", "at": 0}, 1)
    assert left(state, "F") == [18] * 7 + [19] * 3


def test_damage_of_ships_counts_before_fighters_fire_and_among_themselves_they_fire_at_once() -> None:
    others = [fighters("e", SQUADRON, "tog", "1:1306")]
    state = over(SQUADRON, "1:1206", others=others)
    both = combat(state, {"f": {"target": "e"}, "e": {"target": "f"}}, 1, 1)
    assert [e.units for e in both.events if e.kind == "attacked"] == [["e", "f"], ["f", "e"]]
    assert all(u.destroyed for u in both.state.fighters.values())
    shot = combat(state, {"s/L": {"shares": {"f": 100}}, "s/R": {"shares": {"f": 100}}, "e": {"target": "f"}}, 1, 1)
    assert not [e for e in shot.events if e.kind == "attacked" and e.units[0] == "f"]


def test_attacks_come_in_the_order_that_the_attacker_gives() -> None:
    state = over(SQUADRON, others=[fighters("g", SQUADRON, "rl", "1:1206")])
    step = combat(state, {"f": {"target": "s", "rank": 3}, "g": {"target": "s"}}, 10, 10)
    assert [e.units[0] for e in step.events if e.kind == "attacked"] == ["g", "f"]


def test_overkill_passes_to_the_smallest_unit_left_in_the_hex_and_on() -> None:
    others = [fighters("m", FLIGHT, "rl", "1:1205"), fighters("n", SQUADRON, "rl", "1:1205"), fighters("o", SQUADRON, "rl", "1:1204")]
    state = over(GROUP, "1:1205", others=others)
    units = state.fighters
    units["f"].lost = units["f"].boxes - 10
    damage.hit_fighters(Play(state, ScriptedDice.of()), units["f"], 10 + units["n"].boxes + 4, "s")
    assert [u.boxes_left for u in units.values()] == [0, units["m"].boxes - 4, 0, units["o"].boxes]


# ---- how damage is marked ------------------------------------------------------------------------------------------


def test_a_flight_strikes_three_columns_from_a_rolled_one() -> None:
    state = over(FLIGHT, "1:1205")
    unit = state.fighters["f"]
    depth = dogfight.flight_depth(unit.cra[0])
    attack(state, {"target": "s", "at": 0}, 1, 5, 1)
    assert left(state, "F") == [8, 8, 8, *[8 - min(8, depth)] * 3, 8, 8, 8, 8]


def test_a_squadron_strikes_the_column_it_chooses() -> None:
    state = over(SQUADRON, "1:1205")
    (event,) = attack(state, {"target": "s", "at": 0, "column": 7}, 1, 3, 3, 3).events
    assert left(state, "F") == [8, 8, 8, 8, 8, 8, 0, 8, 8, 8]
    assert "forward side: column 7," in event.text


def test_a_squadron_is_offered_every_column_with_what_is_left_in_it() -> None:
    state = over(SQUADRON, "1:1205")
    assert armor.mark(state.ships["s"].armor["F"], 1, 1)
    options = offered_dogfights.attack_options(state, state.fighters["f"])
    front = [o.info["shots"][0] for o in options if o.info["shots"] and o.info["shots"][0]["side"] == "F"]
    assert {s["column"]: s["armor"] for s in front} == {1: 7, **dict.fromkeys(range(2, 11), 8)}
    assert "column 1 with 7 left" in next(o.label for o in options if o.order.get("column") == 1)


@pytest.mark.parametrize(
    ("unit", "order", "text"),
    [
        (SQUADRON, {"target": "s", "column": 11}, "the armor of S has columns 1 to 10 (leviathan: Fighters)"),
        (FLIGHT, {"target": "s", "column": 3}, "F is a flight, and only squadrons choose a column (leviathan: Fighters)"),
        (SQUADRON, {"target": "e", "column": 3}, "E has no columns of armor to choose from (leviathan: Fighters)"),
        (SQUADRON, {"column": 3}, "column and at go with a target of the guns (leviathan: Fighters)"),
        (SQUADRON, {"target": "s", "at": 2}, "at is a hex of S, counted from its bow: 0 to 1 (leviathan: Range)"),
        (SQUADRON, {"target": "nobody"}, "F: there is no enemy 'nobody' to attack"),
        (SQUADRON, {"target": "s", "rank": 12}, "rank is 0 to 9, the lower the sooner (leviathan: Damage)"),
        (SQUADRON, {"aim": "s"}, "a fighter order has target, at, column, missiles and rank"),
        (SQUADRON, {"target": ["s"]}, "target and missiles name units"),
        ("avenger_squadron", {"missiles": "s"}, "F has no missiles (leviathan: Missile Attack Value)"),
        (GROUP, {"missiles": "s"}, "the missiles of F do not pass the shields of S (leviathan: Missile Attack Value)"),
    ],
)
def test_orders_are_refused_with_the_rule(unit: str, order: Json, text: str) -> None:
    state = over(unit, others=[fighters("e", SQUADRON, "tog", "1:1205")])
    assert attack_orders.faults(state, state.fighters["f"], order) == [text]


def test_patrol_ships_have_five_columns() -> None:
    state = over(SQUADRON, "1:1206", target="liburna")
    (fault,) = attack_orders.faults(state, state.fighters["f"], {"target": "s", "column": 6})
    assert fault == "the armor of S has columns 1 to 5 (leviathan: Patrol Class Ships)"


# ---- missiles ------------------------------------------------------------------------------------------------------


def test_missiles_hit_the_side_whose_shield_is_gone_and_only_once() -> None:
    state = over(GROUP, "1:1205")
    state.ships["s"].broken = ["FL"]
    unit = state.fighters["f"]
    assert dogfight.missile_aim(state, unit, state.ships["s"]) is None
    unit.hex = type(unit.hex)(11, 6)
    (event,) = attack(state, {"target": "", "missiles": "s"}, 2, 1, 1, 1, 1, 1).events
    assert (event.data["side"], event.data["points"], event.rule) == ("FL", 100, "leviathan: Missile Attack Value")
    assert left(state, "FL") == [0] * 10
    assert attack_orders.faults(state, unit, {"missiles": "s"}) == ["F has spent its missiles (leviathan: Missile Attack Value)"]


def test_guns_and_missiles_at_two_targets_and_the_strength_is_not_affected_by_damage() -> None:
    state = over(GROUP, "1:1205", others=[fighters("e", FLIGHT, "tog", "1:1204")])
    unit = state.fighters["f"]
    unit.lost = unit.boxes - 1
    guns, missiles = attack(state, {"target": "s", "at": 0, "missiles": "e"}, 10, 1).events
    assert (guns.data["points"], missiles.data["points"]) == (unit.cra[-1], 100)
    assert state.fighters["e"].destroyed


def test_attacks_with_both_are_offered() -> None:
    state = over(GROUP, "1:1205", others=[fighters("e", FLIGHT, "tog", "1:1204")])
    orders = [o.order for o in offered_dogfights.attack_options(state, state.fighters["f"])]
    assert {"target": "s", "at": 0, "missiles": "e"} in orders
    assert {"target": "e", "missiles": "e"} in orders
    assert {"target": "", "missiles": "e"} in orders


# ---- in the hexes of ships -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("entered", "mounts"), [(5, ["R"]), (3, ["L"]), (1, ["L", "R"]), (4, ["L", "R"])])
def test_in_the_rear_hex_only_turrets_of_the_side_they_came_in_by_reach_them(entered: int, mounts: list[str]) -> None:
    state = over(SQUADRON, "1:1207")
    unit, frigate = state.fighters["f"], state.ships["s"]
    unit.entered, unit.arrived = entered, 9
    assert not any(fire.aims(state, frigate, location, unit) for location in "FLRA")
    assert [m for m in turrets.mounts(frigate) if turrets.prey(state, frigate, m, [])] == mounts
    assert dogfight.aims(state, unit, frigate)[0].shot.range == 1


def test_the_defender_chooses_the_side_of_an_attack_along_a_boundary() -> None:
    """Over the boundary of front and front right, seen from two hexes away."""
    state = over(GROUP, "1:1304")
    unit, frigate = state.fighters["f"], state.ships["s"]
    bounds = attacks.boundaries(state, {"f": {"target": "s", "at": 0}})
    aim = dogfight.aim(state, unit, frigate, 0)
    assert aim
    assert [b.sides for b in bounds] == ([aim.shot.sides] if len(aim.shot.sides) > 1 else [])
    chosen = min(aim.shot.sides)
    step = combat(state, {"f": {"target": "s", "at": 0}, "f/guns": {"side": chosen}}, 1)
    assert [e.data["side"] for e in step.events if e.kind == "attacked"] == [chosen]


def test_a_unit_launched_or_landing_this_turn_does_not_attack() -> None:
    state = over(GROUP)
    unit = state.fighters["f"]
    assert may(state, unit)
    unit.fresh = 1
    assert not may(state, unit)
    unit.fresh, unit.landed, unit.landed_on = -1, 36, 1
    assert not may(state, unit)


def may(state: State, unit: FighterUnit) -> bool:
    return dogfight.may_attack(state, unit)


def test_every_offered_attack_is_legal() -> None:
    others = [fighters("e", FLIGHT, "tog", "1:1205"), fighters("x", SQUADRON, "tog", "1:1206")]
    for unit in (GROUP, FLIGHT, SQUADRON):
        state = over(unit, "1:1207", others=others)
        decision = Decision("fighters:rl", "rl", "fighters", "", ["f"])
        (slot,) = ENGINE.offers(ENGINE.view(state, "rl"), decision)
        assert len({str(o.order) for o in slot.options}) == len(slot.options)
        assert [attack_orders.faults(state, state.fighters["f"], o.order) for o in slot.options] == [[]] * len(slot.options)


# ---- fighters that are not on the list -----------------------------------------------------------------------------


@lru_cache(maxsize=1)
def interceptors() -> dict[str, Json]:
    """The fighters of Interceptor."""
    path = Path(__file__).parents[2] / "scales/interceptor/data/craft.yaml"
    return {row["id"]: row for row in yaml.safe_load(path.read_text())["craft"] if row["id"] in catalog.fighters()}


def own_craft(id: str, **more: Any) -> Json:
    row = interceptors()[id]
    weapons = [w["weapon"] for w in row["weapons"]]
    found = {"name": "Novum", "faction": row["faction"], "mass": row["mass"], "power": 2000, "thrust": row["thrust"], "armor": row["armor"]}
    return found | {"weapons": weapons, "hard_points": row["hard_points"]["count"]} | more


UNLIKE = {"cwtp", "gladius", "legati"}
"""The printed list goes before what is reconstructed: a cone laser, a long-range attack (23, not 26), a hard point (none, not one)."""


@pytest.mark.parametrize("id", sorted(set(interceptors()) - UNLIKE))
def test_the_list_comes_out_of_the_interceptor_statistics(id: str) -> None:
    made, printed = craft.converted(id, craft.Fighter.model_validate(own_craft(id))), catalog.fighters()[id]
    assert (made.thrust, made.armor_hundredths, made.missiles) == (printed.thrust, printed.armor_hundredths, printed.missiles)
    assert (made.cra, made.lra) == (printed.cra, printed.lra)


def test_fighters_of_ones_own_make_units_fight_and_are_named() -> None:
    units = [ship("s", "bantha", "tog", "1:1207", 1), ship("e", "ajax", "rl", "1:1210", 4)]
    given = {"id": "f", "name": "F", "side": "rl", "hex": "1:1206", "size": "flight", "fighters": {"novum": 12, "gladius": 12}}
    state = table(units, fighters=[given], craft={"novum": own_craft("spiculum")}, turn_limit=2)
    unit = state.fighters["f"]
    same = catalog.convert("flight", {"spiculum": 12, "gladius": 12})
    assert (unit.rows, unit.cra, unit.lra, unit.thrust, unit.missile_attack) == (
        same.rows,
        same.cra,
        same.lra,
        same.thrust,
        same.missile_attack,
    )
    record = ENGINE.record(ENGINE.view(state, "rl"), "f")
    assert record["fighters"] == {"Novum": 12, "gladius": 12}
    assert record["type"] == "flight of 12 Novum, 12 Gladius"
    Game(state, check=True).play()


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"power": 2501}, "a fighter has a power rating of 2500 at most, not 2501 (leviathan: Power Rating Table)"),
        ({"armor": {"bow": 50}}, "its armor on left, right, stern is missing (leviathan: Conversion: Armor)"),
        ({"weapons": ["laser_9"]}, "there is no Interceptor weapon 'laser_9'"),
        ({"weapons": ["autoloading_hard_point"]}, "only patrol ships carry the Autoloading Hard Point"),
    ],
)
def test_faults_of_fighters_of_ones_own(more: Json, text: str) -> None:
    found = ENGINE.faults(document([ship("s", "bantha", "tog", "1:1207", 1)], craft={"novum": own_craft("spiculum", **more)}))
    assert [f.code for f in found if text in f.text] == ["bad_craft"]


def test_fighters_of_ones_own_are_of_the_set_up_that_names_them() -> None:
    given = {"id": "f", "name": "F", "side": "rl", "hex": "1:1206", "size": "flight", "fighters": {'craft:["X","any",1,99,9,9,9,9]': 12}}
    with pytest.raises(ValueError, match="there is no fighter"):
        ENGINE.setup_model.model_validate(document([ship("s", "bantha", "tog", "1:1207", 1)], fighters=[given]))
    below = ENGINE.faults(document([ship("s", "bantha", "tog", "1:1207", 1)], craft={"novum": own_craft("spiculum")}, interceptor=True))
    assert any("not known on the Interceptor board" in f.text for f in below)
    taken = ENGINE.faults(document([ship("s", "bantha", "tog", "1:1207", 1)], craft={"gladius": own_craft("spiculum")}))
    assert any("is a fighter of the list already" in f.text for f in taken)


def test_a_ruling_adds_units_of_them() -> None:
    state = table([ship("s", "bantha", "tog", "1:1207", 1)], craft={"novum": own_craft("spiculum")})
    given = {"id": "f", "name": "F", "side": "rl", "hex": "1:1206", "size": "squadron", "fighters": {"novum": 6}}
    after = ENGINE.amend(state, {"kind": "add", "reason": "Late.", "fighters": given}, ScriptedDice.of()).state
    assert after.fighters["f"].count == 6


# ---- leaving the map -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("loss", "status"), [(False, "left"), (True, "destroyed")])
def test_a_unit_may_break_off_over_the_edge(loss: bool, status: str) -> None:
    state = over(SQUADRON, "1:1202", victory={"leaving_is_loss": loss})
    state.initiative = "rl"
    game = Game(state)
    events = game.phase("movement", say={"f": {"to": "off"}})
    assert [e.text for e in events if e.kind == "left"] == ["F leaves the map."]
    assert ENGINE.report(game.state).fates["f"].status == status


def test_the_edge_must_be_in_reach() -> None:
    state = over(GROUP, "1:1307")
    assert flight.edge(state, state.fighters["f"]) is None
    assert (
        flight.leave_fault(state, state.fighters["f"])
        == "F flies 6 hexes at most, and no edge of the map is that near (leviathan: Fighters)"
    )
    assert {"to": "off", "entered": 0} not in flight.flights(state, state.fighters["f"])
    assert flight.edge(state, over(SQUADRON, "1:1202").fighters["f"]) == 2


def test_no_way_off_the_map_leads_through_the_planet() -> None:
    low = table([], layout="leviathan_planet", fighters=[fighters("f", "cheetah_squadron", "rl", "1:0207")])
    unit = low.fighters["f"]
    assert flight.edge(low, unit) is None, "four hexes in the air, and the side edges are farther"
