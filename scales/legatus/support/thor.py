"""Thor satellites: their recorded course, and the one attack of each. legatus: Thor"""

from scales.engine import Json, Modifier
from scales.hexes import Hex, distance, hex_of, neighbor
from scales.legatus import rolls
from scales.legatus.board import gap
from scales.legatus.combat.fighting import Hit
from scales.legatus.combat.targets import enemies_in_combat
from scales.legatus.defenses.installations import is_fixed
from scales.legatus.double_blind import sightings
from scales.legatus.movement.movement import grid_of
from scales.legatus.rolls import Trial
from scales.legatus.state import Century, LegatusState, Satellite, hexes_of, units_of
from scales.legatus.tables import tables
from scales.play import Play

RULE = "legatus: Thor"
FORESEEN = 6
"""Turns of its course that a satellite's side is shown."""


def place_of(satellite: Satellite, turn: int) -> Hex:
    """Where its heading and velocity (hexes a turn) have taken it by a turn; turn 1 finds it where it started."""
    return neighbor(hex_of(satellite.hex), satellite.heading, "even", satellite.velocity * (turn - 1))


def track(state: LegatusState, satellite: Satellite) -> list[Json]:
    """Its course from this turn on: {turn, hex}, the hex '' where it is off the map."""
    grid, first = grid_of(state), max(1, state.at.turn)
    turns = [(turn, place_of(satellite, turn)) for turn in range(first, first + FORESEEN)]
    return [{"turn": turn, "hex": at.label if 0 < at.column <= grid.columns and 0 < at.row <= grid.rows else ""} for turn, at in turns]


def satellites_of(state: LegatusState, side: str) -> list[Satellite]:
    """Satellites a side can still activate here; with the Interceptor board in play they fly there."""
    return [s for s in state.satellites if s.side == side and not (s.spent or s.left) and not state.links.interceptor]


def reaches(state: LegatusState, satellite: Satellite, target: Century) -> bool:
    """Is a century within two hexes of where a satellite is in this turn?"""
    here = place_of(satellite, state.at.turn)
    return min(distance(here, hex_of(h), "even") for h in hexes_of(target.at)) <= int(tables()["thor"]["range"])


def targets(state: LegatusState, satellite: Satellite) -> list[Century]:
    """Enemies in combat on this map that a satellite can strike."""
    return [e for e in enemies_in_combat(state, satellite.side) if reaches(state, satellite, e)]


def strength(air_defense: bool, installation: bool) -> int:
    """Attack strength by what protects the target: 8, 4 under air/space defense, 2 under an uncrippled installation."""
    table = tables()["thor"]
    return int(table["under_installation"] if installation else table["under_air_defense"] if air_defense else table["attack"])


def cover(state: LegatusState, target: Century) -> tuple[list[Century], list[Century]]:
    """What protects a target: air/space defense, and uncrippled installations, of its side within two hexes."""
    near = [u for u in units_of(state, target.side) if gap(u.at, target.at) <= int(tables()["thor"]["range"])]
    forts = [u for u in near if is_fixed(u) and not u.crippled]
    return [u for u in near if u.kind == "air_space_defense"], forts


def trial(state: LegatusState, satellite: Satellite, target: Century) -> Trial:
    """The attack on a century where it stands."""
    guarded, fortified = cover(state, target)
    full, left = strength(False, False), strength(bool(guarded), bool(fortified))
    what = "under a defensive installation" if fortified else "under air/space defense"
    weaker = [Modifier(what, left - full, RULE)] if left != full else []
    return rolls.trial(state, f"attack: {satellite.name} on {target.name}", full, weaker, RULE)


def strike(play: Play[LegatusState], satellite: Satellite, target: Century) -> list[Hit]:
    """One attack, then the satellite is gone; what fires at it is spotted."""
    satellite.spent = True
    guarded, fortified = cover(play.state, target)
    for unit in fortified or guarded:
        sightings.betray(play, unit, f"fires at {satellite.name}")
    check = trial(play.state, satellite, target).roll(play.dice)
    word = "hits" if check.passed else "misses"
    play.tell(
        "thor",
        f"{satellite.name} is activated, strikes at {target.name} and {word}; it is gone.",
        RULE,
        units=[satellite.id, target.id],
        checks=[check],
        data={"hit": check.passed},
    )
    return [Hit(target.id, "")] if check.passed else []
