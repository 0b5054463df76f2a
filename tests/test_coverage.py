"""docs/coverage: a page accounts for every heading of its rule book, and names modules and tests that are there."""

import ast
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
SCALES = sorted(path.name.removesuffix("_sections.yaml") for path in (ROOT / "tests" / "data").glob("*_sections.yaml"))
STATES = ("played", "in part", "not played", "by another board", "no rule")


@dataclass(frozen=True)
class Row:
    """A heading's row: its state, what there is to say, the modules that play it and the tests that prove it."""

    section: str
    state: str
    note: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]


@cache
def headings(scale: str) -> dict[str, list[str]]:
    """Headings by chapter."""
    found: dict[str, list[str]] = yaml.safe_load((ROOT / "tests" / "data" / f"{scale}_sections.yaml").read_text())
    return found


@cache
def rows(scale: str) -> dict[str, list[Row]]:
    """The rows of a page by chapter."""
    found: dict[str, list[Row]] = {}
    chapter = ""
    for line in (ROOT / "docs" / "coverage" / f"{scale}.md").read_text().splitlines():
        if line.startswith("### "):
            chapter = line.removeprefix("### ")
        elif line.startswith("## "):
            chapter = ""
        elif chapter and line.startswith("| ") and not line.startswith(("| Section |", "|---")):
            found.setdefault(chapter, []).append(_row(line))
    return found


def _row(line: str) -> Row:
    section, state, modules, tests = (cell.strip() for cell in line.strip("|").split(" | "))
    word, _, note = state.partition("; ")
    return Row(section, word, note, tuple(re.findall(r"`([^`]+)`", modules)), tuple(re.findall(r"`([^`]+)`", tests)))


def all_rows(scale: str) -> list[Row]:
    return [row for chapter in rows(scale).values() for row in chapter]


@cache
def functions_of(file: Path) -> frozenset[str]:
    """Names of the test functions of a file."""
    return frozenset(node.name for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("scale", SCALES)
def test_the_page_accounts_for_every_heading_once(scale: str) -> None:
    page = {chapter: [row.section for row in found] for chapter, found in rows(scale).items()}
    assert page == headings(scale)


@pytest.mark.parametrize("scale", SCALES)
def test_every_state_is_a_known_word_and_what_is_missing_has_a_reason(scale: str) -> None:
    assert not [row for row in all_rows(scale) if row.state not in STATES]
    assert not [row.section for row in all_rows(scale) if row.state in ("in part", "not played", "by another board") and not row.note]


@pytest.mark.parametrize("scale", SCALES)
def test_what_is_played_names_its_modules_and_its_tests(scale: str) -> None:
    played = [row for row in all_rows(scale) if row.state in ("played", "in part")]
    assert not [row.section for row in played if not row.modules or not row.tests]


@pytest.mark.parametrize("scale", SCALES)
def test_the_modules_exist(scale: str) -> None:
    named = {module for row in all_rows(scale) for module in row.modules}
    there = {path.stem for path in (ROOT / "scales" / scale).rglob("*.py")}
    assert not sorted(module for module in named if module not in there and not (ROOT / module).is_file())


@pytest.mark.parametrize("scale", SCALES)
def test_the_tests_exist(scale: str) -> None:
    named = {test for row in all_rows(scale) for test in row.tests}
    wrong = []
    for test in sorted(named):
        file, _, name = test.partition("::")
        place = next((path for path in (ROOT / "tests" / scale / file, ROOT / "tests" / file) if path.exists()), None)
        if place is None or name not in functions_of(place):
            wrong.append(test)
    assert not wrong


@pytest.mark.parametrize("scale", SCALES)
def test_rules_named_in_the_log_are_headings(scale: str) -> None:
    """What an event cites can be found in the book."""
    known = {section for chapter in headings(scale).values() for section in chapter} | set(headings(scale))
    cited = Counter(
        heading
        for path in sorted((ROOT / "scales" / scale).rglob("*.py"))
        for heading in re.findall(rf'"{scale}: ([^"{{}}]+)"', path.read_text())
    )
    assert not {heading: count for heading, count in cited.items() if heading not in known}


@pytest.mark.parametrize("scale", SCALES)
def test_who_looks_for_a_heading_in_the_modules_finds_it(scale: str) -> None:
    """One of the modules of a heading that is played names it."""
    sources = {path.stem: path.read_text() for path in (ROOT / "scales" / scale).rglob("*.py")}
    nowhere = []
    for row in all_rows(scale):
        if row.state in ("played", "in part"):
            texts = " ".join(sources.get(module) or (ROOT / module).read_text() for module in row.modules)
            if row.section.split(": ")[-1] not in " ".join(texts.split()):
                nowhere.append(row.section)
    assert not nowhere
