"""What an offer says is what happens when it is ordered."""

import re
from typing import Any

import pytest

from scales.dice import KeyedDice, seeded_secret
from scales.engine import Check, Decision, Option, Orders, Slot
from scales.leviathan import ENGINE, board
from scales.leviathan.movement import reachable
from scales.leviathan.records import words
from scales.leviathan.slots import slot_ids
from tests.leviathan.moments import GROUND, Moment, Watched, moments, planet
from tests.leviathan.table import mail

SEEDS = (0, 1, 2, 5, 8)
OF_A_SIDE = ("organize", "deploy", "first", "next")
"""Decisions about no single unit."""


def asked(kind: str, seeds: tuple[int, ...] = SEEDS) -> list[tuple[Moment, Decision]]:
    return [(m, d) for seed in seeds for m in moments(seed) for d in m.pending if d.kind == kind]


def offers(moment: Moment, decision: Decision) -> list[Slot]:
    return ENGINE.offers(ENGINE.view(moment.state, decision.seat), decision)


def carry_out(moment: Moment, decision: Decision, choices: dict[str, Any]) -> Any:
    """The step when this seat orders this and everybody else holds fire or does as before."""
    given = {d.key: Orders({s.id: s.options[0].order for s in offers(moment, d)}) for d in moment.pending} | {decision.key: Orders(choices)}
    dice = KeyedDice(key=seeded_secret(9))
    step = ENGINE.advance(moment.state, moment.phase, given, [], dice)
    events = list(step.events)
    while not step.done and any(d.kind in ("turrets", "struck") for d in step.pending):
        view = {d.key: ENGINE.view(step.state, d.seat) for d in step.pending}
        hold = {d.key: Orders({s.id: s.options[0].order for s in ENGINE.offers(view[d.key], d)}) for d in step.pending}
        step = ENGINE.advance(step.state, moment.phase, hold, [], KeyedDice(index=step.state.at.rolls, key=seeded_secret(9)))
        events += step.events
    return step.state, events


def told(check: Check) -> tuple[int, int, list[tuple[str, int, str]]]:
    return check.base, check.target, [(m.name, m.value, m.rule) for m in check.modifiers]


def offered(shot: dict[str, Any]) -> tuple[int, int, list[tuple[str, int, str]]]:
    return shot["base"], shot["to_hit"], [(m["name"], m["value"], m["rule"]) for m in shot["modifiers"]]


def same(shot: dict[str, Any], check: Check) -> bool:
    """The same roll; on a boundary between two sides equally shielded the one struck is the one with more armor when it is struck."""
    mine, theirs = offered(shot), told(check)
    values = [[(name.split()[0], value, rule) for name, value, rule in rolled[2]] for rolled in (mine, theirs)]
    return mine[:2] == theirs[:2] and values[0] == values[1]


def option_of(slot: Slot, number: int) -> Option:
    return slot.options[number % len(slot.options)]


@pytest.mark.parametrize(("kind", "seeds"), [("fire", (0, 1, 2, 5)), ("turrets", SEEDS), ("fighters", (2, 4, 6, 14, 23))])
def test_a_shot_is_rolled_as_the_offer_said(kind: str, seeds: tuple[int, ...]) -> None:
    compared = 0
    for moment, decision in asked(kind, seeds):
        slots = offers(moment, decision)
        for number in (1, 2, 5):
            picked = {s.id: option_of(s, number) for s in slots}
            _, events = carry_out(moment, decision, {k: o.order for k, o in picked.items()})
            for slot in slots:
                compared += compare(slot, picked[slot.id].info["shots"], events)
    assert compared > 30


def compare(slot: Slot, shots: list[dict[str, Any]], events: list[Any]) -> int:
    """Each shot of an option against the events of its unit and target that tell of the same weapon."""
    found = 0
    for shot in shots:
        if "to_hit" not in shot:
            continue
        told_of = [e for e in events if e.checks and e.units[:1] == [slot.unit] and is_of(shot, slot, e)]
        for event in told_of:
            assert same(shot, event.checks[0]), (shot, event)
            found += 1
        wanted = len(shot.get("bays", [1]))
        assert len(told_of) == wanted or may_fall_away(slot, events), (slot.id, shot, [e.text for e in events])
    return found


def is_of(shot: dict[str, Any], slot: Slot, event: Any) -> bool:
    target = shot["target"].removeprefix("missiles:")
    if target not in event.units[1:]:
        return False
    if slot.id.endswith("/missiles"):
        return bool(event.kind == "missile_hit")
    if "bays" in shot:
        return event.kind == "fired" and any(is_fired(n, event) for n in shot["bays"])
    if shot["weapon"] == "spinal mount":
        return event.kind == "fired" and "spinal mount" in event.text
    if "/" in slot.id:
        return event.kind == "turrets" and f"fires its {words.mount(slot.id.partition('/')[2])} at" in event.text and (
            ("missiles" in event.text) == shot["target"].startswith("missiles:"))  # fmt: skip
    return event.kind == "attacked" and event.data["weapon"] == shot["weapon"]


def is_fired(bay: int, event: Any) -> bool:
    """Bays of patrol ships have no names."""
    return bool(re.search(rf" bay {bay} (\(|at )", event.text))


def may_fall_away(slot: Slot, events: list[Any]) -> bool:
    """Turrets lose what another mount has shot down before; a salvo shot down meets nothing."""
    if slot.id.endswith("/missiles"):
        return not any(e.kind == "missile_hit" and e.units[:1] == [slot.unit] for e in events)
    return "/" in slot.id


