"""Air/Space Defense Centuries and installations against squadrons over their targets."""

from typing import Any

import pytest

from scales.dice import ScriptedDice
from scales.legatus import ENGINE
from scales.legatus.support import air_defense
from tests.legatus.fights import GRAV, asked, flown
from tests.legatus.table import FLAT, Table, century, table

MISS = 10
RULE = "legatus: Air/Space Defense Centuries"


def guarded(guard: str, **more: Any) -> Table:
    """w of tog attacks x in 0607; the Commonwealth has air/space defense at a place."""
    squadrons = [{"id": "w", "side": "tog", "kind": "interceptor_heavy"}]
    other = [century("x", GRAV, "0607"), century("d", "air_space_defense", guard, **more.pop("defense", {}))]
    play = Table(table([century("a", GRAV, "0606")], other, squadrons=squadrons, rows=FLAT, **more))
    play.phase("initiative", orders={"initiative:tog": {"w": {"box": "ground_support"}}}).phase("movement").phase("spotting")
    return play.phase("commitment", orders={"attack:tog": {"w": {"target": "x"}}})


def shots(play: Table) -> list[Any]:
    return [e for e in play.events if e.kind == "air_attack"]


def test_air_defense_attacks_with_five_more_within_two_hexes_of_the_target() -> None:
    """Attack 2 + 5: 7 hits, heavy defense 6 does not hold 7: shot down, but its attack (miss) was simultaneous."""
    play = guarded("0609").phase("combat", MISS, MISS, MISS, 7, 7)
    check = shots(play)[0].checks[0]
    assert (check.base, [(m.name, m.value) for m in check.modifiers], check.target) == (2, [("air/space defense", 5)], 7)
    assert (shots(play)[0].rule, check.rule) == (RULE, RULE)
    assert play.state.squadrons["w"].box == "destroyed"
    assert "ground_attack" in play.kinds()


def test_its_own_deployment_counts() -> None:
    play = guarded("0608|0609", defense={"altitude": "dug_in"}).phase("combat", MISS, MISS, MISS, MISS)
    assert shots(play)[0].checks[0].target == 2 - 1 + 1 + 5


@pytest.mark.parametrize(("guard", "fires"), [("0608", True), ("0609", True), ("0610", False)])
def test_two_hexes_are_counted_from_the_target(guard: str, fires: bool) -> None:
    play = guarded(guard)
    assert [u.id for u in air_defense.defenders_of(play.state, play.state.units["x"])] == (["d"] if fires else [])


def test_crippled_air_defense_fires_with_what_is_left() -> None:
    play = guarded("0609", defense={"crippled": True})
    assert air_defense.attack_on(play.state, play.state.units["d"], play.state.squadrons["w"]).target == 1 + 5


def test_no_other_century_fires_at_squadrons() -> None:
    play = flown([], ["w"]).phase("commitment", orders={"attack:tog": {"w": {"target": "x"}}}).phase("combat", MISS, MISS, MISS)
    assert not shots(play)


def test_installations_fire_without_the_bonus() -> None:
    forts = [{"id": "fort", "side": "commonwealth", "hex": "0609"}]
    play = flown([], ["w"], installations=forts).phase("commitment", orders={"attack:tog": {"w": {"target": "x"}}})
    play.phase("combat", MISS, MISS, MISS, MISS)
    check = shots(play)[0].checks[0]
    assert (check.base, check.modifiers, check.rule) == (7, [], "legatus: Defensive Installations")


def test_each_fires_once_at_each_squadron_until_it_is_shot_down() -> None:
    """d and d2 fire at w; d shoots it down (7, 7), d2 fires at w2 alone, after d has missed it."""
    squadrons = [{"id": q, "side": "tog", "kind": "interceptor_heavy"} for q in ("w", "w2")]
    other = [century("x", GRAV, "0607"), *(century(d, "air_space_defense", "0609") for d in ("d", "d2"))]
    play = Table(table([century("a", GRAV, "0606")], other, squadrons=squadrons))
    play.phase("initiative", orders={"initiative:tog": {q: {"box": "ground_support"} for q in ("w", "w2")}}).phase("movement").phase(
        "spotting"
    )
    play.phase("commitment", orders={"attack:tog": {q: {"target": "x"} for q in ("w", "w2")}})
    play.phase("combat", MISS, MISS, MISS, 7, 7, MISS, MISS, MISS)
    assert [e.units for e in shots(play)] == [["d", "w"], ["d", "w2"], ["d2", "w2"]]
    assert [play.state.squadrons[q].box for q in ("w", "w2")] == ["destroyed", "re_arming"]


def test_hunters_are_fired_at_too() -> None:
    squadrons = [{"id": "w", "side": "tog", "kind": "interceptor_heavy"}]
    other = [century("x", GRAV, "0607", altitude="low_altitude"), century("d", "air_space_defense", "0609")]
    play = Table(table([century("a", GRAV, "0606")], other, squadrons=squadrons))
    play.phase("initiative", orders={"initiative:tog": {"w": {"box": "ground_support"}}}).phase("movement").phase("spotting").phase(
        "commitment"
    )
    play.phase("combat", MISS, MISS, MISS, MISS, orders={"low_attack:tog": {"w": {"target": "x"}}})
    assert len(shots(play)) == 1


