"""Whole Legatus battles, the bot against random orders, and what holds in every game."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.check import board_setup
from campaigns.library import find
from scales.codec import encode, plain
from scales.dice import KeyedDice, phase_key, seeded_secret
from scales.engine import Decision, Delivery, Json, Orders, Report, random_orders
from scales.engines import engine
from scales.legatus import ENGINE, board
from scales.legatus.deployment import deployment
from scales.legatus.tables import ALTITUDES, DISPERSIONS
from scales.messages import CenturyOut, EngagementResult
from tests.legatus.table import FLAT

SHORT = 8


def answer(state: Any, decision: Decision, number: int, random_seats: tuple[str, ...]) -> Orders:
    view = ENGINE.view(state, decision.seat)
    offers, dice = ENGINE.offers(view, decision), KeyedDice(key=phase_key(seeded_secret(1), 0, decision.key, number, "bot"))
    orders = random_orders(offers, dice) if decision.seat in random_seats else ENGINE.choose(view, decision, offers, dice)
    assert ENGINE.check(view, decision, orders) == []
    return orders


def play(setup: Json, seed: int, random_seats: tuple[str, ...] = ()) -> tuple[Report, list[bytes]]:
    """A battle to its end: the report, and the bytes of every event."""
    state, told, number = ENGINE.setup(setup, KeyedDice(key=b"set-up")).state, [], 0
    while not state.over:
        for phase in ENGINE.phases:
            number += 1
            key = phase_key(seeded_secret(seed), 0, "b", number)
            step = ENGINE.advance(state, phase, {}, [], KeyedDice(key=key))
            while not step.done:
                answers = {d.key: answer(step.state, d, number, random_seats) for d in step.pending}
                told += [encode(e) for e in step.events]
                step = ENGINE.advance(step.state, phase, answers, [], KeyedDice(key=key, index=step.state.at.rolls))
            told += [encode(e) for e in step.events]
            state = step.state
            assert ENGINE.invariants(state) == []
    return ENGINE.report(state), told


def below(state: Any, messages: list[Json], dice: KeyedDice) -> list[Delivery]:
    """Results of the battles below, after one turn or two: anything may have become of anybody."""
    found = []
    for clash in state.clashes:
        words = ("effective", "crippled", "destroyed", "retreats", "broken")
        outs = [CenturyOut(u, dice.pick(words, "outcome"), 50, True) for u in clash.units if u != clash.installation]
        ended = dice.d10("ended") <= 6
        fort = dice.pick(("uncrippled", "crippled", "destroyed"), "installation") if clash.installation else ""
        found.append(
            Delivery(clash.id, "engagement_result", "b1", plain(EngagementResult("b1", clash.id, ended, None, outs, {}, fort)), "e1")
        )
    assert len(messages) <= len(state.clashes)
    return found


def play_linked(setup: Json, seed: int) -> tuple[int, int]:
    """A standing board of a campaign, eight turns: how many engagements were sent and how many ended."""
    state, sent, number = ENGINE.setup(setup, KeyedDice(key=b"set-up")).state, 0, 0
    for _ in range(SHORT):
        messages: list[Json] = []
        for phase in ENGINE.phases:
            number += 1
            key = phase_key(seeded_secret(seed), 0, "b", number)
            inbox = below(state, messages, KeyedDice(key=key)) if phase == "combat" else []
            step = ENGINE.advance(state, phase, {}, inbox, KeyedDice(key=key))
            while not step.done:
                answers = {d.key: answer(step.state, d, number, ()) for d in step.pending}
                messages += [m.data for m in step.outbox if m.kind == "engagement"]
                step = ENGINE.advance(step.state, phase, answers, [], KeyedDice(key=key, index=step.state.at.rolls))
            messages += [m.data for m in step.outbox if m.kind == "engagement"]
            state = step.state
            assert ENGINE.invariants(state) == []
            assert not state.over
        sent += len(messages)
    return sent, len(state.settled)


def test_a_campaign_board_lives_with_battles_below() -> None:
    more = {"standing": True, "leviathan": True, "rules": {"engagements": {"policy": "all", "at_most": 3, "centuries": 6}}}
    for seed in (1, 4, 6):
        sent, settled = play_linked(sample(seed) | more, seed)
        assert sent >= settled > 0


def sample(seed: int) -> Json:
    return ENGINE.sample(KeyedDice(key=seeded_secret(seed))) | {"turn_limit": SHORT}


def test_bots_play_to_the_end_and_the_same_dice_give_the_same_battle() -> None:
    report, told = play(sample(3), 3)
    again, retold = play(sample(3), 3)
    assert report.over
    assert report.turn <= SHORT
    assert (encode(again), retold) == (encode(report), told)
    assert any(fate.status != "ok" for fate in report.fates.values())


def test_the_bot_beats_random_orders() -> None:
    won = 0
    for seed in (1, 2):
        for mine, other in (("tog", "commonwealth"), ("commonwealth", "tog")):
            points = play(sample(seed) | {"turn_limit": 6}, seed, (other,))[0].points
            won += points[mine] > points[other]
    assert won >= 3


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 15), st.integers(4, 11), st.sampled_from(DISPERSIONS), st.integers(0, 40))
def test_steps_go_both_ways_and_keep_the_dispersion(column: int, row: int, dispersion: str, pick: int) -> None:
    at = f"{column:02d}{row:02d}"
    while board.dispersion(at) != dispersion:
        wider = [p for p in board.spreads(at) if p.count("|") > at.count("|")]
        at = wider[pick % len(wider)]
    assert board.is_position(at)
    for to in board.steps(at):
        assert board.is_position(to)
        assert at in board.steps(to)
        assert board.dispersion(to) == dispersion
    for to in board.spreads(at):
        assert board.is_position(to)
        assert at in board.spreads(to)


@given(st.sampled_from(DISPERSIONS), st.sampled_from(ALTITUDES), st.booleans())
def test_dispersion_and_altitude_add_up(dispersion: str, altitude: str, infantry: bool) -> None:
    both = deployment(dispersion, altitude, infantry)
    parts = deployment(dispersion, "normal"), deployment("concentrated", altitude, infantry)
    assert both == parts[0].plus(parts[1])


def test_the_meeting_in_the_uplands_is_a_battle() -> None:
    campaign = find("uplands", engine)
    setup = board_setup(campaign, campaign.theatres[0], "legatus")
    assert ENGINE.faults(setup) == []
    report, _ = play(setup | {"turn_limit": 3}, 1)
    assert report.over
    assert set(report.objectives) == {"the road junction"}


def test_an_unknown_map_is_named() -> None:
    setup = sample(1) | {"map": "legatus_moon"}
    assert "legatus_uplands" in ENGINE.faults(setup)[0].text
    uneven = sample(1) | {"rows": [*FLAT, "0."]}
    assert "same length" in ENGINE.faults(uneven)[0].text
    strange = sample(1) | {"rows": ["0. 0?"]}
    assert "no terrain" in ENGINE.faults(strange)[0].text
