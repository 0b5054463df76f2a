"""Going back and forking over HTTP: rows by what people are shown of them, and refusals before anything is stopped."""

from typing import Any

import pytest

from tests.api.conftest import House, refused, wait_for


def waits(house: House) -> dict[str, Any]:
    """A run that waits for TOG."""
    house.post("gm", "/campaigns/{id}/assignments", {"seat": "cw", "holder": "bot"})
    house.post("gm", "/campaigns/{id}/runs", {"until": "end"})
    wait_for(lambda: house.get("gm", "/campaigns/{id}/works").json()[0]["status"] == "waiting")
    return dict(house.get("gm", "/campaigns/{id}/works").json()[0])


def ended(house: House, work: dict[str, Any]) -> dict[str, Any]:
    wait_for(lambda: house.get("gm", f"/works/{work['id']}").json()["status"] in {"done", "failed"})
    return dict(house.get("gm", f"/works/{work['id']}").json())


def test_the_time_shown_names_the_row_to_go_back_to(house: House) -> None:
    waits(house)
    time = house.get("tog", "/campaigns/{id}").json()["time"]
    named = [row for row in house.get("tog", f"/campaigns/{{id}}/rows?turn={time['turn']}").json() if row["letter"] == time["row"]]
    assert named[0]["tick"] == time["tick"]
    assert house.get("watcher", "/campaigns/{id}/rows").json()[0]["number"] == 1
    done = ended(house, house.post("gm", "/campaigns/{id}/rewind", {"turn": 1, "row": "d3", "reason": "the wrong sheet"}).json())
    assert done["result"]["status"] == "paused"
    about = house.get("tog", "/campaigns/{id}").json()
    assert (about["status"], about["time"]["tick"], about["timeline"]) == ("paused", 0, 1)
    assert about["timelines"][1]["branched_at"]["row"] == "D3"


@pytest.mark.parametrize("what", ["rewind", "fork"])
@pytest.mark.parametrize(
    ("row", "text"),
    [
        ({"tick": 4000}, "no row 4000"),
        ({"turn": 9, "row": "D3"}, "to go back to"),
        ({"turn": 1, "row": "D9"}, "names no row"),
        ({"turn": 1, "row": "D3", "nth": 2}, "names no row"),
        ({"turn": 1, "row": "D3", "minute": 7}, "names no row"),
        ({"turn": 1}, "tick alone"),
        ({"tick": 0, "turn": 1, "row": "D3"}, "tick alone"),
        ({"tick": 0, "nth": 1}, "tick alone"),
    ],
)
def test_rows_that_cannot_be_are_refused_and_the_run_goes_on(quiet_house: House, what: str, row: dict[str, Any], text: str) -> None:
    house = quiet_house
    works = house.get("gm", "/campaigns/{id}/works").json()
    run = works[0] if works else waits(house)
    refused(house.post("gm", f"/campaigns/{{id}}/{what}", row | {"reason": "x"}), 422, text)
    assert house.get("gm", "/campaigns/{id}/works").json() == [run]


def test_a_rewind_names_a_row_and_gives_a_reason(quiet_house: House) -> None:
    refused(quiet_house.post("gm", "/campaigns/{id}/rewind", {"reason": "x"}), 422, "name the row")
    refused(quiet_house.post("gm", "/campaigns/{id}/rewind", {"tick": 0, "reason": "  "}), 422, "a reason is needed")


def test_an_ended_campaign_is_not_rewound_and_is_forked_at_a_row(house: House) -> None:
    for seat in ("cw", "tog"):
        house.post("gm", "/campaigns/{id}/assignments", {"seat": seat, "holder": "bot"})
    ended(house, house.post("gm", "/campaigns/{id}/runs", {"until": "end"}).json())
    refused(house.post("gm", "/campaigns/{id}/rewind", {"tick": 0, "reason": "x"}), 422, "fork it")
    refused(house.post("gm", "/campaigns/{id}/fork", {}), 422, "no row")
    child = ended(house, house.post("gm", "/campaigns/{id}/fork", {"turn": 1, "row": "D4"}).json())["result"]["campaign"]
    assert house.get("gm", f"/campaigns/{child}").json()["time"]["tick"] == 1


def test_a_turn_is_named_only_with_until_turn(quiet_house: House) -> None:
    refused(quiet_house.post("gm", "/campaigns/{id}/runs", {"until": "end", "turn": 3}), 422, "only with until turn")


@pytest.mark.parametrize(
    "document", [b"", b"[]", b"{}", b'{"imperator_export": 2}', b"{" * 5000, b'{"a":' * 100_000, b"\xff{}", b"[" * 100_000]
)
def test_what_is_no_exported_campaign_is_refused_at_once(quiet_house: House, document: bytes) -> None:
    refused(quiet_house.post("host", "/campaigns/import", content=document), 422, "no export of a campaign")


def test_an_exported_campaign_is_brought_in(house: House) -> None:
    document = house.get("gm", "/campaigns/{id}/export").content
    work = house.post("host", "/campaigns/import", content=document)
    assert work.status_code == 202
    wait_for(lambda: house.get("host", f"/works/{work.json()['id']}").json()["status"] == "done")
