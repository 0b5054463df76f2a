"""What the bot does in situations that have a plain answer."""

from typing import Any

import pytest

from scales.dice import KeyedDice, seeded_secret
from scales.engine import Decision, Json, Orders
from scales.legatus import ENGINE
from scales.legatus.board import gap
from scales.legatus.bot.values import harm_now
from scales.legatus.state import LegatusState
from tests.legatus.samples import battle
from tests.legatus.table import century, table

GRAV, LIGHT = "medium_grav_armor", "light_grav_armor"


def chosen(state: LegatusState, decision: Decision) -> Orders:
    view = ENGINE.view(state, decision.seat)
    orders = ENGINE.choose(view, decision, ENGINE.offers(view, decision), KeyedDice(key=seeded_secret(1)))
    assert not ENGINE.check(view, decision, orders)
    return orders


def asked(state: LegatusState, phase: str, kind: str, seat: str = "tog") -> Orders:
    """What the bot answers to the first decision of a kind when a phase opens on a state as it stands."""
    state.at.turn = max(1, state.at.turn)
    step = ENGINE.advance(state, phase, {}, [], KeyedDice(key=seeded_secret(2)))
    while True:
        for decision in step.pending:
            if (decision.kind, decision.seat) == (kind, seat):
                return chosen(step.state, decision)
        assert not step.done, f"nobody was asked for {kind}"
        answers = {d.key: chosen(step.state, d) for d in step.pending}
        step = ENGINE.advance(step.state, phase, answers, [], KeyedDice(index=step.state.at.rolls, key=seeded_secret(2)))


def moved(tog: list[Json], commonwealth: list[Json], **more: Any) -> Json:
    """The orders of tog in the movement phase."""
    return asked(table(tog, commonwealth, **more), "movement", "movement").choices


def end_of(order: Json, start: str) -> str:
    """Where a path leads."""
    return next((word for word in reversed(order.get("path", [])) if word[0].isdigit()), start)


# ---- every answer is legal -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [2, 5, 11])
def test_whatever_the_bot_chooses_is_legal_and_the_same_again(seed: int) -> None:
    for moment in battle(seed, turns=2)[::2]:
        for decision in moment.asked:
            assert chosen(moment.before, decision) == chosen(moment.before, decision)


# ---- moving --------------------------------------------------------------------------------------------------------


def test_the_line_goes_for_the_place_that_is_to_be_taken() -> None:
    orders = moved(
        [century("a", GRAV, "0206")], [century("x", "infantry", "1506")], objectives=[{"name": "bridge", "hex": "0606", "points": 5}]
    )
    assert gap(end_of(orders["a"], "0206"), "0606") <= 1


def test_a_crippled_headquarters_gets_away_from_enemies() -> None:
    orders = moved([century("h", "hq_grav", "0606", crippled=True, hq=True)], [century("x", GRAV, "0609")])
    assert gap(end_of(orders["h"], "0606"), "0609") > 5


def test_nobody_flies_low_beside_enemies() -> None:
    orders = moved([century("a", LIGHT, "0406", altitude="low_altitude")], [century("x", GRAV, "0609")])
    end, path = end_of(orders["a"], "0406"), orders["a"].get("path", [])
    altitude = next((word for word in reversed(path) if not word[0].isdigit()), "low_altitude")
    assert altitude != "low_altitude" or gap(end, "0609") > 4


def test_engineers_build_where_their_side_waits() -> None:
    held = [{"name": "bridge", "hex": "0606", "points": 5, "holder": "tog"}]
    tog = [century("e", "armored_engineer", "0606"), century("a", GRAV, "0606", altitude="dug_in")]
    orders = moved(tog, [century("x", "infantry", "1506"), century("y", "infantry", "1507")], objectives=held, attacker="commonwealth")
    assert orders["e"] == {"build": True}
    assert orders["a"] == {"path": []}


