"""One battle of each engine, played once by bots without any job or JSON between its steps: what every test compares with."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from scales.codec import clone, encode
from scales.dice import KeyedDice, phase_key, seeded_secret
from scales.engine import Decision, Engine, Event, Json, Orders, Report, Step
from scales.engines import engine
from workers.jobs import bot_orders

BATTLE = "battle"
SEED = 6830


@dataclass(slots=True)
class Moment:
    """Just before a step of a phase. `before` and `after` are live states, `digest` what `before` was as bytes when the step began."""

    phase: str
    phase_no: int
    version: int
    before: Any
    digest: bytes
    pending: list[Decision]
    given: dict[str, Orders]
    rolls: int
    step: Step


@dataclass(slots=True)
class Playthrough:
    setup: Json
    secret: bytes
    opening: Step
    moments: list[Moment]
    report: Report

    def ends(self) -> list[tuple[str, bytes]]:
        """The bytes of the state at the end of every phase."""
        return [(m.phase, encode(m.step.state)) for m in self.moments if m.step.done]

    def asked(self, limit: int = 40) -> list[Moment]:
        """Moments at which somebody must decide, spread over the battle."""
        found = [moment for moment in self.moments if moment.pending]
        return found[:: max(1, len(found) // limit)]


def sample(rules: Engine, seed: int = SEED) -> Json:
    return rules.sample(KeyedDice(key=seeded_secret(seed)))


def keys(secret: bytes, phase_no: int) -> tuple[bytes, bytes]:
    return phase_key(secret, 0, BATTLE, phase_no), phase_key(secret, 0, BATTLE, phase_no, "bot")


@dataclass(slots=True)
class Player:
    """Plays on, keeping every moment."""

    rules: Engine
    secret: bytes
    state: Any
    version: int = 1
    phase_no: int = 1
    moments: list[Moment] = field(default_factory=list)

    def phase(self, phase: str) -> None:
        key, bot_key = keys(self.secret, self.phase_no)
        dice, step = KeyedDice(key=key), Step(self.state, [], [], [], False)
        while not step.done:
            pending, before, rolls = step.pending, step.state, dice.index
            given = {d.key: bot_orders(self.rules, before, d, bot_key, self.version) for d in pending}
            digest = encode(before)
            step = self.rules.advance(before, phase, given, [], dice)
            self.moments.append(Moment(phase, self.phase_no, self.version, before, digest, pending, given, rolls, step))
            self.version += 1
            assert step.done or step.pending, f"{self.rules.scale}: {phase} neither ends nor asks anybody"
        self.state, self.phase_no = step.state, self.phase_no + 1


@lru_cache(maxsize=8)
def playthrough(scale: str, seed: int = SEED) -> Playthrough:
    """Set up from `sample` and played to the end."""
    rules, secret = engine(scale), seeded_secret(seed)
    setup = sample(rules, seed)
    opening = rules.setup(clone(setup), KeyedDice(key=keys(secret, 0)[0]))
    player = Player(rules, secret, opening.state)
    for _ in range(setup["turn_limit"] + 1):
        for phase in rules.phases:
            player.phase(phase)
            report = rules.report(player.state)
            if report.over:
                return Playthrough(setup, secret, opening, player.moments, report)
    raise AssertionError(f"{scale}: the battle does not end by its turn limit of {setup['turn_limit']}")


def advance_again(rules: Engine, run: Playthrough, moment: Moment, given: dict[str, Orders] | None = None, state: Any = None) -> Step:
    """The same step once more, on a state or with orders of one's own."""
    dice = KeyedDice(index=moment.rolls, key=keys(run.secret, moment.phase_no)[0])
    return rules.advance(moment.before if state is None else state, moment.phase, moment.given if given is None else given, [], dice)


def seen_by(side: str, events: list[Event]) -> list[Event]:
    return [event for event in events if event.seen_by is None or side in event.seen_by]
