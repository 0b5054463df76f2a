"""The planet: what its air, its interface and its gravity do to ships (leviathan: Space and the Ground)."""

from collections.abc import Sequence

from scales.engine import Decision
from scales.hexes import Hex
from scales.leviathan import board
from scales.leviathan.damage.damage import hit_by_rows
from scales.leviathan.state import Ship, State
from scales.play import Play

LOW = ("atmosphere", "interface")
MOST_HEXES = 4
"""Hexes a turn in the atmosphere and the interface; also the velocity at which they may be entered."""
ON_ANTI_GRAV = 2
"""Hexes a turn in the atmosphere on anti-grav drives alone."""
SECTIONS = {"atmosphere": "Atmospheric Movement", "interface": "Interface Zone Movement"}


def burn(zone: str, velocity: int) -> int:
    """Damage to the bow for entering a zone too fast: 20 in the atmosphere, ten a point over 4 in the interface."""
    if velocity <= MOST_HEXES or zone not in LOW:
        return 0
    return 20 if zone == "atmosphere" else 10 * (velocity - MOST_HEXES)


def most_hexes(ship: Ship, zone: str) -> int:
    """Hexes a turn in a zone near the ground: four, two in the atmosphere on anti-grav drives alone."""
    return ON_ANTI_GRAV if zone == "atmosphere" and unstreamlined(ship) else MOST_HEXES


def unstreamlined(ship: Ship) -> bool:
    """Is its streamlining lost, or the controls that make use of it?"""
    return bool(ship.effects.get("atmospheric_controls") or ship.effects.get("structural_collapse"))


def unfit(ship: Ship) -> str:
    """Why a ship that was not built for it crashes in the atmosphere."""
    small = ship.card.hull == "destroyer" or ship.card.is_patrol
    return f"{'has neither anti-grav drives nor streamlining' if small else 'is too large for the atmosphere'} and crashes"


def in_air(state: State, stern: Hex, heading: int, length: int) -> bool:
    """Is any hex of a counter in the atmosphere, or below it?"""
    return any(board.zone(state.layout, h.column) in ("atmosphere", "ground") for h in board.hexes(stern, heading, length))


def scorch(play: Play[State], ship: Ship, entries: Sequence[tuple[str, int]]) -> None:
    """Each zone entered too fast burns the bow by so many points."""
    for zone, points in entries:
        if points and ship.on_map:
            hit_by_rows(play, ship, "F", points, f"entering the {zone} too fast", f"leviathan: {SECTIONS[zone]}")


def crash(play: Play[State], ship: Ship, how: str) -> None:
    ship.crashed = ship.destroyed = True
    play.state.hurt = play.state.turn
    play.tell("crashed", f"{ship.name} {how}; there are no survivors.", "leviathan: Atmospheric Movement", units=[ship.id])


# ---- the end of the Movement Phase ---------------------------------------------------------------------------------


def gravity(play: Play[State]) -> list[Decision]:
    """The well pulls every ship a row down at the end of the phase; anti-grav and streamlining hold a ship in the air."""
    if board.planet(play.state.layout):
        for ship in play.state.ships.values():
            if ship.kind == "ship" and ship.on_map:
                _pull(play, ship)
        hold(play)
    return []


def fall(zone: str, heading: int, velocity: int) -> tuple[int, int]:
    """(rows fallen, velocity after) at the end of movement (leviathan: Gravity Well Movement)."""
    if zone not in ("interface", "gravity"):
        return 0, velocity
    change = 1 if heading in (5, 6) else -1 if heading in (2, 3) else 0
    return 1, max(0, velocity + change)


def _pull(play: Play[State], ship: Ship) -> None:
    """Any hex of the counter in the well pulls all of it. Who is pulled into the interface enters it at the velocity it has by then."""
    state = play.state
    zones = [board.zone(state.layout, h.column) for h in board.occupied(ship)]
    zone = next((z for z in zones if z in ("interface", "gravity")), "space")
    if board.zone(state.layout, ship.hex.column) == "atmosphere":
        return
    rows, velocity = fall(zone, ship.heading, ship.velocity)
    if not rows:
        return
    came = board.zone(state.layout, ship.hex.column)
    ship.velocity, ship.hex, ship.course = velocity, Hex(ship.hex.column - 1, ship.hex.row), []
    play.tell("pulled", f"The planet pulls {ship.name} down to {board.label(state.sheets, ship.hex)}, velocity {velocity}.",
              "leviathan: Gravity Well Movement", units=[ship.id], data={"hex": list(ship.hex), "velocity": velocity})  # fmt: skip
    if not ship.card.atmosphere and in_air(state, ship.hex, ship.heading, ship.card.hexes):
        crash(play, ship, f"is drawn into the atmosphere, {unfit(ship)}")
        return
    entered = board.zone(state.layout, ship.hex.column)
    if entered == "interface" != came:
        scorch(play, ship, [(entered, burn(entered, velocity))])
        ship.velocity = min(velocity, MOST_HEXES)


def hold(play: Play[State]) -> None:
    """In the air a ship without anti-grav drive and streamlining crashes, and so does a wreck."""
    for ship in play.state.ships.values():
        low = ship.kind == "ship" and ship.on_map and board.zone(play.state.layout, ship.hex.column) == "atmosphere"
        if low and (ship.destroyed or (ship.effects.get("anti_grav_drive") and unstreamlined(ship))):
            crash(play, ship, "has nothing left to hold it in the air")
