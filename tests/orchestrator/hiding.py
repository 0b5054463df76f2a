"""Changing of a stored campaign what one side may not know: events, versions, dice, answers, people, the secret, boards."""

import json
import random
import re
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

Change = Callable[[sqlite3.Connection, random.Random], None]
KINDS = ["wind", "shot", "moved", "artillery_called"]
TEXTS = {
    "step": ("inbox", "orders", "outbox"),
    "event": ("body",),
    "message": ("id", "data", "cause"),
    "decision": ("body",),
}


def rows(data: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    cursor = data.execute(f"SELECT * FROM {table} ORDER BY rowid")
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def insert(data: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    names = ", ".join(f'"{name}"' for name in row)
    data.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(row))})", list(row.values()))


def hidden_events(side: str) -> Change:
    """Other sides do more in hiding, or other things, and the dice of everybody move along."""

    def change(data: sqlite3.Connection, chance: random.Random) -> None:
        kept: list[dict[str, Any]] = []
        for row in rows(data, "event"):
            body = json.loads(row["body"])
            seen_by = body["seen_by"]
            if seen_by is not None and side not in seen_by:
                body["text"] = f"Something else, {chance.random()}."
                body["data"] = {"secret": chance.random()}
            for roll in body["rolls"]:
                roll["index"] += 3
            kept.append(row | {"body": json.dumps(body), "head": f"{chance.random()}"})
            if chance.random() < 0.1:
                kept.append(_hidden(row, side, chance, len(kept)))
        data.execute("DELETE FROM event")
        for seq, row in enumerate(kept):
            insert(data, "event", row | {"seq": 5 + 3 * seq})

    return change


def _hidden(row: dict[str, Any], side: str, chance: random.Random, n: int) -> dict[str, Any]:
    roll = {"index": n, "sides": 10, "value": 7, "why": "a secret"}
    body = {
        "kind": chance.choice(KINDS),
        "text": f"In hiding, {chance.random()}.",
        "rule": "toy: Hiding",
        "data": {},
        "units": chance.choice([[], json.loads(row["body"])["units"]]),
        "checks": [],
        "rolls": [roll],
        "seen_by": chance.choice([[], [f"not {side}"]]),
        "cause": None,
    }
    return row | {"n": 1000 + n, "body": json.dumps(body)}


def versions(data: sqlite3.Connection, chance: random.Random) -> None:
    """Boards took more steps than anybody can see: every version is another, and with it every id."""
    shift = chance.randrange(1, 40)
    names = [row["battle"] for row in rows(data, "battle")]
    pattern = re.compile(rf"({'|'.join(map(re.escape, names))}):(\d+):(\d+)")
    for table in ("step", "event", "decision", "call", "battle"):
        data.execute(f"UPDATE {table} SET version = -version - ? WHERE battle IN ({', '.join('?' * len(names))})", [shift, *names])
        data.execute(f"UPDATE {table} SET version = -version WHERE version < 0")
    for table, columns in TEXTS.items():
        for row in reversed(rows(data, table)):  # the latest first, so that no new id meets an old one
            new = {name: pattern.sub(lambda m: f"{m[1]}:{int(m[2]) + shift}:{m[3]}", row[name]) for name in columns if row[name]}
            where = " AND ".join(f"{name} IS ?" for name in row)
            data.execute(f"UPDATE {table} SET {', '.join(f'{name} = ?' for name in new)} WHERE {where}", [*new.values(), *row.values()])


