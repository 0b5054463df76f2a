"""Whatever is wrong with the input: one sentence for each mistake, a non-zero exit, no traceback, and nothing half-written."""

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.acceptance.conftest import SKIRMISH, Played
from tests.acceptance.shell import shell
from tests.cli.conftest import Called, imperator
from tests.redis_server import free_port

MISTAKES: dict[str, tuple[str, str, str]] = {
    "an unknown ship class": ("class: fulgur,", "class: fulgor,", "fulgur"),
    "an unknown fighter unit": ("unit: lancea_flight", "unit: lanzea_flight", "lancea"),
    "an unknown craft": ("type: cheetah", "type: chetah", "cheetah"),
    "an unknown century": (
        "id: raiders-1, name: Raiders A, kind: light_grav_armor",
        "id: raiders-1, name: Raiders A, kind: lite_grav_armor",
        "light_grav_armor",
    ),
    "an unknown map": ("map: legatus_coastal_plain", "map: legatus_coastal_plane", "legatus_coastal_plain"),
    "an unknown layout": ("layout: leviathan_planet", "layout: leviathan_planets", "leviathan_planet"),
    "a ship off the map": ('hex: "1:0514"', 'hex: "1:9914"', "9914"),
    "a craft off the map": (
        'type: cheetah, side: commonwealth, hex: "1:0414"',
        'type: cheetah, side: commonwealth, hex: "7:0414"',
        "7:0414",
    ),
    "a century off the map": ('hex: "1313"', 'hex: "9999"', "9999"),
    "no hex at all": ('hex: "1313"', 'hex: "over there"', "over there"),
    "two ships with one id": ("id: exeter-1", "id: fulgur-3", "fulgur-3"),
    "two centuries with one id": ("id: post-1", "id: raiders-1", "raiders-1"),
    "one id on two boards": ("id: patrol-1", "id: raiders-1", "raiders-1"),
    "a seat that plays no side": ("tog_fleet: {side: tog", "tog_fleet: {side: nobody", "plays no side"),
    "a scale that nobody decides on": (
        "name: TOG captain, scales: [leviathan, interceptor]",
        "name: TOG captain, scales: [leviathan]",
        "interceptor",
    ),
    "a unit of no side": ("class: exeter, side: commonwealth", "class: exeter, side: pirates", "pirates"),
    "an objective that is nowhere": (
        "kind: hold, objective: the port, points: 3}\n    - {side: commonwealth",
        "kind: hold, objective: the harbor, points: 3}\n    - {side: commonwealth",
        "the harbor",
    ),
    "a number where none may be": ("velocity: 1}", "velocity: -1}", "velocity"),
    "a word that means nothing": ("attacker: tog", "atacker: tog", "atacker"),
    "a text where a number belongs": ("turn_limit: 1", "turn_limit: soon", "turn_limit"),
    "no turn limit": ("  turn_limit: 1\n", "", "turn_limit"),
    "a later format": ("imperator: 1", "imperator: 99", "imperator"),
}


@pytest.fixture
def skirmish_with(tmp_path: Path) -> Callable[[str, str], Path]:
    def changed(old: str, new: str) -> Path:
        text = SKIRMISH.read_text()
        assert old in text
        file = tmp_path / "mine.yaml"
        file.write_text(text.replace(old, new, 1))
        return file

    return changed


def lines(called: Called) -> list[str]:
    """The sentences of a refusal."""
    return called.refusal().splitlines()


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_a_campaign_file_is_named_with_its_line(mistake: str, skirmish_with: Callable[[str, str], Path], db: Path) -> None:
    old, new, named = MISTAKES[mistake]
    file = skirmish_with(old, new)
    said = lines(imperator("run", file, "--db", db))
    assert all(re.match(rf"{re.escape(str(file))}, line \d+, ", line) for line in said), said
    assert any(named in line for line in said), said
    assert len(said) <= 3, said
    assert not db.exists()
    assert lines(imperator("validate", file)) == said