def test_who_sends_a_squadron_is_told_what_fires_at_it() -> None:
    squadrons = [{"id": "w", "side": "tog", "kind": "interceptor_heavy"}]
    other = [century("x", GRAV, "0607"), century("d", "air_space_defense", "0609")]
    play = Table(table([century("a", GRAV, "0606")], other, squadrons=squadrons))
    play.phase("initiative", orders={"initiative:tog": {"w": {"box": "ground_support"}}}).phase("movement").phase("spotting")
    state, decision = asked(play, "commitment", "attack")
    slot = next(s for s in ENGINE.offers(ENGINE.view(state, "tog"), decision) if s.id == "w")
    info = slot.options[1].info
    assert [fire["target"] for fire in info["air_defense"]] == [7]
    assert (info["own_defense"]["target"], info["roll"]["target"]) == (6, 6)


def unseen(order: Any) -> Table:
    """w of tog goes for x, which it sees; the order of air/space defense next to x, which nobody sees, in a double-blind battle."""
    squadrons = [{"id": "w", "side": "tog", "kind": "interceptor_heavy"}]
    other = [century("x", GRAV, "0607"), century("d", "air_space_defense", "0609")]
    play = Table(table([century("a", GRAV, "0606")], other, squadrons=squadrons, options={"double_blind": 1}))
    play.phase("initiative", orders={"initiative:tog": {"w": {"box": "ground_support"}}}).phase("movement").phase("spotting")
    for id, unit in play.state.units.items():
        unit.spotted_by = {"x": ["tog"], "a": ["commonwealth"]}.get(id, [])
    return play.phase("commitment", orders={"attack:tog": {"w": {"target": "x"}}, "attack:commonwealth": {"fire:d": order}})


def test_air_defense_that_holds_its_fire_stays_unseen() -> None:
    play = unseen({"air_defense": "hold"})
    assert [ENGINE.view(play.state, seat).state.plans.held for seat in ("tog", "commonwealth")] == [[], ["d"]]
    assert ENGINE.record(ENGINE.view(play.state, "commonwealth"), "d")["orders"]["holds_fire"]
    play.phase("combat")
    assert shots(play) == []
    assert play.state.units["d"].spotted_by == []
    (event,) = [e for e in play.events if e.kind == "held_fire"]
    assert (event.text, event.seen_by, event.rule) == ("D holds its fire at w.", ["commonwealth"], RULE)
    # and the order ends with the combat phase
    assert play.state.plans.held == []


@pytest.mark.parametrize("order", [{}, {"air_defense": "fire"}])
def test_air_defense_fires_unless_it_is_held_back(order: Any) -> None:
    assert [e.units for e in shots(unseen(order).phase("combat"))] == [["d", "w"]]


def test_held_air_defense_lets_squadrons_hunt_too() -> None:
    play = unseen({"air_defense": "hold"})
    play.state.plans.missions = {}
    play.state.units["x"].altitude = "low_altitude"
    play.phase("combat", MISS, MISS, MISS, orders={"low_attack:tog": {"w": {"target": "x"}}})
    assert [e.kind for e in play.events if "w" in e.units] == ["raid", "ground_attack", "held_fire"]


@pytest.mark.parametrize(("double_blind", "slots"), [(1, ["a", "fire:d"]), (0, ["a"])])
def test_who_may_hold_fire_is_asked_in_a_double_blind_battle_alone(double_blind: int, slots: list[str]) -> None:
    """d covers a, which is in combat; nobody is in reach of far."""
    mine = [century("a", GRAV, "0606"), century("d", "air_space_defense", "0604"), century("far", "air_space_defense", "0101")]
    play = Table(table(mine, [century("x", GRAV, "0607")], options={"double_blind": double_blind}, rows=FLAT))
    play.phase("initiative").phase("movement").phase("spotting").state.units["x"].spotted_by = ["tog"]
    state, decision = asked(play, "commitment", "attack")
    view = ENGINE.view(state, "tog")
    found = {s.id: s for s in ENGINE.offers(view, decision)}
    assert list(found) == slots
    if double_blind:
        fire, hold = found["fire:d"].options
        assert (fire.order, hold.order) == ({"air_defense": "fire"}, {"air_defense": "hold"})
        assert (fire.info["roll"]["target"], fire.info["covers"], fire.info["range"]) == (7, ["a"], 2)
        assert ENGINE.choose(view, decision, list(found.values()), ScriptedDice()).choices["fire:d"] == {"air_defense": "fire"}


def test_air_defense_that_fires_is_spotted() -> None:
    squadrons = [{"id": "w", "side": "tog", "kind": "interceptor_heavy"}]
    other = [century("x", GRAV, "0607"), century("d", "air_space_defense", "0609")]
    play = Table(table([century("a", GRAV, "0606")], other, squadrons=squadrons, options={"double_blind": 1}))
    play.phase("initiative", orders={"initiative:tog": {"w": {"box": "ground_support"}}}).phase("movement").phase("spotting")
    play.state.units["x"].spotted_by, play.state.units["d"].spotted_by = ["tog"], []
    assert air_defense.defenders_of(ENGINE.view(play.state, "tog").state, play.state.units["x"]) == []
    play.phase("commitment", orders={"attack:tog": {"w": {"target": "x"}}}).phase("combat")
    assert play.state.units["d"].spotted_by == ["tog"]
    assert shots(play)[0].seen_by is None
