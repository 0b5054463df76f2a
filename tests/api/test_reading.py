"""Reading over HTTP: every role gets what it may see in the documented form, cheaply, and nothing that it may not."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import TypeAdapter

from campaigns.library import find
from orchestrator.planning import plan_of
from orchestrator.readers import shown
from orchestrator.readers.seeing import Eyes
from scales.engine import Picture
from scales.engines import engine
from tests.api.conftest import House, opened
from tests.api.test_people import refused

READERS = ("master", "red", "blue", "eagle", "everyman")
BATTLE = "dogfight.interceptor"


@pytest.fixture(scope="module")
def played(furnished: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Three turns of a dogfight among bots, with readers: a master, one of each side, one who watches over a side's shoulder, and one who watches."""
    with opened(furnished, tmp_path_factory.mktemp("played")) as house:
        games = house.service.campaigns
        house.campaign = games.create(plan_of(find("dogfight", engine)), secret=bytes(32))
        games.run(house.campaign, until_turn=4)
        house.come("master", "gm")
        house.come("red", "player", seat="tog")
        house.come("blue", "player", seat="cw")
        house.come("eagle", "spectator", side="tog")
        house.come("everyman", "spectator")
        yield house


MODELS: dict[str, Any] = {
    "/campaigns": list[shown.CampaignLine],
    "/campaigns/{id}": shown.CampaignShown,
    "/campaigns/{id}/proof": shown.Proof,
    "/campaigns/{id}/theatres": list[shown.TheatreShown],
    "/campaigns/{id}/battles": list[shown.BattleLine],
    f"/campaigns/{{id}}/battles/{BATTLE}": shown.BattleShown,
    f"/campaigns/{{id}}/battles/{BATTLE}/picture": Picture,
    "/campaigns/{id}/units": list[shown.UnitLine],
    "/campaigns/{id}/units/tog-1": shown.UnitShown,
    "/campaigns/{id}/events": shown.EventPage,
    "/campaigns/{id}/events/5": shown.EventShown,
    "/campaigns/{id}/events/40/causes": list[shown.EventShown],
    "/campaigns/{id}/messages": list[shown.MessageShown],
    "/campaigns/{id}/dice": shown.DicePage,
    "/campaigns/{id}/statistics": shown.StatisticsShown,
}
PICTURE = f"/campaigns/{{id}}/battles/{BATTLE}/picture.svg"


@pytest.mark.parametrize("who", READERS)
@pytest.mark.parametrize("path", MODELS)
def test_every_answer_is_of_its_documented_form(played: House, who: str, path: str) -> None:
    answer = played.get(who, path)
    assert answer.status_code == 200, answer.text
    kind = TypeAdapter(MODELS[path])
    assert kind.dump_python(kind.validate_json(answer.content), mode="json") == answer.json()


def test_the_document_names_the_form_of_every_answer(played: House) -> None:
    paths = played.client.get("/v1/openapi.json").json()["paths"]
    reading = {path: item["get"] for path, item in paths.items() if item.get("get", {}).get("tags") == ["reading"]}
    assert len(reading) == len(MODELS) + 2
    for path, operation in reading.items():
        assert operation["description"], path
        for content in operation["responses"]["200"]["content"].values():
            assert content.get("schema") or content.get("itemSchema"), path


