"""Changing of a stored campaign everything that a side may not know of others, table by table."""

import json
import random
import re
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from orchestrator.store.models import Receipt, Work
from scales.codec import decode, encode, plain
from scales.engine import Json
from scales.engines import engine
from tests.centurion.test_secrets import otherwise
from tests.interceptor.test_secrets import disguised
from tests.legatus.test_secrets import HIDDEN
from tests.leviathan.test_secrets import with_other_secrets
from tests.orchestrator import hiding
from tests.orchestrator.hiding import Change, insert, rows

LATER = "2031-01-01T00:00:00.000000+00:00"
IDS = ("inbox", "orders", "outbox", "body", "id", "data", "cause", "setup", "report")


def changes(side: str) -> dict[str, Change]:
    """What is hidden from a side ('': from whoever has none), by what it is."""
    return {
        "events": hiding.hidden_events(side),
        "versions": versions,
        "campaign": campaign,
        "calls": of_others(side, _calls),
        "sealed": of_others(side, _sealed),
        "plans": of_others(side, _plans),
        "assignments": of_others(side, _assignments),
        "people": of_others(side, _people),
        "messages": of_others(side, _messages),
        "results": of_others(side, _results),
        "work": work,
        "boards": boards(side),
    }


def rewrite(path: Path, wanted: list[Change], seed: int) -> None:
    with closing(sqlite3.connect(path)) as data, data:
        for change in wanted:
            change(data, random.Random(seed))


# ---- who is hidden --------------------------------------------------------------------------------------------------


def of_others(side: str, change: "Callable[[sqlite3.Connection, random.Random, dict[str, str]], None]") -> Change:
    """A change to the seats of other sides, by seat."""

    def apply(data: sqlite3.Connection, chance: random.Random) -> None:
        change(data, chance, {seat: its for seat, its in plan(data)["seats"].items() if its != side})

    return apply


def plan(data: sqlite3.Connection) -> Json:
    return dict(json.loads(rows(data, "campaign")[0]["plan"]))


def here(data: sqlite3.Connection) -> Json:
    game = rows(data, "campaign")[0]
    return {"campaign": game["id"], "timeline": game["timeline"]}


# ---- what is hidden -------------------------------------------------------------------------------------------------


def versions(data: sqlite3.Connection, chance: random.Random) -> None:
    """Boards took more steps than anybody can see: every version is another, and with it every id that anything holds."""
    shift = chance.randrange(1, 40)
    names = sorted({row["battle"] for row in rows(data, "battle")}, key=len, reverse=True)
    pattern = re.compile(rf"({'|'.join(map(re.escape, names))}):(\d+):(\d+)")

    def moved(value: str) -> str:
        return pattern.sub(lambda m: f"{m[1]}:{int(m[2]) + shift}:{m[3]}", value).removeprefix("~")

    for table in ("step", "event", "decision", "call", "battle", "table_result"):
        data.execute(f"UPDATE {table} SET version = -version - ? WHERE battle IN ({', '.join('?' * len(names))})", [shift, *names])
        data.execute(f"UPDATE {table} SET version = -version WHERE version < 0")
    data.execute("UPDATE message SET id = '~' || id")  # so that none meets another on the way
    for table in ("step", "event", "message", "decision", "battle"):
        for row in data.execute(f"SELECT rowid, * FROM {table}").fetchall():
            columns = [c[1] for c in data.execute(f"PRAGMA table_info({table})")]
            found = dict(zip(["rowid", *columns], row, strict=True))
            new: dict[str, Any] = {name: moved(found[name]) for name in IDS if isinstance(found.get(name), str)}
            if table == "battle":
                new["state"] = zlib.compress(moved(zlib.decompress(found["state"]).decode()).encode())
            data.execute(f"UPDATE {table} SET {', '.join(f'{name} = ?' for name in new)} WHERE rowid = ?", [*new.values(), row[0]])


