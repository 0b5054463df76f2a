"""Who may do what: every route of the description, for everybody.

The table is the promise; a route that is not in it fails. Strangers get, byte for byte, the answer for a campaign that is not there.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from api.service import Settings
from api.tries import Allowed
from orchestrator.people.tokens import Tokens
from tests.api.conftest import House, opened, refused, wait_for

OPEN, SIGNED, HOST, MEMBER, PLAYER, GM = range(6)
NOWHERE = "00000000"
PLENTY = Settings(tries=Allowed("100000/minute", "100000/minute", "100000/minute"), beat_seconds=3600)

ROUTES: dict[str, tuple[int, Any]] = {
    # for everybody
    "GET /v1/health": (OPEN, None),
    "POST /v1/tokens": (OPEN, None),
    "POST /v1/invitations/look": (OPEN, {"secret": "guess"}),
    "POST /v1/invitations/accept": (OPEN, {"secret": "guess", "name": "Brutus"}),
    # for whoever is signed in
    "GET /v1/me": (SIGNED, None),
    "PATCH /v1/me": (SIGNED, {}),
    "PUT /v1/me/password": (SIGNED, {"password": "short"}),
    "GET /v1/tokens": (SIGNED, None),
    "POST /v1/tokens/personal": (SIGNED, {"label": "a script"}),
    "DELETE /v1/tokens/{token}": (SIGNED, None),
    "GET /v1/library": (SIGNED, None),
    "POST /v1/campaigns/check": (SIGNED, {"file": "imperator: 1"}),
    "GET /v1/campaigns": (SIGNED, None),
    "GET /v1/decisions": (SIGNED, None),
    "GET /v1/works/{work}": (SIGNED, None),
    # for hosts
    "POST /v1/campaigns": (HOST, {"library": "nothing"}),
    "POST /v1/campaigns/import": (HOST, []),
    # for members
    "GET /v1/campaigns/{id}": (MEMBER, None),
    "GET /v1/campaigns/{id}/proof": (MEMBER, None),
    "GET /v1/campaigns/{id}/theatres": (MEMBER, None),
    "GET /v1/campaigns/{id}/battles": (MEMBER, None),
    "GET /v1/campaigns/{id}/battles/{battle}": (MEMBER, None),
    "GET /v1/campaigns/{id}/battles/{battle}/picture": (MEMBER, None),
    "GET /v1/campaigns/{id}/battles/{battle}/picture.svg": (MEMBER, None),
    "GET /v1/campaigns/{id}/units": (MEMBER, None),
    "GET /v1/campaigns/{id}/units/{unit}": (MEMBER, None),
    "GET /v1/campaigns/{id}/events": (MEMBER, None),
    "GET /v1/campaigns/{id}/events/{number}": (MEMBER, None),
    "GET /v1/campaigns/{id}/events/{number}/causes": (MEMBER, None),
    "GET /v1/campaigns/{id}/messages": (MEMBER, None),
    "GET /v1/campaigns/{id}/dice": (MEMBER, None),
    "GET /v1/campaigns/{id}/statistics": (MEMBER, None),
    "GET /v1/campaigns/{id}/stream": (MEMBER, None),
    "GET /v1/campaigns/{id}/members": (MEMBER, None),
    "GET /v1/campaigns/{id}/rows": (MEMBER, None),
    "GET /v1/campaigns/{id}/hooks": (MEMBER, None),
    "POST /v1/campaigns/{id}/hooks": (MEMBER, {"kind": "email", "target": "nowhere"}),
    "DELETE /v1/campaigns/{id}/hooks/{hook}": (MEMBER, None),
    # for players
    "GET /v1/campaigns/{id}/decisions": (PLAYER, None),
    "GET /v1/campaigns/{id}/decisions/{decision}": (PLAYER, None),
    "PUT /v1/campaigns/{id}/decisions/{decision}/draft": (PLAYER, {"revision": 999}),
    "POST /v1/campaigns/{id}/decisions/{decision}/orders": (PLAYER, {"choices": {"nothing": {}}}),
    "GET /v1/campaigns/{id}/battles/{battle}/table": (PLAYER, None),
    "GET /v1/campaigns/{id}/battles/{battle}/results": (PLAYER, None),
    "POST /v1/campaigns/{id}/battles/{battle}/results": (PLAYER, {"fates": {"nobody": {}}}),
    "GET /v1/campaigns/{id}/invitations": (PLAYER, None),
    "POST /v1/campaigns/{id}/invitations": (GM, {"role": "spectator"}),
    "DELETE /v1/campaigns/{id}/invitations/{invitation}": (PLAYER, None),
    # for GMs
    "DELETE /v1/campaigns/{id}": (GM, None),
    "POST /v1/campaigns/{id}/runs": (GM, {"until": "turn", "turn": 1}),
    "POST /v1/campaigns/{id}/pause": (GM, None),
    "POST /v1/campaigns/{id}/rewind": (GM, {"tick": 10_000_000, "reason": "a test"}),
    "POST /v1/campaigns/{id}/fork": (GM, {"tick": 10_000_000}),
    "POST /v1/campaigns/{id}/verify": (GM, None),
    "GET /v1/campaigns/{id}/export": (GM, None),
    "GET /v1/campaigns/{id}/works": (GM, None),
    "GET /v1/campaigns/{id}/assignments": (GM, None),
    "POST /v1/campaigns/{id}/assignments": (GM, {"seat": "nobody"}),
    "DELETE /v1/campaigns/{id}/assignments/{assignment}": (GM, None),
    "POST /v1/campaigns/{id}/decisions/{decision}/bot": (GM, None),
    "POST /v1/campaigns/{id}/decisions/{decision}/time": (GM, {"seconds": 60}),
    "DELETE /v1/campaigns/{id}/results/{result}": (PLAYER, None),
    "POST /v1/campaigns/{id}/results/{result}/approval": (GM, {}),
    "POST /v1/campaigns/{id}/results/{result}/rejection": (GM, {"note": "no"}),
    "GET /v1/campaigns/{id}/battles/{battle}/rulings": (GM, None),
    "POST /v1/campaigns/{id}/battles/{battle}/rulings": (GM, {"version": 0, "kind": "destroy", "reason": "a test"}),
    "PUT /v1/campaigns/{id}/seats/{seat}": (GM, {"person": None}),
    "DELETE /v1/campaigns/{id}/members/{person}": (GM, None),
    "POST /v1/campaigns/{id}/members/{person}/renewal": (GM, {}),
}
REACH: dict[str | None, int] = {"gm": GM, "tog": PLAYER, "cw": PLAYER, "watcher": MEMBER}
"""How far somebody reaches in the campaign; strangers reach nothing of it."""
STRANGERS = ("host", "stranger", "other_gm", "newcomer")
"""A host who is no member; another; the GM of another campaign; a player of that."""


def fill(path: str, things: dict[str, str]) -> str:
    for name, thing in things.items():
        path = path.replace(f"{{{name}}}", thing)
    assert "{" not in path
    return path


@pytest.fixture(scope="module")
def full_house(furnished: tuple[Path, House], tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """With another campaign and its GM, tokens that hold no more, and a decision that waits."""
    with opened(furnished, tmp_path_factory.mktemp("roles"), PLENTY) as house:
        other = house.post("host", "/campaigns", {"library": "dogfight"}).json()["id"]
        house.come("other_gm", "gm", campaign=other)
        house.come("newcomer", "player", campaign=other, seat="tog")
        gone = house.post("gm", "/tokens/personal", {"label": "lost"}).json()
        house.tokens["revoked"] = gone["access_token"]
        house.delete("gm", f"/tokens/{gone['id']}")
        past = Tokens(house.service.campaigns.store.database, lambda: datetime.now(UTC) - timedelta(days=3))
        house.tokens["expired"] = past.give(house.ids["gm"], days=1).token
        yield house


@pytest.fixture(scope="module")
def things(full_house: House) -> dict[str, str]:
    """Something that is there for every name in paths; the decision, the hook and the invitation are TOG's."""
    house = full_house
    house.post("gm", "/campaigns/{id}/assignments", {"seat": "cw", "holder": "bot"})
    house.post("gm", "/campaigns/{id}/runs", {"until": "decision"})
    wait_for(lambda: bool(house.get("tog", "/campaigns/{id}/decisions").json()))
    wait_for(lambda: house.get("gm", "/campaigns/{id}/works").json()[0]["status"] != "running")
    made = house.post("tog", "/campaigns/{id}/invitations", {"role": "player", "seat": "tog"}).json()
    return {
        "id": house.campaign,
        "battle": house.get("gm", "/campaigns/{id}/battles").json()[0]["id"],
        "unit": house.get("tog", "/campaigns/{id}/units?side=tog").json()[0]["id"],
        "number": "1",
        "decision": house.get("tog", "/campaigns/{id}/decisions").json()[0]["id"],
        "assignment": "none",
        "hook": house.post("tog", "/campaigns/{id}/hooks", {"kind": "webhook", "target": "https://example.org/tog"}).json()["id"],
        "result": "none",
        "invitation": made["invitation"]["id"],
        "person": house.ids["watcher"],
        "seat": "nobody",
        "token": "none",
        "work": house.get("gm", "/campaigns/{id}/works").json()[0]["id"],
    }