def test_a_century_digs_in_when_the_fight_is_upon_it() -> None:
    """A reaction of one point: nothing makes a century stronger that has to stand."""
    state = table([century("a", "heavy_grav_armor", "0606")], [century("x", "heavy_grav_armor", "0607")])
    assert asked(state, "commitment", "reaction").choices["a"] == {"path": ["dug_in"]}


def test_a_cohort_passes_only_when_enemies_near_it_wait() -> None:
    for place, act in (("0610", "pass"), ("1511", "move")):
        state = table([century("a", GRAV, "0606"), century("b", GRAV, "0506")], [century("x", GRAV, place), century("y", GRAV, "1512")])
        state.cohorts["t"].initiative, state.cohorts["c"].initiative = 1, 2
        assert asked(state, "movement", "activation").choices["turn"]["act"] == act


# ---- fighting ------------------------------------------------------------------------------------------------------


def test_attacks_go_where_they_do_most_harm() -> None:
    """A crippled century falls to the next hit: worth more than one that is whole."""
    others = [century("x", GRAV, "0607"), century("y", GRAV, "0507", crippled=True)]
    assert asked(table([century("a", GRAV, "0606")], others), "commitment", "attack").choices["a"] == {"target": "y"}


def test_guns_help_the_attack_that_gains_most_and_none_under_air_defense() -> None:
    tog = [century("a", GRAV, "0606"), century("b", GRAV, "1106"), century("g", "grav_artillery", "0202")]
    under_cover = [century("x", GRAV, "0607"), century("d", "air_space_defense", "0608")]
    state = table(tog, [*under_cover, century("y", GRAV, "1107")])
    assert asked(state, "commitment", "attack").choices["fire:g"] == {"support": ["b"]}


def test_a_satellite_waits_for_something_worth_it_until_the_last_turns() -> None:
    thor = [{"id": "thor", "name": "Thor", "side": "tog", "hex": "0606", "heading": 1, "velocity": 0}]
    for turn, target in ((1, ""), (20, "x")):
        state = table([century("a", GRAV, "0606")], [century("x", "heavy_grav_armor", "0607", altitude="dug_in")], satellites=thor)
        state.at.turn = turn
        assert asked(state, "commitment", "attack").choices["thor"] == {"target": target}


def test_squadrons_stay_ready_while_nobody_can_fight() -> None:
    wings = [{"id": f"{side}-wing", "name": side, "side": side, "kind": "interceptor_medium"} for side in ("tog", "commonwealth")]
    for place, box in (("1611", {"ready"}), ("0611", {"cap", "ground_support"})):
        state = table([century("a", GRAV, "0206")], [century("x", GRAV, place)], squadrons=wings)
        assert asked(state, "initiative", "initiative").choices["tog-wing"]["box"] in box


def test_points_are_spent_to_go_before_an_enemy_that_is_near() -> None:
    tog = [century("h", "hq_grav", "0606", hq=True), century("a", GRAV, "0605")]
    near = [century("q", "hq_grav", "0610", hq=True), century("x", GRAV, "0609")]
    state = table(tog, near, initiative_pools={"tog": 20})
    assert asked(state, "initiative", "initiative").choices["spend"]["points"].get("t", 0) > 0
    far = table(tog, [century("q", "hq_grav", "1611", hq=True), century("x", GRAV, "1610")], initiative_pools={"tog": 20})
    assert asked(far, "initiative", "initiative").choices["spend"]["points"] == {}


# ---- what things are worth -----------------------------------------------------------------------------------------


def test_a_hit_costs_more_the_worse_it_can_be_borne() -> None:
    state = table([century("a", GRAV, "0606"), century("d", GRAV, "0605", altitude="dug_in")], [century("x", GRAV, "0607", crippled=True)])
    whole, dug_in, crippled = (harm_now(state, state.units[id]) for id in ("a", "d", "x"))
    assert dug_in < whole < crippled
