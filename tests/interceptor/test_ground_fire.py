"""Fire from the ground on the Interceptor board: who is asked, on which numbers lasers fire and missiles lock on, what goes back to the battle."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.codec import clone, plain
from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Decision, Fault, Json, Option, Orders
from scales.interceptor import ENGINE
from scales.interceptor.board import board
from scales.interceptor.damage.condition import shield_factor
from scales.interceptor.ground_fire import batteries, lasers, launches
from scales.interceptor.missiles.in_flight import put_in_flight
from scales.interceptor.state import Battle, Cluster, State
from scales.messages import AntiAir, GroundForces, GroundTarget
from tests.interceptor.scenes import Table, board_of, craft, mail

HURT = {"targeting systems hit": -1}
BELOW = "1:0114"


def fort(lasers: int = 2, launchers: int = 1, side: str = "com", **more: Any) -> GroundTarget:
    arms = AntiAir(["laser_7_5_6"] * lasers, {"hell_missile": launchers} if launchers else {}, launchers, 4)
    return GroundTarget("fort", "Fort", side, "installation", "grounded", 1, {}, anti_air=arms, **more)


def truck(missiles: Json | None = None, side: str = "com", hidden: bool = False, **more: Any) -> GroundTarget:
    arms = AntiAir(**{"lasers": ["laser_7_5_6"], "missiles": missiles or {"sss": 4}, "tries": 5, "gunnery": 4, "modifiers": HURT, **more})
    return GroundTarget("truck", "Truck", side, "vehicle", "nf", 1, {}, hidden, arms)


def above(*units: GroundTarget, hex: str = "1:0314", **more: Any) -> State:
    """A Gladius of tog over a battle in which com has what can fire at it."""
    state = board_of(craft("t1", "gladius", hex, heading=5, **more), craft("c1", "stinger", "2:2601"), layout="three_game", standing=True)
    spot = board(state.layout).hex(BELOW)
    state.battles = {"b1": Battle("b1", *spot, ["tog", "com"])}
    state.craft["c1"].missiles = {}
    state.ground = {"b1": list(units)}
    return state


def phase(state: State, *units: GroundTarget, answers: dict[str, Orders] | None = None, dice: Any = None, seed: int = 1) -> Table:
    """D5 with these units on the ground; com's answers go before the bot's."""
    table = Table(state, seed)
    hold = {
        "fire:tog": Orders({"t1": {"fire": {}}}),
        "launch:tog": Orders({"t1": {"missile": ""}}),
        "fire:com": Orders({"c1": {"fire": {}}}),
    }
    quiet = {"ground_fire:com": idle("fire", {}, *units), "ground_launch:com": idle("launches", [], *units)}
    table.phase("combat", [mail("ground_forces", GroundForces("b1", clone_all(units)))], hold | quiet | (answers or {}), dice)
    return table


def clone_all(units: tuple[GroundTarget, ...]) -> list[GroundTarget]:
    return [clone(unit) for unit in units]


def idle(key: str, empty: Any, *units: GroundTarget) -> Orders:
    return Orders({f"b1:{unit.id}": {key: empty} for unit in units if unit.side == "com"})


def shoots(unit: str, target: str, *numbers: int) -> dict[str, Orders]:
    return {"ground_fire:com": Orders({f"b1:{unit}": {"fire": {str(n): target for n in numbers}}})}


def launched(unit: str, *given: tuple[str, str]) -> dict[str, Orders]:
    return {"ground_launch:com": Orders({f"b1:{unit}": {"launches": [{"missile": kind, "target": target} for kind, target in given]}})}


def offers(state: State, decision: Decision, seat: str = "com") -> list[Option]:
    (slot,) = ENGINE.offers(ENGINE.view(state, seat), decision)
    return slot.options


def refused(state: State, decision: Decision, order: Json) -> list[Fault]:
    return ENGINE.check(ENGINE.view(state, "com"), decision, Orders({decision.units[0]: order}))


# --- lasers ---------------------------------------------------------------------------------------------------------------------------


def test_lasers_are_offered_on_the_numbers_of_any_fire() -> None:
    """Two hexes away base 7; gunnery 4; the Gladius turns its right to the battle, -4 from the front and behind its shield; a hurt system takes 1."""
    state = above(fort(), truck())
    (decision,) = lasers.decisions(state)
    assert (decision.seat, decision.units, decision.sealed) == ("com", ["b1:fort", "b1:truck"], True)
    shield = shield_factor(state.craft["t1"], "right", 1)
    for slot, lost in zip(ENGINE.offers(ENGINE.view(state, "com"), decision), (0, 1), strict=True):
        hold, fire = slot.options
        assert hold.order == {"fire": {}}
        assert (fire.info["range"], fire.info["base"], fire.info["side"]) == (2, 7, "right")
        assert fire.info["to_hit"] == 7 + 4 - 4 - shield - lost == fire.info["base"] + sum(m["value"] for m in fire.info["modifiers"])
        assert {w["damage"] for w in fire.info["weapons"]} == {9}
    assert [slot.options[1].info["gives_up"] for slot in ENGINE.offers(ENGINE.view(state, "com"), decision)] == ["turret", "all"]


@pytest.mark.parametrize(("hex", "zone", "reached"), [("1:0214", "atmosphere", 1), ("1:0714", "interface", 1), ("1:0814", "gravity", 0)])
def test_lasers_reach_the_atmosphere_and_the_interface_alone(hex: str, zone: str, reached: int) -> None:
    state = above(fort(), hex=hex)
    assert board(state.layout).zone(state.craft["t1"].hex) == zone
    assert len(lasers.decisions(state)) == reached


def test_a_laser_without_damage_at_the_range_does_not_reach() -> None:
    short = AntiAir(["laser_1_5_6", "laser_7_5_6"], {}, 0, 4)
    state = above(GroundTarget("fort", "Fort", "com", "installation", "grounded", 1, {}, anti_air=short), hex="1:0714")
    (battery,) = batteries.batteries(state)
    assert lasers.bearing(state, battery, state.craft["t1"]) == [1]


def test_over_the_battle_the_fire_comes_from_below() -> None:
    """Of the two sides turned down a craft shows the one that is harder to hit."""
    state = above(fort(), hex=BELOW)
    (battery,) = batteries.batteries(state)
    state.craft["t1"].heading = 1
    at = lasers.aim(state, battery, 0, state.craft["t1"])
    assert at.range_hexes == 0
    assert at.side in ("left", "right", "stern", "bow")
    sides = {
        lasers._at_side(state, battery, state.craft["t1"], at.line, n).target for n in lasers._shown(state, state.craft["t1"], at.line)
    }
    assert at.target == min(sides)


def test_lasers_strike_with_the_fire_of_craft_and_the_battle_is_told_once() -> None:
    table = phase(above(fort()), fort(), answers=shoots("fort", "t1", 0, 1), dice=ScriptedDice.of(1, 3, 5, 5, 10))
    hit, miss = [e for e in table.events if e.kind in ("hit", "miss")]
    assert (hit.kind, miss.kind) == ("hit", "miss")
    assert hit.rule == "centurion: Attacking Fighters from the Centurion Board"
    assert hit.units == ["fort", "t1"]
    assert hit.checks[0].modifiers[0].name == "gunnery"
    assert hit.text.startswith("Fort fires its 7.5/6 Laser from the ground at the right of t1: 7 armor boxes gone, inside: ")
    assert (hit.data["damage"], hit.data["range"], hit.data["battle"]) == (9, 2, "b1")
    assert table.sent("ground_fired") == [{"battle": "b1", "unit": "fort", "lasers": 2, "tries": 0, "missiles": {}}]
    (told,) = [m for m in table.outbox if m.kind == "ground_fired"]
    assert told.battle == "b1"
    assert table.events[told.event or 0].kind == "miss"


def test_who_is_shot_down_has_fired_all_the_same() -> None:
    """Declared together: a craft whose armor is gone still fires in the segment in which the ground hits it."""
    state = above(fort())
    state.craft["c1"].place(state.craft["t1"].hex)
    for side in state.craft["t1"].armor.values():
        side.rows = (0,) * len(side.rows)
    answers = shoots("fort", "t1", 0, 1) | {"fire:tog": Orders({"t1": {"fire": {"0": "c1"}}})}
    table = phase(state, fort(), answers=answers)
    assert [e.units[0] for e in table.events if e.kind in ("hit", "miss")] == ["t1", "fort", "fort"]


def test_missiles_and_javelins_may_be_shot_down() -> None:
    state = above(fort())
    near = board(state.layout).hex("1:0414")
    shot = put_in_flight(state, "sss", "tog", "t1", near, "c1")
    falling = put_in_flight(state, "thor_cluster", "tog", "t1", near, battle="b1")
    falling.cluster = Cluster("call", 3)
    (decision,) = lasers.decisions(state)
    found = {o.info["target"]: o.info for o in offers(state, decision)[1:]}
    assert (found[shot.id]["to_hit"], found[shot.id]["destroys"]) == (7 + 4 - 7, 64)
    table = phase(state, fort(), answers=shoots("fort", falling.id, 0, 1), dice=ScriptedDice.of(1, 1))
    assert [s.cluster.javelins for s in table.state.shots if s.cluster] == [1]
    table = phase(state, fort(), answers=shoots("fort", shot.id, 0, 1), dice=ScriptedDice.of(1))
    assert [e.kind for e in table.events if e.units[:1] == ["fort"]] == ["hit", "target_gone"]
    assert shot.id not in [s.id for s in table.state.shots]


def test_a_missile_that_a_craft_has_shot_down_first_is_gone() -> None:
    state = above(fort())
    state.craft["c1"].place(board(state.layout).hex("1:0414"))
    shot = put_in_flight(state, "sss", "tog", "t1", state.craft["c1"].hex, "c1")
    answers = shoots("fort", shot.id, 0, 1) | {"fire:com": Orders({"c1": {"fire": {"0": shot.id}}})}
    table = phase(state, fort(), answers=answers, dice=ScriptedDice.of(1))
    assert [e.kind for e in table.events if e.units[:1] == ["fort"]] == ["target_gone", "target_gone"]
    assert table.sent("ground_fired")[0]["lasers"] == 2


def test_lasers_of_one_unit_fire_at_one_target() -> None:
    state = above(fort())
    shot = put_in_flight(state, "sss", "tog", "t1", state.craft["t1"].hex, "c1")
    (decision,) = lasers.decisions(state)
    (fault,) = refused(state, decision, {"fire": {"0": "t1", "1": shot.id}})
    assert (fault.code, "centurion: Installation Weapon Attacks" in fault.text) == ("one_target", True)


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"fire": {"2": "t1"}}, "no_weapon"),
        ({"fire": {"00": "t1"}}, "no_weapon"),
        ({"fire": {"0": "c1"}}, "no_target"),
        ({"fire": {"0": "nobody"}}, "no_target"),
        ({"fire": {"0": "high"}}, "no_bearing"),
        ({"fire": 3}, "bad_order"),
    ],
)
def test_fire_that_is_refused(order: Json, code: str) -> None:
    state = above(fort())
    state.craft["high"] = clone(state.craft["t1"])
    state.craft["high"].id = "high"
    state.craft["high"].place(board(state.layout).hex("1:1014"))
    (decision,) = lasers.decisions(state)
    (fault,) = refused(state, decision, order)
    assert fault.code == code
    assert "centurion: Attacking Fighters" in fault.text + fault.where


# --- missiles -------------------------------------------------------------------------------------------------------------------------


def test_launches_are_offered_with_their_figures() -> None:
    """Lock-on 4, less for a hurt system; -1 acceleration on the way up."""
    state = above(truck(), hex="1:0714")
    (decision,) = launches.decisions(state)
    nothing, one, two, five = offers(state, decision)
    assert nothing.order == {"launches": []}
    assert [len(o.order["launches"]) for o in (one, two, five)] == [1, 2, 5]
    assert (one.info["base"], one.info["to_hit"], one.info["chance"], one.info["range"]) == (4, 3, 30, 6)
    assert [m["name"] for m in one.info["modifiers"]] == ["targeting systems hit"]
    assert (five.info["tries"], five.info["missiles"], five.info["gives_up"]) == (5, 4, "all")
    assert one.info["attack_chance"] > 0


def test_a_vehicle_tries_five_times_with_four_missiles() -> None:
    """A miss leaves the missile: 4, 5, 3 (hurt: 3 or less), 3, 1 launch three; and what is gone cannot be tried again."""
    order = launched("truck", *[("sss", "t1")] * 5)
    table = phase(above(truck()), truck(), answers=order, dice=ScriptedDice.of(4, 5, 3, 3, 1))
    assert [e.kind for e in table.events] == ["no_lock", "no_lock", "missile_launched", "missile_launched", "missile_launched"]
    assert table.sent("ground_fired") == [{"battle": "b1", "unit": "truck", "lasers": 0, "tries": 5, "missiles": {"sss": 3}}]
    table = phase(above(truck()), truck(), answers=order, dice=ScriptedDice.of(1, 1, 1, 1))
    assert table.sent("ground_fired")[0]["missiles"] == {"sss": 4}
    assert table.sent("ground_fired")[0]["tries"] == 4


def test_missiles_start_in_the_battle_and_climb_a_hex_less_each_minute() -> None:
    state = above(truck({"hell_missile": 1}), hex="1:0714")
    table = phase(state, truck({"hell_missile": 1}), answers=launched("truck", ("hell_missile", "t1")), dice=ScriptedDice.of(1))
    (shot,) = table.state.shots
    assert (shot.hex, shot.climbing, shot.name, shot.velocity) == (board(state.layout).hex(BELOW), True, "Truck", 0)
    for craft_ in table.state.craft.values():
        craft_.moved = 9
    table.phase("hits")
    table.phase("initiative")
    table.state.order = []
    table.phase("movement")
    assert next(e for e in table.events if e.kind == "missile_flies").data["velocity"] == 3


def test_an_installation_launches_one_with_each_launcher_at_any_height() -> None:
    """HELL missiles at fighters anywhere, satellites and javelins; an SSS at no satellite."""
    state = above(fort(launchers=2), truck(), hex="2:1014", loads={})
    satellite = board_of(satellites=[{"id": "tsat", "side": "tog", "hex": "1:0901"}], layout="three_game").craft["tsat"]
    state.craft["tsat"] = satellite
    falling = put_in_flight(state, "thor_cluster", "tog", "tsat", board(state.layout).hex("1:0714"), battle="b1")
    falling.cluster = Cluster("call", 3)
    base, van = batteries.batteries(state)
    assert [t.id for t in launches.targets(state, base, "hell_missile")] == ["t1", "tsat", falling.id]
    assert [t.id for t in launches.targets(state, van, "sss")] == ["t1"]
    (decision,) = launches.decisions(state)
    slots = {slot.id: slot.options for slot in ENGINE.offers(ENGINE.view(state, "com"), decision)}
    assert {len(o.order["launches"]) for o in slots["b1:fort"]} == {0, 1, 2}
    table = phase(
        state,
        fort(launchers=2),
        answers=launched("fort", ("hell_missile", falling.id), ("hell_missile", "tsat")),
        dice=ScriptedDice.of(4, 5),
    )
    assert [s.target for s in table.state.shots] == ["", falling.id]
    assert table.sent("ground_fired") == [{"battle": "b1", "unit": "fort", "lasers": 0, "tries": 2, "missiles": {"hell_missile": 1}}]


@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ([("hell_missile", "t1")] * 2, "too_many"),
        ([("sss", "t1")], "no_missile"),
        ([("hell_missile", "c1")], "no_lock"),
        ([("hell_missile", "away")], "no_lock"),
        ([("hell_missile", "t1")] * 6, "bad_order"),
    ],
)
def test_launches_that_are_refused(orders: list[tuple[str, str]], code: str) -> None:
    state = above(fort())
    state.craft["away"] = clone(state.craft["t1"])
    state.craft["away"].id, state.craft["away"].where = "away", "ground_attack"
    (decision,) = launches.decisions(state)
    order = {"launches": [{"missile": kind, "target": target} for kind, target in orders]}
    assert refused(state, decision, order)[0].code == code


def test_craft_that_attack_the_ground_are_no_targets() -> None:
    state = above(fort(), truck())
    state.craft["t1"].where, state.craft["t1"].attack, state.craft["t1"].battle = "ground_attack", "strafing", "b1"
    assert lasers.decisions(state) == launches.decisions(state) == []


# --- who knows what ---------------------------------------------------------------------------------------------------------------------


def test_what_the_ground_can_fire_is_known_to_its_own_side() -> None:
    state = above(fort(), truck(hidden=True))
    for seat, known in (("com", ["fort", "truck"]), ("tog", []), ("nobody", [])):
        view = ENGINE.view(state, seat)
        assert [b.unit.id for b in batteries.batteries(view.state)] == known
        assert bool(ENGINE.record(view, "truck")) == bool(known)
        assert [u.id for u in view.state.ground["b1"]] == (["fort", "truck"] if known else ["fort"])
    sheet = ENGINE.record(ENGINE.view(state, "com"), "truck")
    assert (sheet["missiles"], sheet["launches_left"], sheet["status"], sheet["at"]) == ({"SSS": 4}, 5, "hidden", BELOW)


def test_who_fires_is_hidden_no_longer_and_has_less_left() -> None:
    table = phase(above(), truck(hidden=True), answers=launched("truck", ("sss", "t1")), dice=ScriptedDice.of(1))
    seen = ENGINE.view(table.state, "tog")
    assert [u.id for u in seen.state.ground["b1"]] == ["truck"]
    assert ENGINE.record(ENGINE.view(table.state, "com"), "b1:truck")["missiles"] == {"SSS": 3}


def test_what_will_be_asked_is_foreseen() -> None:
    state = above(fort(), truck())
    (decision,) = lasers.decisions(state)
    found = ENGINE.prospects(ENGINE.view(state, "com"), decision)
    assert [d.kind for d in found] == ["ground_fire", "ground_launch"]
    assert found[1].units == ["b1:fort", "b1:truck"]


@pytest.mark.parametrize("kind", ["ground_fire", "ground_launch"])
def test_a_ruling_takes_a_target_away(kind: str) -> None:
    """It is asked again, no longer offers the target, and an answer for it comes to nothing."""
    state = above(fort(), truck())
    dice = KeyedDice(key=seeded_secret(1))
    given: dict[str, Orders] = {}
    step = ENGINE.advance(state, "combat", {}, [mail("ground_forces", GroundForces("b1", [fort(), truck()]))], dice)
    while not any(d.kind == kind for d in step.pending):
        given = {d.key: Orders({u: {} for u in d.units}) for d in step.pending}
        step = ENGINE.advance(step.state, "combat", given, [], dice)
    after = ENGINE.amend(step.state, {"kind": "remove", "unit": "t1", "reason": "called home"}, dice)
    assert not any(d.kind == kind and d.units for d in after.pending)
    assert ENGINE.advance(after.state, "combat", {}, [], KeyedDice(key=seeded_secret(2))).done


# --- the bot --------------------------------------------------------------------------------------------------------------------------


def test_the_bot_weighs_its_lasers_against_the_ground() -> None:
    """At the stern of a craft close above it fires; far away with enemies on the ground it keeps its turret for them."""
    enemy = GroundTarget("foe", "Foe", "tog", "vehicle", "nf", 1, {})
    for hex, foes, fires in (("1:0214", [enemy], True), ("1:0614", [enemy], False), ("1:0614", [], True)):
        state = above(fort(), *foes, hex=hex)
        state.craft["t1"].heading = 2 if hex == "1:0214" else 6
        (decision,) = lasers.decisions(state)
        view = ENGINE.view(state, "com")
        chosen = ENGINE.choose(view, decision, ENGINE.offers(view, decision), KeyedDice(key=b"bot"))
        assert bool(chosen.choices["b1:fort"]["fire"]) == fires, hex


def test_the_bot_launches_at_what_is_near_and_keeps_the_rest() -> None:
    """A HELL missile climbs too slowly for what is far away."""
    for hex, load, count in (("1:0714", {"sss": 4}, 2), ("1:0414", {"hell_missile": 1}, 2), ("1:2601", {"hell_missile": 1}, 0)):
        state = above(truck(load, modifiers={}), hex=hex)
        (decision,) = launches.decisions(state)
        view = ENGINE.view(state, "com")
        chosen = ENGINE.choose(view, decision, ENGINE.offers(view, decision), KeyedDice(key=b"bot"))
        assert len(chosen.choices["b1:truck"]["launches"]) == count, hex


# --- whatever happens -------------------------------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(
    loads=st.dictionaries(st.sampled_from(["sss", "hell_missile"]), st.integers(1, 4), min_size=1),
    wanted=st.lists(st.sampled_from(["sss", "hell_missile"]), max_size=5),
    lasers_=st.integers(0, 2),
    seed=st.integers(1, 999),
)
def test_no_more_leaves_the_ground_than_was_there(loads: Json, wanted: list[str], lasers_: int, seed: int) -> None:
    unit = truck(loads, lasers=["laser_7_5_6"] * lasers_)
    order = launched("truck", *[(kind, "t1") for kind in wanted if kind in loads])
    order |= shoots("truck", "t1", *range(lasers_)) if lasers_ else {}
    table = phase(above(unit), unit, answers=order, seed=seed)
    told = table.sent("ground_fired")
    away = [s.kind for s in table.state.shots]
    assert [each for m in told for each in m["missiles"].items()] == [(kind, away.count(kind)) for kind in sorted(set(away))]
    assert all(away.count(kind) <= loads.get(kind, 0) for kind in away)
    assert sum(m["lasers"] for m in told) == lasers_
    assert len(told) <= 2
    assert plain(table.state.ground) is not None
