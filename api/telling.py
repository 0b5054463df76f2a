"""What people are told when something waits for them: who is told of what, and in which words. How it is sent is `api.notify`."""

from dataclasses import dataclass

from orchestrator.campaign import Campaigns
from orchestrator.dispatch.calls import DEADLINE, Call
from orchestrator.dispatch.deadlines import Passed
from orchestrator.moments import utc_now
from orchestrator.people.memberships import GM
from orchestrator.people.notices import Notices
from orchestrator.people.people import People
from scales.engine import Json


@dataclass(slots=True, frozen=True)
class Telling:
    """Puts notices on their way; `public_url` begins the address of the service."""

    campaigns: Campaigns
    people: People
    notices: Notices
    public_url: str

    def asked(self, call: Call) -> None:
        """Tell whoever is to answer a call, if it is open."""
        person = call.person or self.people.members.holder(call.campaign, call.seat)
        if person is not None and call.status == "open":
            title = self.title(call.campaign)
            place = f"turn {call.turn}, {call.scale} {call.phase}"
            text = f"In {title} your orders for seat {call.seat} of {call.side} are awaited: {call.battle}, {place}."
            facts = {name: getattr(call, name) for name in ("side", "seat", "battle", "scale", "phase", "turn", "minute", "due_utc")}
            body = facts | {"subject": f"{title}: your orders", "text": text, "decision": call.id}
            self._tell(call.campaign, person, "decision", call.id, body)

    def late(self, passed: Passed) -> None:
        """Tell whoever was to answer that his time is over, and what was done."""
        person = passed.person or self.people.members.holder(passed.campaign, passed.seat)
        if person is not None:
            drafted = passed.sealed_by == DEADLINE
            did = "What you had drafted stands, and the bot decided the rest." if drafted else "The bot decided for you."
            body = {"subject": f"{self.title(passed.campaign)}: your time is over", "text": f"{_not_in_time(passed)} {did}"}
            about = {"decision": passed.call, "seat": passed.seat, "sealed_by": passed.sealed_by}
            self._tell(passed.campaign, person, "overdue", passed.call, body | about)

    def gms(self, passed: Passed) -> None:
        """Tell the GMs that somebody did not answer in time: they are to decide."""
        body = {"subject": f"{self.title(passed.campaign)}: a deadline passed", "text": _not_in_time(passed)}
        for member in self.people.members.of(passed.campaign):
            if member.role == GM:
                about = {"decision": passed.call, "seat": passed.seat}
                self._tell(passed.campaign, member.person, "overdue", passed.call, body | about)

    def ended(self, campaign: str) -> None:
        """Tell every member that a campaign has ended."""
        title = self.title(campaign)
        result = self.campaigns.reading.campaign(campaign).result or {}
        text = f"{title} has ended: {result.get('outcome', 'without a result')}. Its dice can be checked now."
        for person in {member.person for member in self.people.members.of(campaign)}:
            self._tell(campaign, person, "ended", campaign, {"subject": f"{title} has ended", "text": text, "result": result})

    def title(self, campaign: str) -> str:
        """What a campaign is called. Raises NotFound."""
        plan = self.campaigns.reading.campaign(campaign).plan
        return str(plan.file.get("title", plan.name))

    def _tell(self, campaign: str, person: str, event: str, key: str, body: Json) -> None:
        # programs ask for a campaign there; there is no page of it for people
        told = body | {"api": f"{self.public_url}/v1/campaigns/{campaign}"}
        self.notices.tell(campaign, person, event, key, told, utc_now())


def _not_in_time(passed: Passed) -> str:
    return f"{passed.seat} did not answer in time."