def ask(house: House, who: str | None, route: str, things: dict[str, str]) -> Any:
    """Without a body that would change anything, so that the rest of the table finds the campaign as it was."""
    method, path = route.split()
    body = ROUTES[route][1]
    more = {} if body is None else {"json": body}
    return house.call(who, method, fill(path, things).removeprefix("/v1"), **more)


def test_the_table_has_every_route(full_house: House) -> None:
    paths = full_house.client.get("/v1/openapi.json").json()["paths"]
    assert {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods} == set(ROUTES)


@pytest.mark.parametrize("who", [None, "revoked", "expired"])
def test_nobody_is_told_to_sign_in(full_house: House, things: dict[str, str], who: str | None) -> None:
    for route, (least, _) in ROUTES.items():
        if least != OPEN:
            answer = ask(full_house, who, route, things)
            refused(answer, 401)
            assert answer.headers["www-authenticate"] == "Bearer", route


@pytest.mark.parametrize("who", STRANGERS)
def test_strangers_are_told_that_there_is_no_such_campaign(full_house: House, things: dict[str, str], who: str) -> None:
    for route, (least, _) in ROUTES.items():
        if least >= MEMBER:
            here, nowhere = ask(full_house, who, route, things), ask(full_house, who, route, things | {"id": NOWHERE})
            refused(here, 404)
            assert here.content.replace(full_house.campaign.encode(), NOWHERE.encode()) == nowhere.content, route
            assert set(here.headers) == set(nowhere.headers), route


