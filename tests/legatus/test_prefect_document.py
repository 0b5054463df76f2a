"""The page on Prefect: its examples convert and play, and it tells of every field and every type of counter."""

import re
from pathlib import Path

import pytest
import yaml
from pydantic import BaseModel

from campaigns.places import read_yaml
from scales.dice import seeded_secret
from scales.engine import Json
from scales.legatus import ENGINE
from scales.legatus.prefect import aftermath
from scales.legatus.prefect.conversion import setup_of
from scales.legatus.prefect.counters import types
from scales.legatus.prefect.file_faults import MOST, faults
from scales.legatus.prefect.forces import forces
from scales.legatus.prefect.models import MOST_ENTRIES, CounterIn, StrategicBattle, TaskForceIn
from scales.legatus.tables import formations
from tests.legatus.strategic import battle, result
from workers.battle import play_battle

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "prefect.md").read_text(encoding="utf-8")
TABLES = {section.partition("\n")[0]: section for section in re.split(r"\n#+ |\n(?=A task force:|A counter:)", PAGE)}


def written() -> list[Json]:
    """The example on the page, and the whole file beside it."""
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.S)
    return [read_yaml(each, "example").value for each in (text, (DOCS / "prefect.yaml").read_text(encoding="utf-8"))]


def cells(section: str) -> dict[str, list[str]]:
    """The rows of a section's tables by what stands in their first cell."""
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in TABLES[section].splitlines() if line.startswith("| `")]
    return {name: row for row in rows for name in re.findall(r"`(\w+)`", row[0])}


@pytest.mark.parametrize("number", [0, 1])
def test_an_example_is_converted_and_played_to_its_end(number: int) -> None:
    given = written()[number]
    assert faults(given) == []
    setup = setup_of(StrategicBattle.model_validate(given))
    assert ENGINE.faults(setup) == []
    assert play_battle(ENGINE, setup, seeded_secret(3)).over


@pytest.mark.parametrize(("section", "model"), [("The file", StrategicBattle), ("A task force:", TaskForceIn), ("A counter:", CounterIn)])
def test_every_field_is_told_with_its_standard(section: str, model: type[BaseModel]) -> None:
    told = cells(section)
    assert list(told) == [field.alias or name for name, field in model.model_fields.items()]
    for name, field in model.model_fields.items():
        if name != "attack" and (isinstance(field.default, int) or field.default == "legatus_uplands"):
            assert told[field.alias or name][1].strip("`") == str(field.default).lower()


def test_every_type_of_counter_is_told_with_what_it_gives() -> None:
    told = cells("What becomes what")
    assert [(id, told[id][1]) for id in types()] == [(type.id, type.name) for type in types().values()]
    for type in types().values():
        becomes = told[type.id][2]
        for count, part in (*((n, p) for p, n in formations()[type.formation]["formations"].items()),) if type.formation else ():
            assert f"{count} `{part}`" in becomes
        for kind, count in formations()[type.formation]["centuries"].items() if type.gives == "cohort" else ():
            assert f"{count} {kind.replace('_', ' ')}" in becomes
        if type.defensive_hexes:
            assert f"{type.defensive_hexes} defensive hexes" in becomes
        if type.installations:
            assert f"(type {', '.join(map(str, type.installations))})" in becomes
        if type.attack:
            assert f"attack {type.attack}" in becomes


def test_every_field_of_the_result_is_told() -> None:
    made = battle([{"id": "x", "type": "light_cohort"}])
    found = aftermath.aftermath(made, forces(made), result(made))
    section = TABLES["The way back"]
    names = {*found, *found["counters"][0], *found["counters"][0]["was"], *found["counters"][0]["units"]}
    assert sorted(name for name in names if f"`{name}`" not in section) == []
    for word in (
        aftermath.UNTOUCHED,
        aftermath.FATIGUED,
        aftermath.DISRUPTED,
        aftermath.DESTROYED,
        aftermath.WITHDRAWN,
        *aftermath.RESULTS,
    ):
        assert f"`{word}`" in section


def test_bounds_are_told() -> None:
    assert (
        f"at most {MOST_ENTRIES}; with the parts of formations {MOST['counters']}, of them {MOST['flight']} flights and {MOST['base']} bases"
        in PAGE
    )


def test_the_example_file_shows_what_a_task_force_may_hold() -> None:
    """Every group of counters is in it once: a reader can copy from it."""
    counters = [c for side in written()[1]["sides"].values() for c in side["counters"]]
    assert {types()[c["type"]].gives for c in counters} >= {
        "cohort",
        "formation",
        "century",
        "manus_hq",
        "legion_hq",
        "works",
        "base",
        "flight",
    }
    assert yaml.safe_load((DOCS / "prefect.yaml").read_text(encoding="utf-8"))["prefect"] == 1
