"""Attacks at LAF on the Interceptor board: who can be fired at, on which number, what goes down to the battle, and what comes back up."""

from typing import Any

import pytest

from scales.codec import plain
from scales.dice import KeyedDice, ScriptedDice
from scales.engine import Decision, Delivery, Json, Orders
from scales.interceptor import ENGINE
from scales.interceptor.ground_attack import at_laf, stand_off
from scales.interceptor.state import Shot, State
from scales.messages import AirHit, Battlefield, FireFromLaf, GroundForces, GroundTarget, StandOffLost
from tests.interceptor.scenes import Table, board_of, craft, mail

SHIELDS = {"front": 7, "left": 6, "right": 6, "stern": 7, "bottom": 4}


def vehicle(id: str, mode: str = "laf", side: str = "com", **more: Any) -> GroundTarget:
    return GroundTarget(id, id.capitalize(), side, "vehicle", mode, 1, SHIELDS, **more)


UNITS = [
    vehicle("high"),
    vehicle("falling", "dropping"),
    vehicle("low", "nf"),
    vehicle("trees", "ttf"),
    vehicle("dug_in", "grounded", hidden=True),
    vehicle("friend", side="tog"),
    GroundTarget("fort", "Fort", "com", "installation", "nf", 1, {}),
]
FORCES: list[Delivery] = [mail("ground_forces", GroundForces("b1", UNITS))]


def over(*units: Json, hex: str = "1:0314", **more: Any) -> State:
    """A Gladius two hexes above the battlefield, nose down, and the battle below it."""
    gladius = craft("t1", "gladius", hex, heading=5, **more)
    state = board_of(gladius, *(units or [craft("c1", "stinger", "2:2001")]), layout="three_game", standing=True)
    step = ENGINE.advance(
        state, "initiative", {}, [mail("battlefield", Battlefield("b1", "1:0114", True, ["tog", "com"]))], ScriptedDice.of()
    )
    state.battles = step.state.battles
    if "c1" in state.craft:
        state.craft["c1"].missiles = {}
    return state


@pytest.fixture
def seen() -> State:
    """The same with the ground in sight."""
    state = over(loads={"sss": 2, "tgm": 1, "dfm": 1})
    state.ground = {"b1": UNITS}
    return state


def answers(fire: Json, launch: Json | None = None) -> dict[str, Orders]:
    """What the Gladius fires and launches in D5."""
    return {"fire:tog": Orders({"t1": fire}), "launch:tog": Orders({"t1": launch or {"missile": ""}})}


def asked(state: State, kind: str) -> tuple[State, Decision]:
    """The state in D5 when the TOG seat is asked."""
    fire: dict[str, Orders] = {}
    step = ENGINE.advance(state, "combat", {}, FORCES, ScriptedDice.of())
    while step.pending and step.pending[0].kind != kind:
        fire = {d.key: Orders({id: {"fire": {}} for id in d.units}) for d in step.pending}
        step = ENGINE.advance(step.state, "combat", fire, [], ScriptedDice.of())
    (decision,) = [d for d in step.pending if d.seat == "tog"]
    return step.state, decision


def test_only_enemies_above_the_ground_are_fired_at_and_no_hidden_one_is_named() -> None:
    state, decision = asked(over(), "fire")
    view = ENGINE.view(state, "tog")
    (slot,) = ENGINE.offers(view, decision)
    assert {o.info["target"] for o in slot.options[1:]} == {"falling", "high"}
    assert "dug_in" not in str(plain(slot))
    for option in slot.options:
        assert ENGINE.check(view, decision, Orders({"t1": option.order})) == []
    for wrong in ("dug_in", "low", "friend", "fort"):
        (fault, *_) = ENGINE.check(view, decision, Orders({"t1": {"fire": {"0": wrong}}}))
        assert "(" in fault.text


def test_the_number_is_that_of_a_craft_at_that_range_with_the_shield_of_each_side() -> None:
    """Range 2: 7 + gunnery 4, less the angle and the shield factor of the side that the die gives."""
    state, decision = asked(over(), "fire")
    (slot,) = ENGINE.offers(ENGINE.view(state, "tog"), decision)
    info = next(o.info for o in slot.options if o.info.get("target") == "high")
    assert (info["range"], info["base"]) == (2, 7)
    assert [(s["side"], s["to_hit"]) for s in info["sides"]] == [
        ("front", 7 + 4 - 1 - 7), ("right", 7 + 4 - 4 - 6), ("right", 7 + 4 - 2 - 6), ("stern", 7 + 4 - 7), ("left", 3), ("left", 1),
    ]  # fmt: skip
    assert info["chance"] == (30 + 10 + 30 + 40 + 30 + 10) // 6


