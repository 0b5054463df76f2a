"""What fighter units may do when they are launched and recovered."""

from scales.engine import Decision, Json, Option, Slot
from scales.leviathan import board
from scales.leviathan.fighters import decks
from scales.leviathan.records.words import count, name_of
from scales.leviathan.state import FighterUnit, State


def launches(state: State, decision: Decision) -> list[Slot]:
    slots = []
    for unit in decision.units:
        options = [_launch(state, state.fighters[unit], choice) for choice in decks.choices(state, state.fighters[unit])]
        slots.append(Slot(unit, name_of(state, unit), options, unit))
    return slots


def _launch(state: State, unit: FighterUnit, choice: Json) -> Option:
    if choice["do"] == "launch":
        return _take_off(state, unit, choice)
    if choice["do"] == "recover":
        return _land(state, unit, choice)
    where = f"stays aboard {state.ships[unit.aboard].name}" if unit.aboard else f"stays out in {board.label(state.sheets, unit.hex)}"
    return Option(choice, where, {"fighters": unit.count})


def _take_off(state: State, unit: FighterUnit, choice: Json) -> Option:
    ship = state.ships[unit.aboard]
    at = board.label(state.sheets, ship.hex)
    info = {"ship": ship.id, "at": list(ship.hex), "hex": at, "fighters": unit.count, "rearmed": decks.rearmed(state, unit)}
    return Option(choice, f"launches from {ship.name} into {at}: {count(unit.count, 'fighter')}", info)


def _land(state: State, unit: FighterUnit, choice: Json) -> Option:
    """`carried` of the ship's `capacity` of fighters; `stations`: how many fighters it recovers in a turn, those first that have `landed` in
    part; `turns` until all of the unit is aboard when nobody else lands."""
    ship = state.ships[choice["ship"]]
    carried, landed = decks.carried(state, ship), unit.landed if unit.landing == ship.id else 0
    turns = -(-(unit.count - landed) // max(1, ship.card.stations))
    info = {"ship": ship.id, "fighters": unit.count, "carried": carried, "capacity": ship.card.fighters, "stations": ship.card.stations}
    room = f"{carried} of {ship.card.fighters} places taken, {ship.card.stations} recovered in a turn"
    return Option(choice, f"lands on {ship.name} with {count(unit.count, 'fighter')}: {room}", info | {"landed": landed, "turns": turns})
