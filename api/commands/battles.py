"""Single battles: one between bots, many of random forces with random orders, the bot against random orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.console import AsJson, Refused, progress, say, say_json, table
from api.commands.numbers import numbers
from scales.codec import plain
from scales.engine import Engine, Event, Json, Report

if TYPE_CHECKING:
    from api.fuzz import Trial
    from campaigns.schema import Campaign

Scale = Annotated[str, typer.Argument(help="legatus, leviathan, interceptor or centurion")]
Number = Annotated[int, typer.Option("--battles", min=1, max=1_000_000, help="How many battles.")]
StartSeed = Annotated[int, typer.Option("--seed", help="The seed of the first battle; the next ones count up from it.")]


def battle(
    scale: Scale,
    source: Annotated[
        str | None, typer.Argument(metavar="[NAME|FILE]", help="A battle of the library or a file; else random forces.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the dice.")] = 1,
    log: Annotated[
        bool, typer.Option("--log", help="The numbers of every event: base, modifiers, target, dice; with --json all events under 'log'.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play one battle, bots against bots. Its dice are not those of 'run' with the same seed: each battle has a key of its own."""
    from scales.dice import seeded_secret
    from scales.engines import engine
    from workers.battle import Battle

    rules = engine(scale)
    setup, names = _brought(rules, source, seed)
    playing = Battle(rules, setup, seeded_secret(seed))
    told: list[tuple[int, str, Event]] = []
    with progress(f"{scale} battle", int(setup["turn_limit"]), quiet=as_json) as show:
        for phase, result in playing.play():
            events = [event for step in result.steps for event in step.events]
            turn = playing.report.turn if playing.report is not None else 0
            told += [(turn, phase, event) for event in events]
            show(turn, f"turn {turn}, {phase}")
            if not as_json:
                _tell(turn, phase, events, log=log)
    assert playing.report is not None, "a battle that was played has a report"
    if as_json:
        facts = _result(scale, seed, playing.report, len(told), playing.phase_no - 1)
        say_json(facts | ({"log": [_logged(*each) for each in told]} if log else {}))
    else:
        _say_report(playing.report, names)


def _logged(turn: int, phase: str, event: Event) -> Json:
    """An event with its turn and phase."""
    return {"turn": turn, "phase": phase, "event": plain(event)}


def _tell(turn: int, phase: str, events: list[Event], *, log: bool) -> None:
    """The events of a phase, with their numbers if these are wanted."""
    if events:
        say(f"{f'Turn {turn}, ' if turn else ''}{phase}")
    for event in events:
        say(f"  {event.text}")
        for line in numbers(event) if log else ():
            say(f"      {line}")


def _brought(rules: Engine, source: str | None, seed: int) -> tuple[Json, dict[str, str]]:
    """The set-up of a battle, and what people call its sides: of random forces, or the one board of a campaign file."""
    if source is None:
        from api.fuzz import sample_setup

        return sample_setup(rules, seed), {}
    campaign = _found(source)
    return _single(rules, source, campaign), {id: side.name for id, side in campaign.sides.items()}


def single_setup(rules: Engine, source: str) -> Json:
    """The set-up of the one board of a campaign file, which must be one of these rules."""
    return _single(rules, source, _found(source))


def _found(source: str) -> Campaign:
    """The campaign of the library or of a file."""
    from campaigns.library import find
    from scales.engines import engine

    return find(source, engine)


def _single(rules: Engine, source: str, campaign: Campaign) -> Json:
    """Its one board; refused if it has others."""
    from campaigns.check import board_setup

    boards = [(theatre, scale) for theatre in campaign.theatres for scale in theatre.boards]
    if [scale for _, scale in boards] != [rules.scale]:
        found = ", ".join(sorted(scale for _, scale in boards))
        raise Refused(f"'{campaign.name}' is not a single {rules.scale} battle (it has {found}); play it with: imperator run {source}")
    return board_setup(campaign, *boards[0])