@pytest.mark.parametrize("roll", range(1, 7))
def test_what_is_offered_is_what_is_rolled_against(roll: int) -> None:
    state, decision = asked(over(), "fire")
    (slot,) = ENGINE.offers(ENGINE.view(state, "tog"), decision)
    side = next(o.info for o in slot.options if o.info.get("target") == "high")["sides"][roll - 1]
    table = Table(over())
    table.phase("combat", FORCES, answers({"fire": {"0": "high"}}), ScriptedDice.of(roll, 10))
    event = next(e for e in table.events if e.kind == "fire_at_laf")
    assert (side["roll"], side["side"], side["to_hit"]) == (roll, event.data["side"], event.checks[0].target)
    assert side["modifiers"] == plain(event.checks[0].modifiers)


def test_weapons_must_bear_and_work_in_the_air() -> None:
    """Only what is mounted astern bears when it flies away; no electron beam works down there."""
    away = over()
    away.craft["t1"].heading, away.ground = 2, {"b1": UNITS}
    gladius, target = away.craft["t1"], at_laf.target(away, "tog", "high")
    assert target is not None
    assert {gladius.mounts[n].arc for n in at_laf.bearing(away, gladius, target)} <= {"stern", "turret"}
    state = over(craft("t2", "avenger", "1:0314", heading=5))
    state.ground = {"b1": UNITS}
    avenger = state.craft["t2"]
    high = at_laf.target(state, "tog", "high")
    assert high is not None
    beams = [n for n, mount in enumerate(avenger.mounts) if mount.weapon.startswith(("epc", "npc"))]
    assert beams
    assert not set(beams) & set(at_laf.bearing(state, avenger, high))


def test_fire_is_rolled_here_and_hits_are_told_to_the_battle() -> None:
    """A 4 attacks the stern at 4 or less: the lasers of a Gladius, one hits."""
    table = Table(over())
    order = {"fire": {"0": "high", "1": "high"}}
    table.phase("combat", FORCES, answers(order), ScriptedDice.of(4, 4, 5))
    fired = next(e for e in table.events if e.kind == "fire_at_laf")
    assert (fired.rule, fired.units) == ("centurion: Attacks at LAF", ["t1", "high"])
    assert [c.passed for c in fired.checks] == [True, False]
    (sent,) = table.sent("attack_at_laf")
    assert (sent["battle"], sent["unit"], sent["facing"], sent["missiles"]) == ("b1", "high", "stern", False)
    weapon = table.craft("t1").mounts[0].weapon
    assert [hit["weapon"] for hit in sent["hits"]] == [weapon]


def test_the_battle_gets_the_damage_at_that_range_and_the_shape_of_the_template() -> None:
    assert at_laf.rows_of("mdc", 8) == [5, 3]
    assert at_laf.rows_of("laser", 7) == []
    assert at_laf.rows_of("tpp", 16) == [1, 3, 5, 7]
    assert stand_off.hit_of(stand_off.missiles()["sss"]).rows == [7, 5, 5, 3]


def test_a_miss_is_told_and_sends_nothing() -> None:
    table = Table(over())
    table.phase("combat", FORCES, answers({"fire": {"0": "falling"}}), ScriptedDice.of(1, 10))
    assert "dropping over 1:0114" in next(e.text for e in table.events if e.kind == "fire_at_laf")
    assert table.sent("attack_at_laf") == []


def test_fire_from_low_altitude_strikes_by_the_rules_of_this_board() -> None:
    table = Table(over())
    table.phase("hits", [mail("fire_from_laf", FireFromLaf("t1", [AirHit("high", "laser_3_6", 8, "bow", "laser")]), "ground:7")])
    event = next(e for e in table.events if e.kind == "ground_fire")
    assert (event.rule, event.cause, event.units) == ("centurion: Attacks at LAF", "ground:7", ["high", "t1"])
    assert table.craft("t1").where == "board"