def campaign(data: sqlite3.Connection, chance: random.Random) -> None:
    """The secret, who computes, chains and running numbers of phases."""
    data.execute("UPDATE campaign SET secret = ?, lease_owner = ?, lease_until = 77, is_seeded = 1", [chance.randbytes(32), "somebody"])
    data.execute("UPDATE plan SET phase_no = phase_no + 9")
    data.execute("UPDATE battle SET head = ?, phase_no = phase_no + 9", [f"{chance.random()}"])
    data.execute("UPDATE row_close SET head = ?", [f"{chance.random()}"])
    data.execute("DELETE FROM snapshot")
    for row in rows(data, "campaign"):
        changed = json.loads(row["plan"])
        for theatre in changed["theatres"]:
            theatre["data"]["secret"] = chance.random()
        data.execute("UPDATE campaign SET plan = ? WHERE id = ?", [json.dumps(changed), row["id"]])


def _calls(data: sqlite3.Connection, chance: random.Random, others: dict[str, str]) -> None:
    """What others drafted, when they are due, how many calls there were before."""
    for seat in others:
        draft = json.dumps({"choices": {"x": {"secret": chance.random()}}, "plan": None, "is_left": False})
        data.execute(
            "UPDATE call SET draft = ?, revision = revision + 4, due_utc = ?, number = number + 100 WHERE seat = ?", [draft, LATER, seat]
        )


def _sealed(data: sqlite3.Connection, _chance: random.Random, others: dict[str, str]) -> None:
    """Who has answered has not, and the other way round; but nothing is so that the campaign could go on."""
    for seat in others:
        data.execute(
            "UPDATE call SET sealed_utc = CASE WHEN sealed_utc IS NULL THEN ? ELSE NULL END, overdue_utc = ? WHERE seat = ?",
            [LATER, LATER, seat],
        )
    for row in rows(data, "decision"):
        if json.loads(row["body"])["seat"] in others:
            key = [row[name] for name in ("timeline", "battle", "version", "n")]
            answer = None if row["answer"] else '{"choices":{}}'
            where = "timeline = ? AND battle = ? AND version = ? AND n = ?"
            data.execute(f"UPDATE decision SET answer = ? WHERE {where}", [answer, *key])


def _plans(data: sqlite3.Connection, chance: random.Random, others: dict[str, str]) -> None:
    for seat in others:
        for battle in rows(data, "battle"):
            body = json.dumps({"": {"prefer": {"x/y": [{"secret": chance.random()}]}, "otherwise": "bot"}})
            key = here(data) | {"battle": battle["battle"], "phase_no": battle["phase_no"], "seat": seat}
            data.execute("DELETE FROM plan WHERE battle = ? AND seat = ?", [battle["battle"], seat])
            insert(data, "plan", key | {"body": body, "given_utc": LATER})


def _assignments(data: sqlite3.Connection, chance: random.Random, others: dict[str, str]) -> None:
    """Others gave out their seats and units otherwise: to several people, to bots, with deadlines."""
    key = {"campaign": here(data)["campaign"], "since_utc": LATER, "person": "", "pace": "live", "on_deadline": "bot"}
    for seat, side in others.items():
        data.execute("DELETE FROM assignment WHERE seat = ?", [seat])
        for row in rows(data, "battle"):
            units = [unit for unit, fate in json.loads(row["report"])["fates"].items() if fate["side"] == side][:2]
            wish = {"seat": seat, "battle": row["battle"], "deadline_seconds": chance.randrange(60, 9000)}
            insert(data, "assignment", key | wish | {"id": f"{chance.random()}", "units": "[]", "holder": "person"})
            if units:
                formation = {"id": f"{chance.random()}", "units": json.dumps(units), "holder": "bot"}
                insert(data, "assignment", key | wish | formation)