def _result(scale: str, seed: int, report: Report, events: int, phases: int) -> Json:
    return {
        "scale": scale,
        "seed": seed,
        "outcome": report.outcome,
        "winner": report.winner,
        "turns": report.turn,
        "points": report.points,
        "levels": report.levels,
        "reasons": report.reasons,
        "effective": report.effective,
        "losses": losses(report),
        "fates": plain(report.fates),
        "events": events,
        "phases": phases,
    }


def losses(report: Report) -> dict[str, list[Json]]:
    """Each side's units that are destroyed, crippled, captured or gone."""
    lost: dict[str, list[Json]] = {side: [] for side in report.points}
    for unit, fate in sorted(report.fates.items()):
        if fate.status not in ("ok", "damaged"):
            lost.setdefault(fate.side, []).append({"unit": unit, "name": fate.name, "status": fate.status})
    return lost


def _say_report(report: Report, names: Mapping[str, str]) -> None:
    """What became of whom and who won, with the sides by their names; a side without one goes by its id."""

    def called(side: str) -> str:
        return names.get(side, side)

    say()
    say(table(["side", "unit", "fate"], [[called(fate.side), fate.name, fate.status] for _, fate in sorted(report.fates.items())]))
    say()
    say(f"After {report.turn} turns: {report.outcome}. Winner: {called(report.winner) if report.winner else 'nobody'}.")
    say("Points: " + ", ".join(f"{called(side)} {points}" for side, points in sorted(report.points.items())))
    for reason in report.reasons:
        say(reason)
    if report.levels:
        say(f"Victory Level: {_levels(report.levels, names)}.")


def _levels(levels: Mapping[str, str], names: Mapping[str, str]) -> str:
    """'Marginal Victory for Commonwealth, Marginal Defeat for TOG manus', or 'Draw' for everybody."""
    if len(set(levels.values())) == 1:
        return next(iter(levels.values())).replace("_", " ").title()
    return ", ".join(_level(names.get(side, side), level) for side, level in sorted(levels.items(), key=lambda each: "defeat" in each[1]))


def _level(side: str, level: str) -> str:
    """'Substantial Victory for TOG manus'."""
    return f"{level.replace('_', ' ').title()} for {side}"


def fuzz(scale: Scale, battles: Number = 20, seed: StartSeed = 1, as_json: AsJson = False) -> None:
    """Random set-ups and random legal orders: what does not finish, fails or breaks an invariant is printed with its seed."""
    from api import fuzz as trials
    from scales.engines import engine

    engine(scale)
    summary = trials.fuzz_summary(scale, seed, _counted(trials.fuzz(scale, battles, seed), f"{scale}: fuzzing", battles, quiet=as_json))
    _tell_trials(summary, ", ".join(f"{summary[kind]} {kind}" for kind in ("finished", "stuck", "failed", "broken")), as_json=as_json)


def duel(scale: Scale, battles: Number = 20, seed: StartSeed = 1, as_json: AsJson = False) -> None:
    """The bot against one that picks uniformly among the legal orders; every set-up is played from both sides."""
    from api import fuzz as trials
    from scales.engines import engine

    engine(scale)
    summary = trials.duel_summary(scale, seed, _counted(trials.duel(scale, battles, seed), f"{scale}: duel", battles, quiet=as_json))
    text = f"the bot has {summary['wins']} wins, {summary['losses']} losses and {summary['draws']} draws"
    _tell_trials(summary, text, as_json=as_json)


def _counted(trials: Iterator[Trial], title: str, battles: int, *, quiet: bool) -> list[Trial]:
    """All trials, with a progress bar while they are fought."""
    done = []
    with progress(title, battles, quiet=quiet) as show:
        for trial in trials:
            done.append(trial)
            show(len(done), f"{title.partition(':')[0]}: {len(done)} of {battles}")
    return done


def _tell_trials(summary: Json, text: str, *, as_json: bool) -> None:
    """The counts and each fault with its seed; a fault ends the command with a code of its own."""
    if as_json:
        say_json(summary)
    else:
        say(f"{summary['scale']}: {text}")
        for fault in summary["faults"]:
            say(f"  seed {fault['seed']}: {fault['kind']}: {fault['text']}")
    if summary["faults"]:
        raise typer.Exit(1)
