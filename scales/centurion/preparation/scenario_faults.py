"""What is wrong with the parts of a set-up that make a scenario of a battle: sheets, zones, ways onto the board, and the terms of victory."""

from collections.abc import Iterator

from scales.centurion.ground.terrain import Tile
from scales.centurion.preparation import zones
from scales.centurion.preparation.ground_setup import BoardSpec, DeploySpec, EnterSpec, ZoneSpec
from scales.centurion.preparation.setup import SetUp
from scales.centurion.preparation.sheets import joined, known_sheets, sheet_id
from scales.centurion.preparation.victory_setup import TermSpec, VictorySpec
from scales.centurion.state import Board
from scales.engine import Fault
from scales.hexes import Hex, hex_of
from scales.terrain import sheet


def sheet_faults(board: BoardSpec) -> Iterator[Fault]:
    """Sheets that do not make a rectangle, changes of ground that no sheet has. All sheets named are known."""
    if len(board.sheets) % board.across:
        yield Fault("board", f"{len(board.sheets)} sheets do not lie {board.across} side by side", "board.across")
        return
    rows = [len(sheet(sheet_id(name)).rows) for name in board.sheets]
    for first in range(0, len(rows), board.across):
        if len(set(rows[first : first + board.across])) > 1:
            yield Fault("board", "sheets side by side have as many rows", "board.sheets")
    whole = joined(board.sheets, board.across) if board.buildings else {}
    for n, each in enumerate(board.buildings):
        if hex_of(each.hex) not in whole:
            yield Fault("off_the_map", f"hex {each.hex} is not on the board", f"board.buildings.{n}")
    for n, reading in enumerate(board.read_as):
        yield from _sheets(board, reading.sheets, f"board.read_as.{n}")
    if (board.read_as or board.buildings) and not board.sheets:
        yield Fault("board", "read_as and buildings change printed sheets, not a legatus_field", "board")


def _sheets(board: BoardSpec, named: list[str], where: str) -> Iterator[Fault]:
    on = {sheet_id(name) for name in board.sheets}
    for name in named:
        if sheet_id(name) not in on:
            known = "there is no such sheet at all" if sheet_id(name) not in known_sheets() else f"on it are {', '.join(board.sheets)}"
            yield Fault("unknown_sheet", f"the sheet '{name}' is not on the board: {known}", where)


def faults(setup: SetUp, board: Board, tiles: dict[Hex, Tile]) -> Iterator[Fault]:
    """Everything wrong with zones, entries and victory on a board without faults."""
    for c in setup.centuries:
        yield from _places(setup, board, tiles, f"centuries.{c.id}", c.deploy, c.enter)
        if not c.kind:
            yield from _gathered(setup, c.id, c.centurion)
    for p in setup.platoons:
        yield from _places(setup, board, tiles, f"platoons.{p.id}", p.deploy, p.enter)
        if p.enter is not None and any(u.hex for u in p.units):
            yield Fault("entry", f"platoon '{p.id}' enters later, so none of its units stands in a hex before play", f"platoons.{p.id}")
    if setup.victory is not None:
        yield from _victory(setup, setup.victory, tiles)


def _gathered(setup: SetUp, century: str, centurion: str) -> Iterator[Fault]:
    vehicles = [v.id for p in setup.platoons if p.century == century for v in p.vehicles]
    where = f"centuries.{century}"
    if not any(p.century == century for p in setup.platoons):
        yield Fault("no_units", f"century '{century}' has no kind, and no platoon names it", where)
    if centurion and centurion not in vehicles:
        yield Fault("centurion", f"the Centurion's vehicle '{centurion}' is not in century '{century}'", where)


def _places(
    setup: SetUp, board: Board, tiles: dict[Hex, Tile], where: str, deploy: DeploySpec | None, enter: EnterSpec | None
) -> Iterator[Fault]:
    told: list[tuple[ZoneSpec, str]] = [(deploy, f"{where}.deploy")] if deploy is not None and deploy != DeploySpec() else []
    told += [(other, f"{where}.deploy.also") for other in (deploy.also if deploy is not None else [])]
    for spec, at in told:
        yield from _zone(setup, board, tiles, spec, at)
    if enter is not None:
        yield from _entry(setup, board, tiles, enter, f"{where}.enter")


def _zone(setup: SetUp, board: Board, tiles: dict[Hex, Tile], spec: ZoneSpec, where: str) -> Iterator[Fault]:
    found = [*_off(tiles, spec.hexes, where), *_sheets(setup.board, spec.sheets, where)]
    yield from found
    if not found and not zones.zone(board, spec, "north"):
        yield Fault("zone", "no hex of the board lies in this zone", where)


