"""Letting people in: invitations, who there is, and taking back what was given out. For the operator at his console, who needs no token."""

from enum import StrEnum
from typing import Annotated

import typer

from api.commands.console import DEFAULT_DB, AsJson, Db, say, say_json, table
from api.commands.root import find_id, open_campaigns
from orchestrator.campaign import Campaigns
from orchestrator.errors import NotFound
from orchestrator.people.invitations import DAYS, OPEN, Invitation, Wanted
from orchestrator.people.people import People
from scales.codec import plain

DEFAULT_URL = "http://localhost:8000"

Of = Annotated[str | None, typer.Argument(metavar="[ID]", help="A campaign's id, or the beginning of one; 'last' is the newest.")]


class Role(StrEnum):
    """What an invitation is for."""

    HOST = "host"
    GM = "gm"
    PLAYER = "player"
    SPECTATOR = "spectator"


def invite(
    campaign: Of = None,
    role: Annotated[
        Role, typer.Option("--role", help="host (may begin campaigns; needs no campaign), gm, player or spectator.")
    ] = Role.HOST,
    seat: Annotated[str, typer.Option("--seat", help="The seat that a player is to hold.")] = "",
    side: Annotated[str, typer.Option("--side", help="The side of a player in reserve, or the one whose eyes a spectator has.")] = "",
    name: Annotated[str, typer.Option("--name", help="Whom it is for: a note for yourself.")] = "",
    renew: Annotated[
        str,
        typer.Option("--renew", metavar="PERSON", help="Let somebody in again who lost his token: his id. His old tokens hold no more."),
    ] = "",
    days: Annotated[int, typer.Option("--days", help="How long it can be opened.")] = DAYS,
    url: Annotated[
        str, typer.Option("--url", help="Where the service is reached; the link begins with it.", envvar="IMPERATOR_URL")
    ] = DEFAULT_URL,
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Make an invitation and print its link, which opens once and is not shown again."""
    campaigns = open_campaigns(db, create=campaign is None)
    id = "" if campaign is None else find_id(campaigns, campaign)
    invitations = _people(campaigns).invitations
    wanted = Wanted(role.value, id, side=side, seat=seat, name=name, days=days)
    made, secret = invitations.renew(renew) if renew else invitations.make(wanted)
    link = f"{url.rstrip('/')}/join#{secret}"
    if as_json:
        say_json({"invitation": plain(made), "link": link, "secret": secret})
        return
    say(link)


def people(campaign: Of = None, db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """Who there is, or the members of a campaign, and the invitations that can still be opened."""
    campaigns = open_campaigns(db)
    if campaign is None:
        _everybody(_people(campaigns), as_json=as_json)
    else:
        _members(_people(campaigns), find_id(campaigns, campaign), as_json=as_json)


def revoke(
    id: Annotated[str, typer.Argument(metavar="ID", help="An invitation's id, or a person's: all tokens that he was given.")],
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Take back an invitation, or every token of a person, who must sign in again."""
    known = _people(open_campaigns(db))
    invitation = next((each for each in known.invitations.all() if each.id == id), None)
    if invitation is not None:
        revoked = known.invitations.revoke(invitation.campaign, id)
        _done({"invitation": plain(revoked)}, f"invitation {id} is {revoked.state}", as_json=as_json)
        return
    if id not in {person.id for person in known.persons.all()}:
        raise NotFound(f"there is no invitation and no person {id!r}; 'imperator people' shows them")
    tokens = known.tokens.revoke_others(id)
    _done({"person": id, "tokens": tokens}, f"{tokens} tokens of {known.persons.get(id).name} hold no more", as_json=as_json)


def _people(campaigns: Campaigns) -> People:
    return People(campaigns.store.database)


def _done(facts: dict[str, object], text: str, *, as_json: bool) -> None:
    if as_json:
        say_json(facts)
    else:
        say(text)


def _everybody(known: People, *, as_json: bool) -> None:
    found, still_open = known.persons.all(), [each for each in known.invitations.all() if each.state == OPEN]
    if as_json:
        say_json({"people": [plain(person) for person in found], "invitations": [plain(each) for each in still_open]})
        return
    rows = [[p.id, p.name, p.login or "-", "yes" if p.is_host else "no", len(known.members.campaigns_of(p.id))] for p in found]
    say(table(["id", "name", "login", "host", "campaigns"], rows))
    _say_open(still_open)


def _members(known: People, campaign: str, *, as_json: bool) -> None:
    members, still_open = known.members.of(campaign), [each for each in known.invitations.of(campaign) if each.state == OPEN]
    if as_json:
        say_json({"members": [plain(member) for member in members], "invitations": [plain(each) for each in still_open]})
        return
    say(table(["id", "name", "role", "side", "seats"], [[m.person, m.name, m.role, m.side, " ".join(m.seats)] for m in members]))
    _say_open(still_open)


def _say_open(invitations: list[Invitation]) -> None:
    if invitations:
        rows = [[i.id, i.name, i.role, i.campaign, i.seat or i.side, i.expires_utc[:16]] for i in invitations]
        say(f"\n{table(['invitation', 'for', 'role', 'campaign', 'seat or side', 'until (UTC)'], rows)}")
