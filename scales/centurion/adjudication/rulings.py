"""What a game master may change in a battle. A ruling is checked whole before anything changes; every event names its reason.

The state may stand in the middle of a phase: decisions that name a unit which a ruling took away stay answerable (it does nothing).
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from scales import rulings
from scales.centurion.adjudication import asking, coming_back, reinforcements, ruled, table
from scales.centurion.ground import hidden, installations, mines
from scales.centurion.preparation.orbit_setup import ShipSpec, ThorSpec
from scales.centurion.preparation.setup import CenturySpec, PlatoonSpec, SquadSpec, VehicleSpec
from scales.centurion.preparation.spec import Facing, Id
from scales.centurion.state import BattleState
from scales.centurion.support import orbit
from scales.engine import Json, Step
from scales.messages import FireSupport
from scales.play import Play
from scales.rulings import LONGEST, SHARED

_TEMPLATES = ", ".join(ruled.templates())
RULINGS: dict[str, str] = {
    "move": "unit and hex (four digits, column and row, such as 0603), optionally facing (a hexside, 1 to 6), and for a grav vehicle velocity "
    "(-10 to 75), grounded (true or false) and mode (nf, ttf or laf)",
    "damage": "unit, and for a vehicle side (front, left, right, stern, turret, bottom) with points (1 to 1000), or with column (1 to 10) and "
    f"either laser (how many boxes deep, 1 to 20) or template ({_TEMPLATES}); for a squad casualties (1 to 8); for an installation also storey with points",
    "repair": "unit, and optionally system: a side's armor (front ...), a crew member (gunner, commander, driver), targeting, or a system that is "
    "out of action, of an installation also launchers or shield_generators; destroyed: true brings a destroyed unit back whole, with hex (such as 0603) if it has none",
    "destroy": "unit; everyone aboard is lost with it",
    "add": "one of vehicle, squad, platoon, century, ship and thor, as in a set-up; vehicle and squad also need joins beside them, the id of a platoon "
    "of this battle; they come in the hex they name (such as 0603), else at their side's edge; a ship or satellite helps in its turns",
    "remove": "unit; it leaves the board with everyone aboard and counts as having left; a ship that the scenario lends is out of reach",
    "reveal": "unit, one that is hidden; it and its crater are put on the board",
    "mines": "hex (such as 0603), and side with optionally hidden (true or false: does the other side not know of it), or clear: true, which takes "
    "all mines of the hex away",
    "morale": "unit, and withdraws: true lets it withdraw from now on, false makes it steady again",
    "recall": "nothing else; the battle is broken off",
    **SHARED,
}
"""The kinds of rulings with what each needs beside kind and reason."""


class _Ruling(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    kind: str
    reason: Annotated[str, Field(max_length=LONGEST)] = ""


class _OfUnit(_Ruling):
    unit: Id


class Move(_OfUnit):
    hex: Annotated[str, Field(pattern="^[0-9]{4}$")]
    facing: Facing | None = None
    velocity: Annotated[int, Field(ge=-10, le=75)] | None = None
    grounded: bool | None = None
    mode: Literal["nf", "ttf", "laf"] | None = None


class Damage(_OfUnit):
    side: Literal["front", "left", "right", "stern", "turret", "bottom"] | None = None
    points: Annotated[int, Field(ge=1, le=1000)] | None = None
    template: Annotated[str, Field(max_length=40)] | None = None
    laser: Annotated[int, Field(ge=1, le=20)] | None = None
    column: Annotated[int, Field(ge=1, le=10)] | None = None
    casualties: Annotated[int, Field(ge=1, le=8)] | None = None
    storey: Annotated[int, Field(ge=1, le=10)] | None = None


class Repair(_OfUnit):
    system: Annotated[str, Field(max_length=40)] | None = None
    destroyed: bool = False
    hex: Annotated[str, Field(pattern="^[0-9]{4}$")] | None = None


class Mines(_Ruling):
    hex: Annotated[str, Field(pattern="^[0-9]{4}$")]
    side: Annotated[str, Field(max_length=200)] = ""
    hidden: bool = False
    clear: bool = False


class Add(_Ruling):
    vehicle: VehicleSpec | None = None
    squad: SquadSpec | None = None
    platoon: PlatoonSpec | None = None
    century: CenturySpec | None = None
    ship: ShipSpec | None = None
    thor: ThorSpec | None = None
    joins: Annotated[str, Field(max_length=200)] = ""


class Morale(_OfUnit):
    withdraws: bool


def amend(play: Play[BattleState], ruling: Json) -> None:
    """Carry out one ruling; raises ValueError with a sentence when it makes no sense."""
    kind = ruling.get("kind") if isinstance(ruling, dict) else None
    if not isinstance(kind, str) or kind not in RULINGS:
        named = repr(kind[:40]) if isinstance(kind, str) else "without a kind"
        raise ValueError(f"there is no ruling {named}; known are {', '.join(RULINGS)}")
    if not rulings.shared(play, ruling, list(play.state.sides)):
        _KINDS[kind](play, ruling)


def _tell(play: Play[BattleState], read: _Ruling, what: str, *units: str, seen_by: list[str] | None = None, **data: Any) -> None:
    reason = rulings.reason_of({"reason": read.reason})
    play.tell(
        "ruling", f"{what}: {reason}.", rulings.RULE, units=units, data={"ruling": read.kind, "reason": reason, **data}, seen_by=seen_by
    )


def _move(play: Play[BattleState], ruling: Json) -> None:
    read = rulings.read(Move, ruling, RULINGS)
    unit = ruled.on_board(play.state, read.unit)
    place = ruled.Place(read.hex, read.facing, read.velocity, read.grounded, read.mode)
    ruled.refuse(ruled.place_objections(play.state, unit, place))
    ruled.put(play.state, unit, place)
    _tell(play, read, f"{unit.name} is put in {read.hex}", unit.id, hex=read.hex)
    hidden.entered(play, unit)


def _damage(play: Play[BattleState], ruling: Json) -> None:
    read = rulings.read(Damage, ruling, RULINGS)
    if read.storey is not None:
        _damage_storey(play, read, read.storey)
        return
    unit = ruled.in_the_game(play.state, read.unit)
    blow = ruled.Blow(read.side, read.points, read.template, read.laser, read.column, read.casualties)
    ruled.refuse(ruled.blow_objections(unit, blow))
    _tell(play, read, f"{unit.name} is damaged", unit.id, **blow.told())
    ruled.strike(play, unit, blow)


def _repair(play: Play[BattleState], ruling: Json) -> None:
    read = rulings.read(Repair, ruling, RULINGS)
    if read.destroyed:
        _bring_back(play, read)
        return
    if read.system in installations.SYSTEMS:
        _mend_installation(play, read)
        return
    unit = ruled.in_the_game(play.state, read.unit)
    ruled.refuse(
        [*ruled.repair_objections(unit, read.system), *(["hex goes with destroyed: true; move puts a unit elsewhere"] if read.hex else [])]
    )
    ruled.repair(unit, read.system)
    of = f"The {read.system} of {unit.name} is" if read.system else f"{unit.name} is"
    _tell(play, read, f"{of} repaired", unit.id, system=read.system or "")


def _damage_storey(play: Play[BattleState], read: Damage, storey: int) -> None:
    """Boxes of a storey of an installation; what falls falls in the End Phase."""
    base, points = play.state.installations.get(read.unit), read.points
    others = (read.side, read.template, read.laser, read.column, read.casualties)
    if base is None or points is None or any(other is not None for other in others):
        raise ValueError("damage to a storey is that of an installation, and needs its unit, storey and points, and nothing else")
    levels = installations.levels(play.state, base)
    if storey > len(levels) or not levels[storey - 1]:
        raise ValueError(f"{base.name} has no storey {storey} standing; it has {sum(boxes > 0 for boxes in levels)}")
    levels[storey - 1] = max(0, levels[storey - 1] - points)
    _tell(play, read, f"Storey {storey} of {base.name} is damaged", base.id, storey=storey, points=points)


def _mend_installation(play: Play[BattleState], read: Repair) -> None:
    """Launchers or shield generators of an installation, whether its turret stands or not."""
    base, system = play.state.installations.get(read.unit), read.system or ""
    if base is None or installations.is_whole(base, system):
        raise ValueError(f"'{read.unit[:80]}' is no installation of this battle whose {system.replace('_', ' ')} are damaged")
    installations.mend(base, system)
    _tell(play, read, f"The {system.replace('_', ' ')} of {base.name} are repaired", base.id, system=system)


def _bring_back(play: Play[BattleState], read: Repair) -> None:
    ruled.refuse(coming_back.objections(play.state, read.unit, read.hex, read.system))
    unit = coming_back.bring_back(play.state, read.unit, read.hex)
    _tell(play, read, f"{unit.name} is back, repaired", unit.id, system="")


def _destroy(play: Play[BattleState], ruling: Json) -> None:
    read = rulings.read(_OfUnit, ruling, RULINGS)
    unit = ruled.in_the_game(play.state, read.unit)
    lost = ruled.destroy(play.state, unit)
    _tell(play, read, f"{unit.name} is destroyed", unit.id, *lost)


def _remove(play: Play[BattleState], ruling: Json) -> None:
    read = rulings.read(_OfUnit, ruling, RULINGS)
    ships = orbit.recall(play.state, read.unit)
    if ships:
        _tell(play, read, f"{_listed(ships)} is out of reach", *(s.ship for s in ships), seen_by=[ships[0].side])
        return
    unit = ruled.in_the_game(play.state, read.unit)
    gone = ruled.remove(play.state, unit)
    _tell(play, read, f"{unit.name} is taken off the board", unit.id, *gone)


def _add(play: Play[BattleState], ruling: Json) -> None:
    read = rulings.read(Add, ruling, RULINGS)
    orbital = [spec for spec in (read.ship, read.thor) if spec is not None]
    given = [spec for spec in (read.vehicle, read.squad, read.platoon, read.century) if spec is not None]
    if len(given) + len(orbital) != 1:
        raise ValueError(f"the ruling 'add' needs {RULINGS['add']}: exactly one of them, not {len(given) + len(orbital)}")
    if orbital:
        _lend(play, read, orbital[0].side)
        return
    ruled.refuse(reinforcements.objections(play.state, given[0], read.joins))
    ids = reinforcements.enlist(play.state, given[0], read.joins)
    names = [unit.name for id in ids if (unit := play.state.unit(id)) is not None]
    _tell(play, read, f"{', '.join(names)} {'joins' if len(names) == 1 else 'join'} the battle", *ids)


def _lend(play: Play[BattleState], read: Add, side: str) -> None:
    """Help from orbit for one side, which alone hears of it."""
    ships, satellites = [read.ship] if read.ship is not None else [], [read.thor] if read.thor is not None else []
    ruled.refuse(orbit.objections(play.state, ships, satellites))
    lent = orbit.lend(play.state, ships, satellites)
    what = _listed(lent) if lent else f"A Thor satellite of {play.state.sides[side].name}"
    _tell(play, read, f"{what} is in reach", *(ship.ship for ship in lent), seen_by=[side])


def _listed(ships: list[FireSupport]) -> str:
    return ", ".join(ship.ship_name for ship in ships)


def _recall(play: Play[BattleState], ruling: Json) -> None:
    read = rulings.read(_Ruling, ruling, RULINGS)
    play.state.recalled = True
    _tell(play, read, "The battle is broken off")
    table.dismiss(play)


def _morale(play: Play[BattleState], ruling: Json) -> None:
    read = rulings.read(Morale, ruling, RULINGS)
    unit = ruled.in_the_game(play.state, read.unit)
    ruled.refuse(ruled.morale_objections(unit, withdraws=read.withdraws))
    ruled.set_morale(unit, withdraws=read.withdraws)
    _tell(play, read, f"{unit.name} {'withdraws' if read.withdraws else 'is steady'}", unit.id, withdraws=read.withdraws)


def _reveal(play: Play[BattleState], ruling: Json) -> None:
    read = rulings.read(_OfUnit, ruling, RULINGS)
    unit = ruled.in_the_game(play.state, read.unit)
    if not unit.hidden:
        raise ValueError(f"{unit.name} is not hidden")
    hidden.reveal(play, unit, "by a ruling")
    _tell(play, read, f"{unit.name} is shown", unit.id)


def _mines(play: Play[BattleState], ruling: Json) -> None:
    """Mines come or go; hidden ones are news for their own side alone."""
    read = rulings.read(Mines, ruling, RULINGS)
    ruled.refuse(mines.objections(play.state, read.hex, read.side, is_clearing=read.clear))
    if read.clear:
        mines.sweep(play, read.hex)
    else:
        (mines.bury if read.hidden else mines.lay)(play.state, read.hex, read.side)
    secret = read.hidden and not read.clear
    what = f"The mines in {read.hex} are gone" if read.clear else f"{play.state.sides[read.side].name} has mines in {read.hex}"
    _tell(play, read, what, seen_by=[read.side] if secret else None, hex=read.hex)


_KINDS: dict[str, Callable[[Play[BattleState], Json], None]] = {
    "move": _move,
    "damage": _damage,
    "repair": _repair,
    "destroy": _destroy,
    "add": _add,
    "remove": _remove,
    "reveal": _reveal,
    "morale": _morale,
    "mines": _mines,
    "recall": _recall,
}


def step_of(play: Play[BattleState]) -> Step:
    """The step of a ruling. It asks nobody anything new; in the middle of a phase `pending` tells how decisions that stand read now."""
    hidden.hush(play.state, play.events)
    return Step(play.state, play.events, play.outbox, asking.as_it_stands(play.state), True)
