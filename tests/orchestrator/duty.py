"""A toy campaign that people play: who they are, how they answer, and a clock that stands until it is moved."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from sqlalchemy import insert

from orchestrator.campaign import Campaigns
from orchestrator.dispatch.assigning import Assigning, Wish
from orchestrator.dispatch.calls import Call, Calls
from orchestrator.dispatch.case import Submission
from orchestrator.dispatch.deadlines import Deadlines
from orchestrator.dispatch.desk import MEMBER
from orchestrator.dispatch.seating import Assigned
from orchestrator.dispatch.tables import Tables
from orchestrator.store.records import BattlePlan, CampaignPlan, TheatrePlan
from tests.orchestrator.scenes import two_scales
from tests.orchestrator.toy import setup

SKY, GROUND = "landfall.leviathan", "landfall.centurion"
ANN, BEN, CAI = "ann", "ben", "cai"
"""Ann and Cai play for red, Ben for blue; Ann and Ben hold the seats."""


@dataclass
class Duty:
    """A campaign with its people. `moment` is what the clock says."""

    game: Campaigns
    id: str = ""
    moment: datetime = field(default_factory=lambda: datetime(2026, 3, 1, 20, 0, tzinfo=UTC))

    def __post_init__(self) -> None:
        self.calls = Calls(self.game, self.now)
        self.assigning = Assigning(self.game, now=self.now)
        self.deadlines = Deadlines(self.calls)
        self.tables = Tables(self.game, self.now)
        if not self.id:
            self.id = self.game.create(two_scales(boats=2, turns=2), seed=1)

    @classmethod
    def at_sea(cls, game: Campaigns) -> "Duty":
        """One board only, on which each side has two boats, for two turns."""
        boats = setup(2, turn_limit=1000, prefix="landfall-leviathan-", boxes=60, standing=True)
        theatre = TheatrePlan("landfall", [BattlePlan(SKY, "leviathan", boats)])
        plan = CampaignPlan("boats", [theatre], ["leviathan"], {"red": "red", "blue": "blue"}, 2)
        return cls(game, game.create(plan, seed=1))

    def now(self) -> datetime:
        return self.moment

    def later(self, **span: int) -> None:
        self.moment += timedelta(**span)

    def admit(self, person: str, side: str, seat: str = "") -> None:
        row = {"campaign": self.id, "person": person, "role": "player", "seat": seat, "side": side, "since_utc": ""}
        with self.game.store.database.write() as connection:
            connection.execute(insert(MEMBER), [row])

    def give(self, **wish: object) -> Assigned:
        return self.assigning.assign(self.id, Wish(**wish))  # type: ignore[arg-type]

    def run(self) -> str:
        status = self.game.run(self.id).status
        self.calls.sync(self.id)
        return status

    def asked(self, person: str) -> list[Call]:
        return self.calls.open_calls(person)

    def as_it_comes(self, call: Call) -> Submission:
        """An answer that takes the first option everywhere."""
        return Submission({slot.id: slot.options[0].order for slot in self.calls.call(self.id, call.id).offers})

    def play_on(self, *people: str, rounds: int = 400) -> str:
        """Everybody answers whatever is asked, until the campaign has ended or nobody of them is asked."""
        status = self.run()
        for _ in range(rounds):
            asked = [(person, call) for person in people for call in self.asked(person)]
            if status != "waiting" or not asked:
                break
            for person, call in asked:
                self.calls.submit(self.id, call.id, self.as_it_comes(call), person)
            status = self.run()
        return status

    def is_sound(self) -> bool:
        """Whether the log verifies and replays."""
        return self.game.verify(self.id).is_sound and self.game.replay(self.id).digest == self.game.digest(self.id)


def on_duty(game: Campaigns, *, at_sea: bool = False) -> Duty:
    """Ann holds red, Ben blue, Cai is in red's reserve."""
    duty = Duty.at_sea(game) if at_sea else Duty(game)
    duty.admit(ANN, "red", "red")
    duty.admit(BEN, "blue", "blue")
    duty.admit(CAI, "red")
    return duty
