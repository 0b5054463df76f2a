"""What is wrong with a set-up that its model alone cannot see: all of it at once, with the nearest known names."""

from collections import Counter
from collections.abc import Iterator

from scales.codec import encode
from scales.engine import Fault, Json
from scales.leviathan import board, catalog
from scales.leviathan.catalog import Sheet
from scales.leviathan.construction import cards, designs
from scales.leviathan.fighters import craft, ordnance, pilots
from scales.leviathan.patrol import statistics
from scales.leviathan.preparation import cargo_faults, deployment_faults, identities, places, ship_faults
from scales.leviathan.preparation.models import FightersIn, GroundIn, InstallationIn, Setup, ShipIn
from scales.leviathan.preparation.setup import nearest, unit_parts
from scales.leviathan.records import record_sheets
from scales.leviathan.switches import SWITCHES
from scales.switches import faults as option_faults


def faults(setup: Setup) -> list[Fault]:
    """Everything the model alone cannot see, all at once."""
    found: list[Fault] = []
    if setup.layout not in board.layouts()["layouts"]:
        text = f"there is no layout '{setup.layout}'{nearest(setup.layout, board.layouts()['layouts'])}"
        return [Fault("unknown_layout", text, "layout")]
    sides = [s.id for s in setup.sides]
    found += [*identities.faults(setup), *_rules_faults(setup)]
    found += option_faults("leviathan", SWITCHES, setup.options)
    found += [*designs.faults(setup.designs), *craft.faults(setup.craft, below=setup.interceptor)]
    found += ship_faults.commanders([*setup.units, *setup.installations])
    for n, ship in enumerate(setup.units):
        found += _ship_faults(setup, ship, sides, f"units.{n}")
    for n, base in enumerate(setup.installations):
        found += _base_faults(setup, base, sides, f"installations.{n}")
    for n, unit in enumerate(setup.fighters):
        found += _fighter_faults(setup, unit, sides, f"fighters.{n}")
    for n, troops in enumerate(setup.ground):
        found += ground_faults(setup, troops, sides, f"ground.{n}")
    found += [] if found else ordnance.share_faults(carried(setup), "fighters")
    found += deployment_faults.faults(setup, sides) + _victory_faults(setup, sides)
    return found or [*places.faults(setup)]


def carried(setup: Setup) -> dict[str, Counter[str]]:
    """The ground ordnance of the fighters of each side: rounds in 'all', and those of them that are 'hell' (centurion: Fighter Ground Missions)."""
    carriers: list[ShipIn | InstallationIn] = [*setup.units, *setup.installations]
    sides = {c.id: c.side for c in carriers}
    units = [(sides.get(u.aboard, u.side), u) for u in setup.fighters] + [(c.side, u) for c in carriers for u in c.fighters]
    found: dict[str, Counter[str]] = {s.id: Counter() for s in setup.sides}
    for side, unit in units:
        parts = unit_parts(unit)
        if unit.mission == "ground" and not isinstance(parts, str) and side in found:
            found[side] += ordnance.rounds(parts[1], unit.ground_loads)
    return found


def unit_faults(setup: Setup, unit: ShipIn | InstallationIn | FightersIn, sides: list[str]) -> list[Fault]:
    """What is wrong with one unit by itself, for the layout of a set-up."""
    if isinstance(unit, ShipIn):
        return _ship_faults(setup, unit, sides, "unit")
    if isinstance(unit, InstallationIn):
        return _base_faults(setup, unit, sides, "unit")
    return _fighter_faults(setup, unit, sides, "unit")


def ground_faults(setup: Setup, troops: GroundIn, sides: list[str], where: str) -> list[Fault]:
    """Mobile troops stand in a ground hex of a planet."""
    found = _side_fault(troops.side, sides, where) + _hex_fault(setup, troops.hex, where)
    if not found and board.zone(setup.layout, board.parse(board.sheets_of(setup.layout), troops.hex).column) != "ground":
        found.append(Fault("bad_zone", f"{troops.name} must stand in a ground hex", f"{where}.hex"))
    return found


