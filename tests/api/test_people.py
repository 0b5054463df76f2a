"""People over HTTP: signing in, tokens, oneself, what is said of it all."""

import logging
from typing import Any

import jwt
import pytest

from api.tries import Allowed, Tries
from orchestrator.people.memberships import ROLES
from tests.api.conftest import PASSWORD, House, invited, refused, sign_in

# ---- signing in -----------------------------------------------------------------------------------------------------


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


# ---- tokens ---------------------------------------------------------------------------------------------------------


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


# ---- oneself --------------------------------------------------------------------------------------------------------


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


# ---- what is said ---------------------------------------------------------------------------------------------------


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
    assert {} in document["paths"]["/v1/invitations/accept"]["post"]["security"]
    assert "security" not in document["paths"]["/v1/tokens"]["post"]
    assert set(ROLES) == set(document["components"]["schemas"]["InvitationWanted"]["properties"]["role"]["enum"])


def opened(house: House, link: dict[str, Any], who: str | None = None) -> Any:
    return house.post(who, "/invitations/accept", {"secret": link["secret"]})


def test_a_member_who_lost_his_token_gets_another_and_the_old_ones_hold_no_more(house: House) -> None:
    tog = house.ids["tog"]
    made = house.post("gm", f"/campaigns/{{id}}/members/{tog}/renewal")
    assert made.status_code == 201
    looked = house.post(None, "/invitations/look", {"secret": made.json()["secret"]}).json()
    assert (looked["role"], looked["used_by"], looked["state"], looked["campaign_title"]) == ("renewal", tog, "open", "Dogfight")
    assert house.get("tog", "/me").status_code == 200
    welcome = opened(house, made.json()).json()
    assert (welcome["person"], welcome["token"]["person"]) == (tog, tog)
    refused(house.get("tog", "/me"), 401)
    house.tokens["tog"] = welcome["token"]["access_token"]
    assert house.get("tog", "/me").json()["campaigns"][0]["seats"] == ["tog"]
    refused(opened(house, made.json()), 410)


def test_whoever_is_signed_in_opens_a_renewal_for_whom_it_is(house: House) -> None:
    made = house.post("gm", f"/campaigns/{{id}}/members/{house.ids['tog']}/renewal").json()
    assert opened(house, made, "cw").json()["token"]["person"] == house.ids["tog"]
    assert house.get("cw", "/me").status_code == 200


def test_a_gm_lets_nobody_in_again_who_reaches_more_than_his_campaigns(livia: House) -> None:
    house = livia
    refused(house.post("gm", f"/campaigns/{{id}}/members/{house.ids['livia']}/renewal"), 422, "has a login")
    refused(house.post("gm", f"/campaigns/{{id}}/members/{house.ids['gm']}/renewal"), 422, "only the operator")
    refused(house.post("gm", f"/campaigns/{{id}}/members/{house.ids['stranger']}/renewal"), 404)
    before = house.post("gm", f"/campaigns/{{id}}/members/{house.ids['tog']}/renewal").json()
    other = house.post("host", "/campaigns", {"library": "dogfight"}).json()["id"]
    secret = house.post("host", f"/campaigns/{other}/invitations", {"role": "player", "seat": "cw"}).json()["secret"]
    assert house.post("tog", "/invitations/accept", {"secret": secret}).status_code == 201
    refused(house.post("gm", f"/campaigns/{{id}}/members/{house.ids['tog']}/renewal"), 422, "only the operator")
    refused(opened(house, before), 410, "no longer")
    assert opened(house, {"secret": house.people.invitations.renew(house.ids["tog"])[1]}).status_code == 201
