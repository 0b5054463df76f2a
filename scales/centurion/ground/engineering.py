"""Combat Engineering Vehicles: the planar laser that cuts paths through woods, and the clearing of pathways through minefields.

A path is written CCRR/ab: a hex and the two hexsides that it joins, the lower first. It is laid down when the vehicle leaves the hex.

Headings of the book played here too: Digging Charges.
"""

from collections.abc import Iterable
from functools import lru_cache

from scales.centurion import switches
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import figures
from scales.centurion.ground.terrain import WOODS, terrain_of
from scales.centurion.movement.track import because
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.hexes import hex_of
from scales.play import Play

TREES = "centurion: Clearing Trees"
MINES = "centurion: Clearing Minefields"
ATTACHMENT = "engineering_attachment"
HULL = ("hull_weapons_1", "hull_weapons_2")


# --- who ------------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def is_engineer(type: str) -> bool:
    """Is a vehicle type built with an engineering attachment?"""
    return any(mount.weapon == ATTACHMENT for mount in vehicle_type(type).weapons)


def works(state: BattleState, vehicle: Vehicle) -> bool:
    """Has it an attachment that works? It sits in both hull locations, so a hit on the weapons of either puts it out of action."""
    return is_engineer(vehicle.type) and switches.is_on(state, "engineering") and not set(HULL) & set(vehicle.effects)


def objections(state: BattleState, vehicle: Vehicle) -> list[str]:
    """What is against switching the planar laser on."""
    if works(state, vehicle):
        return []
    if not is_engineer(vehicle.type):
        return [because("has no planar laser: it carries no engineering attachment", TREES)]
    if switches.is_on(state, "engineering"):
        return [because("cannot switch its planar laser on: the engineering attachment is out of action", TREES)]
    return [because("cannot switch its planar laser on: this battle is played without Combat Engineering Vehicles", TREES)]


# --- paths ----------------------------------------------------------------------------------------------------------------------


def behind(heading: int) -> int:
    """The hexside through which a unit enters a hex along a heading."""
    return (heading + 2) % 6 + 1


def path(label: str, a: int, b: int) -> str:
    """A path through a hex from hexside to hexside."""
    return f"{label}/{min(a, b)}{max(a, b)}"


def shape(a: int, b: int) -> str:
    """Which of the two counters shows a path between two hexsides."""
    return "straight" if abs(a - b) == 3 else "curved"


def sides_of(paths: Iterable[str], label: str) -> set[int]:
    """The hexsides of a hex that its paths reach."""
    return {int(side) for each in paths if each.startswith(f"{label}/") for side in each[5:]}


# --- clearing trees -------------------------------------------------------------------------------------------------------------


def switch(vehicle: Vehicle, laser: bool | list[int], number: int) -> None:
    """The planar laser goes on or off with the hexes of a move, 0 being the one where it begins."""
    vehicle.laser = number in laser if isinstance(laser, list) else laser
    if not vehicle.laser:
        vehicle.cutting = 0


def come_in(state: BattleState, vehicle: Vehicle, heading: int) -> None:
    """Note through which hexside it comes into woods at NF with the laser on."""
    cuts = vehicle.laser and vehicle.mode == "nf" and works(state, vehicle) and _in_woods(state, vehicle)
    vehicle.cutting = behind(heading) if cuts else 0


def go_out(play: Play[BattleState], vehicle: Vehicle, heading: int) -> None:
    """Lay the path down as it leaves woods with the laser still on; none if it goes back the way it came."""
    side, vehicle.cutting = vehicle.cutting, 0
    if not side or side == heading or vehicle.hex is None or not works(play.state, vehicle):
        return
    cut = path(vehicle.hex.label, side, heading)
    if cut not in play.state.ground.tree_paths and _in_woods(play.state, vehicle):
        play.state.ground.tree_paths = sorted([*play.state.ground.tree_paths, cut])
        _tell_path(play, vehicle, "path_cut", f"cuts a {shape(side, heading)} path through the woods of", side, heading, TREES)


def is_woods(state: BattleState, label: str) -> bool:
    """Do trees stand in a hex?"""
    tile = terrain_of(state).tile(hex_of(label))
    return tile is not None and tile.ground in WOODS


def _in_woods(state: BattleState, vehicle: Vehicle) -> bool:
    return vehicle.hex is not None and is_woods(state, vehicle.hex.label)


def forget_paths(state: BattleState, label: str) -> None:
    """The trees of a hex are gone, and its paths with them."""
    state.ground.tree_paths = [each for each in state.ground.tree_paths if not each.startswith(f"{label}/")]


def _tell_path(play: Play[BattleState], vehicle: Vehicle, kind: str, does: str, a: int, b: int, rule: str) -> None:
    assert vehicle.hex is not None
    label = vehicle.hex.label
    text = f"{vehicle.name} {does} {label}, from hexside {a} to hexside {b}."
    play.tell(kind, text, rule, units=[vehicle.id], data={"hex": label, "from": a, "to": b, "counter": shape(a, b)})


# --- clearing minefields --------------------------------------------------------------------------------------------------------


def clears(state: BattleState, unit: Vehicle | Squad) -> bool:
    """May it try to clear a pathway through mines? Only an engineering vehicle at NF."""
    return isinstance(unit, Vehicle) and unit.mode == "nf" and works(state, unit)


def clearing() -> Reckoning:
    """What an engineering vehicle rolls against in a minefield."""
    return Reckoning(int(figures("mine")["cleared_on"]), [], MINES)


def try_clearing(play: Play[BattleState], vehicle: Vehicle) -> bool:
    """9 or less sets the mines on its way off harmlessly; a 10 lets them strike."""
    assert vehicle.hex is not None
    check = clearing().check("clearing a pathway", play.dice.d10(f"clearing mines: {vehicle.name} in {vehicle.hex.label}"))
    does = "clears a way into the mines of" if check.passed else "does not set off in time the mines of"
    data = {"hex": vehicle.hex.label, "cleared": check.passed}
    play.tell("mines_cleared", f"{vehicle.name} {does} {vehicle.hex.label}.", MINES, units=[vehicle.id], checks=[check], data=data)
    return check.passed


def lay_pathway(play: Play[BattleState], vehicle: Vehicle, side: int, heading: int) -> None:
    """The pathway counter, as the vehicle that cleared it moves out of the minefield at NF; none if it backs out the way it came."""
    if vehicle.hex is None or side == heading or vehicle.mode != "nf":
        return
    laid = path(vehicle.hex.label, side, heading)
    if laid not in play.state.ground.mine_paths:
        play.state.ground.mine_paths = sorted([*play.state.ground.mine_paths, laid])
        _tell_path(play, vehicle, "pathway_laid", f"leaves a {shape(side, heading)} pathway through the mines of", side, heading, MINES)
