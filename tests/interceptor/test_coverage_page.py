"""docs/coverage/interceptor.md accounts for each sentence of the two books that speaks of Interceptor, and names modules and tests that are there."""

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
STATES = ("played", "in part", "not played", "by another board")
PAGE = ROOT / "docs" / "coverage" / "interceptor.md"


@dataclass(frozen=True)
class Row:
    """A sentence's row: what there is to say of it, the modules that play it and the tests that prove it."""

    sentence: str
    state: str
    note: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]


@cache
def sentences() -> dict[str, list[str]]:
    """Sentences by book and heading."""
    found: dict[str, list[str]] = yaml.safe_load((ROOT / "tests" / "data" / "interceptor_sentences.yaml").read_text())
    return found


@cache
def rows() -> dict[str, list[Row]]:
    """The rows of the page by book and heading."""
    found: dict[str, list[Row]] = {}
    chapter = ""
    for line in PAGE.read_text().splitlines():
        if line.startswith("#"):
            chapter = line.removeprefix("### ") if line.startswith("### ") else ""
        elif chapter and line.startswith("| ") and not line.startswith(("| Sentence |", "|---")):
            found.setdefault(chapter, []).append(_row(line))
    return found


def _row(line: str) -> Row:
    sentence, state, modules, tests = (cell.strip() for cell in line.strip("|").split(" | "))
    word, _, note = state.partition("; ")
    return Row(sentence, word, note, tuple(re.findall(r"`([^`]+)`", modules)), tuple(re.findall(r"`([^`]+)`", tests)))


def all_rows() -> list[Row]:
    return [row for chapter in rows().values() for row in chapter]


def test_every_sentence_has_its_row_in_its_order() -> None:
    assert {chapter: [row.sentence for row in found] for chapter, found in rows().items()} == sentences()


def test_every_state_is_a_known_word_and_what_is_missing_has_a_reason() -> None:
    assert not [row for row in all_rows() if row.state not in STATES]
    assert not [row.sentence for row in all_rows() if row.state != "played" and not row.note]


def test_what_is_played_names_its_modules_and_its_tests() -> None:
    assert not [row.sentence for row in all_rows() if row.state in ("played", "in part") and not (row.modules and row.tests)]


def test_the_modules_exist() -> None:
    named = {module for row in all_rows() for module in row.modules}
    places = (ROOT / "scales" / "interceptor", ROOT / "scales", ROOT)
    assert not [module for module in sorted(named) if not any((place / f"{module}.py").is_file() for place in places)]


@cache
def functions_of(file: Path) -> frozenset[str]:
    """Names of the test functions of a file."""
    return frozenset(node.name for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.FunctionDef))


def test_the_tests_exist() -> None:
    wrong = []
    for test in sorted({test for row in all_rows() for test in row.tests}):
        file, _, name = test.partition("::")
        place = next((p for p in (ROOT / "tests" / "interceptor" / file, ROOT / "tests" / file) if p.is_file()), None)
        if place is None or name not in functions_of(place):
            wrong.append(test)
    assert not wrong


def test_rules_named_in_the_log_are_headings() -> None:
    """What an event cites can be found on the page."""
    cited = {
        rule
        for path in sorted((ROOT / "scales" / "interceptor").rglob("*.py"))
        for rule in re.findall(
            r'"((?:interceptor|centurion|leviathan|centurion-variants): [A-Z][^"{}(]+?)(?: \([^"]*\))?"', path.read_text()
        )
    }
    assert not sorted(cited - set(sentences()))
