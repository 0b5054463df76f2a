"""Who on the ground can fire at this board: installations and air-defense vehicles of the battles below (centurion: Attacking Fighters from the
Centurion Board, Installation Weapon Attacks).

A battery stands in the hex of its battle. Its arc is that of an installation on the ground: the upper half of the map, in which all of the board
lies. Each battle tells every minute what its units can still fire, and is told what was used.
"""

from typing import NamedTuple

from scales.engine import Json, Modifier
from scales.hexes import Hex
from scales.interceptor.board import board
from scales.interceptor.damage.damage import P
from scales.interceptor.state import Battle, State
from scales.interceptor.tables import missiles, weapons
from scales.messages import AntiAir, GroundFired, GroundTarget

RULE = "centurion: Attacking Fighters from the Centurion Board"
INSTALLATIONS = "centurion: Installation Weapon Attacks"


class Battery(NamedTuple):
    """A unit of a ground battle with what it can fire upward."""

    battle: Battle
    unit: GroundTarget
    arms: AntiAir

    @property
    def id(self) -> str:
        """The slot in which its side is asked: units of two battles may have the same id."""
        return f"{self.battle.id}:{self.unit.id}"

    @property
    def hex(self) -> Hex:
        return self.battle.hex

    @property
    def is_installation(self) -> bool:
        return self.unit.kind == "installation"

    @property
    def modifiers(self) -> list[Modifier]:
        """What its damage takes from every roll."""
        return [Modifier(name, value, self.rule) for name, value in sorted(self.arms.modifiers.items())]

    @property
    def rule(self) -> str:
        return INSTALLATIONS if self.is_installation else RULE


def batteries(state: State) -> list[Battery]:
    """All of them, by battle and in the order in which their battle names them."""
    places = state.battles | {base.id: Battle(base.id, base.column, base.row, [base.side]) for base in state.installations}
    known = [(places[id], units) for id, units in sorted(state.ground.items()) if id in places]
    return [Battery(battle, unit, unit.anti_air) for battle, units in known for unit in units if unit.anti_air is not None]


def of_side(state: State, side: str) -> list[Battery]:
    return [battery for battery in batteries(state) if battery.unit.side == side]


def find(state: State, id: str) -> Battery | None:
    """The battery of a slot; None when there is none any more."""
    return next((battery for battery in batteries(state) if battery.id == id), None)


def report(play: P, battery: Battery, fired: GroundFired, event: int) -> None:
    """Tell the battle, if there is one, what was used; who fires is hidden no longer, and in this minute has so much less."""
    arms = battery.arms
    battery.unit.hidden = False
    arms.lasers = [] if fired.lasers else arms.lasers
    arms.tries -= fired.tries
    for kind, count in fired.missiles.items():
        arms.missiles[kind] -= count
    arms.missiles = {kind: count for kind, count in arms.missiles.items() if count}
    if battery.battle.id in play.state.battles:
        play.send("ground_fired", fired, event=event, battle=battery.battle.id)


def record(state: State, unit: str) -> Json:
    """A battery's sheet on this board, by its unit's id or the slot: what it can fire upward in this minute; {} for others."""
    found = next((battery for battery in batteries(state) if unit in (battery.id, battery.unit.id)), None)
    if found is None:
        return {}
    arms = found.arms
    return {
        "type": f"{found.unit.kind} that fires at craft above",
        "name": found.unit.name,
        "side": found.unit.side,
        "at": board(state.layout).label(found.hex),
        "place": "on the ground",
        "weapons": [{"name": weapons()[id].name, "damage": list(weapons()[id].damage), "arc": "above"} for id in arms.lasers],
        "missiles": {missiles()[kind].name: count for kind, count in sorted(arms.missiles.items())},
        "launches_left": arms.tries,
        "gunnery": arms.gunnery,
        "modifiers": dict(arms.modifiers),
        "status": "hidden" if found.unit.hidden else "in play",
    }
