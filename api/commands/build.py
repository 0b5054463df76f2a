"""Building one's own: a design file worked out step by step by the construction rules of its game, every broken rule named."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from api.commands.console import AsJson, say, say_json, table
from api.commands.files import fields_of
from scales.engine import Json
from scales.worksheet import L, SheetOf, StepOf, figures, plain_sheet

build = typer.Typer(help="Work out designs of one's own by the construction rules.", no_args_is_help=True)

DesignFile = Annotated[Path, typer.Argument(metavar="FILE", help="A design: YAML or JSON.")]
WIDTH = 48
COLUMN = 12
BRACKETS = {"1": "1", "2 to 3": "2-3", "4 to 6": "4-6", "7 to 10": "7-10", "11 to 15": "11-15", "16 to 20": "16-20"}


@build.command()
def vehicle(file: DesignFile, as_json: AsJson = False) -> None:
    """A grav or ground vehicle of Centurion: worksheet and record sheet, or every rule that the design breaks."""
    from scales.centurion.construction import design_build

    sheet = design_build.build(_read(file), file.stem)
    _tell(sheet, _vehicle_record(sheet.record) if sheet.record else [], quiet=as_json)


@build.command()
def ship(file: DesignFile, as_json: AsJson = False) -> None:
    """A destroyer, frigate, cruiser, battleship or carrier of Leviathan: worksheet and record sheet, or every rule that the design breaks."""
    from scales.leviathan.construction import design_build

    sheet = design_build.build(_read(file), file.stem)
    _tell(sheet, _ship_record(sheet.record) if sheet.record else [], quiet=as_json)


def _read(file: Path) -> Json:
    """The design of a file; the file must be a table of fields."""
    return fields_of(file, "a design is a table of fields that begins with its name")[0]


def _tell(sheet: SheetOf[L], record: list[str], *, quiet: bool) -> None:
    """The whole worksheet at once, or as JSON; a broken rule ends the command with a code of its own."""
    say_json(plain_sheet(sheet)) if quiet else say("\n".join([*_worksheet(sheet), *record]))
    if sheet.broken:
        raise typer.Exit(1)


def _worksheet(sheet: SheetOf[L]) -> list[str]:
    """Steps with their parts and running totals, what the design comes to, and what it breaks."""
    out = [f"{sheet.name}, {sheet.kind}"]
    if sheet.steps:
        *_, (_, used) = sheet.running()
        width = max(COLUMN, *(len(f"{amount:,}") + 2 for amount in figures(used).values()))
        heads = _columns("", [name.replace("_", " ") for name in figures(used)], width)
        out += ["", heads, *(line for step, so_far in sheet.running() for line in _step(step, so_far, width)), ""]
        out += [f"{name.replace('_', ' ').capitalize()}: {value:,}" for name, value in sheet.results.items()]
    if sheet.broken:
        rules = "1 rule" if len(sheet.broken) == 1 else f"{len(sheet.broken)} rules"
        out += ["", f"It breaks {rules}:", *(f"  {broken.sentence[:1].upper()}{broken.sentence[1:]}." for broken in sheet.broken)]
    return out


def _step(step: StepOf[L], so_far: L, width: int) -> list[str]:
    """A step's parts and the totals up to it; notes draw, weigh and cost nothing."""
    parts = [_columns(f"  {part.name}", figures(part.load).values() if any(part.load) else [], width) for part in step.parts]
    is_note = step.parts and not any(step.load)
    return [step.title, *parts, *([] if is_note else [_columns("  so far", figures(so_far).values(), width)])]


def _columns(name: str, cells: Iterable[int | str], width: int) -> str:
    texts = [each if isinstance(each, str) else f"{each:,}" for each in cells]
    return (name.ljust(WIDTH) + "".join(text.rjust(width) for text in texts)).rstrip()


def _vehicle_record(record: Json) -> list[str]:
    """A vehicle's new record sheet."""
    moving = "thrust" if "thrust" in record else "movement_points"
    sections = [[section, points, record["shields"].get(section, "")] for section, points in record["armor"].items()]
    return [
        "",
        f"Record sheet of {record['name']}",
        f"{moving.replace('_', ' ').capitalize()} {record[moving]}, after hits {', '.join(map(str, record['reduced']))}",
        "",
        table(["section", "armor", "shield factor"], sections),
        "",
        table(["weapon", "location", "damage", "range"], [_weapon(line) for line in record["weapons"]]),
        *([f"Fittings: {', '.join(record['fittings'])}"] if record["fittings"] else []),
        "",
        f"Missiles: {', '.join(f'{kind.upper()} {count}' for kind, count in record['missiles'].items())}",
        f"Charges: {', '.join(f'{kind} {count}' for kind, count in record['charges'].items())}",
        f"Crew: {', '.join(record['crew'])}",
        f"Infantry squads inside: {record['infantry']}",
    ]


def _weapon(line: Json) -> list[str]:
    """A weapon as the Weapons Table of the sheet has it: a laser's depth, T (template) with the boxes of each shell, or S (special)."""
    shells = ", ".join(f"{each.get('shell', '')} {each['boxes']}".strip() for each in line["damage"] if each["boxes"])
    more = f"intercepts {'/'.join(map(str, line['intercepts']))}" if "intercepts" in line else shells if line["code"] == "T" else ""
    return [line["name"], line["location"], f"{line['code']} ({more})" if more else line["code"], str(line["range"] or "")]


def _ship_record(record: Json) -> list[str]:
    """A ship's new record sheet: damage by range bracket, turret factors by range."""
    sides = [[side, boxes, record["shields"][side]] for side, boxes in record["armor"].items()]
    arms = [line for line in record["weapons"] if "factor" not in line]
    fighters = record["fighters"]
    return [
        "",
        f"Record sheet of {record['name']}",
        f"Thrust {record['thrust']}, {record['hexes']} hexes long",
        "",
        table(["side", "armor", "shield factor"], sides),
        "",
        table(["weapon", "bearing", *BRACKETS.values()], [_by_bracket(line) for line in arms]),
        f"Missile salvos: {record['salvos']}",
        *(
            f"{line['name'].capitalize()}: {' / '.join(map(str, line['factor'].values()))}"
            for line in record["weapons"]
            if "factor" in line
        ),
        f"Fighters: {fighters['number']}, launched in a turn {fighters['launched_in_a_turn']}, recovered {fighters['recovered_in_a_turn']}",
        f"Small craft: {record['small_craft']}",
        f"Cargo: {record['cargo']:,} tons",
        f"Crew: {', '.join(f'{name} {number:,}' for name, number in record['crew'].items())}",
    ]


def _by_bracket(line: Json) -> list[object]:
    """Damage of a bay, rows of a spinal mount, or the one damage of missiles at each bracket in range."""
    told = line["rows"] if "rows" in line else line["damage"]
    by_range = told if isinstance(told, dict) else {name: told for name in BRACKETS if int(name.split()[0]) <= line["range"]}
    return [line["name"], line["arc"], *(by_range.get(name, "") for name in BRACKETS)]