def _rules_faults(setup: Setup) -> Iterator[Fault]:
    """House rules go through JSON like everything else of a battle."""
    try:
        encode(setup.rules)
    except (TypeError, ValueError, RecursionError):
        yield Fault("bad_rules", "rules are plain JSON: names with texts, numbers, lists and tables", "rules")


def _side_fault(side: str, sides: list[str], where: str) -> list[Fault]:
    return [] if side in sides else [Fault("unknown_side", f"there is no side '{side}'; there are {', '.join(sides)}", f"{where}.side")]


def _hex_fault(setup: Setup, text: str, where: str, side: str = "") -> list[Fault]:
    """A hex that is none; a unit without one needs a zone of its side to be placed in."""
    if not text and side in setup.deployment:
        return []
    try:
        board.parse(board.sheets_of(setup.layout), text)
    except ValueError as error:
        return [Fault("bad_hex", str(error), f"{where}.hex")]
    return []


def _ship_faults(setup: Setup, ship: ShipIn, sides: list[str], where: str) -> list[Fault]:
    found = _side_fault(ship.side, sides, where) + _hex_fault(setup, ship.hex, where, ship.side)
    card = cards.find(ship.kind)
    if ship.interceptor and card is None:
        return [*found, *(Fault("bad_conversion", text, f"{where}.interceptor") for text in statistics.faults(ship.interceptor))]
    if ship.kind in setup.designs:  # a design that breaks a rule, of which `designs.faults` tells
        return found
    if card is None or card.kind != "ship":
        ships = [*(k for k, c in catalog.sheets().items() if c.kind == "ship"), *setup.designs]
        return [*found, Fault("unknown_class", f"there is no ship class '{ship.kind}'{nearest(ship.kind, ships)}", f"{where}.class")]
    found += _sheet_faults(ship.name, card, ship.sheet, where)
    found += [*ship_faults.shields(card, ship, where), *ship_faults.bridge(card, ship, where)]
    for n, unit in enumerate(ship.fighters):
        found += _parts_fault(unit, f"{where}.fighters.{n}")
    found += [*cargo_faults.faults(setup, ship, card, where), *cargo_faults.troops(setup, ship, where)]
    if not found and ship.hex:
        found += _zone_faults(setup, ship, where)
    return found


def _zone_faults(setup: Setup, ship: ShipIn, where: str) -> list[Fault]:
    card, sheets = cards.card(ship.kind), board.sheets_of(setup.layout)
    lies = board.hexes(board.parse(sheets, ship.hex), ship.heading, card.hexes)
    zones = {board.zone(setup.layout, h.column) for h in lies}
    if not all(board.sheet_at(sheets, h) for h in lies):
        return [Fault("off_map", f"{ship.name} would lie across the edge of the map (leviathan: Game Set-Up)", f"{where}.hex")]
    if "ground" in zones or ("atmosphere" in zones and not card.atmosphere):
        return [Fault("bad_zone", f"{ship.name} cannot stand in the atmosphere or on the ground", f"{where}.hex")]
    return []


def _parts_fault(unit: FightersIn, where: str) -> list[Fault]:
    parts = unit_parts(unit)
    if isinstance(parts, str):
        return [Fault("bad_fighters", f"{unit.name}: {parts}", where)]
    loads = [
        Fault("bad_loads", f"{unit.name}: {text}", f"{where}.ground_loads")
        for text in ordnance.faults(unit.mission, parts[1], unit.ground_loads)
    ]
    return loads + [Fault("bad_sheet", text, f"{where}.sheet") for text in fighter_sheet_faults(unit)]


def fighter_sheet_faults(unit: FightersIn) -> list[str]:
    """What is wrong with the sheet of a fighter unit whose parts are right."""
    parts = unit_parts(unit)
    assert not isinstance(parts, str), parts
    boxes, most = sum(catalog.convert(*parts).rows), sum(parts[1].values())
    found = record_sheets.fighter_faults(boxes, unit.sheet, most)
    if unit.pilots and unit.sheet.get("pilots"):
        found.append("its pilots stand on its sheet; name them there or in the set-up (leviathan: Pilot Survival)")
    found += pilots.faults([p.model_dump() for p in unit.pilots], most)
    return [f"{unit.name}: {text}" for text in found]


