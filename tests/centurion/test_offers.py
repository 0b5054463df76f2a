"""Offers say what will happen: where a move ends and what it costs, and every number with its modifiers as the roll is then checked."""

from collections.abc import Iterator
from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.engine import Check, Event, Json, Option, Orders, Slot
from tests.centurion.battles import Battle, Moment, battle

SEEDS = [1, 2]


def offered(moment: Moment) -> Iterator[tuple[str, Slot, Option]]:
    """What was chosen at a moment, as it was offered: kind of decision, slot, option."""
    for decision in moment.pending:
        view = ENGINE.view(moment.before, decision.seat)
        for slot in ENGINE.offers(view, decision):
            yield decision.kind, slot, next(o for o in slot.options if o.order == moment.given[decision.key].choices[slot.id])


def phases(played: Battle) -> Iterator[tuple[list[tuple[str, Slot, Option]], list[Event]]]:
    """For each phase that was played: what was chosen in it, and its events."""
    chosen: list[tuple[str, Slot, Option]] = []
    events: list[Event] = []
    for moment in played.moments:
        chosen += offered(moment)
        events += moment.step.events
        if moment.step.done:
            yield chosen, events
            chosen, events = [], []


def same(info: Json, check: Check) -> bool:
    """Does an offer say what the roll was checked against?"""
    modifiers = [{"name": m.name, "value": m.value, "rule": m.rule} for m in check.modifiers]
    return (info["base"], info["modifiers"], info["to_hit"], info["rule"]) == (check.base, modifiers, check.target, check.rule)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_move_ends_where_and_as_its_offer_says(seed: int) -> None:
    compared = 0
    for chosen, events in phases(battle(seed)):
        moved = {e.units[0]: e for e in events if e.kind == "moved" and "stopped" not in e.text}
        for kind, slot, option in chosen:
            if kind == "move" and slot.id in moved and option.order["kind"] in ("grav", "drive", "march"):
                data, info = moved[slot.id].data, option.info
                compared += 1
                assert (len(data["path"]), (data["path"] or [data["from"]])[-1]) == (info["hexes"], info["hex"])
                if option.order["kind"] == "grav":
                    ends = data["facing"], data["velocity"], data["end_velocity"]
                    assert ends == (info["facing"], info["flown"], info["velocity"])
                    used = option.order.get("accelerate", 0) + option.order.get("decelerate", 0)
                    assert info["thrust_used"] == used
    assert compared > 20


@pytest.mark.parametrize("seed", SEEDS)
def test_paint_is_checked_as_offered(seed: int) -> None:
    """Unless a friend painted the same target first: then the shield no longer counts."""
    compared = 0
    for chosen, events in phases(battle(seed)):
        wanted = {(s.id, o.info["target"]): o.info for kind, s, o in chosen if kind == "paint" and "paint" in o.order}
        painted: set[str] = set()
        for event in events:
            if event.kind in ("painted", "painting_failed"):
                if event.units[1] not in painted:
                    compared += 1
                    assert same(wanted[event.units[0], event.units[1]], event.checks[0])
                painted |= {event.units[1]} if event.kind == "painted" else set()
    assert compared > 10


@pytest.mark.parametrize("seed", SEEDS)
def test_every_weapon_is_checked_as_offered(seed: int) -> None:
    """Unless bombs have changed the ground between declaring and firing."""
    compared = 0
    for chosen, events in phases(battle(seed)):
        wanted = {(s.id, o.info["target"]): o for kind, s, o in chosen if kind == "fire" and o.order}
        bombed = any(e.kind in ("bomb", "strafing") for e in events)
        for event in [e for e in events if e.kind == "fire" and not bombed]:
            option = wanted[event.units[0], event.units[1]]
            assert (option.info["range"], option.info["painted"]) == (event.data["range"], event.data["painted"])
            for line, check in zip(option.info["weapons"], event.checks, strict=False):
                compared += 1
                assert line["weapon"] == check.what
                assert same(line, check)
                assert line["chance"] == 10 * max(1, min(9, check.target))
    assert compared > 20


def test_calls_and_craft_are_checked_as_offered() -> None:
    """In each battle looked at; as many of them as it takes for every kind of attack to have come up."""
    compared: set[str] = set()
    for seed in (*SEEDS, 3, 4, 5, 6):
        compared |= _calls_and_craft(battle(seed)) if seed in SEEDS or not compared >= ATTACKS else set()
    assert compared >= ATTACKS


