"""The tables of people: who there is, what they show to be let in, what they are in which campaign."""

from sqlmodel import Field, SQLModel

from orchestrator.store.models.columns import text


class Person(SQLModel, table=True):
    """Someone who signs in: by `login` and password, or only by the token that an invitation gave. `is_host` may begin campaigns.

    `name` is what others read; two people may have the same.
    """

    __tablename__ = "person"

    id: str = Field(primary_key=True)
    name: str
    login: str | None = Field(default=None, unique=True)
    password: str | None = None
    email: str = ""
    is_host: bool = False
    created_utc: str


class Token(SQLModel, table=True):
    """A token that was given out; it holds until it expires or is revoked."""

    __tablename__ = "token"

    id: str = Field(primary_key=True)
    person: str = Field(index=True)
    label: str = ""
    created_utc: str
    expires_utc: str
    revoked_utc: str | None = None


class Invitation(SQLModel, table=True):
    """A link that makes whoever opens it first a member of a campaign, or a host (no campaign). Only the hash of its secret is kept."""

    __tablename__ = "invitation"

    id: str = Field(primary_key=True)
    campaign: str = Field(default="", index=True)
    role: str
    side: str = ""
    seat: str = ""
    name: str = ""
    hash: str
    made_by: str = ""
    created_utc: str
    expires_utc: str
    used_utc: str | None = None
    used_by: str | None = None
    revoked_utc: str | None = None


class Member(SQLModel, table=True):
    """What a person is in a campaign: gm, player (of a side, with a seat or in reserve) or spectator (of a side, or of what all may see)."""

    __tablename__ = "member"

    campaign: str = Field(primary_key=True)
    person: str = Field(primary_key=True)
    role: str = Field(primary_key=True)
    seat: str = Field(default="", primary_key=True)
    side: str = ""
    since_utc: str


class Setting(SQLModel, table=True):
    """What the service keeps for itself: the key that signs tokens, when it was last alive."""

    __tablename__ = "setting"

    name: str = Field(primary_key=True)
    value: str = text()
