"""A trivial engine: it has a state of a given size and tells so many events a phase. What it takes beside is the machinery around engines."""

from collections.abc import Mapping, Sequence

from orchestrator.campaign import Campaigns
from orchestrator.store.records import BattlePlan, CampaignPlan, TheatrePlan
from orchestrator.store.writing import Store
from scales.dice import Dice
from scales.engine import Delivery, Orders, Step
from scales.play import Play, run_phase
from tests.orchestrator.toy import Sea, Toy, setup

PHASES_A_TURN = 6


class Quiet(Toy):
    """The toy of the orchestrator's tests, but nobody is asked and nothing happens except `events` of a die each."""

    events = 1

    def advance(self, state: Sea, phase: str, answers: Mapping[str, Orders], inbox: Sequence[Delivery], dice: Dice) -> Step:
        return run_phase(state, phase, [self._tell], answers, inbox, dice)

    def _tell(self, play: Play[Sea]) -> tuple[()]:
        for _ in range(self.events):
            play.tell("wind", f"The wind blows {play.dice.d10('wind')}.", "toy: Wind")
        return ()


class Loud(Quiet):
    """A hundred events a phase."""

    events = 100


QUIET, LOUD = Quiet("legatus"), Loud("legatus")


def quiet(_scale: str) -> Quiet:
    return QUIET


def loud(_scale: str) -> Quiet:
    return LOUD


def plan(battles: int, turns: int) -> CampaignPlan:
    """So many boards with a state of about 1 KB each."""
    board = setup(1, turn_limit=1_000_000, standing=True, ballast="x" * 800)
    boards = [BattlePlan(f"sea.{n}", "legatus", board) for n in range(battles)]
    return CampaignPlan("quiet", [TheatrePlan("sea", boards)], ["legatus"], {"red": "red", "blue": "blue"}, turns)


def campaigns(store: Store, *, is_loud: bool = False) -> Campaigns:
    return Campaigns(store, [], resolve=loud if is_loud else quiet)