def _base_sheet_faults(base: InstallationIn, where: str) -> list[Fault]:
    small = catalog.bases().get(base.kind)
    if not small:
        return _sheet_faults(base.name, catalog.sheets()[base.kind], base.sheet, where)
    texts = record_sheets.fighter_faults(small["armor_boxes"], base.sheet)
    return [Fault("bad_sheet", f"{base.name}: {text}", f"{where}.sheet") for text in texts]


def _sheet_faults(name: str, card: Sheet, sheet: Json, where: str) -> list[Fault]:
    """What is wrong with the damage of an earlier battle; what it has destroyed does not come back."""
    found = [Fault("bad_sheet", f"{name}: {text}", f"{where}.sheet") for text in record_sheets.ship_faults(card, sheet)]
    if not found and sheet.get("effects", {}).get("ship_destroyed"):
        text = f"{name} was destroyed in the battle that its sheet tells of; leave it out (leviathan: Destroying a Ship)"
        found.append(Fault("destroyed", text, f"{where}.sheet"))
    return found


def _base_faults(setup: Setup, base: InstallationIn, sides: list[str], where: str) -> list[Fault]:
    found = _side_fault(base.side, sides, where) + _hex_fault(setup, base.hex, where)
    known = [*catalog.bases(), *(k for k, c in catalog.sheets().items() if c.kind != "ship")]
    if base.kind not in known:
        found.append(Fault("unknown_class", f"there is no installation '{base.kind}'{nearest(base.kind, known)}", f"{where}.class"))
    elif not found:
        hex = board.parse(board.sheets_of(setup.layout), base.hex)
        ground = base.kind.startswith("g")
        if ground != (board.zone(setup.layout, hex.column) == "ground"):
            text = f"{base.name} must stand {'in a ground hex' if ground else 'off the ground'}"
            found.append(Fault("bad_zone", text, f"{where}.hex"))
        found += _base_sheet_faults(base, where)
    if base.kind in known:
        found += cargo_faults.faults(setup, base, catalog.sheets().get(base.kind), where)
    for n, unit in enumerate(base.fighters):
        found += _parts_fault(unit, f"{where}.fighters.{n}")
    return found


def _fighter_faults(setup: Setup, unit: FightersIn, sides: list[str], where: str) -> list[Fault]:
    found = _parts_fault(unit, where)
    carriers = [u.id for u in setup.units] + [u.id for u in setup.installations if u.kind in catalog.sheets()]
    if unit.aboard:
        if unit.aboard not in carriers:
            found.append(Fault("unknown_ship", f"{unit.name} is aboard '{unit.aboard}', which is no ship here", f"{where}.aboard"))
        if unit.hex:
            found.append(Fault("two_places", f"{unit.name} is aboard {unit.aboard}: give it no hex", f"{where}.hex"))
    else:
        found += _side_fault(unit.side, sides, where) + _hex_fault(setup, unit.hex, where, unit.side)
        if not found and unit.hex and board.zone(setup.layout, board.parse(board.sheets_of(setup.layout), unit.hex).column) == "ground":
            found.append(Fault("bad_zone", f"{unit.name} cannot stand on the ground", f"{where}.hex"))
    return found


def _victory_faults(setup: Setup, sides: list[str]) -> list[Fault]:
    for key, kind in (("battleship", "battleship"), ("pursued", "chase")):
        if getattr(setup.victory, key) and setup.victory.kind != kind:
            return [Fault("bad_victory", f"victory.{key} goes with the kind {kind}, not with {setup.victory.kind}", "victory")]
    named = {"battleship": setup.victory.battleship, "chase": setup.victory.pursued}.get(setup.victory.kind)
    if named is not None and (named not in sides or len(sides) < 2):
        key = "pursued" if setup.victory.kind == "chase" else "battleship"
        return [Fault("bad_victory", f"victory.{key} must name one of two sides, not '{named}'", "victory")]
    if setup.victory.kind == "chase" and setup.layout != "leviathan_end_to_end":
        return [Fault("bad_victory", "a chase is played on the layout leviathan_end_to_end", "layout")]
    return []
