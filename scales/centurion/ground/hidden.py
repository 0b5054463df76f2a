"""Hidden Units: what one side knows of the board while the other keeps units and minefields secret, and how those come to light.

A hidden vehicle stands grounded in a crater of its own, which is put on the board with it; a hidden squad in such a crater or in a building.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from scales.centurion.catalog import squad_type, vehicle_type
from scales.centurion.combat.casualty_rolls import CasualtyRoll, in_words
from scales.centurion.state import BattleState, Century, Ground, Platoon, Side, Squad, Unit, Vehicle
from scales.engine import Event
from scales.hexes import Hex
from scales.play import Play

RULE = "centurion: Hidden Units"
NEAR = 8
"""Hexes at which a hidden unit of the bot breaks cover to fire."""


# --- who is hidden --------------------------------------------------------------------------------------------------------------


def is_secret(state: BattleState, unit: Unit) -> bool:
    """Is it hidden, or does it ride in a vehicle that is?"""
    if isinstance(unit, Squad) and unit.aboard is not None:
        carrier = state.vehicles.get(unit.aboard)
        return carrier is not None and carrier.hidden
    return unit.hidden


def secrets(state: BattleState, own: Iterable[str]) -> dict[str, Unit]:
    """The units that whoever holds the sides `own` knows nothing of, by id."""
    if not any(v.hidden for v in state.vehicles.values()) and not any(s.hidden for s in state.squads.values()):
        return {}
    held = set(own)
    return {u.id: u for u in state.units() if u.side not in held and is_secret(state, u)}


def name_or_none(state: BattleState, id: str) -> str:
    """The id, or '' for that of a hidden unit: who calls in fire from hiding is not named."""
    unit = state.unit(id)
    return "" if unit is not None and is_secret(state, unit) else id


def called(state: BattleState, unit: Unit, otherwise: str) -> str:
    """What everybody may be told of who did something: its name, of a hidden unit no more than the words given."""
    return otherwise if is_secret(state, unit) else unit.name


def seen(state: BattleState, side: str) -> int:
    """Units of a side that everybody sees, those aboard included."""
    return sum(u.side == side and not is_secret(state, u) for u in state.units())


# --- what a side knows ----------------------------------------------------------------------------------------------------------


def known(state: BattleState, own: Iterable[str]) -> BattleState:
    """The battle without the other side's hidden units and minefields; shares everything else with `state`, so nobody may change it."""
    held = set(own)
    gone, mines = secrets(state, held), _mines(state.ground, held)
    if mines != state.ground.hidden_mines:
        state = replace(state, ground=replace(state.ground, hidden_mines=mines))
    if not gone:
        return state
    return replace(
        state,
        vehicles={i: v for i, v in state.vehicles.items() if i not in gone},
        squads={i: s for i, s in state.squads.items() if i not in gone},
        platoons=_platoons(state, gone),
        centuries=_centuries(state, gone),
        sides={i: _side(side, gone.values()) for i, side in state.sides.items()},
    )


def _mines(ground: Ground, own: set[str]) -> dict[str, list[str]]:
    return {label: kept for label, sides in ground.hidden_mines.items() if (kept := [s for s in sides if s in own])}


def _platoons(state: BattleState, gone: dict[str, Unit]) -> dict[str, Platoon]:
    """Platoons without their hidden units; one that has no others is not there at all."""
    touched = {u.platoon for u in gone.values()}
    found = {i: replace(p, units=[u for u in p.units if u not in gone]) if i in touched else p for i, p in state.platoons.items()}
    return {i: p for i, p in found.items() if p.units or i not in touched}


def _centuries(state: BattleState, gone: dict[str, Unit]) -> dict[str, Century]:
    """Centuries as strong as what can be seen of them; one of which nothing can be seen is not there at all."""
    touched = {u.century for u in gone.values()}
    seen = {u.century for u in state.units() if u.id not in gone}
    return {i: _century(c, gone) if i in touched else c for i, c in state.centuries.items() if i in seen or i not in touched}


