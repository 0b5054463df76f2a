"""People: who there is, what they show to be let in, what they are in which campaign, and how they are invited."""

from orchestrator.moments import Now, utc_now
from orchestrator.people.invitations import Invitations
from orchestrator.people.memberships import GM, Memberships
from orchestrator.people.passwords import Passwords
from orchestrator.people.persons import Person, Persons
from orchestrator.people.tokens import Tokens
from orchestrator.store.database import Database

__all__ = ["People", "Person"]


class People:
    """The people of one database. `now` is the time of day, which decides what has expired."""

    def __init__(self, database: Database, passwords: Passwords | None = None, now: Now = utc_now) -> None:
        kept = passwords or Passwords()
        self.persons = Persons(database, kept, now)
        self.tokens = Tokens(database, now)
        self.members = Memberships(database, now)
        self.invitations = Invitations(database, self.persons, kept, now)

    def make_gm(self, campaign: str, id: str) -> None:
        """Whoever begins a campaign is its first GM."""
        self.members.begin(campaign, id)

    def is_gm(self, campaign: str, id: str) -> bool:
        """Whether somebody is a GM of a campaign."""
        standing = self.members.standing(campaign, id)
        return standing is not None and standing.role == GM
