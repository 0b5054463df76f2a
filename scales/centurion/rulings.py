"""What a game master may change (`amend`), and a result from the table taken over (`settle`)."""

from scales.centurion import entering, muster
from scales.centurion.setup import VehicleSpec
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.terrain import on_board
from scales.codec import clone
from scales.dice import Dice, ScriptedDice
from scales.engine import Fault, Json, Step
from scales.hexes import hex_of
from scales.play import Play

KINDS = ("destroy", "move", "repair", "recall")


def amend(play: Play[BattleState], ruling: Json) -> None:
    """Carry out one ruling; raises ValueError with a sentence when it makes no sense."""
    kind, reason = ruling.get("kind"), str(ruling.get("reason", "ruling of the game master"))
    if kind == "recall":
        play.state.recalled = True
        play.tell("ruling", f"The battle is broken off: {reason}.", "ruling")
        return
    if kind not in KINDS:
        raise ValueError(f"there is no ruling '{kind}'; known are {', '.join(KINDS)}")
    unit = _unit(play.state, ruling.get("unit"))
    if kind == "destroy":
        _remove(play.state, unit)
        play.tell("ruling", f"{unit.name} is destroyed: {reason}.", "ruling", units=[unit.id])
    elif kind == "move":
        _put(play.state, unit, ruling)
        play.tell("ruling", f"{unit.name} is put in {ruling.get('hex')}: {reason}.", "ruling", units=[unit.id])
    else:
        _repair(unit)
        play.tell("ruling", f"{unit.name} is repaired: {reason}.", "ruling", units=[unit.id])


def _unit(state: BattleState, id: object) -> Vehicle | Squad:
    unit = state.unit(id) if isinstance(id, str) else None
    if unit is None:
        raise ValueError(f"there is no unit '{id}' in this battle")
    return unit


def _remove(state: BattleState, unit: Vehicle | Squad) -> None:
    """Off the game with everyone aboard."""
    unit.destroyed = True
    entering.forget(state, unit)
    if isinstance(unit, Vehicle):
        for id in (unit.inside, unit.outside):
            if id is not None:
                state.squads[id].destroyed, state.squads[id].strength = True, 0
        unit.velocity, unit.inside, unit.outside = 0, None, None
        return
    unit.strength = 0
    carrier = state.vehicles.get(unit.aboard or "")
    if carrier is not None:
        carrier.inside = None if carrier.inside == unit.id else carrier.inside
        carrier.outside = None if carrier.outside == unit.id else carrier.outside
    unit.aboard = None


def _put(state: BattleState, unit: Vehicle | Squad, ruling: Json) -> None:
    label = ruling.get("hex")
    if not isinstance(label, str):
        raise ValueError("a move needs the hex to go to, such as 0603")
    hex = hex_of(label)
    if not on_board(state, hex):
        raise ValueError(f"hex {label} is not on the board")
    if unit.destroyed or unit.left or (isinstance(unit, Squad) and unit.aboard):
        raise ValueError(f"{unit.name} is not on the board")
    entering.forget(state, unit)
    unit.hex, unit.crater = hex, False
    facing = ruling.get("facing")
    if isinstance(unit, Vehicle) and isinstance(facing, int) and 1 <= facing <= 6:
        unit.facing = facing


def _repair(unit: Vehicle | Squad) -> None:
    """A vehicle as built, or a squad at full strength, where it stands."""
    if unit.destroyed:
        raise ValueError(f"{unit.name} is destroyed")
    if isinstance(unit, Squad):
        unit.strength = 8
        return
    spec = VehicleSpec(id=unit.id, type=unit.type)
    new = muster.fresh(spec, unit.side, unit.century, unit.platoon)
    unit.armor, unit.shields, unit.internals, unit.effects, unit.queued = new.armor, new.shields, {}, [], []
    unit.crew, unit.targeting, unit.turn_damaged = new.crew, 0, 0


def settle(play: Play[BattleState], report: Json) -> None:
    """Take a result from the table: `fates` by unit id with status and, for vehicles and squads, a sheet."""
    fates = report.get("fates")
    if not isinstance(fates, dict):
        raise ValueError("a result needs fates: {unit: {status: ...}}")
    for id, fate in fates.items():
        if id in play.state.centuries:
            continue
        unit = _unit(play.state, id)
        if not isinstance(fate, dict):
            raise ValueError(f"the fate of '{id}' is no table")
        _fate(play.state, unit, fate)
    play.state.recalled = play.state.recalled or bool(report.get("over"))
    play.tell("settled", "The result from the table is taken over.", "ruling", units=sorted(fates))


def _fate(state: BattleState, unit: Vehicle | Squad, fate: Json) -> None:
    status = fate.get("status", "ok")
    if status not in ("ok", "damaged", "crippled", "destroyed", "left", "captured"):
        raise ValueError(f"'{status}' is no fate of {unit.name}")
    if status in ("destroyed", "captured"):
        _remove(state, unit)
    elif status == "left":
        entering.forget(state, unit)
        unit.left, unit.hex = True, None
    sheet = fate.get("sheet") or {}
    if not isinstance(sheet, dict):
        raise ValueError(f"the sheet of {unit.name} is no table")
    if isinstance(unit, Vehicle):
        muster.wear(unit, sheet)
    else:
        unit.strength = _strength(unit, sheet.get("strength", unit.strength))


def _strength(squad: Squad, left: object) -> int:
    """What a squad has left: never more than it had."""
    if type(left) is not int or not 0 <= left <= squad.strength:
        raise ValueError(f"{squad.name} cannot have {left!r} left of {squad.strength}")
    return left


def step_of(play: Play[BattleState]) -> Step:
    """The step of a ruling."""
    return Step(play.state, play.events, play.outbox, [], True)


def no_dice() -> Dice:
    """Rulings from the table roll nothing."""
    return ScriptedDice.of()


def report_faults(state: BattleState, report: Json) -> list[Fault]:
    """What `settle` would refuse."""
    try:
        settle(Play(clone(state), ScriptedDice.of()), report)
    except ValueError as error:
        return [Fault("report", str(error))]
    return []


RULINGS = {
    "destroy": "",
    "move": "",
    "repair": "",
    "recall": "",
}
