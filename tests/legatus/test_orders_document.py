"""The page on orders tells of every decision, of every field of an order and of an offer; each of its examples is taken in a real battle, and what it
says is refused is refused with that sentence."""

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from scales.engine import Fault, Json
from scales.legatus import ENGINE, orders, refusals
from scales.legatus.state import LegatusState
from scales.legatus.tables import tables
from scales.legatus.view import View
from tests.legatus.asking import SCENES, Asked, answer, decisions
from tests.legatus.documents import BATTLES

ORDERS = BATTLES.with_name("legatus-orders.md")
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
    rows = [(kind, *row) for kind, text in sections().items() for row in REFUSED.findall(text.replace("\\|", "|"))]
    return [(kind, slot, order, sentence) for kind, given, sentence in rows for slot, order in json.loads(given).items()]


def faults(found: Asked, slot: str, order: Json) -> list[Fault] | None:
    """What is wrong with an order for a slot, None where there is no such slot."""
    given = answer(found.state, found.decision, {slot: order})
    return ENGINE.check(view_of(found), found.decision, given) if slot in given.choices else None


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


def test_every_field_of_an_order_is_told() -> None:
    for kind, text in sections().items():
        models = {model for found in decisions(kind) for model in orders.slots_of(view_of(found), found.decision).values()}
        fields = {name for model in models for name in model.model_fields} - (
            {"deny", "build", "pay_higher", "clear"} if kind in {"reaction", "pursuit"} else set()
        )
        assert [name for name in sorted(fields) if not re.search(rf'[`"]{name}[`"]', text)] == [], kind


def view_of(found: Asked) -> View:
    return ENGINE.view(found.state, found.decision.seat)


@pytest.mark.parametrize("kind", refusals.RULES)
def test_every_field_of_an_offer_is_told(kind: str) -> None:
    common = ORDERS.read_text().partition("## What offers tell")[2].partition("\n## ")[0]
    shared = sections()["movement"] if kind in {"reaction", "pursuit"} else sections()["attack"] if kind == "low_attack" else ""
    text = sections()[kind] + (sections()["reaction"] if kind == "pursuit" else "") + shared + common
    told = {name for found in decisions(kind) for name in fields(found)}
    assert sorted(name for name in told if f"`{name}`" not in text) == []


def fields(found: Asked) -> Iterator[str]:
    """What the offers of a decision tell: all keys of `info`, but ids and kinds of ground."""
    ids = ids_in(found.state) | set(tables()["terrain_movement"]["ground"])
    for slot in ENGINE.offers(view_of(found), found.decision):
        for option in slot.options:
            yield from keys(option.info, ids)


def keys(value: object, ids: set[str]) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (name for name in value if name not in ids)
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from keys(each, ids)


def ids_in(state: LegatusState) -> set[str]:
    cohorts = {name for c in state.cohorts.values() for name in (c.id, c.manus)}
    return {*state.units, *state.squadrons, *cohorts, *(s.id for s in state.satellites), *(s.id for s in state.supports)}


def test_what_is_sealed_is_told() -> None:
    sealed = {kind for kind in SCENES for found in decisions(kind) if found.decision.sealed} - {"reaction"}
    told = ORDERS.read_text().partition("Sealed are ")[2].partition(":")[0]
    assert set(re.findall(r"`(\w+)`", told)) == sealed


def test_the_documents_are_linked() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    assert all(f"docs/{page.name}" in readme for page in (BATTLES, ORDERS))
