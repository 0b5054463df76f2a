"""Artillery and Signals: who fires, what it adds, counter-battery fire, denial; maneuver beside signals centuries."""

from typing import Any

import pytest

from scales.engine import Decision, Json
from scales.legatus import ENGINE
from scales.legatus.deployment import maneuver_modifiers
from scales.legatus.movement.movement import ground_for
from scales.legatus.support import artillery, counter_battery
from tests.legatus.fights import GRAV, asked, faced, ready, refused
from tests.legatus.table import Table, century, table

FAR = [century("x", GRAV, "1410")]
PLACES = {"concentrated": "0201", "semi_dispersed": "0201|0202", "dispersed": "0201|0202|0302"}


def guns(at: str = "0201", id: str = "g", **more: Any) -> Json:
    return century(id, "grav_artillery", at, **more)


def line(count: int = 3) -> tuple[list[Json], list[Json]]:
    """Pairs of centuries face to face."""
    places = [("0606", "0607"), ("0906", "0907"), ("1206", "1207")][:count]
    return (
        [century(f"a{n}", GRAV, at) for n, (at, _) in enumerate(places)],
        [century(f"x{n}", GRAV, at) for n, (_, at) in enumerate(places)],
    )


def bonuses(play: Table) -> dict[str, int]:
    """What artillery added to the attacks of the last phase, by attacker."""
    found = [
        (e.units[0], sum(m.value for m in e.checks[0].modifiers if m.name.startswith("artillery")))
        for e in play.events
        if e.kind == "attacked"
    ]
    return {id: value for id, value in found if value}


def supported(play: Table, *helped: str, gun: str = "g") -> Table:
    return play.phase("commitment", orders={"attack:tog": {f"fire:{gun}": {"support": list(helped)}}})


# ---- support -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spread", "count", "bonus"), [("concentrated", 1, 3), ("semi_dispersed", 2, 2), ("dispersed", 3, 1)])
def test_dispersion_says_how_many_are_supported_and_how_well(spread: str, count: int, bonus: int) -> None:
    tog, other = line()
    helped = [u["id"] for u in tog[:count]]
    play = supported(ready([*tog, guns(PLACES[spread])], other), *helped)
    told = next(e for e in play.events if e.kind == "supported")
    assert told.data == {"bonus": bonus, "shots": {"used": count, "left": 0}}
    assert told.rule == "legatus: Artillery"
    assert bonuses(play.phase("combat")) == dict.fromkeys(helped, bonus)


def test_support_beyond_the_shots_is_refused() -> None:
    tog, other = line()
    state, decision = asked(ready([*tog, guns()], other), "commitment", "attack")
    fault = refused(state, decision, {u["id"]: {"target": f"x{n}"} for n, u in enumerate(tog)} | {"fire:g": {"support": ["a0", "a1"]}})
    assert [f.text for f in fault] == ["G has 1 shot left for support, not 2 (legatus: Artillery)."]


def test_several_batteries_at_one_century_add_up() -> None:
    play = ready([century("a", GRAV, "0606"), guns("0201"), guns("0203", "h")], [century("x", GRAV, "0607")])
    play.phase("commitment", orders={"attack:tog": {"fire:g": {"support": ["a"]}, "fire:h": {"support": ["a"]}}}).phase("combat")
    assert bonuses(play) == {"a": 6}


@pytest.mark.parametrize(
    ("path", "why"),
    [(["0202"], "has moved"), (["0201|0202"], "has moved"), (["dug_in"], "has moved"), (["tree_top"], "has moved")],
)
def test_a_battery_that_moved_or_changed_its_deployment_does_not_fire(path: list[str], why: str) -> None:
    play = Table(table([century("a", GRAV, "0606"), guns()], [century("x", GRAV, "0607")])).phase("initiative")
    play.phase("movement", orders={"movement:t": {"g": {"path": path}}})
    assert artillery.batteries(play.state, "tog") == []
    assert why in artillery.idle_reason(play.state.units["g"])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"altitude": "tree_top"}, "is at tree top"),
        ({"altitude": "low_altitude"}, "is at low altitude"),
        ({"crippled": True}, "is crippled"),
    ],
)
def test_flying_and_crippled_guns_use_no_artillery_rule(change: Json, why: str) -> None:
    play = ready([century("a", GRAV, "0606"), guns(**change)], [century("x", GRAV, "0607")])
    gun = play.state.units["g"]
    assert artillery.batteries(play.state, "tog") == artillery.counter_targets(play.state, "commonwealth") == []
    assert artillery.denial_fault(play.state, gun, ["0808|0809|0908"]) == f"G {why} and denies no ground (legatus: Artillery)."
    assert ENGINE.record(ENGINE.view(play.state, "tog"), "g")["artillery"]["idle"] == f"G {why}"


