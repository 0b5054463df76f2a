"""The page on writing battles: its examples play, and it tells of every key and optional rule."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from campaigns.schema import Engagements
from scales.dice import ScriptedDice, seeded_secret
from scales.legatus import ENGINE, board
from scales.legatus.preparation import models
from scales.legatus.scenario.scoring import RESULTS
from scales.legatus.state import WAITING, LegatusState
from scales.legatus.switches import SWITCHES
from scales.legatus.tables import DISPERSIONS
from tests.cli.conftest import imperator
from tests.legatus.documents import BATTLES, examples, texts
from workers.battle import play_battle

BY_THE_CAMPAIGN = {"sides", "faction", "seat", "options", "turn_limit", "standing", "rules"}
"""What the campaign around a board puts into its set-up."""


def set_up_models() -> Iterator[type[BaseModel]]:
    yield from (m for m in vars(models).values() if isinstance(m, type) and issubclass(m, models.Model))


def opened(number: int) -> LegatusState:
    state: LegatusState = ENGINE.setup(examples()[number], ScriptedDice()).state
    return state


@pytest.mark.parametrize("number", [0, 1, 2])
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
    first, second = opened(0), opened(1)
    assert {u.status for u in first.units.values()} == {WAITING}
    assert [c.permanent for c in first.cohorts.values() if c.level == "manus"] == [False, True]
    assert second.units["brigade-hq"].cohort == "brigade.2"
    assert [m.hidden for m in second.markers] == [True, False]
    assert second.units["first-1"].name == "1st Cohort 1st Medium Grav Century"
    assert {"first-hq", "brigade.1-hq"} <= set(second.units)
    base = opened(2)
    assert (base.units["north"].status, base.units["south"].status) == (WAITING, "ok")
    assert (base.options, [s.pool for s in base.sides]) == ({"double_blind": 1, "automatic_results": 0}, [25, 0])
    assert {len(line.split()) for line in base.map.rows} == {12}


def test_places_are_written_as_the_page_says() -> None:
    written = re.findall(r"^\| (?:a hex|a hexside|a junction)\b.*`(.*)` \| (.*) \|$", BATTLES.read_text(), re.M)
    assert [(board.dispersion(at.replace("\\|", "|")), words.replace("-", "_")) for at, words in written] == [(d, d) for d in DISPERSIONS]
    assert all(board.is_position(at.replace("\\|", "|")) for at, _ in written)


def test_engagements_are_told_with_their_standard_values() -> None:
    text = BATTLES.read_text().partition("### Engagements")[2].partition("\n##")[0]
    for name, field in Engagements.model_fields.items():
        standard = {"policy": "`strongest`", "fire_control": "none"}.get(name, str(field.default))
        assert f"| `{name}` | {standard} |" in text
    assert Engagements().policy == "strongest"
    assert all("engagements: {policy: none}" in each for each in texts())


def test_every_field_of_a_result_is_told(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(texts()[2])
    result = imperator("battle", "legatus", str(tmp_path / "base.yaml"), "--log", "--json").json
    sheets = {name for fate in result["fates"].values() for name in (*fate, *fate["sheet"])}
    losses = {name for side in result["losses"].values() for each in side for name in each}
    assert sorted(name for name in {*result, *sheets, *losses} if f"`{name}`" not in BATTLES.read_text()) == []
    assert all(f"`{word}`" in BATTLES.read_text() for word in RESULTS)


def test_every_optional_rule_is_documented_with_its_values() -> None:
    rows = [line for line in BATTLES.read_text().splitlines() if re.match(r"\| `\w+` \| \d+ \| \d+ to", line)]
    assert rows == [f"| `{n}` | {s.standard} | 0 to {s.most} | {s.text} ({s.chapter}) |" for n, s in SWITCHES.items()]


def test_every_key_of_a_set_up_is_told() -> None:
    fields = {name for model in set_up_models() for name in model.model_fields}
    assert sorted(name for name in fields - BY_THE_CAMPAIGN if f"`{name}`" not in BATTLES.read_text()) == []


def test_standard_values_of_a_zone_are_those_of_the_model() -> None:
    assert f"| `within` | {models.ZoneIn.model_fields['within'].default} |" in BATTLES.read_text()


def test_a_wrong_rule_is_told_with_where_the_list_is() -> None:
    (fault,) = ENGINE.faults(examples()[0] | {"options": {"double_blnd": 1}})
    assert "did you mean double_blind" in fault.text
    assert "docs/legatus-battles.md" in fault.text