def test_all_mistakes_are_named_at_once(tmp_path: Path, db: Path) -> None:
    text = SKIRMISH.read_text()
    for name in ("an unknown ship class", "a century off the map", "a seat that plays no side"):
        old, new, _ = MISTAKES[name]
        text = text.replace(old, new, 1)
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    said = "\n".join(lines(imperator("run", file, "--db", db)))
    assert all(word in said for word in ("fulgor", "9999", "plays no side"))
    assert not db.exists()


BOMB = "a: &a [x, x, x, x, x, x, x, x]\n" + "".join(
    f"{b}: &{b} [{', '.join([f'*{a}'] * 8)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)
FILES: dict[str, tuple[bytes, str]] = {
    "broken YAML": (b"imperator: 1\nname: [\n", "not valid YAML"),
    "a tab": (b"imperator: 1\n\tname: x\n", "not valid YAML"),
    "the same key twice": (b"imperator: 1\nname: x\nname: y\n", "twice"),
    "no mapping": (b"- 1\n- 2\n", "mapping"),
    "nothing": (b"", "mapping"),
    "not UTF-8": (b"imperator: 1\nname: \xff\xfe\n", "UTF-8"),
    "UTF-16": ("imperator: 1".encode("utf-16"), "UTF-8"),
    "control characters": (b"imperator: 1\nname: \x00\x01\n", "not valid YAML"),
    "an alias bomb": (BOMB.encode(), "aliases"),
    "a file that is huge": (b"# " + b"x" * 5_000_000, "larger than 4 MB"),
    "a file nested deep": (b"[" * 10_000, "nested"),
    "a Python object": (b"imperator: !!python/object/apply:os.system ['echo']\n", "means nothing here"),
    "a number of thousands of digits": (b"imperator: " + b"9" * 10_000, "imperator"),
}


@pytest.mark.parametrize("what", FILES)
def test_a_file_that_is_no_campaign_is_refused_in_one_sentence(what: str, tmp_path: Path, db: Path) -> None:
    content, named = FILES[what]
    file = tmp_path / "mine.yaml"
    file.write_bytes(content)
    said = lines(imperator("run", file, "--db", db))
    assert named in said[0], said
    assert all(len(line) < 400 for line in said)
    assert len(said) == 1 or what == "a number of thousands of digits", said
    assert not db.exists()


def test_a_folder_is_no_file(tmp_path: Path, db: Path) -> None:
    assert len(lines(imperator("run", tmp_path, "--db", db))) == 1
    assert len(lines(imperator("validate", tmp_path))) == 1
    assert len(lines(imperator("verify", tmp_path, "--db", db))) == 1
    assert len(lines(imperator("battle", "centurion", tmp_path))) == 1
    assert not db.exists()


@pytest.mark.parametrize("file", ["/dev/zero", "/dev/full", "/dev/null"])
def test_a_file_without_an_end_is_not_read_to_its_end(file: str, waiting: tuple[Path, str], db: Path) -> None:
    assert len(lines(imperator("run", file, "--db", db))) == 1
    assert len(lines(imperator("validate", file))) == 1
    assert len(lines(imperator("answer", waiting[1], "port.legatus:1:0", file, "--db", waiting[0]))) == 1
    assert len(lines(imperator("verify", file, "--db", waiting[0]))) == 1
    assert not db.exists()


def test_a_filter_that_fits_nothing_is_named(waiting: tuple[Path, str]) -> None:
    db, id = waiting
    for command in (["log", id, "--scale", "chess"], ["log", id, "--battle", "port.chess"], ["decisions", id, "--seat", "nobody"]):
        said = lines(imperator(*command, "--db", db))
        assert len(said) == 1
        assert "known are" in said[0]


def test_a_process_says_no_more_than_that(skirmish_with: Callable[[str, str], Path], db: Path) -> None:
    ran = shell("run", skirmish_with("class: fulgur,", "class: fulgor,"), "--db", db)
    assert ran.code != 0
    assert ran.out == ""
    assert ran.err.startswith("imperator: ")
    assert ran.err.count("\n") == 1
    assert "fulgor" in ran.err
    assert not db.exists()


def test_a_database_from_a_newer_version_is_refused_and_left_alone(skirmish: Played, db: Path) -> None:
    skirmish.copy(db)
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE schema_version SET version = version + 1")
    connection.close()
    before = db.read_bytes()
    for command in (["list"], ["show", skirmish.id], ["resume", skirmish.id], ["verify", skirmish.id], ["run", SKIRMISH]):
        said = lines(imperator(*command, "--db", db))
        assert len(said) == 1
        assert "newer" in said[0]
    assert db.read_bytes() == before


def test_an_unreachable_redis_is_named_before_anything_is_written(db: Path) -> None:
    said = lines(imperator("run", SKIRMISH, "--workers", "rq", "--redis", f"redis://127.0.0.1:{free_port()}/0", "--db", db))
    assert len(said) == 1
    assert "Redis does not answer" in said[0]
    assert not db.exists()


@pytest.mark.parametrize("id", ["nonsense", "%", "' OR 1=1 --", "../no/such/campaign", "x" * 5_000, "\N{SNOWMAN}"])
def test_a_campaign_that_is_not_there(id: str, skirmish: Played) -> None:
    commands = (["show", id], ["resume", id], ["decisions", id], ["log", id], ["replay", id], ["verify", id])
    for command in commands:
        said = lines(imperator(*command, "--db", skirmish.db))
        assert len(said) == 1, command
        assert "there is no campaign" in said[0] or "name too long" in said[0], command
        assert "should not have happened" not in said[0]


ANSWERS: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{",
    "a list": b"[]",
    "a number": b"7",
    "no slots": b'{"choices": 7}',
    "a strange slot": b'{"nowhere": {"x": 1}}',
    "no slot": b"{}",
    "not UTF-8": b'{"\xff": 1}',
    "deep": b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
    "very deep": b"[" * 200_000,
    "an option that is not there": b"NUMBERS",
    "a million letters": json.dumps({"a": "x" * 1_000_000}).encode(),
    "not a number": b'{"a": NaN}',
    "a number beyond all": b'{"a": 1e999, "b": ' + b"9" * 4_000 + b"}",
    "null": b'{"choices": {"a": null}}',
}


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A campaign in which everybody is a person, at its first question."""
    db = tmp_path_factory.mktemp("waiting") / "campaigns.db"
    seats = [argument for seat in ("tog_fleet", "tog_ground", "cw_fleet", "cw_ground") for argument in ("--person", seat)]
    return db, imperator("run", SKIRMISH, "--seed", 1, "--db", db, "--json", *seats).json["id"]


@pytest.mark.parametrize("what", ANSWERS)
def test_orders_that_are_none_are_refused_and_the_question_stays(what: str, waiting: tuple[Path, str], tmp_path: Path) -> None:
    db, id = waiting
    asked = imperator("decisions", id, "--db", db, "--json").json
    numbers = json.dumps({slot["id"]: 9_999 for slot in asked[0]["slots"]}).encode()
    file = tmp_path / "answer.json"
    file.write_bytes(ANSWERS[what].replace(b"NUMBERS", numbers))
    said = lines(imperator("answer", id, asked[0]["id"], file, "--db", db))
    assert said
    assert all(len(line) < 1_000 for line in said), "a refusal does not repeat a million letters"
    assert imperator("decisions", id, "--db", db, "--json").json == asked


def test_a_question_that_was_never_asked(waiting: tuple[Path, str], tmp_path: Path) -> None:
    db, id = waiting
    file = tmp_path / "answer.json"
    file.write_text("{}")
    for decision in ("nonsense", "port.legatus:99:0", "port.nowhere:1:0", "port.legatus:1:77", "::", "port.legatus:-1:0", "", "x" * 3_000):
        assert len(lines(imperator("answer", id, decision, file, "--db", db))) == 1
    assert imperator("answer", id, "port.legatus:1:0", tmp_path, "--db", db).refusal()