@pytest.mark.parametrize("who", READERS)
@pytest.mark.parametrize("path", [*MODELS, PICTURE])
def test_who_has_it_already_gets_304(played: House, who: str, path: str) -> None:
    first = played.get(who, path)
    assert first.headers["cache-control"] == "private, no-cache"
    assert first.headers["vary"] == "Authorization"
    again = played.get(who, path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert again.headers["x-content-type-options"] == "nosniff"
    other = played.get(who, path, headers={"If-None-Match": '"of another time"'})
    assert (other.status_code, other.content) == (200, first.content)
    assert other.headers["content-type"] == first.headers["content-type"]


def test_an_etag_says_no_more_than_the_bytes(played: House) -> None:
    """Given two readers who may see the same, they get the same bytes under the same ETag, whoever they are and whatever they asked before."""
    path = "/campaigns/{id}/events"
    red, eagle = played.get("red", path), played.get("eagle", path)
    assert (red.content, red.headers["etag"]) == (eagle.content, eagle.headers["etag"])


def test_what_changes_is_seen_at_once(house: House) -> None:
    """Given an answer that is kept, when the campaign goes on, then the very next request sees it; so when somebody leaves the campaign."""
    games = house.service.campaigns
    house.campaign = games.create(plan_of(find("dogfight", engine)), secret=bytes(32))
    house.come("master", "gm")
    house.come("red", "spectator", side="tog")
    for turn in (2, 3):
        before = house.get("red", "/campaigns/{id}/events")
        assert house.get("red", "/campaigns/{id}/events").content == before.content
        games.run(house.campaign, until_turn=turn)
        after = house.get("red", "/campaigns/{id}/events", headers={"If-None-Match": before.headers["etag"]})
        assert after.status_code == 200
        assert len(after.json()["events"]) > len(before.json()["events"])
    house.people.members.remove(house.campaign, house.ids["red"])
    refused(house.get("red", "/campaigns/{id}/events"), 404, "there is no campaign")


def test_a_token_that_was_ended_reads_no_more(house: House) -> None:
    assert house.get("cw", "/campaigns/{id}").status_code == 200
    assert house.get("cw", "/campaigns/{id}").status_code == 200
    house.people.tokens.revoke_others(house.ids["cw"])
    refused(house.get("cw", "/campaigns/{id}"), 401)


def test_answers_are_not_mixed_up(played: House) -> None:
    """Given kept answers, then neither another reader nor another question gets them."""
    path = f"/campaigns/{{id}}/battles/{BATTLE}"
    seen = {who: played.get(who, path).json()["view"] for who in READERS for _ in range(3)}
    assert seen["red"] == seen["eagle"]
    assert len({str(seen[who]) for who in ("master", "red", "blue", "everyman")}) == 4
    units = played.get("red", "/campaigns/{id}/units").json()
    assert [unit["side"] for unit in played.get("red", "/campaigns/{id}/units?side=tog").json()] == ["tog"] * 4
    assert len(units) == 8
    for who, path in ((None, "/campaigns/{id}"), ("stranger", "/campaigns/{id}")):
        assert played.get(who, path).status_code in {401, 404}


@pytest.mark.parametrize("path", [*list(MODELS)[1:], PICTURE])
def test_strangers_and_nobody_learn_nothing(played: House, path: str) -> None:
    refused(played.get(None, path), 401)
    real = refused(played.get("stranger", path), 404, "there is no campaign")
    none = refused(played.get("stranger", path.replace("{id}", "nothing")), 404)
    assert real["detail"].replace(played.campaign, "nothing") == none["detail"]


@pytest.mark.parametrize(
    "path",
    [
        "/campaigns/{id}/battles/none",
        "/campaigns/{id}/battles/none/picture",
        "/campaigns/{id}/battles/none/picture.svg",
        "/campaigns/{id}/units/none",
        "/campaigns/{id}/events/0",
        "/campaigns/{id}/events/99999/causes",
    ],
)
def test_what_is_not_there_is_a_problem_in_a_sentence(played: House, path: str) -> None:
    refused(played.get("red", path), 404, "there is no")


@pytest.mark.parametrize("query", ["limit=0", "limit=1001", "limit=x", "after=x", "order=up", "from_minute=-1", "kind=" + "x" * 101])
def test_bad_questions_are_refused(played: House, query: str) -> None:
    refused(played.get("red", f"/campaigns/{{id}}/events?{query}"), 422)


def test_pages_of_events_add_up(played: House) -> None:
    found: list[Any] = []
    page: dict[str, Any] = {"more": True, "cursor": None}
    while page["more"]:
        params = {"limit": 7} | ({"after": page["cursor"]} if page["cursor"] else {})
        page = played.get("blue", "/campaigns/{id}/events", params=params).json()
        found += page["events"]
    whole = played.get("blue", "/campaigns/{id}/events", params={"limit": 1000}).json()["events"]
    assert found == whole
    newest = played.get("blue", "/campaigns/{id}/events", params={"limit": 1000, "order": "newest"}).json()["events"]
    assert newest == whole[::-1]
    hits = played.get("blue", "/campaigns/{id}/events", params={"kind": "hit", "unit": "tog-1"}).json()["events"]
    assert hits == [each for each in whole if each["kind"] == "hit" and "tog-1" in each["units"]]


def test_each_role_is_shown_what_is_its_own(played: House) -> None:
    mine = {who: played.get(who, "/campaigns/{id}").json() for who in READERS}
    assert {who: (each["side"], each["seats"]) for who, each in mine.items()} == {
        "master": ("", []),
        "red": ("tog", ["tog"]),
        "blue": ("cw", ["cw"]),
        "eagle": ("tog", []),
        "everyman": ("", []),
    }
    assert [who for who, each in mine.items() if each["master"]] == ["master"]
    boards = {who: played.get(who, "/campaigns/{id}/units/cw-1").json()["boards"] for who in READERS}
    assert all("sheet" not in board and board["record"] is not None for found in boards.values() for board in found)
    assert boards["master"] == boards["blue"]
    proofs = {who: played.get(who, "/campaigns/{id}/proof").json() for who in READERS}
    assert [who for who, each in proofs.items() if each["digest"]] == ["master"]
    assert all(each["secret"] is None for each in proofs.values())
    lines = played.get("eagle", "/campaigns").json()
    assert [(line["id"], line["role"], line["status"]) for line in lines] == [(played.campaign, "spectator", "paused")]


def test_no_answer_to_a_player_names_what_is_the_servers(played: House) -> None:
    games = played.service.campaigns
    record = games.reading.campaign(played.campaign)
    (battle,) = games.reading.battles(played.campaign, 0)
    heads = [logged.head for _, logged in games.log(played.campaign)]
    hidden = [record.secret.hex(), games.digest(played.campaign), battle.head, *heads[:5], f"{BATTLE}:", '"version":3', '"lease']
    for path in [*MODELS, PICTURE]:
        text = played.get("red", path).text
        assert not [each for each in hidden if each in text], path


def test_pictures_are_drawn_with_their_own_style_and_nothing_else(played: House) -> None:
    answer = played.get("red", PICTURE)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "script" not in answer.text


def test_the_door_and_the_service_say_the_same(played: House) -> None:
    door = played.service.door
    unit = door.unit(played.campaign, Eyes(side="tog"), "tog-1")
    told = TypeAdapter(shown.UnitShown).validate_json(played.get("red", "/campaigns/{id}/units/tog-1").content)
    assert told == unit


def test_in_the_end_everybody_may_check(house: House) -> None:
    games = house.service.campaigns
    house.campaign = games.create(plan_of(find("dogfight", engine)), secret=bytes(32))
    house.come("everyman", "spectator")
    games.run(house.campaign)
    assert house.get("everyman", "/campaigns/{id}/proof").json() == {
        "commitment": games.reading.campaign(house.campaign).commitment,
        "digest": games.digest(house.campaign),
        "secret": bytes(32).hex(),
    }
    throws = house.get("everyman", "/campaigns/{id}/dice", params={"limit": 1000}).json()["throws"]
    assert throws
    assert all(each["roll"]["verified"] for each in throws)
    assert house.get("everyman", "/campaigns/{id}").json()["status"] == "ended"


FILTERS = {
    "units?side=nobody": ("side", "cw, tog"),
    "units?battle=zz": ("battle", BATTLE),
    "units?status=dead": ("status", "ok, damaged, crippled, destroyed, left, captured"),
    "events?scale=foo": ("scale", "interceptor"),
    "events?theatre=zz": ("theatre", "dogfight"),
    "events?battle=zz": ("battle", BATTLE),
    "dice?scale=foo": ("scale", "interceptor"),
}


@pytest.mark.parametrize("asked", FILTERS)
def test_values_that_cannot_be_are_told_to_everybody_alike_with_those_that_can(played: House, asked: str) -> None:
    name, known = FILTERS[asked]
    problems = [refused(played.get(who, f"/campaigns/{{id}}/{asked}"), 422) for who in READERS]
    assert all(problem["faults"] == problems[0]["faults"] for problem in problems)
    (fault,) = problems[0]["faults"]
    assert fault["where"] == name
    assert sorted(known.split(", ")) == sorted(fault["text"].partition("known are ")[2].split(", ")) or known in fault["text"]


def test_who_asks_for_a_unit_that_he_does_not_know_gets_nothing(played: House) -> None:
    assert [played.get(who, "/campaigns/{id}/events?unit=ghost").json()["events"] for who in READERS] == [[]] * len(READERS)