def test_dug_in_and_ground_guns_fire() -> None:
    play = ready([century("a", GRAV, "0606"), guns(altitude="dug_in"), century("h", "ground_artillery", "0203")], FAR)
    assert [u.id for u in artillery.batteries(play.state, "tog")] == ["g", "h"]


def test_only_other_friendly_centuries_in_combat_are_supported() -> None:
    """Not the battery itself, which fights; not b, which nobody faces; not an installation."""
    tog = [century("a", GRAV, "0606"), century("b", GRAV, "0202"), guns("0606")]
    forts = [{"id": "fort", "side": "tog", "hex": "0605"}]
    state, decision = asked(ready(tog, [century("x", GRAV, "0607")], installations=forts), "commitment", "attack")
    gun = state.units["g"]
    assert [u.id for u in artillery.supportable(state, gun)] == ["a"]
    for wrong in ("g", "b", "fort"):
        found = refused(state, decision, {"a": {"target": "x"}, "g": {"target": "x"}, "fire:g": {"support": [wrong]}})
        assert [f.text for f in found] == [
            f"G cannot support {wrong}: it supports other friendly centuries in combat, no installation (legatus: Artillery)."
        ]


def test_no_support_against_who_stands_in_the_zone_of_air_defense() -> None:
    other = [century("x", GRAV, "0607"), century("d", "air_space_defense", "0608", crippled=True)]
    play = supported(ready([century("a", GRAV, "0606"), guns()], other), "a")
    assert bonuses(play.phase("combat")) == {}
    broken = ready([century("a", GRAV, "0606"), guns()], other)
    broken.state.units["d"].broken = True
    assert bonuses(supported(broken, "a").phase("combat")) == {"a": 3}


def test_offers_tell_shots_and_bonus() -> None:
    tog, other = line()
    state, decision = asked(ready([*tog, guns(PLACES["semi_dispersed"])], other), "commitment", "attack")
    slot = next(s for s in ENGINE.offers(ENGINE.view(state, "tog"), decision) if s.id == "fire:g")
    assert [o.order for o in slot.options] == [{}, *({"support": pair} for pair in (["a0", "a1"], ["a0", "a2"], ["a1", "a2"]))]
    assert slot.options[1].label == "support A0, A1: +2 to each attack"
    assert slot.options[1].info["shots"] == {"used": 2, "left": 0}
    assert slot.options[1].info["modifiers"] == [{"name": "artillery: G", "value": 2, "rule": "legatus: Artillery"}]


# ---- counter-battery fire ------------------------------------------------------------------------------------------


def duel(mine: str = "0201", theirs: str = "1401|1402|1502") -> Table:
    tog, other = line()
    return ready([*tog, guns(mine)], [*other, guns(theirs, "h")])


def counter(**targets: int) -> Json:
    return {"counter_battery:tog": {"g": {"targets": targets}}}


def test_counter_battery_fire_takes_shots_one_for_one_before_all_else() -> None:
    """Two of the three shots of h are gone: it can support one century."""
    play = duel("0201|0202")
    state, decision = asked(play, "commitment", "counter_battery")
    assert decision.units == ["g"]
    assert state.units["h"].shots == 0
    play.phase("commitment", orders=counter(h=2) | {"attack:commonwealth": {"fire:h": {"support": ["x1"]}}})
    event = next(e for e in play.events if e.kind == "counter_battery")
    assert event.data == {"shots": 2, "taken": 2, "left": 1}
    assert event.text == "G fires 2 shots at H, which has 1 shot left."
    assert play.kinds().index("counter_battery") < play.kinds().index("supported")
    assert artillery.shots_left(play.state.units["g"]) == artillery.shots_left(play.state.units["h"]) == 0


def test_a_battery_silenced_supports_nobody() -> None:
    play = duel(theirs="1401").phase("commitment", orders=counter(h=1))
    assert "fire:h" not in play.state.plans.support
    assert play.state.plans.support == {}


