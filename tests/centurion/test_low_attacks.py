"""Attacks at LAF: craft on the board above against vehicles at low altitude, and what those fire back."""

from typing import Any

from scales.centurion.combat import painting, plans
from scales.centurion.state import BattleState, Run
from scales.centurion.support import air_orders
from scales.codec import plain
from scales.dice import ScriptedDice
from scales.engine import Decision, Delivery, Json, Slot
from scales.messages import GroundAttack
from tests.centurion.firing_range import advance, at, kinds, mount_of, table, tank

ON = {"flight_modes": 1}
ORDER = {"engage": "h", "heading": 4}


def craft(**more: Any) -> GroundAttack:
    base: Json = {"attack": "strafing", "gunnery": 4, "weapons": {"laser_5_4": 2}, "bombs": {}, "shields": {"bow": 60, "left": 40}}
    return GroundAttack("avenger", "Avenger 1", "avenger", "blue", "b", **{**base, **more})


def mail(attack: GroundAttack) -> list[Delivery]:
    return [Delivery("m1", "ground_attack", "air", plain(attack), "air:3")]


def high(**more: Any) -> BattleState:
    """A Horatius of red at low altitude, facing north, and one on the ground."""
    return table(
        [tank("h", "horatius", "0505") | {"mode": "laf"} | more, tank("low", "horatius", "0510")], [tank("v", "viper", "2010")], options=ON
    )


def waiting(attack: GroundAttack | None = None, **more: Any) -> BattleState:
    """The same with the craft above it."""
    state = high(**more)
    state.air = [attack or craft()]
    return state


def test_a_craft_engages_a_vehicle_at_low_altitude_from_above() -> None:
    """8 less the front shield of 7 on the side it comes from; a 5 strikes the turret."""
    step, events = advance(high(), "combat", ScriptedDice.of(1, 10, 5, 5), {"air:blue": {"avenger": ORDER}}, mail(craft()))
    fired = next(e for e in events if e.kind == "engaged")
    assert (fired.rule, fired.units) == ("centurion: Attacks at LAF", ["avenger", "h"])
    assert [(m.name, m.value) for m in fired.checks[0].modifiers] == [("gunnery", 4), ("front shield", -7)]
    assert [c.passed for c in fired.checks] == [True, False]
    assert next(e for e in events if e.kind == "hit").data["facing"] == "turret"
    assert "strafing" not in kinds(events)
    assert step.state.runs == {}


def test_the_heading_says_which_side_is_attacked() -> None:
    _, events = advance(high(), "combat", ScriptedDice.of(1, 10, 6, 5), {"air:blue": {"avenger": {**ORDER, "heading": 1}}}, mail(craft()))
    assert next(e for e in events if e.kind == "hit").data["facing"] == "stern"


def test_who_is_dropping_is_struck_from_below_too() -> None:
    state = high(dropped=True)
    _, events = advance(state, "combat", ScriptedDice.of(1, 10, 3, 5), {"air:blue": {"avenger": ORDER}}, mail(craft()))
    assert next(e for e in events if e.kind == "hit").data["facing"] == "bottom"


def test_strafing_runs_strike_what_flies_low_like_anything_else() -> None:
    """The craft counts as at low altitude itself: a 3 is the turret, a 4 the attacked side."""
    run = {"hex": "0501", "heading": 4, "length": 10}
    _, events = advance(high(), "combat", ScriptedDice.of(1, 10, 4, 5, 10, 10), {"air:blue": {"avenger": run}}, mail(craft()))
    assert next(e for e in events if e.kind == "hit").data["facing"] == "front"


def test_only_vehicles_at_low_altitude_fire_back_on_a_seven() -> None:
    state = waiting()
    state.runs["avenger"] = Run(at("0505"), 4, engages="h")
    mine, other = (plans.aim_at(state, state.vehicles[id], "avenger") for id in ("h", "low"))
    assert mine is not None
    assert other is not None
    assert (mine.seen, mine.base, mine.range, other.seen) == (True, 7, 1, False)
    assert painting.reckoned(state, "h", "avenger") is not None
    assert painting.reckoned(state, "low", "avenger") is None


def test_return_fire_from_low_altitude_is_reported_above() -> None:
    laser = mount_of("horatius", "laser_3_6")
    orders: dict[str, Any] = {"air:blue": {"avenger": ORDER}, "fire:red": {"h": {"fire": [[laser, "avenger", ""]]}}}
    step, events = advance(high(), "combat", ScriptedDice.of(10, 10, 1), orders, mail(craft(shields={})))
    check = next(e for e in events if e.kind == "fire").checks[0]
    assert check.base == 7
    report = next(m for m in step.outbox if m.kind == "return_fire")
    assert [hit["by"] for hit in report.data["hits"]] == ["h"]


def test_engagements_are_offered_and_checked() -> None:
    state = waiting()
    (slot,) = _offers(state)
    offered = [o for o in slot.options if "engage" in o.order]
    assert [o.order["engage"] for o in offered] == ["h"]
    assert all(not air_orders.faults(state, craft(), o.order) for o in slot.options)
    line = offered[0].info["targets"][0]
    assert (line["target"], line["rule"]) == ("h", "centurion: Attacks at LAF")


def _offers(state: BattleState) -> list[Slot]:

    return air_orders.offers(state, Decision("air:blue", "blue", "air", "", ["avenger"], data={"side": "blue", "units": ["avenger"]}))


def test_what_cannot_be_engaged_is_refused() -> None:
    state = waiting()
    refused = air_orders.faults
    assert refused(state, craft(), {"engage": "low", "heading": 1}) == [
        "There is no enemy vehicle low at low altitude (centurion: Attacks at LAF)."
    ]
    assert refused(state, craft(), {"engage": "v", "heading": 7}) == [
        "There is no enemy vehicle v at low altitude (centurion: Attacks at LAF).",
        "The heading is 1 to 6 (centurion: Attacks at LAF).",
    ]
    assert "engage and heading only" in refused(state, craft(), {"engage": "h"})[0]
    assert "dives" in refused(state, craft(attack="dive_bombing"), ORDER)[0]
