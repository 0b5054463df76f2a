"""The page on orders tells of every decision, of every field of an order and of an offer; each of its examples is taken in a real battle."""

import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import pytest

from scales.dice import KeyedDice, phase_key, seeded_secret
from scales.engine import Decision, Delivery, Fault, Json, Orders
from scales.leviathan import ENGINE, catalog, offers, orders, refusals
from scales.leviathan.combat import fire_orders
from scales.leviathan.damage import damage_control, internals, sparing
from scales.leviathan.fighters import attack_orders
from scales.leviathan.movement import movement
from scales.leviathan.state import State
from tests.leviathan.documents import BATTLES, ORDERS, examples
from tests.leviathan.moments import moments
from tests.leviathan.table import document, fighters, mail, ship

SECTION = re.compile(r"^## `(\w+)`.*?$(.*?)(?=^## |\Z)", re.M | re.S)
SIDES = [{"id": "tog", "faction": "tog", "seat": "tog"}, {"id": "cw", "faction": "commonwealth", "seat": "cw"}]
SEEDS = (0, 1, 2, 3)


class Asked(NamedTuple):
    """A decision of a battle, and those that are asked at once with it."""

    state: State
    decision: Decision
    beside: list[Decision]


def sections() -> dict[str, str]:
    """The text on each kind of decision."""
    return dict(SECTION.findall(ORDERS.read_text()))


def shown() -> list[tuple[str, str, Json]]:
    """Kind of decision, slot and order of every example."""
    blocks = [(kind, block) for kind, text in sections().items() for block in re.findall(r"```json\n(.*?)```", text, re.S)]
    lines = [(kind, json.loads(line)) for kind, block in blocks for line in block.splitlines()]
    return [(kind, slot, order) for kind, choices in lines for slot, order in choices.items()]


def shown_order(kind: str) -> Json:
    """The first example of a kind."""
    return next(order for each, _, order in shown() if each == kind)


# ---- the battles ---------------------------------------------------------------------------------------------------


def begun(setup: Json) -> State:
    assert ENGINE.faults(setup) == []
    state: State = ENGINE.setup(setup, dice(0)).state
    return state


def dice(number: int) -> KeyedDice:
    return KeyedDice(key=phase_key(seeded_secret(7), 1, "b", number, "dice"))


def battle(units: list[Json], squadrons: list[Json] | None = None, **more: Any) -> State:
    return begun(document(units, fighters=squadrons or [], **more) | {"sides": SIDES})


SYRACUSE = ship("syracuse", "syracuse", "tog", "1:1309", 1)
FULGUR = ship("fulgur", "fulgur", "tog", "1:1611", 1, velocity=2)
AJAX = ship("ajax", "ajax", "cw", "1:1303", 4)
EXETER = ship("exeter", "exeter", "cw", "1:1003", 4)
RED = fighters("red", "spiculum_squadron", "tog", "1:1305")
CHEETAHS = fighters("cheetahs", "cheetah_flight", "cw", "1:1304")
LEXINGTON = ship("lexington", "lexington", "cw", "1:2002", 4, fighters=[fighters("guard_1", "cheetah_squadron", "cw")])
BOAT = ship("boat", "ponto", "tog", "1:0613", 1, cargo=[{"id": "tank", "kind": "grav", "mass": 250, "men": 3}])
STILL = {"ajax": {"path": ""}, "exeter": {"path": ""}, "syracuse": {"path": ""}}


def space(**more: Any) -> State:
    """Ships ahead of each other, and fighters between them."""
    return battle([SYRACUSE, FULGUR, AJAX, EXETER], [RED, CHEETAHS], **more)


def abeam() -> State:
    """The enemy to port, his fighters to starboard."""
    guard = [fighters(f"guard_{n}", "cheetah_squadron", "cw", "1:1508") for n in (1, 2)]
    return battle([SYRACUSE, AJAX | {"hex": "1:1008"}], guard)


def oblique() -> State:
    """The enemy off the bow, where two sides of the cruiser meet."""
    return battle([SYRACUSE, AJAX | {"hex": "1:1104", "heading": 5}])


def station(say: Json | None = None) -> State:
    """The second battle of the documentation, a turn later if something is said in it."""
    state = begun(examples()[1])
    for phase in ENGINE.phases if say else ():
        state = played(state, phase, say or {})
    return state


def opened(state: State, initiative: str = "") -> State:
    """A turn has begun, the initiative thrown, and power allocated."""
    state = played(state, "power", {})
    state.initiative, state.moves_first = initiative or state.initiative, ""
    return state


def planet(fulgur: str, *more: Json, red: str = "1:0413", **others: Any) -> State:
    """A destroyer over troops that it may have found."""
    troops = [
        {"id": "column", "name": "Column", "class": "other", "side": "cw", "hex": "1:0112", "spotted": True},
        {"id": "guns", "name": "Guns", "side": "cw", "hex": "1:0111"},
        {"id": "rockets", "name": "Rockets", "class": "rocket", "side": "cw", "hex": "1:0113"},
    ]
    base = [{"id": "base", "name": "Base", "class": "gl2", "side": "cw", "hex": "1:0112"}]
    units = [FULGUR | {"hex": fulgur, "velocity": 0}, AJAX | {"hex": "1:2004"}, *more]
    return battle(units, [RED | {"hex": red}], ground=troops, installations=base, layout="leviathan_planet", **others)