def campaign(data: sqlite3.Connection, chance: random.Random) -> None:
    """The secret, who computes, chains, and everything of the plan but its public face."""
    data.execute("UPDATE campaign SET secret = ?, lease_owner = ?, lease_until = 77, is_seeded = 1", [chance.randbytes(32), "somebody"])
    data.execute("UPDATE battle SET head = ?, phase_no = phase_no + 9", [f"{chance.random()}"])
    data.execute("UPDATE row_close SET head = ?", [f"{chance.random()}"])
    data.execute("DELETE FROM snapshot")
    for row in rows(data, "campaign"):
        plan = json.loads(row["plan"])
        for theatre in plan["theatres"]:
            theatre["data"]["secret"] = chance.random()
            for battle in theatre["battles"]:
                battle["setup"]["ballast"] = f"{chance.random()}"
        data.execute("UPDATE campaign SET plan = ? WHERE id = ?", [json.dumps(plan), row["id"]])
    for row in rows(data, "battle"):
        setup = json.loads(row["setup"]) | {"ballast": f"{chance.random()}"}
        data.execute("UPDATE battle SET setup = ? WHERE battle = ?", [json.dumps(setup), row["battle"]])


def others(side: str) -> Change:
    """What the other side is asked, drafts and answers, its mail, and the people who play it."""

    def change(data: sqlite3.Connection, chance: random.Random) -> None:
        (game, *_), (battle, *_) = rows(data, "campaign"), rows(data, "battle")
        key = {"campaign": game["id"], "timeline": game["timeline"]}
        place = {"battle": battle["battle"], "version": battle["version"], "n": 99}
        decision = {"key": "x", "seat": "other", "kind": "fire", "prompt": "?", "units": [], "sealed": True, "data": {}}
        answer = chance.choice([None, '{"choices":{}}'])
        insert(data, "decision", key | place | {"body": json.dumps(decision), "answer": answer, "is_absent": False})
        sealed = chance.choice([None, "2026-11-30T00:00:00.000000+00:00"])
        call = {"seat": "other", "number": 3, "part": "", "asked_utc": "2026", "draft": '{"a":1}', "revision": 4, "sealed_utc": sealed}
        insert(data, "call", key | place | call)
        for name in ("Ann", "Ben"):
            insert(data, "person", {"id": name, "name": name, "email": "", "is_host": False, "created_utc": "2026"})
            member = {"campaign": game["id"], "person": name, "role": "player", "seat": "other", "side": f"not {side}", "since_utc": "2026"}
            insert(data, "member", member)
        message = {"id": f"{battle['battle']}:7:9", "kind": "shell", "source": battle["battle"], "battle": battle["battle"]}
        sent = {
            "data": json.dumps({"side": f"not {side}"}),
            "sent_tick": 1,
            "posted_tick": 1,
            "due_tick": 99,
            "status": "due",
            "reason": "",
        }
        insert(data, "message", key | message | sent)

    return change


def rewrite(path: Path, *changes: Change, seed: int = 0) -> None:
    with closing(sqlite3.connect(path)) as data, data:
        for change in changes:
            change(data, random.Random(seed))


def some_are_secret(data: sqlite3.Connection, chance: random.Random) -> None:
    """The toy game hides nothing, so every third event is made one side's own."""
    for row in rows(data, "event"):
        body = json.loads(row["body"]) | {"seen_by": chance.choice([None, None, None, None, ["red"], ["blue"], [], ["blue", "red"]])}
        data.execute("UPDATE event SET body = ? WHERE seq = ?", [json.dumps(body), row["seq"]])


def ask(seat: str, number: int) -> Change:
    """Put a call to a seat at the version where the first battle stands."""

    def change(data: sqlite3.Connection, _chance: random.Random) -> None:
        (game, *_), (battle, *_) = rows(data, "campaign"), rows(data, "battle")
        key = {"campaign": game["id"], "timeline": game["timeline"], "battle": battle["battle"], "version": battle["version"], "n": number}
        insert(data, "call", key | {"seat": seat, "number": number, "part": "", "asked_utc": "2026", "revision": 0})

    return change


def put(path: Path, state: bytes, report: bytes) -> None:
    """Let every board stand in a state."""
    with closing(sqlite3.connect(path)) as data, data:
        data.execute("UPDATE battle SET state = ?, report = ?", [zlib.compress(state), report.decode()])
