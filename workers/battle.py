"""One battle without a campaign, phase by phase over the same job function that campaigns use: for fuzzing, duels and measuring."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Raw

from scales.codec import decode
from scales.dice import phase_key
from scales.engine import Engine, Json, Report
from workers.jobs import NO_STATE, PhaseFailed, PhaseJob, PhaseResult, run_phase_job

TURNS_OVER_LIMIT = 1
"""Turns that a battle may go on after its own turn limit before it counts as one that never ends."""


class BattleStuck(PhaseFailed):
    """A battle does not end, or a phase makes no progress."""


@dataclass(slots=True)
class Battle:
    """A battle in the making. `phase_no` 0 is its set-up; `report` stands as of the last phase."""

    rules: Engine
    setup: Json
    secret: bytes
    random_seats: list[str] = field(default_factory=list)
    name: str = "battle"
    version: int = 0
    phase_no: int = 0
    state: Raw = field(default_factory=lambda: NO_STATE)
    report: Report | None = None

    def job(self, phase: str, kind: str = "phase", order: Json | None = None) -> PhaseJob:
        """The next piece of work, among bots and seats that pick at random."""
        key, bot_key = (phase_key(self.secret, 0, self.name, self.phase_no, stream).hex() for stream in ("dice", "bot"))
        return PhaseJob(
            campaign="",
            timeline=0,
            battle=self.name,
            scale=self.rules.scale,
            version=self.version,
            phase_no=self.phase_no,
            phase=phase,
            key=key,
            bot_key=bot_key,
            kind=kind,
            state=self.state,
            order=order or {},
            random_seats=list(self.random_seats),
        )

    def take(self, result: PhaseResult) -> PhaseResult:
        """Go on from a result."""
        self.version += len(result.steps)
        self.phase_no += 1
        self.state, self.report = result.state, result.report
        return result

    def open(self) -> PhaseResult:
        """Set the battle up."""
        return self.take(run_phase_job(self.job("", "setup", self.setup), self.rules))

    def advance(self, phase: str) -> PhaseResult:
        """Play one phase to its end."""
        return self.take(run_phase_job(self.job(phase), self.rules))

    def play(self) -> Iterator[tuple[str, PhaseResult]]:
        """Every phase with its result, the set-up first under the name 'setup', until the battle is over."""
        yield "setup", self.open()
        for _ in range(int(self.setup.get("turn_limit", 100)) + TURNS_OVER_LIMIT):
            for phase in self.rules.phases:
                yield phase, self.advance(phase)
                if self.report is not None and self.report.over:
                    return
        raise BattleStuck(f"the battle is not over after {TURNS_OVER_LIMIT} turns more than its limit")

    def table(self) -> Any:
        """The state as the engine's own type."""
        return decode(bytes(self.state), self.rules.state_type)


def play_battle(rules: Engine, setup: Json, secret: bytes, random_seats: Sequence[str] = ()) -> Report:
    """A battle from its set-up to its end; bots in all seats but those that pick at random."""
    battle = Battle(rules, setup, secret, list(random_seats))
    for _ in battle.play():
        pass
    assert battle.report is not None, "a finished battle has a report"
    return battle.report


def seats(setup: Json) -> list[str]:
    """The seats of a set-up, in the order of its sides."""
    return [side["seat"] for side in setup["sides"]]