@pytest.mark.parametrize("who", ["watcher", "tog", "cw"])
def test_members_of_too_low_a_role_are_told_so(full_house: House, things: dict[str, str], who: str) -> None:
    for route, (least, _) in ROUTES.items():
        if least > REACH[who] and not (who == "watcher" and route.startswith("DELETE /v1/campaigns/{id}/members")):
            refused(ask(full_house, who, route, things), 403)


@pytest.mark.parametrize("who", [None, "stranger", "host", "watcher", "tog", "gm", "other_gm", "newcomer"])
def test_whoever_may_is_let_in(full_house: House, things: dict[str, str], who: str | None) -> None:
    """He may be told that what he sends will not do, never that it is not his to send."""
    reach = REACH.get(who, HOST if who in {"stranger", "host"} else OPEN if who is None else SIGNED)
    for route, (least, _) in ROUTES.items():
        if least > reach or (least == HOST and who not in {"stranger", "host"}) or route.endswith("/stream"):
            continue
        if route in {"DELETE /v1/campaigns/{id}/members/{person}", "POST /v1/campaigns/{id}/verify"}:
            continue  # would change what the others find; told below
        answer = ask(full_house, who, route, things)
        assert answer.status_code not in {403, 500}, (route, answer.text)
        assert answer.status_code != 401 or least == OPEN, route
        assert answer.status_code != 404 or "campaign" not in answer.json()["detail"] or "{id}" in route, route


def test_only_hosts_begin_campaigns(full_house: House, things: dict[str, str]) -> None:
    for who in ("gm", "tog", "watcher", "other_gm"):
        for route in ("POST /v1/campaigns", "POST /v1/campaigns/import"):
            refused(ask(full_house, who, route, things), 403, "only a host")


@pytest.mark.parametrize(
    "route",
    [
        "GET /v1/campaigns/{id}/decisions/{decision}",
        "PUT /v1/campaigns/{id}/decisions/{decision}/draft",
        "POST /v1/campaigns/{id}/decisions/{decision}/orders",
        "DELETE /v1/campaigns/{id}/hooks/{hook}",
        "DELETE /v1/campaigns/{id}/invitations/{invitation}",
        "GET /v1/works/{work}",
    ],
)
def test_what_is_the_other_sides_is_not_there(full_house: House, things: dict[str, str], route: str) -> None:
    name = next(name for name in ("decision", "hook", "invitation", "work") if f"{{{name}}}" in route)
    theirs, nothing = ask(full_house, "cw", route, things), ask(full_house, "cw", route, things | {name: "none"})
    refused(theirs, 404)
    assert theirs.content.replace(things[name].encode(), b"none") == nothing.content


def test_a_seat_of_the_other_side_is_not_handed_over(full_house: House) -> None:
    refused(full_house.post("cw", "/campaigns/{id}/invitations", {"role": "player", "seat": "tog"}), 403)


def test_members_may_only_leave_for_themselves(full_house: House) -> None:
    for who, other in (("watcher", "tog"), ("tog", "cw"), ("cw", "gm")):
        refused(full_house.delete(who, f"/campaigns/{{id}}/members/{full_house.ids[other]}"), 403)
    full_house.come("guest", "spectator")
    assert full_house.delete("guest", f"/campaigns/{{id}}/members/{full_house.ids['guest']}").status_code == 204
    refused(full_house.get("guest", "/campaigns/{id}"), 404)