def test_fire_that_crosses_is_fired_all_the_same() -> None:
    both = {"counter_battery:tog": {"g": {"targets": {"h": 1}}}, "counter_battery:commonwealth": {"h": {"targets": {"g": 1}}}}
    play = duel(theirs="1401").phase("commitment", orders=both)
    assert [e.data["shots"] for e in play.events if e.kind == "counter_battery"] == [1, 1]
    assert [artillery.shots_left(play.state.units[u]) for u in "gh"] == [0, 0]


def test_shots_not_spent_on_guns_support() -> None:
    play = duel("0201|0202", "1401")
    play.phase("commitment", orders=counter(h=1) | {"attack:tog": {"fire:g": {"support": ["a0"]}}})
    assert play.state.plans.support == {"g": ["a0"]}


@pytest.mark.parametrize(
    ("targets", "why"),
    [
        ({"x0": 1}, "G cannot fire at x0: enemy batteries with shots left are h"),
        ({"h": 4}, "One to 3 shots can be taken from H, not 4"),
        ({"h": 0}, "One to 3 shots can be taken from H, not 0"),
        ({"h": 2}, "G has 1 shot left, not 2"),
    ],
)
def test_counter_battery_fire_that_is_refused(targets: dict[str, int], why: str) -> None:
    state, decision = asked(duel(), "commitment", "counter_battery")
    assert [f.text for f in refused(state, decision, {"g": {"targets": targets}})] == [f"{why} (legatus: Artillery)."]


def test_counter_battery_offers_tell_what_is_left_on_both_sides() -> None:
    state, decision = asked(duel("0201|0202"), "commitment", "counter_battery")
    options = ENGINE.offers(ENGINE.view(state, "tog"), decision)[0].options
    assert [o.label for o in options] == ["keep all shots", "fire 2 of 2 at H: leaves it 1 of 3", "fire 1 of 2 at H: leaves it 2 of 3"]
    assert options[1].info["target_shots"] == {"before": 3, "after": 1}
    assert ENGINE.prospects(ENGINE.view(state, "tog"), decision)[-1].kind == "attack"


def test_nobody_is_asked_for_counter_battery_fire_without_guns_on_both_sides() -> None:
    for play in (faced(), ready([century("a", GRAV, "0606"), guns()], [century("x", GRAV, "0607")])):
        assert [counter_battery.counter_orders(play.state, side) for side in play.state.sides] == [None, None]


def test_in_a_double_blind_battle_only_guns_that_were_seen_are_fired_at_and_firing_shows_them() -> None:
    """h has been spotted, g has not: tog may fire, the Commonwealth sees no gun to fire at."""
    tog, other = line()
    play = ready([*tog, guns()], [*other, guns("1401", "h")], options={"double_blind": 1})
    for unit in play.state.units.values():
        unit.spotted_by = ["tog"] if unit.id == "h" else []
    state, decision = asked(play, "commitment", "counter_battery")
    assert decision.seat == "tog"
    assert refused(state, decision, {"g": {"targets": {"h": 1}}}) == []
    play.phase("commitment", orders=counter(h=1))
    event = next(e for e in play.events if e.kind == "counter_battery")
    assert event.seen_by is None
    assert play.state.units["g"].spotted_by == ["commonwealth"]


# ---- area denial ---------------------------------------------------------------------------------------------------


def deny(play: Table, *places: str, **more: Json) -> Table:
    return play.phase("movement", orders={"movement:t": {"g": {"deny": list(places)}}} | more)


@pytest.mark.parametrize(("spread", "size"), [("concentrated", 3), ("semi_dispersed", 2), ("dispersed", 1)])
def test_a_mission_denies_as_many_hexes_as_the_battery_is_together(spread: str, size: int) -> None:
    hexes = ["0706", "0707", "0806"][:size]
    play = deny(Table(table([guns(PLACES[spread])], FAR)).phase("initiative"), "|".join(hexes))
    assert [(m.kind, m.hexes) for m in play.state.markers] == [("denial", hexes)]