def _century(century: Century, gone: dict[str, Unit]) -> Century:
    points = sum(points_of(u) for u in gone.values() if u.century == century.id)
    return replace(
        century,
        centurion="" if century.centurion in gone else century.centurion,
        fire_control=[id for id in century.fire_control if id not in gone],
        paper_points=century.paper_points - points,
        start_points=century.start_points - points,
    )


def _side(side: Side, gone: Iterable[Unit]) -> Side:
    points = sum(points_of(u) for u in gone if u.side == side.id)
    return replace(side, start_points=side.start_points - points) if points else side


def points_of(unit: Unit) -> int:
    """Scenario points of a unit (Scenario Points Table)."""
    return vehicle_type(unit.type).points if isinstance(unit, Vehicle) else squad_type(unit.type).points


# --- coming to light ------------------------------------------------------------------------------------------------------------


def reveal(play: Play[BattleState], unit: Unit, why: str) -> None:
    """The unit is placed on the map, along with its crater; nothing if it was not hidden."""
    if not unit.hidden:
        return
    unit.hidden = False
    if unit.hex is None:
        return
    if unit.crater:
        _show_crater(play.state, unit.hex)
    where = f"in the building in {unit.hex.label}" if isinstance(unit, Squad) and unit.level else f"in {unit.hex.label}"
    data = {"hex": unit.hex.label, "why": why, "crater": unit.crater}
    data |= {"facing": unit.facing} if isinstance(unit, Vehicle) else {"storey": unit.level}
    play.tell("revealed", f"{unit.name}, hidden {where}, is revealed: {why}.", RULE, units=[unit.id], data=data)


def _show_crater(state: BattleState, hex: Hex) -> None:
    """The crater goes on the map with the unit, unless it uses one that is there already."""
    users = [u for u in state.in_play() if u.hex == hex and u.crater and not u.hidden]
    most = max(sum(isinstance(u, Vehicle) for u in users), sum(isinstance(u, Squad) for u in users))
    state.ground.craters[hex.label] = max(most, state.ground.craters.get(hex.label, 0))


def entered(play: Play[BattleState], mover: Unit) -> None:
    """Whoever enters a hex finds the enemies that hide there."""
    for unit in play.state.in_play():
        if unit.hidden and unit.hex == mover.hex and unit.side != mover.side:
            reveal(play, unit, f"{called(play.state, mover, 'an enemy')} comes upon it")


# --- what is told ---------------------------------------------------------------------------------------------------------------


def hush(state: BattleState, events: Sequence[Event]) -> None:
    """What happens to units that are still hidden is told to their own side alone."""
    for event in events:
        if event.seen_by is None:
            units = [u for id in event.units if (u := state.unit(id)) is not None and is_secret(state, u)]
            if units:
                event.seen_by = sorted({u.side for u in units})


def apart(state: BattleState, figures: dict[str, int]) -> list[dict[str, int]]:
    """Figures of units by id, those of each hidden one by itself and those of all others together."""
    secret = [id for id in figures if not name_or_none(state, id)]
    open_ones = {id: figure for id, figure in figures.items() if id not in secret}
    return [*({id: figures[id]} for id in secret), *([open_ones] if open_ones else [])]


def in_hiding(play: Play[BattleState], squad: Squad, roll: Callable[[], CasualtyRoll], what: str) -> CasualtyRoll:
    """A casualty roll: that of a hidden squad is told to its own side, apart from the dice of the event that everybody hears of."""
    if not is_secret(play.state, squad):
        return roll()
    waiting, play.dice.fresh = play.dice.fresh, []
    rolled = roll()
    text = f"{squad.name} is struck in its hiding place by {what}: {rolled.men} lost{in_words([rolled])}."
    play.tell("struck_in_hiding", text, RULE, units=[squad.id], data=rolled.told(), seen_by=[squad.side])
    play.dice.fresh = waiting
    return rolled
