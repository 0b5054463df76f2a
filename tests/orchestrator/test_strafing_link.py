"""A strafing run through both boards: announced above in D4, flown and answered below in D6, struck above right after (centurion: Strafing,
Return Fire)."""

from dataclasses import replace
from typing import Any

import pytest

from campaigns.library import find
from orchestrator.links.ground_attack import GROUND_ATTACK, RETURN_FIRE
from orchestrator.links.link import Board, Carry, Due, Scene
from orchestrator.planning import plan_of
from orchestrator.sequence import sequence
from orchestrator.store.records import BattleRecord, Sent
from scales.codec import encode
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Delivery, Event, Json, Message, Orders
from scales.engines import engine
from tests.centurion.firing_range import table, tank

PLAN = plan_of(find("landfall", engine))
TURNS = sequence(PLAN.scales)
(THEATRE,) = PLAN.theatres
HERE = "1:0114"
SIDES = [{"id": side, "faction": faction, "seat": side} for side, faction in (("red", "tog"), ("blue", "commonwealth"))]


def _board(id: str, scale: str, state: Any) -> Board:
    rules = engine(scale)
    record = BattleRecord(id, "ostia", scale, {}, "open", 1, 0, "", -1, "", encode(state), rules.report(state))
    return Board(record, rules)


Raid = tuple[dict[str, Board], Message]


@pytest.fixture
def raid() -> Raid:
    """A blue Avenger over a battle in which a red Horatius stands in the way of its run, and what it has announced."""
    hawk = {"id": "hawk", "type": "avenger", "side": "blue", "hex": HERE, "heading": 1, "mission": "ground"}
    above = engine("interceptor").setup(
        {"layout": "three_game", "sides": SIDES, "craft": [hawk], "battles": {"below": HERE}, "standing": True}, _dice(1)
    )
    ground = table([tank("h", "horatius", "0505", 4)], [tank("v", "viper", "2010")])
    found = {"above": _board("above", "interceptor", above.state), "below": _board("below", "centurion", ground)}
    _play(found, "above", "initiative")
    _, outbox = _play(found, "above", "movement")
    (attack,) = outbox
    return found, attack


def _dice(seed: int) -> KeyedDice:
    return KeyedDice(key=seeded_secret(seed))


def _play(
    boards: dict[str, Board], id: str, phase: str, inbox: list[Delivery] | None = None, **answers: Json
) -> tuple[list[Event], list[Message]]:
    """A phase of one board, answered by the bots but for what is given; the board is left as it stands after it."""
    board, rules = boards[id], boards[id].rules
    step, dice = rules.advance(board.state(), phase, {}, inbox or [], _dice(7)), _dice(7)
    events, outbox = list(step.events), list(step.outbox)
    while not step.done:
        given = {}
        for decision in step.pending:
            view = rules.view(step.state, decision.seat)
            chosen = rules.choose(view, decision, rules.offers(view, decision), _dice(1))
            chosen.choices.update(answers.get(decision.kind, {}))
            assert rules.check(view, decision, chosen) == []
            given[decision.key] = Orders(chosen.choices)
        step = rules.advance(step.state, phase, given, [], dice)
        events, outbox = events + step.events, outbox + step.outbox
    boards[id] = Board(replace(board.record, state=encode(step.state), version=board.record.version + 1), rules)
    return events, outbox


def _carried(boards: dict[str, Board], link: Carry, message: Message, source: str, phase: str) -> Due:
    """What a link makes of a message of a phase: always one delivery."""
    tick = TURNS.next_tick(boards[source].scale, phase, -1)
    assert tick is not None
    sent = Sent("m", source, tick, message, "its:event")
    (due,) = link.deliver(sent, Scene(PLAN, replace(THEATRE, id="ostia"), TURNS, tick, boards)).dues
    return due


def test_a_run_goes_down_and_its_return_fire_comes_up(raid: Raid) -> None:
    boards, attack = raid
    craft = boards["above"].state().craft["hawk"]
    assert (craft.where, craft.attack, craft.battle) == ("ground_attack", "strafing", "below")
    assert attack.data["weapons"] == {"laser_5_4": 2, "mdc_8": 2}
    down = _carried(boards, GROUND_ATTACK, attack, "above", "movement")
    assert (down.battle, TURNS.row(down.tick).letter) == ("below", "D6")
    run = {"air": {"hawk": {"hex": "0501", "heading": 4, "length": 13}}, "fire": {"h": {"fire": [[0, "hawk", ""]], "at": 9}}}
    events, outbox = _play(boards, "below", "combat", [Delivery("m", down.kind, "above", down.data, down.cause)], **run)
    kinds = [e.kind for e in events]
    assert (
        kinds.index("strafing")
        < kinds.index("under_fire")
        < kinds.index("fire")
        < kinds.index("strafing_over")
        < kinds.index("return_fire")
    )
    assert {e.cause for e in events if e.kind in ("strafing", "strafing_over", "return_fire")} == {"its:event"}
    (report,) = [m for m in outbox if m.kind == "return_fire"]
    assert boards["below"].state().air == []
    up = _carried(boards, RETURN_FIRE, report, "below", "combat")
    assert (up.battle, TURNS.row(up.tick).letter) == ("above", "D6b")
    events, _ = _play(boards, "above", "hits", [Delivery("r", up.kind, "below", up.data, up.cause)], pull_out={"hawk": {"heading": 4}})
    hits = [e for e in events if e.kind == "ground_fire"]
    assert [e.data["side"] for e in hits] == ["stern"] * len(report.data["hits"])
    craft = boards["above"].state().craft["hawk"]
    assert (craft.where, craft.heading, craft.battle) == ("board", 4, "")


def test_a_battle_that_ended_gives_the_craft_back_unhurt_and_once(raid: Raid) -> None:
    boards, attack = raid
    late = Delivery("m", attack.kind, "above", attack.data, "its:event")
    tick = TURNS.next_tick("centurion", "combat", -1)
    assert tick is not None
    (due,) = GROUND_ATTACK.bounce(late, Scene(PLAN, THEATRE, TURNS, tick, boards)).dues
    events, _ = _play(boards, "above", "hits", [Delivery("r", due.kind, "below", due.data, due.cause)])
    assert [e.kind for e in events if e.kind in ("ground_fire", "attack_over")] == ["attack_over"]
    assert boards["above"].state().craft["hawk"].where == "board"