def test_fire_at_a_craft_that_is_gone_does_nothing() -> None:
    state = over()
    state.craft["t1"].where = "left"
    table = Table(state)
    table.phase("hits", [mail("fire_from_laf", FireFromLaf("t1", [AirHit("high", "laser_3_6", 8, "bow", "laser")]))])
    assert [e.kind for e in table.events if e.kind == "ground_fire"] == []


# --- missiles -------------------------------------------------------------------------------------------------------------------------


def launch(state: State, kind: str, target: str, *dice: int) -> Table:
    """A launch in D5 that nobody else disturbs."""
    table = Table(state)
    table.phase("combat", FORCES, answers({"fire": {}}, {"missile": kind, "target": target}), ScriptedDice.of(*dice))
    return table


def test_what_missiles_are_offered_at_units_below(seen: State) -> None:
    """All that home at what flies low, SSS alone at what must be painted; nothing hidden, no installation."""
    gladius = seen.craft["t1"]
    assert [low.unit.id for low in stand_off.units(seen, gladius, "sss")] == ["high", "falling", "low", "trees"]
    assert [low.unit.id for low in stand_off.units(seen, gladius, "tgm")] == ["high", "falling"]
    assert stand_off.units(seen, gladius, "dfm") == []
    options = stand_off.options(seen, gladius, "sss", 10)
    assert [(o.info["target"], o.info["paint"], o.info["attack"]) for o in options] == [
        ("falling", False, 8), ("high", False, 8), ("low", True, 8), ("trees", True, 8),
    ]  # fmt: skip


@pytest.mark.parametrize("hex", ["1:0114", "1:0714", "1:0914"])
def test_stand_off_missiles_leave_from_the_atmosphere_alone(hex: str) -> None:
    state = over(hex=hex, loads={"sss": 2})
    state.ground = {"b1": UNITS}
    assert [low.unit.id for low in stand_off.units(state, state.craft["t1"], "sss")] == ["high", "falling"]


def test_a_craft_without_comm_system_fires_at_nothing_painted(seen: State) -> None:
    seen.craft["t1"].marks["comm_system"] = 1
    assert [low.unit.id for low in stand_off.units(seen, seen.craft["t1"], "sss")] == ["high", "falling"]


def test_a_stand_off_missile_tells_the_battle_and_flies_down(seen: State) -> None:
    """Locked on with a 4; two hexes away it is there in the next flight."""
    table = launch(seen, "sss", "low", 4)
    (shot,) = table.state.shots
    assert (shot.battle, shot.unit, shot.painted, shot.target) == ("b1", "low", True, "")
    (told,) = table.sent("stand_off")
    assert (told["missile"], told["unit"], told["arrives"], told["intelligence"]) == (shot.id, "low", False, 8)
    assert told["hit"]["damage"] == 20
    launched = next(e for e in table.events if e.kind == "missile_launched")
    assert (launched.rule, launched.checks[0].target) == ("centurion: Stand-Off Attacks", 4)
    table.phase("hits")
    for phase in ("initiative", "movement"):
        table.phase(phase)
    assert [s.there for s in table.state.shots] == [table.state.at.turn]
    table.phase("combat", FORCES, answers({"fire": {}}))
    (told,) = table.sent("stand_off")
    assert (told["missile"], told["arrives"]) == (shot.id, True)
    assert table.state.shots == []
    assert next(e for e in table.events if e.kind == "missile_down").rule == "centurion: Stand-Off Attacks"


def test_a_missile_without_lock_stays_aboard(seen: State) -> None:
    table = launch(seen, "sss", "low", 5)
    assert table.state.shots == []
    assert table.sent("stand_off") == []
    assert table.craft("t1").missiles["sss"] == 2


def test_a_missile_whose_target_is_not_painted_is_lost_once(seen: State) -> None:
    table = launch(seen, "sss", "low", 1)
    (shot,) = table.state.shots
    news = StandOffLost(shot.id, "b1", "its target is not painted")
    table.phase("hits", [mail("stand_off_lost", news, "ground:9"), mail("stand_off_lost", news, "ground:9")])
    (lost,) = [e for e in table.events if e.kind == "missile_lost"]
    assert (lost.cause, lost.rule) == ("ground:9", "centurion: Stand-Off Attacks")
    assert table.state.shots == []