def _people(data: sqlite3.Connection, chance: random.Random, others: dict[str, str]) -> None:
    """Others have other names and addresses, more of them came, with tokens, invitations and hooks."""
    game, sides = here(data)["campaign"], sorted(set(others.values()))
    theirs = [row["person"] for row in rows(data, "member") if row["side"] in sides and row["role"] != "gm"]
    for person in theirs:
        data.execute("UPDATE person SET name = ?, email = ? WHERE id = ?", [f"{chance.random()}", "x@example.org", person])
    for n, (seat, side) in enumerate(sorted(others.items())):
        id, utc = f"new{n}", {"created_utc": "2026"}
        insert(data, "person", utc | {"id": id, "name": "Ann", "email": "", "is_host": False})
        insert(data, "member", {"campaign": game, "person": id, "role": "player", "seat": "", "side": side, "since_utc": "2026"})
        invitation = {"id": id, "campaign": game, "role": "player", "side": side, "seat": seat, "name": "", "hash": id, "made_by": id}
        insert(data, "invitation", utc | invitation | {"expires_utc": LATER})
        hook = {"id": id, "campaign": game, "person": id, "kind": "email", "target": "a@b", "secret": "", "events": '["ended"]'}
        insert(data, "hook", utc | hook)
        notice = {"id": f"{id}:1", "hook": id, "campaign": game, "body": "{}", "status": "sent", "due_utc": LATER, "tries": 0, "error": ""}
        insert(data, "notice", notice)
        insert(data, "token", utc | {"id": id, "person": id, "label": "", "expires_utc": LATER})


def _messages(data: sqlite3.Connection, chance: random.Random, others: dict[str, str]) -> None:
    battle = rows(data, "battle")[0]["battle"]
    for side in sorted(set(others.values())):
        message = {"id": f"{battle}:7:{side}", "kind": "artillery", "source": battle, "battle": battle, "cause": None, "reason": ""}
        content = {"data": json.dumps({"side": side, "secret": chance.random()}), "sent_tick": 1, "posted_tick": 1, "due_tick": 999}
        insert(data, "message", here(data) | message | content | {"status": "due"})
    data.execute("UPDATE message SET reason = 'another' WHERE status != 'due'")


def _results(data: sqlite3.Connection, chance: random.Random, others: dict[str, str]) -> None:
    game, battle = here(data), rows(data, "battle")[0]
    theirs = {row["person"] for row in rows(data, "member") if row["side"] in others.values()}
    for row in rows(data, "table_result"):
        if row["by"] in theirs:
            data.execute("DELETE FROM table_result WHERE id = ?", [row["id"]])
    for n, person in enumerate(sorted(theirs)):
        told = {"id": f"r{n}", "battle": battle["battle"], "version": battle["version"], "by": person, "status": "proposed"}
        body = json.dumps({"fates": {"x": {"status": "destroyed"}}, "outcome": f"{chance.random()}"})
        insert(data, "table_result", game | told | {"body": body, "note": "", "given_utc": LATER})


def work(data: sqlite3.Connection, chance: random.Random) -> None:
    """Work that was done, how far it came, and answers that were kept for others."""
    progress, game = json.dumps({"minute": chance.randrange(99)}), here(data)["campaign"]
    done = Work(id="w1", campaign=game, kind="verify", order="{}", status="done", progress=progress, result="{}", created_utc=LATER)
    insert(data, "work", done.model_dump())
    kept = Receipt(person="x", key="k", request="r", status=200, answer="{}", created_utc=LATER)
    insert(data, "receipt", kept.model_dump())


def boards(side: str) -> Change:
    """On every board everything that the engines' own tests hide from a side."""

    def change(data: sqlite3.Connection, _chance: random.Random) -> None:
        for row in data.execute("SELECT rowid, scale, state, setup, report FROM battle").fetchall():
            rules = engine(row[1])
            state = decode(zlib.decompress(row[2]), rules.state_type)
            other = _otherwise(row[1], state, side, json.loads(row[3])["sides"])
            report, kept = plain(rules.report(other)), json.loads(row[4])["fates"]
            # in the middle of a phase a report is as old as the last decision
            report["fates"] |= {unit: fate for unit, fate in kept.items() if fate["side"] == side}
            new = [zlib.compress(encode(other)), encode(report).decode(), row[0]]
            data.execute("UPDATE battle SET state = ?, report = ? WHERE rowid = ?", new)

    return change


def _otherwise(scale: str, state: Any, side: str, sides: list[Json]) -> Any:
    seat = next((each["seat"] for each in sides if each["id"] == side), "")
    if scale == "interceptor":
        return disguised(state, seat)
    if scale == "centurion":
        return otherwise(state, {side} if side else set())
    if scale == "legatus":
        for hide in HIDDEN:
            hide(state, side)
        return state
    for each in sides:
        if each["id"] != side:
            state = with_other_secrets(state, each["id"])
    return state
