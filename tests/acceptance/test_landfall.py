"""The built-in campaign from one command: it ends with a winner, and every link of the rules was used."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from scales.codec import decode
from tests.acceptance.conftest import SEED, Played
from tests.cli.conftest import imperator

CROSSED = (
    "fighters_down",
    "fighters_up",
    "fire_support",
    "fire_support_report",
    "ground_attack",
    "return_fire",
    "engagement",
    "engagement_result",
    "ground_picture",
    "battlefield",
)
MEGABYTES = 500
PROCESSOR_SECONDS = 120
"""A minute on two cores."""


def messages(played: Played, kind: str) -> Iterator[Any]:
    with closing(sqlite3.connect(played.db)) as connection:
        for (data,) in connection.execute("SELECT data FROM message WHERE kind = ? AND status = 'delivered' ORDER BY sent_tick", [kind]):
            yield decode(data, dict)


def kinds(played: Played) -> set[str]:
    with closing(sqlite3.connect(played.db)) as connection:
        return {kind for (kind,) in connection.execute("SELECT DISTINCT json_extract(body, '$.kind') FROM event")}


def test_one_object_tells_all(landfall: Played) -> None:
    facts = landfall.facts
    assert {"campaign", "seed", "digest", "minutes", "phases", "events", "links", "battles", "result"} <= set(facts)
    assert (facts["campaign"], facts["seed"], facts["status"]) == ("landfall", SEED, "ended")
    assert len(facts["digest"]) == 64
    assert all({"scale", "outcome", "losses"} <= set(battle) for battle in facts["battles"])


def test_it_ends_with_a_winner_after_two_legatus_turns(landfall: Played) -> None:
    facts = landfall.facts
    assert facts["minutes"] >= 40
    assert facts["result"]["winner"] in {"tog", "commonwealth"}
    points = facts["result"]["points"]
    assert points[facts["result"]["winner"]] == max(points.values())
    legatus = next(battle for battle in facts["battles"] if battle["scale"] == "legatus")
    assert legatus["turn"] >= 2
    assert len([battle for battle in facts["battles"] if battle["scale"] == "centurion"]) >= 2


@pytest.mark.parametrize("kind", CROSSED)
def test_every_link_was_crossed(kind: str, landfall: Played) -> None:
    assert landfall.facts["links"].get(kind, 0) >= 1


def test_ships_searched_the_ground(landfall: Played) -> None:
    assert landfall.facts["links"].get("spotted") or any("search" in kind or "spot" in kind for kind in kinds(landfall))


def test_a_ship_fired_on_the_ground_when_it_was_called(landfall: Played) -> None:
    assert sum(report["shots"] for report in messages(landfall, "fire_support_report")) > 0


def test_what_fought_below_came_back_with_its_name(landfall: Played) -> None:
    """Every century sent into a battle is in its result, and no other; fighters come back as the unit that went down."""
    sent = {each["id"]: {century["id"] for century in each["centuries"]} for each in messages(landfall, "engagement")}
    back = list(messages(landfall, "engagement_result"))
    assert sent
    assert back
    for result in back:
        assert {century["id"] for century in result["centuries"]} <= sent[result["engagement"]]
    down = {each["unit"] for each in messages(landfall, "fighters_down")}
    assert {each["unit"] for each in messages(landfall, "fighters_up")} <= down


def test_it_takes_a_minute_on_two_cores_and_half_a_gigabyte_at_most(landfall: Played) -> None:
    assert landfall.ran.megabytes < MEGABYTES
    assert landfall.ran.seconds < PROCESSOR_SECONDS
    assert landfall.ran.err == ""


def test_it_verifies(landfall: Played) -> None:
    facts = imperator("verify", landfall.id, "--db", landfall.db, "--json").json
    assert facts["ok"]
    assert facts["dice"] > 1000
    assert facts["digest"] == landfall.facts["digest"]


def test_an_event_is_explained_across_the_scales(landfall: Played) -> None:
    """Whatever another board led to can be walked back to it."""
    events = imperator("log", landfall.id, "--db", landfall.db, "--json").json
    scales = {event["id"]: event["scale"] for event in events}
    crossing = [e for e in events if e["event"]["cause"] and scales.get(e["event"]["cause"], e["scale"]) != e["scale"]]
    assert {event["scale"] for event in crossing} >= {"centurion", "interceptor"}
    text = imperator("log", landfall.id, "--db", landfall.db, "--explain", crossing[0]["id"]).out
    cause = next(event for event in events if event["id"] == crossing[0]["event"]["cause"])
    assert crossing[0]["event"]["text"] in text
    assert cause["event"]["text"] in text
