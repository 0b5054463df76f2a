"""`verify` accepts an untouched campaign and names the first event that was altered, removed, or rolled otherwise than the secret says."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from orchestrator.history.export import Exported, from_json, to_json
from scales.codec import encode
from tests.acceptance.conftest import Played, opened
from tests.acceptance.shell import shell
from tests.cli.conftest import imperator
from tests.orchestrator.test_verify import one_pip, rechain

Row = tuple[int, str, dict[str, object]]
Forge = Callable[[sqlite3.Connection, Row], None]


@pytest.fixture
def mine(skirmish: Played, db: Path) -> Path:
    return skirmish.copy(db)


def rolled(connection: sqlite3.Connection, nth: int) -> Row:
    """The place and the body of the nth event with a die: its number, its id and what it says."""
    query = (
        "SELECT seq, battle || ':' || version || ':' || n, body FROM event WHERE json_array_length(body, '$.rolls') > 0 ORDER BY tick, seq"
    )
    seq, id, body = connection.execute(f"{query} LIMIT 1 OFFSET ?", [nth]).fetchone()
    return seq, id, json.loads(body)


def rewrite(connection: sqlite3.Connection, row: Row) -> None:
    connection.execute("UPDATE event SET body = ? WHERE seq = ?", [encode(row[2]).decode(), row[0]])


def reworded(connection: sqlite3.Connection, row: Row) -> None:
    row[2]["text"] = "Nothing of note happened."
    rewrite(connection, row)


def reloaded(connection: sqlite3.Connection, row: Row) -> None:
    roll = row[2]["rolls"][0]  # type: ignore[index]
    roll["value"] = roll["value"] % roll["sides"] + 1
    rewrite(connection, row)


def hidden(connection: sqlite3.Connection, row: Row) -> None:
    """An event that somebody was meant to see is shown to nobody."""
    row[2]["seen_by"] = []
    rewrite(connection, row)


def torn_out(connection: sqlite3.Connection, row: Row) -> None:
    connection.execute("DELETE FROM event WHERE seq = ?", [row[0]])


def refusal(db: Path, id: str) -> str:
    facts = imperator("verify", id, "--db", db)
    assert facts.code == 1
    return facts.refusal()


def test_an_untouched_campaign_is_accepted(skirmish: Played, mine: Path) -> None:
    facts = imperator("verify", skirmish.id, "--db", mine, "--json").json
    assert facts["ok"]
    assert facts["dice"] > 100
    assert facts["digest"] == skirmish.facts["digest"]
    assert imperator("verify", skirmish.id, "--db", mine, "--digest", skirmish.facts["digest"]).code == 0


@pytest.mark.parametrize("forge", [reworded, reloaded, hidden, torn_out])
def test_an_event_that_was_touched_in_the_database_is_named(forge: Forge, skirmish: Played, mine: Path) -> None:
    with closing(sqlite3.connect(mine)) as connection, connection:
        row = rolled(connection, 60)
        forge(connection, row)
    assert row[1] in refusal(mine, skirmish.id)


def test_of_two_events_that_were_touched_the_first_is_named(skirmish: Played, mine: Path) -> None:
    with closing(sqlite3.connect(mine)) as connection, connection:
        late, early = rolled(connection, 90), rolled(connection, 30)
        reworded(connection, late)
        torn_out(connection, early)
    assert early[1] in refusal(mine, skirmish.id)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM step WHERE battle = 'port.leviathan' AND version = (SELECT max(version) FROM step WHERE battle = 'port.leviathan')",
        "UPDATE step SET orders = '{}' WHERE rowid = (SELECT rowid FROM step WHERE length(orders) > 20 LIMIT 1)",
        "DELETE FROM row_close WHERE tick = (SELECT max(tick) - 3 FROM row_close)",
        "DELETE FROM event WHERE tick > (SELECT max(tick) - 8 FROM event)",
        "UPDATE campaign SET secret = x'0102030405060708091011121314151617181920212223242526272829303132'",
    ],
)
def test_whatever_else_was_touched_is_noticed(statement: str, skirmish: Played, mine: Path) -> None:
    with closing(sqlite3.connect(mine)) as connection, connection:
        assert connection.execute(statement).rowcount > 0
    assert refusal(mine, skirmish.id)


def write_back(document: Exported, db: Path) -> None:
    """What a forger does who owns the database: the heads of all chains, computed anew, are put where the old ones stood."""
    with closing(sqlite3.connect(db)) as connection, connection:
        for event in document.events:
            here = [encode(event.event).decode(), event.head, event.place.battle, event.place.version, event.place.n]
            connection.execute("UPDATE event SET body = ?, head = ? WHERE battle = ? AND version = ? AND n = ?", here)
        for step in document.steps:
            connection.execute("UPDATE step SET head = ? WHERE battle = ? AND version = ?", [step.head, step.battle, step.version])
        for battle in document.battles:
            connection.execute("UPDATE battle SET head = ? WHERE battle = ?", [battle.head, battle.battle])
        for row in document.rows:
            here = [encode(row.battles).decode(), row.head, row.theatre, row.tick]
            connection.execute("UPDATE row_close SET battles = ?, head = ? WHERE theatre = ? AND tick = ?", here)


def test_a_forger_who_computes_every_chain_anew_is_betrayed_by_the_dice(skirmish: Played, mine: Path) -> None:
    document = opened(mine).export(skirmish.id)
    event = next(each for each in document.events if len(each.event.rolls) == 1 and each.tick > 40)
    one_pip(event)
    rechain(document)
    write_back(document, mine)
    said = refusal(mine, skirmish.id)
    assert str(event.place) in said
    assert "the secret does not say so" in said
    assert said.startswith(f"campaign {skirmish.id} does not verify: die ")


def test_an_exported_document_is_held_to_the_same(skirmish: Played, tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    assert imperator("export", skirmish.id, file, "--db", skirmish.db).code == 0
    assert shell("verify", file, "--json").json["ok"]
    original = file.read_bytes()

    document = from_json(original)
    altered = next(each for each in document.events if each.tick > 30 and each.event.rolls)
    altered.event.text = "Nothing of note happened."
    file.write_bytes(to_json(document))
    assert str(altered.place) in imperator("verify", file).refusal()

    document = from_json(original)
    document.events.remove(removed := next(each for each in document.events if each.tick > 30 and each.event.rolls))
    file.write_bytes(to_json(document))
    assert str(removed.place) in imperator("verify", file).refusal()

    document = from_json(original)
    one_pip(loaded := next(each for each in document.events if each.tick > 30 and each.event.rolls))
    rechain(document)
    file.write_bytes(to_json(document))
    assert str(loaded.place) in imperator("verify", file).refusal()


def test_the_processes_of_the_command_say_it_in_one_line(skirmish: Played, mine: Path) -> None:
    with closing(sqlite3.connect(mine)) as connection, connection:
        row = rolled(connection, 12)
        reworded(connection, row)
    ran = shell("verify", skirmish.id, "--db", mine)
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.startswith("imperator: ")
    assert row[1] in ran.err
    assert ran.err.count("\n") == 1