def test_damage_and_range_are_those_of_the_event() -> None:
    compared = 0
    for moment, decision in asked("fire"):
        slots = [s for s in offers(moment, decision) if "/" not in s.id]
        picked = {s.id: s.options[-1] for s in slots}
        others = {s.id: s.options[0].order for s in offers(moment, decision)}
        _, events = carry_out(moment, decision, others | {k: o.order for k, o in picked.items()})
        for slot in slots:
            for shot in [s for s in picked[slot.id].info["shots"] if "bays" in s]:
                by_bay = dict(zip(shot["bays"], shot["each"], strict=True))
                for event in [e for e in events if e.units[:1] == [slot.unit] and is_of(shot, slot, e)]:
                    bay = next(n for n in by_bay if is_fired(n, event))
                    assert (event.data["points"], event.data["range"]) == (by_bay[bay], shot["range"])
                    assert shot["expected_tenths"] == shot["chance"] // 10 * sum(shot["each"])
                    compared += 1
    assert compared > 50


def over_known_ground() -> list[tuple[Moment, Decision]]:
    """Duties of three turns over the planet when everything on its ground has been found."""
    game = Watched(planet(), seed=0)
    for name in 3 * ENGINE.phases:
        for thing in game.state.ground.things.values():
            thing.spotted |= dict.fromkeys(game.state.enemies(thing.side), 0)
        picture = [mail("ground_picture", {"units": GROUND, "battles": {"g": "1:0110"}})] if name == "spotting" else []
        game.phase(name, picture)
    return [(m, d) for m in game.moments for d in m.pending if d.kind == "assign"]


def test_fire_at_the_ground_is_rolled_as_the_offer_said() -> None:
    compared = 0
    for moment, decision in over_known_ground():
        for slot in offers(moment, decision):
            for option in [o for o in slot.options if o.order["do"] == "attack"]:
                compared += 1
                state, _ = carry_out(
                    moment, decision, {s.id: s.options[0].order for s in offers(moment, decision)} | {slot.id: option.order}
                )
                for phase in ("launch", "combat"):
                    state, events = hold_all(state, phase)
                checks = [e.checks[0] for e in events if e.kind == "fired" and e.units == [slot.unit, option.order["unit"]]]
                assert [told(c) for c in checks] == [offered(s) for s in option.info["shots"]]
    assert compared


def hold_all(state: Any, phase: str) -> tuple[Any, list[Any]]:
    """A phase in which everybody takes the first option."""
    answers, events, rolls = dict[str, Orders](), [], 0
    while True:
        step = ENGINE.advance(state, phase, answers, [], KeyedDice(index=rolls, key=seeded_secret(4)))
        state, rolls = step.state, step.state.at.rolls
        events += step.events
        if step.done:
            return state, events
        answers = {d.key: Orders({s.id: s.options[0].order for s in ENGINE.offers(ENGINE.view(state, d.seat), d)}) for d in step.pending}


def test_a_move_ends_where_the_offer_said() -> None:
    compared = 0
    for moment, decision in asked("move", (1, 2, 5)):
        (slot,) = offers(moment, decision)
        for option in slot.options[:: max(1, len(slot.options) // 4)]:
            compared += 1
            step = ENGINE.advance(
                moment.state, moment.phase, {decision.key: Orders({slot.id: option.order})}, [], KeyedDice(key=seeded_secret(1))
            )
            moved = [e for e in step.events if e.kind == "moved" and e.units == [slot.unit]][:1]
            for event in moved:
                assert event.data["hex"] == option.info["at"]
                assert "rolled" not in event.data or event.data["rolled"] == option.info["rolled"]
                assert "velocity" not in event.data or event.data["velocity"] == option.info["velocity"]
            if "crashes" in option.info:
                lost = {e.kind for e in step.events if slot.unit in e.units} & {"left", "crashed"}
                assert ("left" in lost) == option.info["leaves_map"]
                assert option.info["crashes"] == "" or "crashed" in lost
                assert option.info["cost"] + option.info["thrust_left"] >= option.info["cost"] >= abs(option.info["velocity_change"])
    assert compared > 50


@pytest.mark.parametrize("seed", SEEDS)
def test_labels_are_sentences_and_slots_name_their_unit(seed: int) -> None:
    for moment in moments(seed):
        for decision in moment.pending:
            for slot in offers(moment, decision):
                assert (slot.unit in decision.units) != (slot.unit == "" and decision.kind in OF_A_SIDE)
                labels = [o.label for o in slot.options]
                assert all(is_sentence(label) for label in labels), labels
                if decision.kind not in ("move", "launch"):
                    assert len(set(labels)) == len(labels), sorted(labels)


def is_sentence(label: str) -> bool:
    return "_" not in label and label == label.strip() and (" " in label or label == "holds")


@pytest.mark.parametrize("seed", SEEDS)
def test_checking_knows_the_slots_without_their_options(seed: int) -> None:
    for moment in moments(seed):
        for decision in moment.pending:
            assert slot_ids(ENGINE.view(moment.state, decision.seat).state, decision) == [s.id for s in offers(moment, decision)]


def test_a_move_is_named_by_the_printed_hex() -> None:
    for moment, decision in asked("move", (0, 1)):
        for option in offers(moment, decision)[0].options:
            if not option.info.get("leaves_map"):
                assert list(board.parse(moment.state.sheets, option.info["hex"])) == option.info["at"]


def test_a_title_says_when_more_paths_are_possible_than_are_offered() -> None:
    seen = set()
    for moment in moments(1):
        for decision in [d for d in moment.pending if d.kind == "move" and d.units[0] in moment.state.ships]:
            view = ENGINE.view(moment.state, decision.seat)
            (slot,) = ENGINE.offers(view, decision)
            every = len(reachable.every_plan(view.state, view.state.ships[decision.units[0]]))
            assert (f"{len(slot.options)} of {every} ends" in slot.title) == (every > len(slot.options))
            seen.add(every > len(slot.options))
    assert True in seen
