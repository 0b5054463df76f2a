"""A campaign file becomes a checked campaign: every mistake at once, each with its place and the cure."""

import difflib
import re
from collections.abc import Callable, Iterator
from pathlib import Path as File
from typing import Any

from pydantic import ValidationError

from campaigns import cargo
from campaigns.places import MAX_CHARACTERS, FileFault, Located, Path, read_yaml, show
from campaigns.schema import Campaign, Scale, Theatre
from scales.engine import Engine, Json

MINUTES = {"legatus": 20, "leviathan": 5, "interceptor": 1, "centurion": 1}
"""The length of a scale's turn."""
Engines = Callable[[str], Engine]


def load(file: File, engines: Engines) -> Campaign:
    """Read and check a campaign file; raises FileFault with a sentence for every mistake."""
    try:
        with file.open(encoding="utf-8") as opened:
            text = opened.read(MAX_CHARACTERS + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise FileFault([f"{file}: the file cannot be read ({getattr(error, 'strerror', None) or 'it is not text in UTF-8'})"]) from None
    return parse(text, str(file), engines)


def parse(text: str, name: str, engines: Engines) -> Campaign:
    """Check the text of a campaign file; `name` is used in the sentences."""
    located = read_yaml(text, name)
    if not isinstance(located.value, dict):
        raise FileFault([f"{name}: a campaign file is a mapping that begins with 'imperator: 1'; this one is not"])
    campaign = _model(located, name)
    faults = [_sentence(name, located, path, text) for path, text in _faults(campaign, engines)]
    if faults:
        raise FileFault(faults)
    return campaign


def board_setup(campaign: Campaign, theatre: Theatre, scale: Scale) -> Json:
    """The set-up that the engine of a board gets: the file's board, with sides and seats, options and house rules put in.

    A board may say more of a side: `sides: {tog: {edge: west}}`.
    """
    board, setup = theatre.boards[scale], common_setup(campaign, theatre, scale)
    board = cargo.filled(board, scale)
    extras = board.get("sides", {})
    if not (isinstance(extras, dict) and all(isinstance(each, dict) for each in extras.values())):
        return setup | board
    sides = [side | extras.get(side["id"], {}) for side in setup["sides"]]
    return setup | board | {"sides": sides}


def common_setup(campaign: Campaign, theatre: Theatre, scale: Scale) -> Json:
    """What every board of a scale gets from the campaign: sides with their seats, options, rules, and whether it stands alone."""
    setup: Json = {"sides": _sides(campaign, scale), "options": campaign.options.get(scale, {}), "rules": campaign.rules.get(scale, {})}
    return setup | {"standing": len(theatre.boards) > 1, "turn_limit": campaign.victory.turn_limit * turns_in(theatre, scale)}


def turns_in(theatre: Theatre, scale: Scale) -> int:
    """How many turns of a scale one turn of the theatre's largest scale holds: 20 minutes hold four of Leviathan."""
    return max(MINUTES[board] for board in (*theatre.boards, scale)) // MINUTES[scale]


def _sides(campaign: Campaign, scale: Scale) -> list[Json]:
    """Sides with their seats. Legatus tells of them by name, the other scales by what they have on the table."""
    return [
        {"id": side, "faction": about.faction, "seat": seat_of(campaign, side, scale) or side}
        | ({"name": about.name} if scale == "legatus" else {})
        for side, about in campaign.sides.items()
    ]


def seat_of(campaign: Campaign, side: str, scale: Scale) -> str | None:
    """The seat that decides for a side on a scale: the first one named."""
    return next((id for id, seat in campaign.seats.items() if seat.side == side and scale in seat.scales), None)


# ---- mistakes -----------------------------------------------------------------------------------------------------


def _model(located: Located, name: str) -> Campaign:
    try:
        return Campaign.model_validate(located.value)
    except ValidationError as error:
        raise FileFault([_sentence(name, located, _clean(e["loc"]), _cure(e)) for e in error.errors()]) from None


def _sentence(name: str, located: Located, path: Path, text: str) -> str:
    return f"{name}, line {located.line(path)}, {show(path)}: {text}"


def _clean(path: tuple[Any, ...]) -> Path:
    return tuple(p for p in path if p != "[key]")


def _cure(error: Any) -> str:
    """pydantic's message as a sentence that says what would be right."""
    kind, given = error["type"], error.get("input")
    if kind == "missing":
        return "this is missing; add it"
    if kind == "extra_forbidden":
        return f"'{error['loc'][-1]}' means nothing here; remove it or check its spelling"
    return f"{error['msg'][0].lower()}{error['msg'][1:]} (given: {str(given)[:60]!r})"


def _faults(campaign: Campaign, engines: Engines) -> Iterator[tuple[Path, str]]:
    yield from _seat_faults(campaign)
    yield from _theatre_faults(campaign)
    board_faults = list(_board_faults(campaign, engines))
    yield from board_faults
    yield from _unit_faults(campaign)
    yield from _condition_faults(campaign)


def _seat_faults(campaign: Campaign) -> Iterator[tuple[Path, str]]:
    for id, seat in campaign.seats.items():
        if seat.side not in campaign.sides:
            yield ("seats", id, "side"), f"the seat plays no side: '{seat.side}' is none of {_names(campaign.sides, seat.side)}"
    used = {scale for theatre in campaign.theatres for scale in theatre.boards} | _below(campaign)
    for side in campaign.sides:
        for scale in sorted(used):
            if not seat_of(campaign, side, scale):  # type: ignore[arg-type]
                yield ("seats",), f"nobody decides for side '{side}' on the {scale} board; give one of its seats the scale {scale}"


def _below(campaign: Campaign) -> set[str]:
    """Scales that come into play during the campaign."""
    return {"centurion"} if any(fights_below(theatre) for theatre in campaign.theatres) else set()


def fights_below(theatre: Theatre) -> bool:
    """Whether engagements of the theatre's Legatus board are fought as Centurion battles."""
    return "legatus" in theatre.boards and theatre.engagements.policy != "none"


def _theatre_faults(campaign: Campaign) -> Iterator[tuple[Path, str]]:
    seen: dict[str, int] = {}
    for i, theatre in enumerate(campaign.theatres):
        if theatre.id in seen:
            yield ("theatres", i, "id"), f"two theatres are called '{theatre.id}' (the other is theatres[{seen[theatre.id]}]); rename one"
        seen[theatre.id] = i
        for side in theatre.engagements.fire_control:
            if side not in campaign.sides:
                yield ("theatres", i, "engagements", "fire_control"), f"'{side}' is none of {_names(campaign.sides, side)}"
        if fights_below(theatre) and theatre.boards["legatus"].get("rows"):
            at: Path = ("theatres", i, "boards", "legatus", "rows")
            yield at, "engagements are fought on ground made from a map sheet; name a map, or set engagements to policy: none"


def _board_faults(campaign: Campaign, engines: Engines) -> Iterator[tuple[Path, str]]:
    for i, theatre in enumerate(campaign.theatres):
        for scale in theatre.boards:
            at: Path = ("theatres", i, "boards", scale)
            extras = theatre.boards[scale].get("sides", {})
            for side in extras if isinstance(extras, dict) else ():
                if side not in campaign.sides:
                    yield (*at, "sides", side), f"'{side}' is none of {_names(campaign.sides, side)}"
            yield from ((at + path, text) for path, text in cargo.faults(theatre.boards[scale], scale))
            setup = board_setup(campaign, theatre, scale)
            yield from ((at + path, text) for path, text in _setup_faults(engines(scale), setup))


def _setup_faults(engine: Engine, setup: Json) -> Iterator[tuple[Path, str]]:
    try:
        engine.setup_model.model_validate(setup)
    except ValidationError as error:
        for e in error.errors():
            yield _clean(e["loc"]), _cure(e)
        return
    for fault in engine.faults(setup):
        yield path_of(fault.where, setup), fault.text


def path_of(where: str, board: Any) -> Path:
    """The path of a place that an engine names: 'units[3].hex', 'units.3.hex' or, by the id of a unit, 'units.DD-3.hex'."""
    path: list[str | int] = []
    for part in re.findall(r"[^.\[\]]+", where):
        key = _key(part, board)
        if key is None:
            break
        path.append(key)
        board = board[key]
    return tuple(path)


def _key(part: str, value: Any) -> str | int | None:
    if isinstance(value, dict):
        return part if part in value else None
    if not isinstance(value, list):
        return None
    if part.isdecimal() and int(part) < len(value):
        return int(part)
    return next((i for i, item in enumerate(value) if isinstance(item, dict) and part in (item.get("id"), item.get("name"))), None)


def units_of(board: Json) -> Iterator[tuple[Path, str]]:
    """Every unit id that a board's set-up gives, wherever it stands in it."""
    yield from _ids(board, ())


_NOT_UNITS = {"sides", "objectives", "options", "rules", "victory"}


def _ids(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, dict):
        if isinstance(value.get("id"), str) and path:
            yield (*path, "id"), value["id"]
        for key, item in value.items():
            if key not in _NOT_UNITS:
                yield from _ids(item, (*path, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _ids(item, (*path, i))


def _unit_faults(campaign: Campaign) -> Iterator[tuple[Path, str]]:
    """A unit's id is unique in the whole campaign: results find their unit by it. Within one board the engine checks."""
    first: dict[str, tuple[Path, str]] = {}
    for i, theatre in enumerate(campaign.theatres):
        for scale, board in theatre.boards.items():
            place = ("theatres", i, "boards", scale)
            for path, id in units_of(board):
                if id in first and first[id][0] != place and not _one_thing(first[id][1], scale, path):
                    yield place + path, f"two units have the id '{id}' (the other is on the {first[id][1]} board); rename one"
                first.setdefault(id, (place, scale))


def _one_thing(other: str, scale: str, path: Path) -> bool:
    """An installation is one thing with a sheet on several boards."""
    return "installations" in path and other != scale


def _condition_faults(campaign: Campaign) -> Iterator[tuple[Path, str]]:
    units = {id for t in campaign.theatres for b in t.boards.values() for _, id in units_of(b)}
    goals = {name for t in campaign.theatres for b in t.boards.values() for name in _objectives(b)}
    for i, c in enumerate(campaign.victory.conditions):
        at: Path = ("victory", "conditions", i)
        if c.side not in campaign.sides and not (c.kind == "book" and c.side == "each"):
            yield (*at, "side"), f"'{c.side}' is none of {_names(campaign.sides, c.side)}"
        if c.kind == "hold" and c.objective not in goals:
            yield (*at, "objective"), f"no board has an objective '{c.objective}'; name one of {_names(goals, c.objective)}"
        if c.kind in ("destroy", "keep") and not c.units:
            yield (*at, "units"), f"'{c.kind}' needs the ids of units"
        for unit in c.units:
            if unit not in units:
                yield (*at, "units"), f"there is no unit '{unit}'; did you mean {_names(units, unit)}?"


def _objectives(board: Json) -> Iterator[str]:
    """The names of a board's objectives. What else stands there the engine names as a mistake."""
    found = board.get("objectives", [])
    for objective in found if isinstance(found, list) else ():
        if isinstance(objective, dict) and isinstance(objective.get("name"), str):
            yield objective["name"]


def _names(known: Any, given: str) -> str:
    """A few known names, the nearest first."""
    names = sorted(known)
    near = difflib.get_close_matches(given, names, 3, 0.5) or names[:8]
    return ", ".join(near) if near else "nothing: there is none"
