"""What can go wrong, sorted by who can mend it.

ImperatorError
├── NotFound            the caller named a campaign, battle or decision that is not there
├── OrdersRefused       a player: every fault of the orders, at once
├── StaleOrders         a player: the battle has gone on since the decision was asked
├── AlreadyAnswered     a player: other orders for this decision were taken
├── RulingRefused       a GM: the ruling or the table's result does not fit the battle
├── HookRefused         a player or GM: a web-hook or mail address that cannot be used
├── BadCampaign         the author of a campaign file
├── CampaignBusy        an operator: another orchestrator holds the campaign
├── NewerDatabase       an operator: the database was written by a newer version
├── ForeignDatabase     an operator: the database is another program's
├── DamagedDatabase     an operator: the database holds what Imperator never wrote
├── LostLease           an operator: this orchestrator lost the campaign to another; nothing was committed
├── LinkFailed          us: a message has no link, or a link broke its word
└── ReplayDiffers       us, or whoever changed the database
"""

from collections.abc import Sequence

from scales.engine import Fault


class ImperatorError(Exception):
    """Everything that Imperator refuses with a sentence."""


class NotFound(ImperatorError):
    pass


class OrdersRefused(ImperatorError):
    """`faults` lists every reason."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.text for fault in faults))
        self.faults = list(faults)


class StaleOrders(ImperatorError):
    pass


class AlreadyAnswered(ImperatorError):
    pass


class RulingRefused(ImperatorError):
    pass


class HookRefused(ImperatorError):
    pass


class BadCampaign(ImperatorError):
    """`faults` lists every mistake in the file."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"{fault.where}: {fault.text}" if fault.where else fault.text for fault in faults))
        self.faults = list(faults)


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