ATTACKS = {"artillery", "naval_fire", "strafed", "bomb"}


def _calls_and_craft(played: Battle) -> set[str]:
    """The kinds of attacks that came up in a battle, each checked as it was offered."""
    compared: set[str] = set()
    called: dict[str, Json] = {}
    for chosen, events in phases(played):
        for event in [e for e in events if e.checks]:
            compared |= _call(event, called)
        craft = {s.id: o.info for kind, s, o in chosen if kind == "air" and o.order}
        for event in [e for e in events if e.kind in ("strafed", "bomb")]:
            compared.add(event.kind)
            info = craft[event.units[0]]
            one = next((t for t in info.get("targets", []) if t["target"] in event.units[1:]), info)
            assert all(same(one, check) for check in event.checks) or _was_painted(one, event.checks[0])
        called |= {kind: o.info for kind, _, o in chosen if kind in ("artillery", "naval", "javelins") and o.order}
    return compared


def _call(event: Event, called: dict[str, Json]) -> set[str]:
    check = event.checks[0]
    if event.kind == "artillery":
        assert check.target in (called["artillery"]["to_hit"], called["artillery"]["spotted"])
    elif event.kind == "naval_fire":
        assert any(same(line, check) for line in called["naval"]["weapons"])
    elif event.kind == "javelin" and "javelins" in called:
        assert same(called["javelins"], check)
    else:
        return set()
    return {event.kind}


def _was_painted(info: Json, check: Check) -> bool:
    """A friend took the shield away after the run was chosen."""
    return [m["name"] for m in info["modifiers"] if not m["name"].endswith("shield")] == [m.name for m in check.modifiers]


def test_offers_name_their_unit_and_read_as_sentences() -> None:
    for moment in battle().asked():
        for decision in moment.pending:
            view = ENGINE.view(moment.before, decision.seat)
            for slot in ENGINE.offers(view, decision):
                about_a_unit = decision.kind in ("move", "paint", "fire", "air", "smoke")
                assert slot.unit == (slot.id if about_a_unit else "")
                labels = [option.label for option in slot.options]
                assert all("{" not in label and len(label) < 200 for label in labels)
                if decision.kind != "move":
                    assert len(set(labels)) == len(labels)


def test_moves_say_where_how_and_at_what_cost() -> None:
    wanted = {"hex", "at", "velocity", "hexes", "mode", "stacked"}
    for moment in battle().asked("move")[:6]:
        view = ENGINE.view(moment.before, moment.pending[0].seat)
        for slot in ENGINE.offers(view, moment.pending[0]):
            for option in slot.options:
                info: dict[str, Any] = option.info
                assert wanted <= set(info), option
                assert info["hex"] == f"{info['at'][0]:02d}{info['at'][1]:02d}"
                if "thrust_used" in info:
                    assert info["thrust_used"] >= 0 <= info["thrust_left"]


def test_faults_of_orders_stand_at_their_slot_and_say_which_kinds_there_are() -> None:
    moment = next(m for m in battle().asked("move"))
    decision = moment.pending[0]
    view = ENGINE.view(moment.before, decision.seat)
    for order, words in (({"kind": "fly"}, "not 'fly'"), ({}, "names none"), ({"kind": "grav", "path": "X", "up": 1}, "no field 'up'")):
        faults = ENGINE.check(view, decision, Orders(dict.fromkeys(decision.units, order)))
        assert {f.where for f in faults} == set(decision.units)
        assert all(words in f.text and "discriminator" not in f.text for f in faults)
    kinds = ENGINE.check(view, decision, Orders({unit: {"kind": "fly"} for unit in decision.units}))[0].text
    assert "grav, drive, march, mount, conceal, storey, join, stay" in kinds


def test_offers_of_fire_say_what_their_numbers_count() -> None:
    moment = next(m for m in battle().asked("fire"))
    (decision,) = [d for d in moment.pending if d.kind == "fire"][:1]
    options = [o for s in ENGINE.offers(ENGINE.view(moment.before, decision.seat), decision) for o in s.options]
    assert all("expected_tenths" in o.info and "expected" not in o.info for o in options)
    lines = [line for o in options for line in o.info.get("weapons", [])]
    assert lines
    assert all(0 <= line["chance"] <= 100 and "expected_tenths" in line for line in lines)
