"""The page on orders tells of every decision, of every field of an order and of an offer; each of its examples is taken in a real battle, and what it
says is refused is refused with that sentence."""

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import get_args

import pytest

from scales.engine import Fault, Json
from scales.interceptor import ENGINE, orders, refusals
from scales.interceptor.movement.flight import turn_cost
from scales.interceptor.patrol.shields import prices
from scales.interceptor.state import State
from scales.interceptor.tables import craft_types, missiles, rounds, rule, weapons
from scales.interceptor.view import View
from tests.interceptor.asking import SCENES, Asked, answer, decisions
from tests.interceptor.documents import BATTLES

ORDERS = BATTLES.with_name("interceptor-orders.md")
SECTION = re.compile(r"^## `(\w+)`.*?$(.*?)(?=^## |\Z)", re.M | re.S)
REFUSED = re.compile(r"^\| `(\{.*\})` \| (.*) \|$", re.M)


@lru_cache
def sections() -> dict[str, str]:
    """The text on each kind of decision, in the order of the page."""
    return dict(SECTION.findall(ORDERS.read_text()))


def shown() -> list[tuple[str, str, Json]]:
    """Kind of decision, slot and order of every example."""
    blocks = [(kind, block) for kind, text in sections().items() for block in re.findall(r"```json\n(.*?)```", text, re.S)]
    lines = [(kind, json.loads(line)) for kind, block in blocks for line in block.splitlines()]
    return [(kind, slot, order) for kind, choices in lines for slot, order in choices.items()]


def refused() -> list[tuple[str, str, Json, str]]:
    """Kind of decision, slot, order and sentence of every refusal."""
    rows = [(kind, *row) for kind, text in sections().items() for row in REFUSED.findall(text)]
    return [(kind, slot, order, sentence) for kind, given, sentence in rows for slot, order in json.loads(given).items()]


def faults(found: Asked, slot: str, order: Json) -> list[Fault] | None:
    """What is wrong with an order for a slot, None where there is no such slot."""
    given = answer(found.state, found.decision, {slot: order})
    return ENGINE.check(view_of(found), found.decision, given) if slot in given.choices else None


def view_of(found: Asked) -> View:
    return ENGINE.view(found.state, found.decision.seat)


def test_every_kind_of_decision_is_told_in_order_with_examples_and_refusals() -> None:
    assert list(sections()) == list(SCENES)
    assert set(sections()) == set(refusals.RULES)
    assert set(sections()) == {kind for kind, _, _ in shown()} == {kind for kind, _, _, _ in refused()}


@pytest.mark.parametrize(("kind", "slot", "order"), shown())
def test_an_example_is_taken(kind: str, slot: str, order: Json) -> None:
    found = [faults(each, slot, order) for each in decisions(kind)]
    assert [] in found, found


@pytest.mark.parametrize(("kind", "slot", "order", "sentence"), refused())
def test_an_order_is_refused_with_the_sentence(kind: str, slot: str, order: Json, sentence: str) -> None:
    found = [[f.text for f in wrong] for each in decisions(kind) if (wrong := faults(each, slot, order))]
    assert [sentence] in found, found


@pytest.mark.parametrize("kind", refusals.RULES)
def test_every_field_and_word_of_an_order_is_told(kind: str) -> None:
    fields = orders.MODELS[kind].model_fields
    words = [word for field in fields.values() for word in get_args(field.annotation) if isinstance(word, str) and word]
    assert [name for name in (*fields, *words) if not re.search(rf'[`"]{name}[`"]', sections()[kind])] == []


@pytest.mark.parametrize("kind", refusals.RULES)
def test_every_field_of_an_offer_is_told(kind: str) -> None:
    common = ORDERS.read_text().partition("## What offers tell")[2].partition("\n## ")[0]
    text = sections()[kind] + (sections()[kind.removeprefix("ground_")] if kind.startswith("ground_") else "") + common
    told = {name for found in decisions(kind) for name in fields(found)}
    assert sorted(name for name in told if f"`{name}`" not in text) == []


def fields(found: Asked) -> Iterator[str]:
    """What the offers of a decision tell: all keys of `info`, but ids, sides of craft and what is carried."""
    ids = {*ids_in(found.state), *missiles(), *rounds(), *weapons(), *(side for type in craft_types().values() for side in type.sides)}
    for slot in ENGINE.offers(view_of(found), found.decision):
        for option in slot.options:
            yield from keys(option.info, ids)


def keys(value: object, ids: set[str]) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (name for name in value if name not in ids)
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from keys(each, ids)


def ids_in(state: State) -> set[str]:
    below = [unit.id for units in state.ground.values() for unit in units]
    return {*state.craft, *(s.id for s in state.shots), *below, *(load.id for loads in state.loads.values() for load in loads)}


def test_what_is_sealed_is_told() -> None:
    open_ = {kind for kind in SCENES for found in decisions(kind) if not found.decision.sealed}
    assert open_ == {"move"}
    assert "All but `move` are sealed" in ORDERS.read_text()


def test_the_charts_are_those_that_are_played() -> None:
    text = ORDERS.read_text().partition("## The charts")[2].partition("\n## ")[0]
    assert [int(base) for base in re.findall(r"^\| \d+ to \d+ \| (\d+) \|", text, re.M)] == rule("to_hit")["base"]
    assert [int(last) for last in re.findall(r"^\| \d+ to (\d+) \|", text, re.M)] == rule("bands")["last_hex"]
    angles = {name.replace("_", " "): value for name, value in rule("to_hit")["angle"].items()}
    assert f"from its {', '.join(f'{name} {value}' for name, value in angles.items())}" in text
    rating, power = (re.findall(r"\d+", line) for line in re.findall(r"^\| (?:rating|power) \|.*$", text, re.M))
    assert {int(a): int(b) for a, b in zip(rating, power, strict=True)} == {a: b for a, b in prices().items() if a}
    assert [turn_cost(velocity) for velocity in (0, 2, 3, 5, 6, 90)] == [1, 1, 2, 2, 3, 10]


def test_the_documents_are_linked() -> None:
    root = Path(__file__).parents[2]
    for page in (BATTLES, ORDERS):
        assert f"docs/{page.name}" in (root / "README.md").read_text()
        assert f"docs/{page.name}" in (root / "docs" / "architecture.md").read_text()
    assert ORDERS.name in (root / "docs" / "api.md").read_text()
