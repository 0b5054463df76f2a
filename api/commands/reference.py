"""What a set-up of a scale may name: its optional rules, and the catalogue of units, craft, ships, sheets, terrain and installations."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Annotated

import typer

from api.commands.console import AsJson, Refused, say, say_json, table
from scales.engine import Json
from scales.switches import Switches, listing

Scale = Annotated[str, typer.Argument(help="centurion, interceptor, legatus or leviathan")]
TITLES = {
    "vehicles": "Vehicles (type of a vehicle in a platoon)",
    "squads": "Squads (type of a squad in a platoon)",
    "platoons": "Platoons (what centuries are made of)",
    "centuries": "Centuries (kind, or formation for a single one)",
    "ships": "Ships (type of a ship)",
    "sheets": "Map sheets (board.sheets; the id, the id without centurion_, or the number of the printed map)",
    "terrain": "Terrain tokens (board.terrain): a level, one of these marks, then r for a road and v for a river",
    "installations": "Installations (type of an installation)",
}
INTERCEPTOR = {
    "craft": "Fighters and patrol craft (type of a craft)",
    "satellites": "Satellites",
    "weapons": "Weapons of craft, with their damage in boxes by range in hexes",
    "missiles": "Missiles",
    "loads": "What a hard point may carry (loads of a craft)",
    "layouts": "Layouts of the map (layout)",
}
LEVIATHAN = {
    "ships": "Capital ships and transports (class of a ship)",
    "patrol_ships": "Patrol ships (class of a ship)",
    "fighters": "Fighters (fighters of a unit)",
    "units": "Fighter units (unit of fighters)",
    "installations": "Installations (class of an installation)",
    "bases": "The smallest installations (class of an installation)",
    "layouts": "Layouts of the map (layout)",
}
LEGATUS = {
    "centuries": "Centuries, installations and squadrons (kind): attack/defense/maneuver of each face, movement points",
    "formations": "Standard formations (formation of a cohort, by id or name)",
    "terrain": "Movement points by terrain",
    "victory": "Victory points for units crippled and destroyed",
    "maps": "Map sheets (map)",
    "counters": "Counters of Prefect (type of a counter, 'imperator convert prefect')",
}
SCALES = {"centurion": TITLES, "interceptor": INTERCEPTOR, "legatus": LEGATUS, "leviathan": LEVIATHAN}
NAMES = "; ".join(f"{scale}: {', '.join(titles)}" for scale, titles in SCALES.items())


def rules(scale: Scale, as_json: AsJson = False) -> None:
    """List the optional rules of a scale: what `options` of a set-up may name, with standard values."""
    found = listing(_switches(scale))
    if as_json:
        say_json(found)
        return
    rows = [[r["name"], r["standard"], f"{r['least']} to {r['most']}", r["does"], r["chapter"]] for r in found]
    say(table(["name", "standard", "values", "does", "chapter"], rows))


def catalog(
    scale: Scale,
    what: Annotated[str | None, typer.Argument(metavar="[LIST]", help=f"One of {NAMES}; else all of them.")] = None,
    as_json: AsJson = False,
) -> None:
    """List what a set-up may name, with the figures of each."""
    titles = _titles(scale)
    if what is not None and what not in titles:
        near = get_close_matches(what, titles, n=2)
        hint = f" (did you mean {' or '.join(near)}?)" if near else ""
        raise Refused(f"there is no list '{what[:40]}'{hint}; known are {', '.join(titles)}")
    found = _lists(scale, titles if what is None else [what])
    if as_json:
        say_json(found)
        return
    say("\n\n".join(f"{titles[name]}\n{_table(rows)}" for name, rows in found.items()))


def _lists(scale: str, names: Iterable[str]) -> dict[str, list[Json]]:
    """The lists of a scale of these names, in their usual order."""
    from scales.centurion.preparation import listing as centurion
    from scales.interceptor.preparation import listing as interceptor
    from scales.legatus.preparation import listing as legatus
    from scales.leviathan.preparation import listing as leviathan

    lists = {
        "centurion": centurion.LISTS,
        "interceptor": interceptor.LISTS,
        "legatus": legatus.LISTS,
        "leviathan": leviathan.LISTS,
    }[scale]
    return {name: make() for name, make in lists.items() if name in names}


def _switches(scale: str) -> Switches:
    """The optional rules of a scale."""
    from scales.centurion import switches as centurion
    from scales.engines import engine
    from scales.interceptor import switches as interceptor
    from scales.legatus import switches as legatus
    from scales.leviathan import switches as leviathan

    found: dict[str, Switches] = {
        "centurion": centurion.SWITCHES,
        "interceptor": interceptor.SWITCHES,
        "legatus": legatus.SWITCHES,
        "leviathan": leviathan.SWITCHES,
    }
    return found[engine(scale).scale]


def _titles(scale: str) -> dict[str, str]:
    """The lists of a scale with their titles."""
    from scales.engines import engine

    return SCALES[engine(scale).scale]


def _table(rows: list[Json]) -> str:
    """A column for each key of the rows."""
    return table([key.replace("_", " ") for key in rows[0]], [[_cell(value) for value in row.values()] for row in rows])


def _cell(value: object) -> object:
    """A value in a few words: counts by name, lists with each of their members once."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {each}" for key, each in value.items()) or "-"
    return _members(value) if isinstance(value, list) else value if value != "" else "-"


def _members(values: Iterable[object]) -> str:
    """'2 x 7.5/6 Laser (turret), AP Laser (turret)'."""
    counts: dict[str, int] = {}
    for value in values:
        text = _member(value)
        counts[text] = counts.get(text, 0) + 1
    return ", ".join(f"{count} x {text}" if count > 1 else text for text, count in counts.items()) or "-"


def _member(value: object) -> str:
    """A member of a list: the first of its parts, and the second in brackets."""
    if not isinstance(value, Mapping):
        return str(value)
    first, second = value.values()
    return f"{first} ({second})"
