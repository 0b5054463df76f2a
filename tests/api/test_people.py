"""People over HTTP: signing in, invitations, who may do what, what nobody is told."""

import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jwt
import pytest

from api.problems import MEDIA
from api.tries import Allowed, Tries
from orchestrator.memberships import ROLES
from tests.api.conftest import URL, House

PASSWORD = "per aspera ad astra"


def refused(answer: Any, status: int, text: str = "") -> dict[str, Any]:
    """The problem that an answer is."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == MEDIA
    problem = answer.json()
    assert problem["status"] == status
    assert text in problem["detail"]
    return dict(problem)


def sign_in(house: House, login: str, password: str) -> Any:
    return house.call(None, "POST", "/tokens", data={"username": login, "password": password})


def invited(house: House, **wanted: Any) -> str:
    """The secret of an invitation by the GM."""
    answer = house.post("gm", "/campaigns/{id}/invitations", wanted)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["secret"])


def wait_for(holds: Callable[[], bool]) -> None:
    """Until something holds that another thread brings about."""
    for _ in range(600):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("it never came about")


@pytest.fixture
def livia(house: House) -> House:
    """A house in which Livia has a login."""
    welcome = house.post(
        None, "/invitations/accept", {"secret": invited(house, role="spectator"), "name": "Livia", "login": "Livia", "password": PASSWORD}
    ).json()
    house.ids["livia"], house.tokens["livia"] = welcome["person"], welcome["token"]["access_token"]
    return house


# ---- signing in ---------------------------------------------------------------------------------------------------


def test_login_and_password_for_a_token(livia: House) -> None:
    answer = sign_in(livia, "LIVIA", PASSWORD)
    assert answer.status_code == 201
    given = answer.json()
    assert given["token_type"] == "bearer"
    assert answer.headers["cache-control"] == "no-store"
    me = livia.client.get("/v1/me", headers={"Authorization": f"Bearer {given['access_token']}"}).json()
    assert (me["name"], me["login"]) == ("Livia", "livia")


def test_a_wrong_password_and_an_unknown_login_are_one_answer(livia: House) -> None:
    wrong, unknown = sign_in(livia, "livia", "guess guess"), sign_in(livia, "nobody", PASSWORD)
    assert refused(wrong, 401, "the login or the password is wrong") == refused(unknown, 401)
    assert wrong.headers["www-authenticate"] == "Bearer"
    refused(livia.call(None, "POST", "/tokens", data={"username": "livia"}), 422)
    refused(livia.post(None, "/tokens", {"username": "livia", "password": PASSWORD}), 422)
    refused(sign_in(livia, "livia\x00", PASSWORD), 401)


def test_tries_are_counted_by_login_and_by_address(livia: House) -> None:
    answers = [sign_in(livia, "livia", f"guess number {n}") for n in range(11)]
    assert [answer.status_code for answer in answers] == [401] * 10 + [429]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
    refused(sign_in(livia, " Livia ", PASSWORD), 429, "try again in")
    others = [sign_in(livia, f"nobody-{n}", PASSWORD).status_code for n in range(20)]
    assert others == [401] * 18 + [429] * 2


def test_invitations_cannot_be_guessed_fast(house: House) -> None:
    answers = [house.post(None, "/invitations/look", {"secret": f"guess-{n}"}).status_code for n in range(31)]
    assert answers == [404] * 30 + [429]
    refused(house.post(None, "/invitations/accept", {"secret": "guess", "name": "Brutus"}), 429)


def test_limits_are_settings() -> None:
    from starlette.requests import Request

    from orchestrator.errors import TooManyTries

    tries = Tries(Allowed(openings_of_address="1/hour"))

    def come(host: str) -> None:
        tries.opening(Request({"type": "http", "client": (host, 1)}))

    for host in ("10.0.0.1", "10.0.0.2", "2001:db8::1", ""):
        come(host)
    for host in ("10.0.0.1", "2001:db8::2", ""):
        with pytest.raises(TooManyTries):
            come(host)


# ---- tokens -------------------------------------------------------------------------------------------------------


def test_without_a_token_that_holds_there_is_nothing(quiet_house: House) -> None:
    claims = jwt.decode(quiet_house.tokens["gm"], options={"verify_signature": False})
    shown = [
        {},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer x.y.z"},
        {"Authorization": f"Basic {quiet_house.tokens['gm']}"},
        {"Authorization": f"Bearer {jwt.encode(claims, None, algorithm='none')}"},
        {"Authorization": f"Bearer {jwt.encode(claims, 'x' * 32, algorithm='HS256')}"},
        {"Authorization": f"Bearer {quiet_house.tokens['gm'][:-1]}"},
        {"Cookie": f"token={quiet_house.tokens['gm']}"},
    ]
    for headers in shown:
        for path in ("/me", "/tokens", "/campaigns/{id}/members", "/campaigns/nowhere/members"):
            answer = quiet_house.get(None, path, headers=headers)
            refused(answer, 401)
            assert answer.headers["www-authenticate"] == "Bearer"
    for query in ("token", "access_token"):
        refused(quiet_house.get(None, f"/me?{query}={quiet_house.tokens['gm']}"), 401)


def test_own_tokens_are_listed_and_revoked(house: House) -> None:
    given = house.post("gm", "/tokens/personal", {"label": "my script", "days": 365}).json()
    house.tokens["script"] = given["access_token"]
    listed = house.get("script", "/tokens").json()
    assert [(each["label"], each["is_current"]) for each in listed] == [("my script", True), ("", False)]
    assert given["access_token"] not in str(listed)
    refused(house.delete("cw", f"/tokens/{given['id']}"), 404)
    assert house.delete("gm", f"/tokens/{given['id']}").status_code == 204
    refused(house.get("script", "/me"), 401)
    refused(house.delete("gm", f"/tokens/{given['id']}"), 404)
    assert house.delete("gm", "/tokens/current").status_code == 204
    refused(house.get("gm", "/me"), 401)


@pytest.mark.parametrize("wanted", [{"label": "x" * 81}, {"label": "a\nb"}, {"label": "a", "days": 0}, {"label": "a", "days": 366}, {}, []])
def test_tokens_that_are_not_given(quiet_house: House, wanted: Any) -> None:
    refused(quiet_house.post("gm", "/tokens/personal", wanted), 422)


def test_another_password_revokes_the_other_tokens(livia: House) -> None:
    livia.tokens["elsewhere"] = sign_in(livia, "livia", PASSWORD).json()["access_token"]
    problem = refused(livia.put("livia", "/me/password", {"password": "sic transit gloria", "old": "guess guess"}), 422)
    assert problem["faults"] == [{"code": "password", "text": "that is not the present password", "where": "old"}]
    assert livia.put("livia", "/me/password", {"password": "sic transit gloria", "old": PASSWORD}).status_code == 200
    assert livia.get("livia", "/me").status_code == 200
    refused(livia.get("elsewhere", "/me"), 401)
    refused(sign_in(livia, "livia", PASSWORD), 401)
    assert sign_in(livia, "livia", "sic transit gloria").status_code == 201


def test_a_stolen_token_cannot_try_passwords_for_ever(livia: House) -> None:
    guesses = [livia.put("livia", "/me/password", {"password": PASSWORD, "old": f"guess number {n}"}).status_code for n in range(11)]
    assert guesses == [422] * 10 + [429]


# ---- oneself ------------------------------------------------------------------------------------------------------


def test_who_one_is_and_where(quiet_house: House) -> None:
    me = quiet_house.get("cw", "/me").json()
    assert me["campaigns"] == [{"campaign": quiet_house.campaign, "role": "player", "side": "cw", "seats": ["cw"]}]
    assert (me["login"], me["has_password"], me["is_host"]) == (None, False, False)
    assert quiet_house.get("host", "/me").json()["is_host"]


def test_names_and_addresses_change(house: House) -> None:
    assert house.patch("cw", "/me", {"name": "gm", "email": "cw@example.org"}).json()["name"] == "gm"
    assert house.get("cw", "/me").json()["email"] == "cw@example.org"
    assert house.patch("cw", "/me", {}).json()["name"] == "gm"
    problem = refused(house.patch("cw", "/me", {"name": "a\x1b[31m", "email": "a@b\r\nBcc: c@d"}), 422)
    assert {fault["where"] for fault in problem["faults"]} == {"name", "email"}
    refused(house.patch("cw", "/me", {"name": "x" * 100_000}), 422)


def test_a_login_comes_with_the_first_password(livia: House) -> None:
    refused(livia.put("cw", "/me/password", {"password": PASSWORD}), 422, "a login has")
    refused(livia.put("cw", "/me/password", {"password": PASSWORD, "login": "LIVIA"}), 422, "taken")
    assert livia.put("cw", "/me/password", {"password": PASSWORD, "login": "marcus"}).json()["has_password"]
    assert sign_in(livia, "marcus", PASSWORD).status_code == 201


# ---- invitations --------------------------------------------------------------------------------------------------


def test_a_link_lets_one_person_in_once(house: House) -> None:
    made = house.post("gm", "/campaigns/{id}/invitations", {"role": "player", "seat": "cw", "name": "Marcus"}).json()
    assert made["link"] == f"{URL}/join#{made['secret']}"
    knock = {"secret": made["secret"]}
    assert house.post(None, "/invitations/look", knock).json() == made["invitation"]
    welcome = house.post(None, "/invitations/accept", knock | {"name": "Marcus"})
    assert welcome.status_code == 201
    body = welcome.json()
    assert (body["campaign"], body["role"], body["side"], body["seat"]) == (house.campaign, "player", "cw", "cw")
    house.tokens["marcus"] = body["token"]["access_token"]
    assert house.get("marcus", "/me").json()["campaigns"][0]["seats"] == ["cw"]
    assert house.get("cw", "/me").json()["campaigns"][0]["seats"] == []
    for path in ("accept", "look"):
        refused(house.post(None, f"/invitations/{path}", knock | {"name": "Brutus"}), 410, "used already")
    assert len(house.people.persons.all()) == 7


def test_two_who_accept_at_once(house: House) -> None:
    secret = invited(house, role="player", side="tog")

    def come(n: int) -> int:
        return int(house.post(None, "/invitations/accept", {"secret": secret, "name": f"citizen {n}"}).status_code)

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(come, range(6))) == [201, 410, 410, 410, 410, 410]


def test_somebody_signed_in_accepts_for_himself(house: House) -> None:
    secret = invited(house, role="gm")
    house.tokens["forged"] = house.tokens["host"][:-1] + "A"
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


# ---- members and seats --------------------------------------------------------------------------------------------


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


# ---- what is said -------------------------------------------------------------------------------------------------


def test_secrets_are_in_no_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        secret = invited(house, role="spectator")
        form = {"secret": secret, "name": "Livia", "login": "livia", "password": PASSWORD}
        token = house.post(None, "/invitations/accept", form).json()["token"]["access_token"]
        sign_in(house, "livia", PASSWORD)
        sign_in(house, "livia", PASSWORD + "!")
        house.get(None, "/me", headers={"Authorization": f"Bearer {token}x"})
    assert not any(each in caplog.text for each in (secret, PASSWORD, token))


def test_the_document_says_how_to_sign_in(quiet_house: House) -> None:
    document = quiet_house.client.get("/v1/openapi.json").json()
    schemes = document["components"]["securitySchemes"]
    assert schemes["password"]["flows"]["password"]["tokenUrl"] == "/v1/tokens"
    assert (schemes["token"]["type"], schemes["token"]["scheme"]) == ("http", "bearer")
    members = document["paths"]["/v1/campaigns/{id}/members"]["get"]
    assert {name for each in members["security"] for name in each} == {"password", "token"}
    assert {"200", "401", "404"} <= set(members["responses"])
    assert "security" not in document["paths"]["/v1/tokens"]["post"]
    assert set(ROLES) == set(document["components"]["schemas"]["InvitationWanted"]["properties"]["role"]["enum"])