def variable(state: State) -> State:
    state.options["variable_shields"] = 1
    return state


def damaged() -> State:
    """A cruiser with boxes that its crew can mend in two columns."""
    state = space(options={"damage_control": 1})
    cruiser = state.ships["syracuse"]
    for column in (4, 7):
        rows = range(len(cruiser.internals))
        row = next(r for r in rows if damage_control.can_mend(cruiser, internals.at(cruiser, r, column)[0]))
        cruiser.internals[row] |= 1 << (column - 1)
    return state


PICTURE = [mail("ground_picture", {"units": [
    {"id": "friends", "name": "Friends", "side": "tog", "kind": "century", "hex": "1:0110", "terrain": "open", "mode": "laf", "in_battle": "g"},
], "battles": {"g": "1:0110"}})]  # fmt: skip
COURIER = examples()[1]["units"][-1] | {"hex": "1:1612"}
SCENES: dict[str, list[Callable[[], Iterator[Asked]]]] = {
    "organize": [lambda: asked(begun(examples()[0]), "power")],
    "deploy": [lambda: asked(begun(examples()[0]), "power", {"escort": shown_order("organize")})],
    "first": [lambda: asked(space(), "power")],
    "power": [lambda: asked(space(), "power"), lambda: asked(space(options={"variable_shields": 1}), "power"),
              lambda: asked(variable(station()), "power")],
    "next": [lambda: asked(opened(space(), "cw"), "movement", STILL)],
    "move": [lambda: asked(space(), "movement", STILL), lambda: asked(station(), "movement"),
             lambda: asked(planet("1:0811", ship("bantha", "bantha", "tog", "1:1010", 1, velocity=2)), "movement")],
    "abandon": [lambda: asked(station(), "movement")],
    "lifeboats": [lambda: asked(opened(station({"dock": {"abandon": True}})), "movement")],
    "down": [lambda: asked(planet("1:0811", BOAT, interceptor=True, options={"patrol_craft_cross": True}), "movement", {"move:red": {"to": "1:0413"}})],
    "search": [lambda: asked(planet("1:0811", red="1:0213"), "spotting")],
    "assign": [lambda: asked(opened(planet("1:0311")), "spotting", inbox=PICTURE)],
    "launch": [lambda: asked(battle([SYRACUSE, LEXINGTON], [RED | {"hex": "1:1309"}]), "launch")],
    "collisions": [lambda: asked(battle([SYRACUSE, AJAX | {"hex": "1:1309"}]), "combat")],
    "fire": [lambda: asked(space(), "combat"), lambda: asked(abeam(), "combat"), lambda: asked(battle([FULGUR, COURIER], [RED | {"hex": "1:1610"}]), "combat")],
    "ground_fire": [lambda: asked(planet("1:0511", SYRACUSE | {"hex": "1:2210"}), "combat")],
    "turrets": [lambda: asked(abeam(), "combat", {"ajax/missiles": {"target": "syracuse", "hex": 1}})],
    "ground_turrets": [lambda: asked(planet("1:0511"), "combat", {"fulgur/missiles": {"target": "base", "hex": 0}})],
    "struck": [lambda: asked(oblique(), "combat", {"ajax": {"broadsides": ["L"], "bays": {"0": "syracuse"}}})],
    "fighters": [lambda: asked(space(), "combat")],
    "repair": [lambda: asked(damaged(), "combat")],
}  # fmt: skip


# ---- playing them --------------------------------------------------------------------------------------------------


def asked(state: State, phase: str, say: Json | None = None, inbox: list[Delivery] | None = None) -> Iterator[Asked]:
    """Every decision of a phase, with the state in which it is asked; `say` gives orders by slot."""
    answers: dict[str, Orders] = {}
    post, number = inbox or [], 0
    while True:
        step = ENGINE.advance(state, phase, answers, post, dice(number))
        state, post, number = step.state, [], number + 1
        if step.done:
            return
        yield from (Asked(state, decision, [d for d in step.pending if d is not decision]) for decision in step.pending)
        answers = {d.key: answer(state, d, say or {}) for d in step.pending}


def answer(state: State, decision: Decision, say: Json) -> Orders:
    """The first option of every slot, or what is said of it or of it in this kind of decision."""
    slots = ENGINE.offers(ENGINE.view(state, decision.seat), decision)
    return Orders({slot.id: say.get(f"{decision.kind}:{slot.id}", say.get(slot.id, slot.options[0].order)) for slot in slots})


def played(state: State, phase: str, say: Json) -> State:
    answers: dict[str, Orders] = {}
    while True:
        step = ENGINE.advance(state, phase, answers, [], dice(1))
        state = step.state
        if step.done:
            return state
        answers = {d.key: answer(state, d, say) for d in step.pending}


# ---- the page ------------------------------------------------------------------------------------------------------


