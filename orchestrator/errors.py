"""What can go wrong, sorted by who can mend it.

ImperatorError
├── NotFound            the caller named a campaign, battle or decision that is not there
├── OrdersRefused       a player: every fault of the orders, at once
├── StaleOrders         a player: the battle has gone on since the decision was asked
├── AlreadyAnswered     a player: other orders for this decision were taken
├── AlreadySealed       a player: the orders of this call were sealed and stand
├── Conflict            a player: the draft was changed in another window since it was read
├── RulingRefused       a GM: the ruling or the table's result does not fit the battle
├── ResultRefused       a GM or a player: every fault of a table's result, at once
├── AssignmentRefused   a GM: every reason why this cannot be given to that person, bot or table
├── HookRefused         a player or GM: a web-hook or mail address that cannot be used
├── FormRefused         whoever filled in a form about people: every field that will not do, at once
├── NotSignedIn         a caller: without a token that holds, or with a wrong login or password
├── NotAllowed          a caller: a member whose role does not reach so far
├── InvitationRefused   whoever opens an invitation that was used, has expired or was revoked; whoever made it can make another
├── MembershipRefused   a GM: somebody cannot be this in the campaign as it stands
├── TooManyTries        a caller: more tries than are allowed; `retry_after_seconds` says when to come back
├── BadCampaign         the author of a campaign file
├── TimelineRefused     a GM: the campaign cannot go back to, or be forked at, this row
├── BadExport           whoever brings a campaign in: every reason why the document cannot be one
├── NotConfirmed        whoever deletes a campaign without its name as confirmation
├── CampaignBusy        an operator: another orchestrator holds the campaign
├── NewerDatabase       an operator: the database was written by a newer version
├── ForeignDatabase     an operator: the database is another program's
├── DamagedDatabase     an operator: the database holds what Imperator never wrote
├── LostLease           an operator: this orchestrator lost the campaign to another; nothing was committed
├── LinkFailed          us: a message has no link, or a link broke its word
└── ReplayDiffers       us, or whoever changed the database
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from scales.engine import Fault


class ImperatorError(Exception):
    """Everything that Imperator refuses with a sentence."""


def sentences(texts: Iterable[str]) -> str:
    """Several reasons as one text: sentences after each other, what is no whole sentence with a semicolon between."""
    return "; ".join(texts).replace(".; ", ". ")


class NotFound(ImperatorError):
    pass


class OrdersRefused(ImperatorError):
    """`faults` lists every reason."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(sentences(fault.text for fault in faults))
        self.faults = list(faults)


class StaleOrders(ImperatorError):
    pass


class AlreadyAnswered(ImperatorError):
    pass


class AlreadySealed(ImperatorError):
    pass


class Conflict(ImperatorError):
    pass


class RulingRefused(ImperatorError):
    """`faults` lists every reason, where the board has several."""

    def __init__(self, text: str, faults: Sequence[Fault] = ()) -> None:
        super().__init__(text)
        self.faults = list(faults)


class ResultRefused(ImperatorError):
    """`faults` lists every reason."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(sentences(fault.text for fault in faults))
        self.faults = list(faults)


class AssignmentRefused(ImperatorError):
    """`faults` lists every reason."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(sentences(fault.text for fault in faults))
        self.faults = list(faults)


class HookRefused(ImperatorError):
    pass


class FormRefused(ImperatorError):
    """`faults` lists every field that will not do."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(sentences(fault.text for fault in faults))
        self.faults = list(faults)


class NotSignedIn(ImperatorError):
    headers: ClassVar[dict[str, str]] = {"WWW-Authenticate": "Bearer"}


class NotAllowed(ImperatorError):
    pass


class InvitationRefused(ImperatorError):
    pass


class MembershipRefused(ImperatorError):
    pass


class TooManyTries(ImperatorError):
    """`headers` are what HTTP adds to the sentence."""

    def __init__(self, text: str, retry_after_seconds: int) -> None:
        super().__init__(text)
        self.retry_after_seconds = retry_after_seconds
        self.headers = {"Retry-After": str(retry_after_seconds)}


class BadCampaign(ImperatorError):
    """`faults` lists every mistake in the file."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"{fault.where}: {fault.text}" if fault.where else fault.text for fault in faults))
        self.faults = list(faults)


class TimelineRefused(ImperatorError):
    pass


class BadExport(ImperatorError):
    """`faults` lists every reason."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__(f"the document cannot be brought in: {'; '.join(faults)}")
        self.faults = list(faults)


class NotConfirmed(ImperatorError):
    pass


class CampaignBusy(ImperatorError):
    pass


class NewerDatabase(ImperatorError):
    pass


class ForeignDatabase(ImperatorError):
    pass


class DamagedDatabase(ImperatorError):
    pass


class LostLease(ImperatorError):
    pass


class LinkFailed(ImperatorError):
    pass


class ReplayDiffers(ImperatorError):
    pass
