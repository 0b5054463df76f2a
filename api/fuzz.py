"""Many battles at once: random orders to find faults, and the bot against random orders to see that it is any good."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from os import cpu_count

from scales.dice import KeyedDice, seeded_secret
from scales.engine import Engine, Json, Report
from scales.engines import engine
from workers.battle import Battle, BattleStuck, play_battle, seats

PATIENCE_SECONDS = 120
"""A single battle that takes more processor time makes no progress. A busy machine does not count against it."""


@dataclass(slots=True)
class Trial:
    """How one battle went. `outcome`: finished, stuck, failed or broken when fuzzing; win, loss, draw or fault in a duel."""

    seed: int
    outcome: str
    text: str = ""
    phases: int = 0
    points: dict[str, int] = field(default_factory=dict)


def sample_setup(rules: Engine, seed: int) -> Json:
    """The random set-up that belongs to a seed."""
    return rules.sample(KeyedDice(key=seeded_secret(seed)))


def fuzz_one(scale: str, seed: int) -> Trial:
    """One battle of random forces with random legal orders; every broken invariant, exception and endless battle is a fault."""
    rules = engine(scale)
    trial = Trial(seed, "finished")
    try:
        setup = sample_setup(rules, seed)
        battle = Battle(rules, setup, seeded_secret(seed), random_seats=seats(setup))
        for phase, _ in battle.play():
            trial.phases += 1
            violated = rules.invariants(battle.table())
            if violated:
                return Trial(seed, "broken", f"after {phase}: {'; '.join(violated)}", trial.phases)
    except (BattleStuck, TimeoutError) as stuck:
        return Trial(seed, "stuck", str(stuck), trial.phases)
    except Exception as error:
        return Trial(seed, "stuck" if "stuck" in str(error) else "failed", f"{type(error).__name__}: {error}", trial.phases)
    return trial


def duel_one(scale: str, number: int, seed: int) -> Trial:
    """Battle `number` of a duel: two battles share a set-up, the bot plays one side of it and then the other."""
    rules = engine(scale)
    setup_seed = seed + number // 2
    try:
        setup = sample_setup(rules, setup_seed)
        own = setup["sides"][number % 2]
        others = [seat for seat in seats(setup) if seat != own["seat"]]
        report = play_battle(rules, setup, seeded_secret(setup_seed), random_seats=others)
    except Exception as error:
        return Trial(setup_seed, "fault", f"{type(error).__name__}: {error}")
    return Trial(setup_seed, _outcome(report, own["id"]), points=report.points)


def _outcome(report: Report, own: str) -> str:
    """Whoever the rules call the winner; where they name nobody, whoever has more points."""
    if report.winner is not None:
        return "win" if report.winner == own else "loss"
    mine, theirs = report.points.get(own, 0), max((p for side, p in report.points.items() if side != own), default=0)
    return "win" if mine > theirs else "loss" if mine < theirs else "draw"


def _patiently(trial: Callable[[int], Trial], number: int) -> Trial:
    """Run a trial in a pool process; one that does not come back is stopped."""

    def give_up(*_: object) -> None:
        raise TimeoutError(f"no end after {PATIENCE_SECONDS} seconds of processor time")

    signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE_SECONDS)
    try:
        return trial(number)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def trials(trial: Callable[[int], Trial], numbers: range, processes: int | None = None) -> Iterator[Trial]:
    """The trials of all numbers on every core, each as soon as it is there."""
    workers = min(processes or cpu_count() or 1, max(1, len(numbers)))
    with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
        futures = [pool.submit(_patiently, trial, number) for number in numbers]
        for future in as_completed(futures):
            yield future.result()


def fuzz(scale: str, battles: int, seed: int) -> Iterator[Trial]:
    """Battle i has the seed `seed + i`: one battle with that seed shows its fault again."""
    return trials(partial(fuzz_one, scale), range(seed, seed + battles))


def duel(scale: str, battles: int, seed: int) -> Iterator[Trial]:
    """The bot against uniform choice among the legal orders, sides swapped every second battle."""
    return trials(partial(duel_one, scale, seed=seed), range(battles))


def fuzz_summary(scale: str, seed: int, done: list[Trial]) -> Json:
    """Counts by outcome, and every fault with its seed."""
    counts = {kind: sum(t.outcome == kind for t in done) for kind in ("finished", "stuck", "failed", "broken")}
    faults = [{"seed": t.seed, "kind": t.outcome, "text": t.text} for t in sorted(done, key=lambda t: t.seed) if t.outcome != "finished"]
    return {"scale": scale, "battles": len(done), "seed": seed, **counts, "phases": sum(t.phases for t in done), "faults": faults}


def duel_summary(scale: str, seed: int, done: list[Trial]) -> Json:
    """Wins, losses and draws of the bot; a battle that failed counts as none of them and is named."""
    counts = {name: sum(t.outcome == kind for t in done) for name, kind in (("wins", "win"), ("losses", "loss"), ("draws", "draw"))}
    faults = [{"seed": t.seed, "kind": "failed", "text": t.text} for t in sorted(done, key=lambda t: t.seed) if t.outcome == "fault"]
    return {"scale": scale, "battles": len(done), "seed": seed, **counts, "faults": faults}