@lru_cache
def decisions(kind: str) -> list[Asked]:
    """Every decision of a kind that its battles ask."""
    return [found for scene in SCENES[kind] for found in scene() if found.decision.kind == kind]


def test_every_kind_of_decision_is_told_with_an_example() -> None:
    assert set(sections()) == set(offers._KINDS) == set(orders._KINDS) == set(refusals.RULES)
    assert set(sections()) == {kind for kind, _, _ in shown()}


@pytest.mark.parametrize(("kind", "slot", "order"), shown())
def test_an_example_is_taken(kind: str, slot: str, order: Json) -> None:
    faults = []
    for state, decision, _ in decisions(kind):
        given = answer(state, decision, {slot: order})
        if slot in given.choices:
            faults.append(ENGINE.check(ENGINE.view(state, decision.seat), decision, given))
    assert [] in faults, faults


def test_every_field_of_an_order_is_told() -> None:
    told = {
        "move": {*movement.FIELDS, *movement.LETTERS, "to", "entered", "ram"},
        "fire": {*fire_orders.KEYS, "spare", *sparing.KEYS, "target", "from", "at", "hex"},
        "fighters": attack_orders.KEYS,
        "turrets": {"points", "shares"},
    }
    for kind, names in told.items():
        assert [name for name in sorted(names) if not re.search(rf'[`"]{name}[`":]', sections()[kind])] == [], kind


@pytest.mark.parametrize("kind", refusals.RULES)
def test_every_field_of_an_offer_is_told(kind: str) -> None:
    common = ORDERS.read_text().partition("## What offers tell")[2].partition("\n## ")[0]
    text = sections()[kind] + common
    seen = {field for state, decision, _ in [*decisions(kind), *in_play(kind)] for field in fields(state, decision)}
    assert seen
    assert sorted(field for field in seen if f"`{field}`" not in text) == []


def in_play(kind: str) -> list[Asked]:
    """Decisions of a kind in sample battles."""
    return [Asked(m.state, d, []) for seed in SEEDS for m in moments(seed, 2) for d in m.pending if d.kind == kind][:30]


def fields(state: State, decision: Decision) -> Iterator[str]:
    """What the offers of a decision tell: the keys of `info`, and of what it lists."""
    for slot in ENGINE.offers(ENGINE.view(state, decision.seat), decision):
        for option in slot.options:
            yield from option.info
            for value in option.info.values():
                for each in value if isinstance(value, list) else [value]:
                    yield from each if isinstance(each, dict) and not set(each) <= set(catalog.SIDES) else ()


@pytest.mark.parametrize("kind", orders.NOTHING)
def test_nothing_is_an_order_wherever_a_unit_may_do_nothing(kind: str) -> None:
    for asked_for in decisions(kind):
        spelled, empty = ([] if faults_of(asked_for, order) else [carried_out(asked_for, order)] for order in (orders.NOTHING[kind], {}))
        assert spelled
        assert spelled == empty


def faults_of(found: Asked, order: Json) -> list[Fault]:
    """What is wrong with an order for every slot of a decision."""
    view = ENGINE.view(found.state, found.decision.seat)
    return ENGINE.check(view, found.decision, Orders({slot.id: order for slot in ENGINE.offers(view, found.decision)}))


def carried_out(found: Asked, order: Json) -> State:
    slots = ENGINE.offers(ENGINE.view(found.state, found.decision.seat), found.decision)
    answers = {d.key: answer(found.state, d, {}) for d in found.beside} | {found.decision.key: Orders({slot.id: order for slot in slots})}
    state: State = ENGINE.advance(found.state, found.state.at.phase, answers, [], dice(3)).state
    return state


def test_the_documents_are_linked() -> None:
    readme = (ORDERS.parents[1] / "README.md").read_text()
    assert all(f"docs/{page.name}" in readme for page in (BATTLES, ORDERS))


@pytest.mark.parametrize(
    ("kind", "slot", "order", "text"),
    [
        ("search", "red", {"hex": "1:0101"}, "Red cannot search 1:0101: fighters search the ground hex right below them"),
        ("search", "fulgur", {"hex": "1:0501"}, "Fulgur cannot search 1:0501: it is no ground hex"),
        ("search", "fulgur", {"hex": 7}, "Fulgur searches one hex, or none"),
        ("down", "red", {"down": 1}, "say whether Red goes down to the board below, true or false"),
        ("next", "unit", {"unit": "fulgur"}, "unit names which of ajax, exeter moves next"),
        ("ground_fire", "rockets", {"target": "nobody"}, "there is no enemy 'nobody' for Rockets to fire at"),
        ("ground_fire", "rockets", {"target": "syracuse"}, "Rockets cannot fire at Syracuse: it sends rockets 8 hexes upward"),
    ],
)
def test_an_order_is_refused_with_the_reason(kind: str, slot: str, order: Json, text: str) -> None:
    state, decision, _ = next(found for found in decisions(kind) if slot in answer(found.state, found.decision, {}).choices)
    found = ENGINE.check(ENGINE.view(state, decision.seat), decision, answer(state, decision, {slot: order}))
    assert [f.text.partition(" (")[0] for f in found] == [text]