def there(state: State, unit: str, *, painted: bool = False) -> State:
    """A missile that has reached the battlefield hex in this minute."""
    state.at.turn = 3
    battle = state.battles["b1"]
    state.shots = [
        Shot("t1.m1", "sss", "tog", "t1", "", battle.column, battle.row, 15, 2, battle="b1", unit=unit, there=3, painted=painted)
    ]
    return state


def test_a_missile_attacks_what_still_flies_low() -> None:
    """Its intelligence, then the side: a 6 is the left."""
    table = Table(there(over(), "high"))
    table.phase("combat", FORCES, answers({"fire": {}}), ScriptedDice.of(8, 6))
    (sent,) = table.sent("attack_at_laf")
    assert (sent["unit"], sent["facing"], sent["missiles"]) == ("high", "left", True)
    assert [hit["rows"] for hit in sent["hits"]] == [[7, 5, 5, 3]]
    assert table.state.shots == []


def test_a_missile_that_misses_or_finds_nothing_is_gone() -> None:
    for unit, dice, kind in (("high", (9,), "missile_attack"), ("low", (), "missile_lost")):
        table = Table(there(over(), unit))
        table.phase("combat", FORCES, answers({"fire": {}}), ScriptedDice.of(*dice))
        assert table.sent("attack_at_laf") == []
        assert kind in [e.kind for e in table.events]
        assert table.state.shots == []


def test_a_missile_for_a_battle_that_ended_is_lost(seen: State) -> None:
    table = launch(seen, "sss", "low", 1)
    table.phase("hits")
    table.phase("initiative", [mail("battlefield", Battlefield("b1", "1:0114", False, []))])
    table.phase("movement")
    assert "missile_lost" in [e.kind for e in table.events]
    assert table.state.shots == []


def test_the_bot_fires_at_what_flies_low_and_launches_at_it_first() -> None:
    state, decision = asked(over(loads={"sss": 2}), "fire")
    view = ENGINE.view(state, "tog")
    orders = ENGINE.choose(view, decision, ENGINE.offers(view, decision), KeyedDice(key=b"bot"))
    assert set(orders.choices["t1"]["fire"].values()) <= {"high", "falling"}
    assert orders.choices["t1"]["fire"]
    state, decision = asked(over(loads={"sss": 2}), "launch")
    view = ENGINE.view(state, "tog")
    orders = ENGINE.choose(view, decision, ENGINE.offers(view, decision), KeyedDice(key=b"bot"))
    assert orders.choices["t1"]["target"] in ("high", "falling")


def test_the_bot_launches_stand_off_missiles_where_there_is_nothing_better() -> None:
    state = over(loads={"sss": 2})
    forces = [mail("ground_forces", GroundForces("b1", [vehicle("low", "nf")]))]
    step = ENGINE.advance(state, "combat", {}, forces, ScriptedDice.of())
    view = ENGINE.view(step.state, "tog")
    decision = next(d for d in step.pending if d.seat == "tog")
    assert decision.kind == "launch"
    orders = ENGINE.choose(view, decision, ENGINE.offers(view, decision), KeyedDice(key=b"bot"))
    assert orders.choices == {"t1": {"missile": "sss", "target": "low"}}


@pytest.mark.parametrize(
    ("hex", "missile", "target", "why"),
    [
        ("1:0314", "tgm", "low", "only SSS missiles follow paint (centurion: Stand-Off Attacks)"),
        ("1:0314", "hell_missile", "high", "not launched at what is at low altitude (centurion: Attacks at LAF)"),
        ("1:0114", "sss", "low", "launched from the atmosphere"),
        ("1:0414", "sss", "high", "not in the forward arc"),
        ("1:0314", "sss", "dug_in", "cannot lock on 'dug_in'"),
        ("1:0314", "sss", "fort", "cannot lock on 'fort'"),
    ],
)
def test_why_a_launch_at_the_ground_is_refused(hex: str, missile: str, target: str, why: str) -> None:
    state = over(hex=hex, loads={"sss": 1, "tgm": 1, "hell_missile": 1})
    state.ground = {"b1": UNITS}
    if "arc" in why:
        state.craft["t1"].heading = 2
    decision = Decision("launch:tog", "tog", "launch", "", ["t1"], True)
    view = ENGINE.view(state, "tog")
    (fault,) = ENGINE.check(view, decision, Orders({"t1": {"missile": missile, "target": target}}))
    assert why in fault.text
