"""A set-up without faults becomes the board at the start of play."""

from scales.engine import At
from scales.ground_loads import load_of
from scales.interceptor.board import board
from scales.interceptor.damage.sheets import with_sheet
from scales.interceptor.ground_fire.installed import installed, stand
from scales.interceptor.landing import from_orbit, hold
from scales.interceptor.preparation.craft import new_craft
from scales.interceptor.preparation.models import Setup
from scales.interceptor.preparation.scenario_setup import entries_of, goals_of
from scales.interceptor.satellites import placing
from scales.interceptor.state import Battle, Side, State, Unit


def build(setup: Setup) -> State:
    """The board at the start of play."""
    here = board(setup.layout)
    sides = [Side(s.id, s.faction, s.seat) for s in setup.sides]
    state = State(At(), setup.layout, sides, {}, turn_limit=setup.turn_limit, standing=setup.standing)
    state.options = {name: int(value) for name, value in setup.options.items()}
    for given in setup.craft:
        craft = with_sheet(new_craft(given), given.sheet)
        if given.hex:
            craft.place(here.hex(given.hex))
        else:
            craft.where = "waiting"
        state.craft[craft.id] = craft
        hold.stow(state, craft, [load_of(unit, craft.side) for unit in given.cargo])
        if craft.unit:
            unit = state.units.setdefault(craft.unit, Unit(craft.unit, craft.unit, craft.side, []))
            unit.craft.append(craft.id)
    for drop in setup.drops:
        state.falling[drop.units[0].id] = from_orbit.falling_of(drop.side, here.hex(drop.hex), drop.units)
    state.entries, state.goals = entries_of(setup), goals_of(setup.victory)
    for satellite in setup.satellites:
        state.craft[satellite.id] = placing.new_satellite(setup.layout, satellite)
    state.installations = [installed(setup.layout, base) for base in setup.installations]
    stand(state)
    for id, label in setup.battles.items():
        hex = here.hex(label)
        state.battles[id] = Battle(id, hex.column, hex.row, [s.id for s in sides])
    return state
