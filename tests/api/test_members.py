"""Members over HTTP: invitations, seats, who may do what, what nobody is told."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.api.conftest import PASSWORD, URL, House, invited, refused, wait_for

# ---- invitations ----------------------------------------------------------------------------------------------------


def test_a_link_lets_one_person_in_once(house: House) -> None:
    made = house.post("gm", "/campaigns/{id}/invitations", {"role": "player", "seat": "cw", "name": "Marcus"}).json()
    assert made["link"] == f"{URL}/join#{made['secret']}"
    knock = {"secret": made["secret"]}
    assert house.post(None, "/invitations/look", knock).json() == made["invitation"] | {"campaign_title": "Dogfight"}
    welcome = house.post(None, "/invitations/accept", knock | {"name": "Marcus"})
    assert welcome.status_code == 201
    body = welcome.json()
    assert (body["campaign"], body["role"], body["side"], body["seat"]) == (house.campaign, "player", "cw", "cw")
    house.tokens["marcus"] = body["token"]["access_token"]
    assert house.get("marcus", "/me").json()["campaigns"][0]["seats"] == ["cw"]
    assert house.get("cw", "/me").json()["campaigns"][0]["seats"] == []
    for path, shown in (("accept", knock | {"name": "Brutus"}), ("look", knock)):
        refused(house.post(None, f"/invitations/{path}", shown), 410, "used already")
    assert len(house.people.persons.all()) == 7


def test_two_who_accept_at_once(house: House) -> None:
    secret = invited(house, role="player", side="tog")

    def come(n: int) -> int:
        return int(house.post(None, "/invitations/accept", {"secret": secret, "name": f"citizen {n}"}).status_code)

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(come, range(6))) == [201, 410, 410, 410, 410, 410]


def test_somebody_signed_in_accepts_for_himself(house: House) -> None:
    secret = invited(house, role="gm")
    claims, _, signature = house.tokens["host"].rpartition(".")
    house.tokens["forged"] = f"{claims}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}"
    refused(house.post("forged", "/invitations/accept", {"secret": secret}), 401)
    welcome = house.post("host", "/invitations/accept", {"secret": secret}).json()
    assert (welcome["person"], welcome["token"]) == (house.ids["host"], None)
    assert house.get("host", "/campaigns/{id}/members").status_code == 200


def test_nobody_changes_sides(house: House) -> None:
    secret = invited(house, role="player", seat="tog")
    refused(house.post("cw", "/invitations/accept", {"secret": secret}), 409, "side 'cw'")
    assert house.post(None, "/invitations/look", {"secret": secret}).json()["state"] == "open"


def test_revoked_and_forged_invitations(house: House) -> None:
    made = house.post("gm", "/campaigns/{id}/invitations", {"role": "spectator"}).json()
    assert house.delete("gm", f"/campaigns/{{id}}/invitations/{made['invitation']['id']}").json()["state"] == "revoked"
    refused(house.post(None, "/invitations/accept", {"secret": made["secret"], "name": "Brutus"}), 410, "revoked")
    for secret in ("", "../../../etc/passwd", made["invitation"]["id"], "%00", "'; DROP TABLE person; --"):
        refused(house.post(None, "/invitations/accept", {"secret": secret, "name": "Brutus"}), 404, "no such invitation")


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"role": "host"}, "body.role"),
        ({"role": "player"}, "side"),
        ({"role": "player", "seat": "../cw"}, "seat"),
        ({"role": "player", "seat": "cw", "side": "tog"}, "side"),
        ({"role": "spectator", "seat": "cw"}, "seat"),
        ({"role": "gm", "side": "cw"}, "side"),
        ({"role": "gm", "name": "a\nb"}, "name"),
        ({"role": "gm", "days": 366}, "body.days"),
        ({"role": "gm", "seat": "x" * 101}, "body.seat"),
    ],
)
def test_invitations_that_make_no_sense(quiet_house: House, wanted: dict[str, Any], field: str) -> None:
    problem = refused(quiet_house.post("gm", "/campaigns/{id}/invitations", wanted), 422)
    assert [fault["where"] for fault in problem["faults"]] == [field]


def test_newcomers_who_cannot_be_let_in_so(livia: House) -> None:
    secret = invited(livia, role="spectator")
    for form in (
        {"name": ""},
        {"name": "a\u202eb"},
        {"name": "x" * 81},
        {"name": "Brutus", "login": "brutus"},
        {"name": "Brutus", "password": PASSWORD},
        {"name": "Brutus", "login": "b/../b", "password": PASSWORD},
        {"name": "Brutus", "login": "brutus", "password": "short"},
        {"name": "Brutus", "login": "brutus", "password": "x" * 201},
        {"name": "Brutus", "login": "livia", "password": PASSWORD},
    ):
        answer = livia.post(None, "/invitations/accept", form | {"secret": secret})
        refused(answer, 422)
        assert form.get("password", secret) not in answer.text
    assert livia.post(None, "/invitations/look", {"secret": secret}).status_code == 200


def test_a_player_hands_over_his_own_seat_and_no_other(house: House) -> None:
    for wanted in (
        {"role": "player", "seat": "tog"},
        {"role": "player", "side": "cw"},
        {"role": "gm"},
        {"role": "spectator", "side": "cw"},
    ):
        refused(house.post("cw", "/campaigns/{id}/invitations", wanted), 403)
    refused(house.post("watcher", "/campaigns/{id}/invitations", {"role": "spectator"}), 403)
    made = house.post("cw", "/campaigns/{id}/invitations", {"role": "player", "seat": "cw"}).json()
    assert [each["id"] for each in house.get("cw", "/campaigns/{id}/invitations").json()] == [made["invitation"]["id"]]
    assert house.get("tog", "/campaigns/{id}/invitations").json() == []
    assert len(house.get("gm", "/campaigns/{id}/invitations").json()) == 6 - 1
    refused(house.delete("tog", f"/campaigns/{{id}}/invitations/{made['invitation']['id']}"), 404)
    assert house.put("gm", "/campaigns/{id}/seats/cw", {"person": None}).status_code == 200
    refused(house.post(None, "/invitations/accept", {"secret": made["secret"], "name": "Brutus"}), 410, "may no longer")


# ---- members and seats ----------------------------------------------------------------------------------------------


def test_a_stranger_is_told_what_is_told_of_a_campaign_that_is_not_there(quiet_house: House) -> None:
    other = quiet_house.campaign
    calls = (
        ("GET", "/campaigns/{id}/members", None),
        ("GET", "/campaigns/{id}/invitations", None),
        ("POST", "/campaigns/{id}/invitations", {"role": "gm"}),
        ("PUT", "/campaigns/{id}/seats/cw", {"person": None}),
        ("DELETE", f"/campaigns/{{id}}/members/{quiet_house.ids['cw']}", None),
    )
    for method, path, body in calls:
        there = quiet_house.call("stranger", method, path, json=body)
        missing = quiet_house.call("stranger", method, path.replace("{id}", "00000000"), json=body)
        assert refused(there, 404)["detail"].replace(other, "00000000") == refused(missing, 404)["detail"]
        assert dict(there.headers) == dict(missing.headers)


def test_a_member_of_too_low_a_role_is_told_so(quiet_house: House) -> None:
    for who in ("cw", "watcher"):
        refused(quiet_house.put(who, "/campaigns/{id}/seats/cw", {"person": None}), 403, "only a GM")
        refused(quiet_house.delete(who, f"/campaigns/{{id}}/members/{quiet_house.ids['tog']}"), 403, "only a GM")
    refused(quiet_house.get("watcher", "/campaigns/{id}/invitations"), 403, "a player or a GM")


def test_who_may_know_whom(house: House) -> None:
    """A GM all; a player the GMs and his own side; a spectator the GMs and himself. Names of the other side are not told."""
    everybody = {"gm", "cw", "tog", "watcher"}
    house.come("reserve", "player", side="cw")
    for who, known in (
        ("gm", everybody | {"reserve"}),
        ("cw", {"gm", "cw", "reserve"}),
        ("tog", {"gm", "tog"}),
        ("watcher", {"gm", "watcher"}),
    ):
        answer = house.get(who, "/campaigns/{id}/members")
        shown = answer.json()
        assert {member["name"] for member in shown["members"]} == known
        assert [(seat["seat"], seat["side"]) for seat in shown["seats"]] == [("cw", "cw"), ("tog", "tog")]
        assert {seat["name"] for seat in shown["seats"] if seat["is_known"]} == known & {"cw", "tog"}
        assert not any(house.ids[name] in answer.text for name in everybody - known)


def test_seats_taken_and_free_of_the_other_side_look_the_same(house: House) -> None:
    before = house.get("tog", "/campaigns/{id}/members").json()
    house.put("gm", "/campaigns/{id}/seats/cw", {"person": None})
    assert house.get("tog", "/campaigns/{id}/members").json() == before


def test_a_seat_is_handed_over_and_back(house: House) -> None:
    house.come("reserve", "player", side="cw")
    path = "/campaigns/{id}/seats/cw"
    assert house.put("gm", path, {"person": house.ids["reserve"]}).json()["name"] == "reserve"
    assert house.get("cw", "/me").json()["campaigns"][0] == {"campaign": house.campaign, "role": "player", "side": "cw", "seats": []}
    assert house.put("gm", path, {"person": house.ids["cw"]}).json()["name"] == "cw"
    assert house.put("gm", path, {"person": house.ids["cw"]}).json()["name"] == "cw"
    assert house.put("gm", path, {"person": None}).json() == {"seat": "cw", "side": "cw", "person": None, "name": None, "is_known": True}
    refused(house.put("gm", path, {"person": house.ids["tog"]}), 409, "side")
    refused(house.put("gm", path, {"person": house.ids["stranger"]}), 409, "no member")
    refused(house.put("gm", path, {"person": "0" * 16}), 409, "no member")
    for person in ("../" * 5, "a\x00b", "", "x" * 65):
        refused(house.put("gm", path, {"person": person}), 422)
    refused(house.put("gm", path, {}), 422)
    for seat in ("emperor", "%2e%2e%2fcw", "cw%00", " "):
        refused(house.put("gm", f"/campaigns/{{id}}/seats/{seat}", {"person": None}), 404)


def test_a_campaign_goes_on_by_whoever_holds_the_seat(house: House) -> None:
    """A player is asked; the seat is handed over, then both are taken back, and the bots play on."""
    house.come("reserve", "player", side="cw")
    work = house.post("gm", "/campaigns/{id}/runs", {"until": "turn"}).json()["id"]
    wait_for(lambda: house.get("cw", "/decisions").json() != [])
    asked = [each["id"] for each in house.get("cw", "/decisions").json()]
    house.put("gm", "/campaigns/{id}/seats/cw", {"person": house.ids["reserve"]})
    assert [each["id"] for each in house.get("reserve", "/decisions").json()] == asked
    assert house.get("cw", "/decisions").json() == []
    for seat in ("cw", "tog"):
        assert house.put("gm", f"/campaigns/{{id}}/seats/{seat}", {"person": None}).status_code == 200
    wait_for(lambda: house.get("gm", f"/works/{work}").json()["status"] == "done")
    assert house.get("reserve", "/decisions").json() == []


def test_members_go_but_the_last_gm_stays(house: House) -> None:
    refused(house.delete("gm", f"/campaigns/{{id}}/members/{house.ids['gm']}"), 409, "last GM")
    assert house.delete("tog", f"/campaigns/{{id}}/members/{house.ids['tog']}").status_code == 204
    refused(house.get("tog", "/campaigns/{id}/members"), 404)
    assert house.delete("gm", f"/campaigns/{{id}}/members/{house.ids['cw']}").status_code == 204
    refused(house.delete("gm", f"/campaigns/{{id}}/members/{house.ids['cw']}"), 404)