def _entry(setup: SetUp, board: Board, tiles: dict[Hex, Tile], spec: EnterSpec, where: str) -> Iterator[Fault]:
    found = list(_zone(setup, board, tiles, spec, where))
    yield from found
    if not found and not any(zones.ways_in(board, h) for h in zones.zone(board, spec, "north", depth=1)):
        yield Fault("entry", "none of these hexes lies at the edge of the board", where)
    if spec.velocity != "thrust" and spec.least > spec.velocity:
        yield Fault("entry", f"the least velocity {spec.least} is more than the greatest, {spec.velocity}", where)


def _off(tiles: dict[Hex, Tile], labels: list[str], where: str) -> Iterator[Fault]:
    for label in labels:
        if hex_of(label) not in tiles:
            yield Fault("off_the_map", f"hex {label} is not on the board", where)


# --- victory ----------------------------------------------------------------------------------------------------------------------


def _victory(setup: SetUp, spec: VictorySpec, tiles: dict[Hex, Tile]) -> Iterator[Fault]:
    units = {u.id for p in setup.platoons for u in p.units} | {i.id for i in setup.installations}
    units |= {f"{c.id}/" for c in setup.centuries if c.kind}
    sides = [(e.side, f"victory.exits.{n}") for n, e in enumerate(spec.exits)]
    sides += [(t.side, f"victory.terms.{n}") for n, t in enumerate(spec.terms)]
    sides += [(t.hidden_from, f"victory.terms.{n}") for n, t in enumerate(spec.terms) if t.hidden_from]
    sides += [(level.side, f"victory.levels.{n}") for n, level in enumerate(spec.levels) if level.side]
    sides += [(s, "victory.force_withdrawal") for s in spec.force_withdrawal] + ([(spec.of, "victory.of")] if spec.of else [])
    for side, where in sides:
        if side not in {s.id for s in setup.sides}:
            yield Fault("unknown_side", f"there is no side '{side}'", where)
    for n, exit in enumerate(spec.exits):
        where = f"victory.exits.{n}"
        yield from (*_units(units, exit.units, where), *_sheets(setup.board, exit.sheets, where), *_off(tiles, exit.ruins, where))
    for n, goal in enumerate(spec.objectives):
        where = f"victory.objectives.{n}"
        yield from (*_off(tiles, goal.hexes, where), *_sheets(setup.board, goal.sheets, where))
        if not goal.hexes and not goal.sheets:
            yield Fault("objective", f"the objective '{goal.name}' has neither hexes nor sheets", where)
    for n, term in enumerate(spec.terms):
        yield from _term(setup, spec, term, units, tiles, f"victory.terms.{n}")
    yield from _units(units, spec.ends_with, "victory.ends_with")
    yield from _windows(spec)
    names = [goal.name for goal in spec.objectives]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield Fault("twice", f"two objectives have the name '{name}'", "victory.objectives")
    if spec.hold_all and not names:
        yield Fault("victory", "hold_all ends a battle by its objectives, and there are none", "victory.hold_all")
    if spec.measure == "losses" and not spec.of:
        yield Fault("victory", "losses are those of a side: name it under 'of'", "victory.of")
    if spec.measure != "points" and not spec.levels:
        yield Fault("victory", f"{spec.measure} need a table of levels", "victory.levels")


def _windows(spec: VictorySpec) -> Iterator[Fault]:
    """Exits and terms that are closed before they open (until 0: the last turn)."""
    windows = [(e.since, e.until, f"victory.exits.{n}") for n, e in enumerate(spec.exits)]
    windows += [(t.since, t.until, f"victory.terms.{n}") for n, t in enumerate(spec.terms)]
    for since, until, where in windows:
        if until and until < since:
            yield Fault("window", f"from turn {since} until turn {until} is never", where)


def _units(known: set[str], named: list[str], where: str) -> Iterator[Fault]:
    """Units that there are not; those of a century by its kind are known by its id alone."""
    for id in named:
        if id not in known and f"{id.partition('/')[0]}/" not in known:
            yield Fault("unknown_unit", f"there is no unit '{id}'", where)


NEEDS = {"exit": "edges", "mission": "edges", "able": "units", "ruin": "hexes", "damage": "hexes", "storey": "hexes", "hold": "objective"}
"""What a term cannot do without."""


def _term(setup: SetUp, spec: VictorySpec, term: TermSpec, units: set[str], tiles: dict[Hex, Tile], where: str) -> Iterator[Fault]:
    yield from (*_units(units, [*term.units, *term.while_able], where), *_sheets(setup.board, term.sheets, where))
    yield from _off(tiles, term.hexes, where)
    need = NEEDS.get(term.event)
    if need is not None and not getattr(term, need):
        yield Fault("term", f"a term '{term.event}' needs {need}", where)
    if term.objective and term.objective not in {o.name for o in spec.objectives}:
        yield Fault("objective", f"there is no objective '{term.objective}'", where)
    if term.event in ("ruin", "damage", "storey"):
        for label in term.hexes:
            if (tile := tiles.get(hex_of(label))) is not None and not tile.levels:
                yield Fault("term", f"there are no buildings in {label}", where)
