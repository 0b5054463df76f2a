"""Leaving the board: over which edge, who may, and whether it is safe for him (Scenario Design; the scenario names the safe edges)."""

from scales.centurion.combat.morale import is_withdrawing
from scales.centurion.movement.track import because
from scales.centurion.preparation import zones
from scales.centurion.scenario.goals import Exit, Gone
from scales.centurion.state import BattleState, Squad, Vehicle

RULE = "centurion: Scenario Design"


def named(state: BattleState, unit: Vehicle | Squad) -> list[Exit]:
    """The exits that the scenario gives to a unit: its own, else those of its side."""
    goals = state.goals
    of_side = [e for e in goals.exits if e.side == unit.side] if goals is not None else []
    return [e for e in of_side if unit.id in e.units] or [e for e in of_side if not e.units]


def is_open(state: BattleState, exit: Exit) -> bool:
    """May it be used in this turn?"""
    until = exit.until or state.turn
    return exit.since <= state.turn <= until and sum(fallen(state, label) for label in exit.ruins) >= exit.buildings


def fallen(state: BattleState, label: str) -> bool:
    """Is no storey left of the buildings in a hex?"""
    built = state.ground.buildings.get(label)
    return label in state.ground.rubble or label in state.ground.cleared or (built is not None and not any(built.levels))


def is_safe(state: BattleState, unit: Vehicle | Squad, edge: str, label: str) -> bool:
    """Does a unit that leaves here live on? Everywhere, where the scenario names no safe edges at all."""
    goals = state.goals
    if goals is None or not goals.exits:
        return True
    return any(edge in e.edges and (not e.hexes or label in e.hexes) and is_open(state, e) for e in named(state, unit))


def gone(state: BattleState, unit: Vehicle | Squad, heading: int) -> Gone:
    """What is noted of a unit that leaves from its hex along a heading."""
    assert unit.hex is not None
    edge = zones.edge_beyond(state.board, unit.hex, heading)
    return Gone(edge, unit.hex.label, state.turn, is_safe(state, unit, edge, unit.hex.label))


def way_home(state: BattleState, unit: Vehicle | Squad) -> str:
    """The edge toward a unit's own lines: its side's, or where the scenario names others alone as safe the first of these."""
    own, safe = state.sides[unit.side].edge_name, [edge for exit in named(state, unit) for edge in exit.edges]
    return own if own in safe or not safe else safe[0]


def may_leave(state: BattleState, unit: Vehicle) -> bool:
    """Is there any edge over which the unit may go in this turn?"""
    return is_withdrawing(unit) or state.sides[unit.side].retreating or any(is_open(state, e) for e in named(state, unit))


def refused(state: BattleState, unit: Vehicle | Squad, edge: str, label: str) -> list[str]:
    """Why a unit may not leave over an edge here: only withdrawing units and those whom the scenario gives an exit may leave at all."""
    if is_withdrawing(unit) or state.sides[unit.side].retreating:
        return []
    own = named(state, unit)
    if not own:
        return [because("may not leave the board: the scenario gives it no exit, and it does not withdraw", RULE)]
    if is_safe(state, unit, edge, label):
        return []
    named_exits = "; ".join(map(sentence, own))
    return [because(f"may not leave over the {edge} edge in {label} in turn {state.turn}; its exits are {named_exits}", RULE)]


def sentence(exit: Exit) -> str:
    """An exit in words."""
    when = f" from turn {exit.since}" if exit.since else ""
    when += f" until turn {exit.until}" if exit.until else ""
    ruins = f" after {exit.buildings} building{'s' if exit.buildings > 1 else ''} destroyed" if exit.buildings else ""
    return f"the {' or '.join(exit.edges)} edge{when}{ruins}"
