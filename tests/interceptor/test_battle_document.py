"""The page on writing battles: its examples play, and it tells of every key and optional rule."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest
from pydantic import BaseModel

from scales.dice import ScriptedDice, seeded_secret
from scales.interceptor import ENGINE
from scales.interceptor.board import layouts
from scales.interceptor.damage.sheets import PARTS
from scales.interceptor.pilots.familiarity import bonus
from scales.interceptor.preparation import listing
from scales.interceptor.preparation.models import CraftIn, Setup
from scales.interceptor.preparation.scenario_models import EntryIn, TermIn
from scales.interceptor.scenario import edges
from scales.interceptor.scenario.outcome import RANKS, STATUS
from scales.interceptor.state import State
from tests.cli.conftest import imperator
from tests.interceptor.documents import BATTLES, examples, texts
from workers.battle import play_battle

BY_THE_CAMPAIGN = {"sides", "faction", "seat", "options", "turn_limit", "standing", "rules"}
"""What the campaign around a board puts into its set-up."""


def models(kind: Any) -> Iterator[type[BaseModel]]:
    """A model, and all models that its fields hold."""
    if isinstance(kind, type) and issubclass(kind, BaseModel) and get_origin(kind) is None:
        yield kind
        for field in kind.model_fields.values():
            yield from models(field.annotation)
    for inner in get_args(kind):
        yield from models(inner)


@pytest.mark.parametrize("number", [0, 1])
def test_an_example_is_played_to_its_end(number: int) -> None:
    written = examples()[number]
    assert ENGINE.faults(written) == []
    assert play_battle(ENGINE, written | {"turn_limit": 2}, seeded_secret(2)).over


def test_a_saved_example_is_checked_by_the_command(tmp_path: Path) -> None:
    for number, text in enumerate(texts()):
        file = tmp_path / f"{number}.yaml"
        file.write_text(text)
        assert imperator("validate", str(file)).code == 0


def test_the_examples_have_what_the_page_says() -> None:
    first, second = (opened(number) for number in (0, 1))
    assert {id for id, c in first.craft.items() if c.where == "waiting"} == {"raider-1", "raider-2", "raider-3", "late"}
    assert [entry.turn for entry in first.entries] == [1, 2]
    assert first.goals is not None
    assert [exit.edges for exit in first.goals.exits] == [["top"]]
    assert second.craft["lance-1"].bombs == {"glad": 2, "hafe_i": 3}
    assert second.craft["ponto"].cargo == ["tank-1", "tank-2"]
    assert second.craft["base-1"].home == "1:0110"
    assert second.craft["patrol-3"].marks == {"drive": 1}
    assert list(second.battles) == ["port"]


def opened(number: int) -> State:
    state: State = ENGINE.setup(examples()[number], ScriptedDice()).state
    return state


def test_every_key_of_a_set_up_is_told() -> None:
    fields = {name for model in models(Setup) for name in model.model_fields}
    assert {"corners", "ends_without", "aboard", "velocity"} <= fields
    assert sorted(name for name in fields - BY_THE_CAMPAIGN if f"`{name}`" not in BATTLES.read_text()) == []


def test_standard_values_are_those_of_the_models() -> None:
    text, given = BATTLES.read_text(), CraftIn.model_fields
    assert f"| `gunnery`, `piloting` | {given['gunnery'].default}, {given['piloting'].default} |" in text
    assert f"| `heading` | {given['heading'].default} |" in text
    assert f"| `mission` | `{given['mission'].default}` |" in text
    assert f"| `layout` | `{Setup.model_fields['layout'].default}` |" in text
    assert f"| `velocity` | `{EntryIn.model_fields['velocity'].default}` |" in text
    assert f"| `points` | {TermIn.model_fields['points'].default} |" in text


def test_familiarity_is_told_as_it_counts() -> None:
    (told,) = re.findall(r"^\| `missions` .*$", BATTLES.read_text(), re.M)
    assert "with six, 11, 21 and 31 piloting counts 1 to 4 more, and from 11 on gunnery 1 to 3" in told
    assert [bonus(missions) for missions in (5, 6, 11, 21, 31)] == [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3)]


def test_every_layout_list_edge_and_part_of_a_sheet_is_told() -> None:
    named = [*layouts(), *listing.LISTS, *PARTS, *RANKS, *STATUS.values(), *edges.names("interceptor_deep_space")]
    assert [name for name in named if f"`{name}`" not in BATTLES.read_text()] == []


def test_every_field_of_a_result_is_told(tmp_path: Path) -> None:
    (tmp_path / "port.yaml").write_text(texts()[1])
    result = imperator("battle", "interceptor", str(tmp_path / "port.yaml"), "--log", "--json").json
    sheets = {name for fate in result["fates"].values() for name in (*fate, *fate["sheet"], *fate["sheet"].get("pilot", {}))}
    losses = {name for side in result["losses"].values() for each in side for name in each}
    assert sorted(name for name in {*result, *sheets, *losses} if f"`{name}`" not in BATTLES.read_text()) == []


def test_every_event_and_level_of_a_scenario_is_told() -> None:
    text = BATTLES.read_text().partition("### Victory")[2].partition("\n### ")[0]
    words = [word for field in ("event", "wins") for word in get_args(TermIn.model_fields[field].annotation)]
    assert words == ["destroy", "exit", "carry", "keep"]
    assert all(f"`{word}`" in text for word in [*words, "decisive", "substantial", "marginal"])


def test_a_name_of_the_page_is_a_heading_of_it() -> None:
    headings = {re.sub(r"[^\w -]", "", h.lower()).strip().replace(" ", "-") for h in re.findall(r"^#+ (.*)$", BATTLES.read_text(), re.M)}
    assert set(re.findall(r"\]\(#([^)]*)\)", BATTLES.read_text())) <= headings