def test_denial_of_the_wrong_size_names_the_rule() -> None:
    state = table([guns()], FAR)
    decision = Decision("movement:t", "tog", "movement", "Move", ["g"])
    found = refused(state, decision, {"g": {"deny": ["0706"]}})
    assert [f.text for f in found] == [
        "A mission of G, which is concentrated, denies 3 hexes of the map that touch each other; '0706' is not that (legatus: Artillery)."
    ]
    both = refused(state, decision, {"g": {"deny": ["0706|0707|0806"], "path": ["0202"]}})
    assert "moves, or lays artillery denial" in both[0].text


def test_denied_hexes_stop_both_sides() -> None:
    """A friend of the guns stops on a failed test (7 against 6) as well as an enemy."""
    tog, other = [guns(), century("b", GRAV, "0705")], [century("x", GRAV, "0805")]
    play = Table(table(tog, other)).phase("initiative")
    play.state.cohorts["t"].initiative = -1
    orders = {
        "movement:t": {"b": {"path": ["0706", "0707"]}, "g": {"deny": ["0706|0707|0806"]}},
        "movement:c": {"x": {"path": ["0806", "0807", "0808"]}},
    }
    play.phase("movement", orders=orders)
    # the cohort's centuries move in order of their ids, so that b has gone before the fire falls
    assert play.state.markers[0].hexes == ["0706", "0707", "0806"]
    stopped = next(e for e in play.events if e.kind == "moved" and e.units == ["x"])
    assert "enemy zone" in stopped.checks[0].what
    assert {"0706", "0707", "0806"} <= ground_for(play.state, play.state.units["b"]).zone & ground_for(
        play.state, play.state.units["x"]
    ).zone


def test_denial_lasts_to_the_end_of_the_turn_and_shots_not_used_support() -> None:
    tog, other = line()
    play = Table(table([*tog, guns(PLACES["dispersed"])], other)).phase("initiative")
    deny(play, "0210", "0310")
    assert artillery.shots_left(play.state.units["g"]) == 1
    supported(play.phase("spotting"), "a0")
    assert bonuses(play.phase("combat")) == {"a0": 1}
    assert play.phase("end").state.markers == []


def test_guns_that_deny_ground_have_not_moved() -> None:
    play = deny(Table(table([guns()], FAR)).phase("initiative"), "0706|0707|0806")
    assert not play.state.units["g"].moved
    assert "denied" in play.kinds()


def test_engineers_clear_denied_hexes() -> None:
    play = Table(table([century("e", "armored_engineer", "0604")], [*FAR, guns("1401", "h")])).phase("initiative")
    play.state.cohorts["c"].initiative = -1
    orders = {"movement:c": {"h": {"deny": ["0605|0606|0706"]}}, "movement:t": {"e": {"path": ["0605"]}}}
    play.phase("movement", orders=orders)
    assert play.state.markers[0].hexes == ["0606", "0706"]


def test_denial_shows_the_guns_and_is_seen_by_all_in_a_double_blind_battle() -> None:
    play = deny(Table(table([guns()], FAR, options={"double_blind": 1})).phase("initiative"), "0706|0707|0806")
    assert play.state.units["g"].spotted_by == ["commonwealth"]
    assert ENGINE.view(play.state, "commonwealth").state.markers[0].hexes == ["0706", "0707", "0806"]
    assert next(e for e in play.events if e.kind == "denied").seen_by is None


# ---- signals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("friend", "enemy", "bonus"), [("0506", "1410", 2), ("0606", "1410", 2), ("0202", "0707", -2), ("0506", "0707", 0), ("0202", "1410", 0)]
)
def test_signals_beside_a_century_change_its_maneuver_in_combat(friend: str, enemy: str, bonus: int) -> None:
    state = table([century("a", GRAV, "0606"), century("s", "signals", friend)], [century("z", "signals", enemy)])
    found = {m.rule: m.value for m in maneuver_modifiers(state, state.units["a"], combat=True)}
    assert found.get("legatus: Signals", 0) == bonus
    assert maneuver_modifiers(state, state.units["a"], combat=False) == []


def test_a_signals_century_helps_itself_unless_crippled() -> None:
    state = table([century("s", "signals", "0606"), century("t1", "signals", "0606")], FAR)
    assert [m.value for m in maneuver_modifiers(state, state.units["s"], combat=True)] == [2]
    state.units["s"].crippled = state.units["t1"].crippled = True
    assert maneuver_modifiers(state, state.units["s"], combat=True) == []
