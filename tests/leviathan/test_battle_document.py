"""The page on writing battles: its examples play, and it tells of every key, optional rule and field of a sheet."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from api.commands.reference import LEVIATHAN
from scales.dice import ScriptedDice, seeded_secret
from scales.engine import Json
from scales.leviathan import ENGINE, catalog, switches
from scales.leviathan.board import layouts
from scales.leviathan.fighters.craft import Fighter
from scales.leviathan.installations import escape
from scales.leviathan.patrol.statistics import Interceptor, Mount
from scales.leviathan.preparation import models
from scales.leviathan.records import record_sheets
from scales.leviathan.state import State
from tests.cli.conftest import imperator
from tests.leviathan.documents import BATTLES, examples
from workers.battle import play_battle

BY_THE_CAMPAIGN = {"sides", "faction", "seat", "options", "turn_limit", "standing", "rules"}
"""What the campaign around a board puts into its set-up."""


def rows() -> list[str]:
    return [line for line in BATTLES.read_text().splitlines() if line.startswith("| ")]


def told() -> str:
    """First cells of all tables: what the page says that there is."""
    return "\n".join(row.split("|")[1] for row in rows())


def opened(written: Json) -> State:
    state: State = ENGINE.setup(written, ScriptedDice.of()).state
    return state


def set_up_models() -> Iterator[type[BaseModel]]:
    yield from (m for m in vars(models).values() if isinstance(m, type) and issubclass(m, models.Setup.__mro__[1]))
    yield from (Interceptor, Mount, Fighter)


@pytest.mark.parametrize("number", [0, 1])
def test_an_example_is_played_to_its_end(number: int) -> None:
    written = examples()[number]
    assert ENGINE.faults(written) == []
    assert play_battle(ENGINE, written, seeded_secret(2)).over


def test_a_saved_example_is_checked_by_the_command(tmp_path: Path) -> None:
    for number, text in enumerate(re.findall(r"```yaml\n(.*?)```", BATTLES.read_text(), re.S)):
        file = tmp_path / f"{number}.yaml"
        file.write_text(text)
        assert imperator("validate", str(file)).code == 0


def test_the_first_example_has_zones_wings_leaders_and_pilots() -> None:
    state = opened(examples()[0])
    assert set(state.zones) == {"tog", "cw"}
    assert [wing.id for wing in state.wings] == ["escort", "guard"]
    assert all(ship.waiting for ship in state.ships.values())
    assert {ship.commander for ship in state.ships.values() if ship.skill} == {1, 2}
    assert state.fighters["red"].pilots


def test_the_second_example_has_what_the_first_has_not() -> None:
    state = opened(examples()[1])
    kinds = {ship.kind for ship in state.ships.values()}
    assert kinds == {"ship", "orbital", "ground"}
    assert state.ships["novus"].card.name == "Novus"
    assert state.ships["courier"].card.is_patrol
    assert state.ships["dock"].evacuation.boats == 8
    assert state.ships["serpens"].course
    assert state.fighters["lanceas"].aboard == "xerxes"
    assert state.fighters["cheetahs"].lost == 1
    assert [bool(thing.spotted) for thing in state.ground.things.values()] == [False, False, True]


def test_every_optional_rule_is_documented_with_its_values() -> None:
    wanted = [f"| `{n}` | {s.standard} | 0 to {s.most} | {s.text} ({s.chapter}) |" for n, s in switches.SWITCHES.items()]
    assert [row for row in rows() if re.match(r"\| `\w+` \| \d+ \| \d+ to", row)] == wanted


def test_every_optional_rule_is_listed() -> None:
    assert [rule["name"] for rule in imperator("rules", "leviathan", "--json").json] == list(switches.SWITCHES)
    assert all(name in imperator("rules", "leviathan").out for name in switches.SWITCHES)


@pytest.mark.parametrize(("wrong", "meant"), [("damagecontrol", "damage_control"), ("ftl", ""), ("variable_shield", "variable_shields")])
def test_a_wrong_rule_is_told_with_the_nearest_and_where_the_list_is(wrong: str, meant: str) -> None:
    (fault,) = ENGINE.faults(examples()[0] | {"options": {wrong: 1}})
    assert fault.code == "unknown_option"
    assert meant in fault.text
    assert "'imperator rules leviathan'" in fault.text
    assert "docs/leviathan-battles.md" in fault.text


def test_every_key_of_a_set_up_is_told() -> None:
    fields = {field.alias or name for model in set_up_models() for name, field in model.model_fields.items()}
    assert sorted(name for name in fields - BY_THE_CAMPAIGN if f"`{name}" not in told() and f"`{name}`" not in BATTLES.read_text()) == []


@pytest.mark.parametrize(("model", "section"), [(models.ZoneIn, "### Zones"), (models.GroundIn, "### Installations")])
def test_standard_values_are_those_of_the_model(model: type[BaseModel], section: str) -> None:
    text = BATTLES.read_text().partition(section)[2].partition("\n##")[0]
    for name, field in model.model_fields.items():
        if not field.is_required():
            value = f"`{field.default}`" if isinstance(field.default, str) else str(field.default).lower()
            assert f"| `{field.alias or name}` | {value} |" in text


def test_every_field_of_a_sheet_is_told() -> None:
    names = {
        *record_sheets.SHEET,
        record_sheets.PATCHED,
        record_sheets.FACILITY,
        record_sheets.FTL,
        *record_sheets.FTL_FIELDS,
        *escape.KEYS,
    }
    text = BATTLES.read_text().partition("## From one battle to the next")[2]
    assert sorted(name for name in {*names, *record_sheets.FIGHTER_SHEET} if f"`{name}`" not in text) == []


def test_victories_lists_and_layouts_are_told() -> None:
    kinds = models.VictoryIn.model_fields["kind"].annotation
    names = [f"`kind: {kind}`" for kind in kinds.__args__]  # type: ignore[union-attr]
    names += [f"`{name}`" for name in (*layouts()["layouts"], *LEVIATHAN, *catalog.sizes())]
    assert [name for name in names if name not in BATTLES.read_text()] == []
    for name, hundredths in catalog.tables()["strength_hundredths"].items():
        assert re.search(rf"\ba {name}[^|]* {hundredths}\b", BATTLES.read_text())


# ---- what a set-up must not say ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "code", "text"),
    [
        ({"victory": {"pursued": "tog"}}, "bad_victory", "victory.pursued goes with the kind chase, not with strength"),
        ({"victory": {"kind": "tonnage", "battleship": "cw"}}, "bad_victory", "victory.battleship goes with the kind battleship"),
        ({"fighters": [{"id": "x", "name": "X", "side": "tog", "unit": "gladius_flight", "hex": "1:0103"}]}, "bad_zone", "X cannot stand on the ground"),
        ({"units": [{"id": "x", "name": "X", "class": "shiva", "side": "tog", "hex": "1:2002"}]}, "off_map", "X would lie across the edge of the map"),
    ],
)  # fmt: skip
def test_a_set_up_is_refused_with_a_sentence(change: Json, code: str, text: str) -> None:
    found = [f for f in ENGINE.faults(examples()[1] | change) if f.code == code]
    assert [f.text for f in found if text in f.text]
