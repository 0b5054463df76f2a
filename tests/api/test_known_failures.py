"""How systems like this one have failed people and their secrets, tried over HTTP."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import House, opened, refused, sign_in, wait_for

HOURS = timedelta(hours=5)
NOTE = {"kind": "note", "reason": "a spy", "details": {"text": "they come from the north", "seen_by": ["tog"]}}


@pytest.fixture
def asked(house: House) -> House:
    """Both sides are asked where they fly, one craft after another; TOG first."""
    return waiting(house)


def waiting(house: House) -> House:
    house.post("gm", "/campaigns/{id}/runs", {"until": "end"})
    wait_for(lambda: bool(calls(house)))
    return house


def calls(house: House) -> list[Any]:
    """All that people are asked, as the GM reads it."""
    return list(house.get("gm", "/campaigns/{id}/decisions").json())


def choices(house: House, call: Any, n: int = 0) -> dict[str, Any]:
    """An option of each slot, counted from the end."""
    offers = house.get("gm", f"/campaigns/{{id}}/decisions/{call['id']}").json()["offers"]
    return {slot["id"]: slot["options"][-1 - n % len(slot["options"])]["order"] for slot in offers}


def answer(house: House, call: Any) -> Any:
    return house.post(call["seat"], f"/campaigns/{{id}}/decisions/{call['id']}/orders", {"choices": choices(house, call)})


def answer_all(house: House) -> None:
    """Answer what is asked now, and wait for what is asked next."""
    now = calls(house)
    for call in now:
        assert answer(house, call).status_code == 200
    wait_for(lambda: {call["id"] for call in calls(house)}.isdisjoint({call["id"] for call in now}) and bool(calls(house)))


def battle(house: House) -> str:
    return str(house.get("gm", "/campaigns/{id}/battles").json()[0]["id"])


def rule(house: House, ruling: dict[str, Any]) -> None:
    path = f"/campaigns/{{id}}/battles/{battle(house)}/rulings"
    version = house.get("gm", path).json()["version"]
    assert house.post("gm", path, ruling | {"version": version}).json()["taken"]


def rewind(house: House, tick: int) -> None:
    work = house.post("gm", "/campaigns/{id}/rewind", {"tick": tick, "reason": "the wind"}).json()
    wait_for(lambda: house.get("gm", f"/works/{work['id']}").json()["status"] == "done")


# ---- people ---------------------------------------------------------------------------------------------------------


def test_21_orders_from_two_windows_with_the_same_base_revision(asked: House) -> None:
    call = calls(asked)[0]
    path, one, other = f"/campaigns/{{id}}/decisions/{call['id']}", choices(asked, call), choices(asked, call, 1)
    assert one != other
    drafts = [asked.put(call["seat"], f"{path}/draft", {"choices": each, "revision": 0}) for each in (one, one, other)]
    assert [each.status_code for each in drafts] == [200, 200, 412]
    assert drafts[0].json()["revision"] == drafts[1].json()["revision"] == 1
    sealed = [asked.post(call["seat"], f"{path}/orders", {"choices": each}).status_code for each in (one, one, other)]
    assert sealed == [200, 200, 409]


def test_22_orders_that_are_stale(asked: House) -> None:
    first = calls(asked)[0]
    late = {"choices": choices(asked, first)}
    answer_all(asked)
    answer_all(asked)
    path = f"/campaigns/{{id}}/decisions/{first['id']}/orders"
    refused(asked.post(first["seat"], path, {"choices": {"x": {}}}), 409)
    before = calls(asked)
    rewind(asked, 0)
    refused(asked.post(first["seat"], path, late), 409, "rewind")
    for call in before:
        refused(asked.post(call["seat"], f"/campaigns/{{id}}/decisions/{call['id']}/orders", late), 409, "rewind")


def test_23_a_player_who_never_answers(asked: House) -> None:
    seat = calls(asked)[0]["seat"]
    asked.post("gm", "/campaigns/{id}/assignments", {"seat": seat, "deadline_seconds": 10, "on_deadline": "bot"})
    (call,) = [each for each in calls(asked) if each["seat"] == seat]
    asked.service.deadlines._now = asked.service.calls.now = lambda: datetime.now(UTC) + timedelta(seconds=11)
    wait_for(lambda: call["id"] not in [each["id"] for each in calls(asked)])
    refused(asked.post(seat, f"/campaigns/{{id}}/decisions/{call['id']}/orders", {"choices": {"x": {}}}), 409)


@pytest.fixture
def restored(furnished: tuple[Path, House], tmp_path: Path) -> Iterator[tuple[House, Any]]:
    """A service that was stopped with two hours left and comes back five hours later, and the call as it was."""
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    after.mkdir()
    with opened(furnished, before) as house:
        waiting(house)
        seat = calls(house)[0]["seat"]
        house.post("gm", "/campaigns/{id}/assignments", {"seat": seat, "deadline_seconds": 7200, "on_deadline": "bot"})
        house.service.deadlines.beat()
        call = next(each for each in calls(house) if each["seat"] == seat)
    path = before / "house.db"
    with closing(sqlite3.connect(path)) as data, data:
        for table, column in (("setting", "value"), ("call", "due_utc"), ("call", "asked_utc")):
            where = "name = 'alive_utc'" if table == "setting" else f"{column} IS NOT NULL"
            for rowid, value in data.execute(f"SELECT rowid, {column} FROM {table} WHERE {where}").fetchall():
                earlier = (datetime.fromisoformat(value) - HOURS).isoformat(timespec="microseconds")
                data.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", [earlier, rowid])
    with closing(sqlite3.connect(path)) as data:
        data.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with opened((path, house), after) as again:
        yield again, call


def test_24_and_25_nobody_is_late_because_we_were_away(restored: tuple[House, Any]) -> None:
    house, before = restored
    house.service.deadlines.beat()
    (after,) = [each for each in calls(house) if each["id"] == before["id"]]
    assert (after["status"], after["overdue_utc"]) == ("open", None)
    left = datetime.fromisoformat(after["due_utc"]) - datetime.now(UTC)
    # a minute for a slow machine: the five hours in which the copy lay are what matters
    assert timedelta(minutes=100) < left <= timedelta(hours=2, minutes=1)
    assert answer(house, after).status_code == 200


def test_26_a_gm_edits_a_unit_in_a_running_battle(asked: House) -> None:
    path = "/campaigns/{id}/units/" + asked.get("gm", "/campaigns/{id}/units").json()[0]["id"]

    def sheet() -> Any:
        return asked.get("gm", path).json()["boards"][0]["record"]

    before = sheet()
    unit = path.rpartition("/")[2]
    rule(asked, {"kind": "damage", "reason": "a mine", "details": {"unit": unit, "side": min(before["armor"]), "points": 4}})
    edited = sheet()
    assert edited != before
    answer_all(asked)
    assert sheet()["armor"] == edited["armor"] != before["armor"]
    assert any("a mine" in event["text"] for event in asked.get("cw", path).json()["history"])


def test_27_two_people_of_one_name(house: House) -> None:
    for who, role in (("one", {"role": "spectator"}), ("two", {"role": "player", "side": "tog"})):
        house.come(who, role["role"], side=role.get("side", ""))
        house.patch(who, "/me", {"name": "Livia"})
        house.put(who, "/me/password", {"password": "per aspera ad astra", "login": f"livia-{who}"})
    for who, part in (("one", "spectator"), ("two", "player")):
        house.tokens[who] = sign_in(house, f"livia-{who}", "per aspera ad astra").json()["access_token"]
        me = house.get(who, "/me").json()
        assert (me["id"], me["name"], [each["role"] for each in me["campaigns"]]) == (house.ids[who], "Livia", [part])
    members = house.get("gm", "/campaigns/{id}/members").json()["members"]
    assert {each["person"]: each["role"] for each in members if each["name"] == "Livia"} == {
        house.ids["one"]: "spectator",
        house.ids["two"]: "player",
    }


# ---- secrets --------------------------------------------------------------------------------------------------------

READ = ("", "/battles", "/events", "/units", "/dice", "/messages", "/statistics", "/decisions", "/members")


def read(house: House, who: str) -> list[Any]:
    """What somebody reads, with its ETags."""
    answers = [house.get(who, f"/campaigns/{{id}}{path}") for path in READ]
    return [(each.status_code, each.headers.get("etag"), each.content) for each in answers]


def test_28_nothing_tells_that_the_other_side_did_something_in_hiding(asked: House) -> None:
    before = read(asked, "cw")
    rule(asked, NOTE)
    for call in calls(asked):
        if call["seat"] == "tog":
            asked.put("tog", f"/campaigns/{{id}}/decisions/{call['id']}/draft", {"choices": choices(asked, call), "revision": 0})
    assert read(asked, "cw") == before
    assert "from the north" in asked.get("tog", "/campaigns/{id}/events").text


def test_29_the_beginning_of_a_campaign_tells_no_secrets(asked: House) -> None:
    record = asked.service.campaigns.reading.campaign(asked.campaign)
    page = asked.get("cw", "/campaigns/{id}").text + asked.get("cw", f"/campaigns/{{id}}/battles/{battle(asked)}").text
    assert record.secret.hex() not in page
    view = asked.get("cw", f"/campaigns/{{id}}/battles/{battle(asked)}").json()["view"]["state"]["craft"]
    assert {side: any(c["missiles"] for c in view.values() if c["side"] == side) for side in ("tog", "cw")} == {"tog": False, "cw": True}
    refused(asked.get("cw", "/campaigns/{id}/export"), 403)


def test_30_what_was_undone_is_in_nobodys_history(asked: House) -> None:
    rule(asked, NOTE)
    before = asked.get("tog", "/campaigns/{id}/events").json()
    assert "from the north" in str(before)
    rewind(asked, 0)
    for who in ("tog", "cw", "watcher"):
        for path in READ:
            assert "from the north" not in asked.get(who, f"/campaigns/{{id}}{path}").text
    for cursor in ("0.0", before["cursor"]):
        assert "from the north" not in asked.get("cw", f"/campaigns/{{id}}/events?after={cursor}").text
