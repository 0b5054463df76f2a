"""A ruling brings a new ship, installation or fighter unit into a battle, written as in a set-up."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from scales import misfits
from scales.engine import Json
from scales.leviathan import board
from scales.leviathan.adjudication import small_things, standing
from scales.leviathan.adjudication.ruled import only, said
from scales.leviathan.fighters import craft, decks
from scales.leviathan.preparation import identities, setup, setup_faults
from scales.leviathan.preparation.models import FightersIn, GroundIn, InstallationIn, Setup, ShipIn, SideIn
from scales.leviathan.state import FighterUnit, GroundThing, Ship, State

UNITS: dict[str, type[BaseModel]] = {"ship": ShipIn, "installation": InstallationIn, "fighters": FightersIn, "ground": GroundIn}


def add(state: State, ruling: Json) -> Sequence[Ship | FighterUnit | GroundThing]:
    """Put the unit of a ruling on the map with what it carries, itself first; raises ValueError with all that is wrong with it."""
    only(ruling, *UNITS)
    named = [name for name in UNITS if name in ruling]
    if len(named) != 1:
        raise ValueError(f"add one unit: {', '.join(UNITS)}")
    given = _read(UNITS[named[0]], ruling[named[0]])
    if isinstance(given, GroundIn):
        return [small_things.add(state, given)]
    if isinstance(given, ShipIn):
        given.kind = state.designs.get(given.kind, given.kind)
    for unit in [given] if isinstance(given, FightersIn) else given.fighters:
        unit.fighters = craft.named(unit.fighters, state.craft)
    wrong = _faults(state, given)
    if wrong:
        raise ValueError("; ".join(wrong))
    before = {*state.ships, *state.fighters}
    if isinstance(given, FightersIn):
        _fighters(state, given)
    else:
        setup.put(state, given)
    everyone: list[Ship | FighterUnit] = [*state.ships.values(), *state.fighters.values()]
    added = [u for u in everyone if u.id not in before]
    _check_place(state, added[0])
    return added


def _read(model: type[BaseModel], document: Any) -> Any:
    try:
        return model.model_validate(document)
    except ValidationError as error:
        texts = [f"{'.'.join(map(str, e['loc'])) or 'the unit'}: {e['msg']}" for e in error.errors(include_input=False)]
        raise ValueError("; ".join(texts)) from error


def _faults(state: State, given: ShipIn | InstallationIn | FightersIn) -> list[str]:
    ids = [given.id, *(f.id for f in getattr(given, "fighters", []) if isinstance(f, FightersIn))]
    taken = {**state.ships, **state.fighters, **state.ground.things, **state.lifeboats}
    found = [f"there is a unit {said(i)} already" for i in ids if i in taken or ids.count(i) > 1]
    found += [text for i in ids if (text := identities.unusable(i))]
    found += [text for _, text in misfits.unprintable(given.model_dump())]
    if isinstance(given, FightersIn) and given.aboard:
        return found + _aboard_faults(state, given)
    sides = [s.id for s in state.sides]
    frame = Setup.model_construct(
        layout=state.layout,
        sides=[SideIn(id=s.id, faction=s.faction, seat=s.seat) for s in state.sides],
        units=[],
        fighters=[],
        installations=[],
    )
    return found + [f.text for f in setup_faults.unit_faults(frame, given, sides)]


def _aboard_faults(state: State, given: FightersIn) -> list[str]:
    """Is there a ship with room for it?"""
    ship, parts = state.ships.get(given.aboard), setup.unit_parts(given)
    if isinstance(parts, str):
        return [f"{given.name}: {parts}"]
    if ship is None or not ship.alive:
        return [f"{given.name} is aboard {said(given.aboard)}, which is no ship here"]
    found = [f"{ship.name} is of side {ship.side}"] if given.side not in ("", ship.side) else []
    found += [f"{given.name} is aboard {ship.name}: give it no hex"] if given.hex else []
    room = ship.card.fighters - decks.carried(state, ship)
    count = sum(parts[1].values())
    found += [f"{ship.name} has room for {room} fighters, not {count}"] if count > room else []
    found += [text] if (text := decks.too_heavy(ship.name, ship.card, parts[1])) else []
    return found + setup_faults.fighter_sheet_faults(given)


def _fighters(state: State, given: FightersIn) -> None:
    ship = state.ships.get(given.aboard)
    hex = ship.hex if ship else board.parse(state.sheets, given.hex)
    state.fighters[given.id] = setup.new_fighters(given, given.side or (ship.side if ship else ""), hex, given.aboard)


def _check_place(state: State, unit: Ship | FighterUnit) -> None:
    text = "" if isinstance(unit, FighterUnit) and unit.aboard else standing.fault(state, unit, unit.hex, getattr(unit, "heading", 1))
    if text:
        raise ValueError(text)
