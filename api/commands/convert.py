"""Between the strategic game and battles: a file of two task forces becomes a battle, and the battle's result what is left of them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from api.commands.console import AsJson, Refused, note, say, table
from api.commands.files import fields_of, json_of, write_whole
from campaigns.check import path_of
from campaigns.places import FileFault, Located, show
from scales.codec import encode
from scales.engine import Fault, Json

convert = typer.Typer(help="Between the strategic game and battles.", no_args_is_help=True)

BattleFile = Annotated[Path, typer.Argument(metavar="FILE", help="Two task forces that meet: YAML or JSON (docs/prefect.md).")]
ResultFile = Annotated[
    Path | None,
    typer.Option(
        "--result", metavar="RESULT", help="What 'battle legatus --json' or 'show --json' printed: tell what is left of the counters."
    ),
]
OutFile = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write it into this file instead of printing it.")]


@convert.command()
def prefect(file: BattleFile, result: ResultFile = None, out: OutFile = None, as_json: AsJson = False) -> None:
    """A battle of Prefect: the Legatus battle that comes of it, or with --result the counters after that battle."""
    battle = _battle(file)
    if result is None:
        _tell_battle(file, battle, out, as_json=as_json)
    else:
        _tell_aftermath(battle, result, out, as_json=as_json)


def _battle(file: Path) -> Any:
    """The battle of a file; every mistake in it is told with its line."""
    from scales.legatus.prefect.file_faults import faults
    from scales.legatus.prefect.models import StrategicBattle

    written, located = fields_of(file, "a battle of Prefect is a table of fields that begins with 'prefect: 1'")
    found = faults(written)
    if found:
        raise FileFault([_sentence(file, located, fault) for fault in found])
    return StrategicBattle.model_validate(written)


def _sentence(file: Path, located: Located, fault: Fault) -> str:
    path = path_of(fault.where, located.value)
    return f"{file}, line {located.line(path)}, {show(path)}: {fault.text}"


def _tell_battle(file: Path, battle: Any, out: Path | None, *, as_json: bool) -> None:
    """The file of the Legatus battle: it is played with 'battle legatus' and 'run', and checked with 'validate'."""
    from campaigns.strategic import as_yaml, campaign_of
    from scales.legatus.prefect.conversion import notes

    document, told = campaign_of(battle), notes(battle)
    made = f"Made from {file.name} by: imperator convert prefect {file.name}"
    _give(encode(document).decode() if as_json else as_yaml(document, [made, *told]), out)
    if out is not None:
        for line in told:
            note(line)
        note(f"Play it with: imperator battle legatus {out}")


def _tell_aftermath(battle: Any, result: Path, out: Path | None, *, as_json: bool) -> None:
    """What is left of the counters; a result with a fault is refused whole."""
    from scales.legatus.prefect.aftermath import aftermath
    from scales.legatus.prefect.forces import forces
    from scales.legatus.prefect.results import battle_in, result_faults

    brought = forces(battle)
    told = battle_in(json_of(result, "a result is what a battle prints with --json"), battle, brought)
    found = result_faults(told, battle, brought)
    if found:
        raise Refused("\n".join(f"{result}, {fault.where}: {fault.text}" for fault in found))
    document = aftermath(battle, brought, told)
    _give(encode(document).decode() if as_json else _words(document, _names(battle)), out)


def _give(text: str, out: Path | None) -> None:
    """Print a text, or write it into a file."""
    if out is None:
        say(text.rstrip("\n"))
    else:
        write_whole(out, (text.rstrip("\n") + "\n").encode())


def _names(battle: Any) -> dict[str, str]:
    """What people call the task forces, by the ids of their sides."""
    from scales.legatus.prefect.conversion import name_of

    return {side: name_of(side, force) for side, force in battle.sides.items()}


def _words(document: Json, names: Mapping[str, str]) -> str:
    """Counters and the battle's result for people, who know the sides by their names."""
    rows = [_row(counter, names[counter["side"]]) for counter in document["counters"]]
    points = ", ".join(f"{names[side]} {value}" for side, value in document["points"].items())
    lines = [table(["side", "counter", "was", "is", "units", "lost", "crippled", "why"], rows), ""]
    lines += [f"{thor['id']} of {names[thor['side']]} is {thor['state'].replace('_', ' ')}." for thor in document["satellites"]]
    agreed = ", as agreed" if document["agreed"] else ""
    lines.append(f"Result for {names[document['attacker']]}, who attacked{agreed}: {document['result'].replace('_', ' ')} ({points}).")
    return "\n".join(lines)


def _row(counter: Json, side: str) -> list[object]:
    was, units = counter["was"], counter["units"]
    states = [_state(was["fatigue"], "disrupted" if was["disrupted"] else ""), _state(counter["fatigue"], counter["state"])]
    fought = f"{units['fought']} of {units['of']}" if units["of"] else ""
    return [side, counter["name"], *states, fought, units["destroyed"], units["crippled"], counter["why"]]


def _state(fatigue: int, state: str) -> str:
    """'disrupted, fatigue 2', 'fatigue 1', 'fresh'."""
    words = [state if state not in ("", "fatigued") else "", f"fatigue {fatigue}" if fatigue else ""]
    return ", ".join(word for word in words if word) or "fresh"
