"""What a game master may change by hand, also in the middle of a phase: whoever is then asked something can still answer it."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from pydantic import Field, ValidationError

from scales.armor import boxes_left, of_points
from scales.codec import clone
from scales.dice import Dice
from scales.engine import Json, Step
from scales.ground_loads import load_of
from scales.hexes import Hex
from scales.interceptor.adjudication import ruled_pilots
from scales.interceptor.adjudication.asked_again import asked_again
from scales.interceptor.board import board
from scales.interceptor.damage.condition import air_limit, kind
from scales.interceptor.damage.damage import P, boxes, destroy, spread, take_effect
from scales.interceptor.damage.sheets import with_sheet
from scales.interceptor.landing import hold
from scales.interceptor.missiles.in_flight import shot_of, strike_off
from scales.interceptor.movement.flying import leave
from scales.interceptor.patrol.halves import in_air, spots
from scales.interceptor.pilots import roster
from scales.interceptor.preparation.craft import is_unknown, new_craft
from scales.interceptor.preparation.craft_faults import craft_faults, id_fault
from scales.interceptor.preparation.models import CraftIn
from scales.interceptor.satellites import hardpoints, javelins, placing
from scales.interceptor.satellites.placing import SatelliteIn
from scales.interceptor.scenario.outcome import leader
from scales.interceptor.scenario.scoring import points
from scales.interceptor.shapes import Strict
from scales.interceptor.state import ON_BOARD, Craft, State, Verdict
from scales.interceptor.transfers.finishing import wind_up
from scales.interceptor.transfers.going_up import close_units
from scales.play import Play
from scales.rulings import RULE, SHARED, gather, reason_of, refuse, shared

RULINGS = {
    "move": "unit (its id), and what of it changes: hex (sheet:CCRR, such as 2:0603), heading (1 to 6), velocity (0 to 40)",
    "damage": "unit (its id), side (of its armor) and points (1 to 400): boxes go column by column, what is left over goes inside",
    "repair": "unit (its id), and optionally side (its armor and shield) or system (as its sheet marks it, or weapons); without either, all of it",
    "pilot": ruled_pilots.SAYS,
    "destroy": "unit (its id): it is destroyed",
    "add": "craft or satellite: a new one as a set-up describes it; a craft in a hex such as 2:0603, on no unit and no squadron, moves from the next initiative on, "
    "a satellite may be in any hex above the interface",
    "remove": "unit (its id): it has left the board and counts as neither destroyed nor back where it came from",
    "strike_off": "missile (its id, as its launch and its target's sheet name it): it is taken out of its flight, javelins all at once",
    "end": "optionally winner (a side, or null for none) and outcome (a word); without them the points count",
    **SHARED,
}
Name = Annotated[str, Field(min_length=1, max_length=120)]
MOST_POINTS = 400
ENDED = "ended by a ruling"


class _Ruling(Strict):
    kind: str
    reason: str = ""


class _OnUnit(_Ruling):
    unit: Name


class MoveRuling(_OnUnit):
    hex: Name | None = None
    heading: Annotated[int, Field(ge=1, le=6)] | None = None
    velocity: Annotated[int, Field(ge=0, le=40)] | None = None


class DamageRuling(_OnUnit):
    side: Name
    points: Annotated[int, Field(ge=1, le=MOST_POINTS)]


class PilotRuling(_OnUnit, ruled_pilots.Pilot):
    pass


class RepairRuling(_OnUnit):
    side: Name | None = None
    system: Name | None = None


class EndRuling(_Ruling):
    winner: Name | None = None
    outcome: Name | None = None


class StrikeOffRuling(_Ruling):
    missile: Name


class AddRuling(_Ruling):
    craft: CraftIn | None = None
    satellite: SatelliteIn | None = None


M = TypeVar("M", bound=_Ruling)


def amend(state: State, ruling: Any, dice: Dice) -> Step:
    """Carry a ruling of `RULINGS` out. ValueError with a sentence on anything else; nothing is changed then."""
    if not isinstance(ruling, dict) or not isinstance(ruling.get("kind"), str):
        raise ValueError(f"a ruling has a kind, one of {', '.join(RULINGS)}")
    if ruling["kind"] not in RULINGS:
        raise ValueError(f"there is no ruling '{ruling['kind'][:40]}'; known are {', '.join(RULINGS)}")
    if not isinstance(ruling.get("reason", ""), str):
        raise ValueError("the reason of a ruling is a text")
    play = Play(clone(state), dice)
    if not shared(play, ruling, [side.id for side in state.sides]):
        _RULED[ruling["kind"]](play, ruling, reason_of(ruling))
        close_units(play)
        if not play.state.at.phase:
            wind_up(play)
    return Step(play.state, play.events, play.outbox, asked_again(play.state), not play.state.at.phase)


def _read(model: type[M], ruling: Json) -> M:
    """A ruling as its model; ValueError with all that is wrong with its form."""
    try:
        return model.model_validate(ruling)
    except (ValidationError, RecursionError) as error:
        found = error.errors(include_input=False, include_url=False) if isinstance(error, ValidationError) else []
        words = [_wrong(e["type"], ".".join(map(str, e["loc"]))[:60], e["msg"]) for e in found[:20]]
        raise ValueError(f"a {ruling['kind']} ruling needs {RULINGS[ruling['kind']]}: {'; '.join(words) or 'nested too deeply'}") from None


def _wrong(type: str, field: str, message: str) -> str:
    if type == "missing":
        return f"{field} is missing"
    return f"it has no field {field}" if type == "extra_forbidden" else f"{field}: {message}"


def _named(state: State, ruling: Json) -> None:
    """Is the craft that a ruling names there?"""
    if isinstance(ruling.get("unit"), str):
        _craft(state, ruling["unit"], away=True)


def _placed(state: State, ruling: Json) -> None:
    """Is the hex that a ruling names on the board?"""
    if isinstance(ruling.get("hex"), str):
        board(state.layout).hex(ruling["hex"])


def _whole(state: State, model: type[M], ruling: Json) -> M:
    """A ruling on a craft, with everything wrong with it at once."""
    gather(lambda: _read(model, ruling), lambda: _named(state, ruling), lambda: _placed(state, ruling))
    return _read(model, ruling)


def _craft(state: State, id: str, *, away: bool = False) -> Craft:
    """A craft that can be ruled on; one that flew off an edge only where a ruling is about that."""
    craft = state.craft.get(id)
    if craft is None:
        raise ValueError(f"there is no craft '{id}' on this board")
    if craft.where in ("waiting", "arriving"):
        words = "coming down" if craft.where == "arriving" else "to be placed"
        raise ValueError(f"{craft.name} is still {words}: rule on it once it is there")
    if craft.where == "away" and not away:
        raise ValueError(f"{craft.name} is off the board: only move it to a hex, remove or destroy it")
    if craft.where not in (*ON_BOARD, "away"):
        raise ValueError(f"{craft.name} is no longer on the board")
    return craft


def _tell(play: P, craft: Craft, words: str, reason: str, **data: Any) -> None:
    """Say what was changed and why."""
    play.tell("amended", f"{craft.name} {words} ({reason}).", RULE, units=[craft.id], data={"reason": reason, **data})


# --- on a craft -------------------------------------------------------------------------------------------------------------------------


def _move(play: P, ruling: Json, reason: str) -> None:
    given = _whole(play.state, MoveRuling, ruling)
    craft, here = _craft(play.state, given.unit, away=given.hex is not None), board(play.state.layout)
    if given.hex is None and given.heading is None and given.velocity is None:
        raise ValueError("a move needs a hex, a heading or a velocity")
    hex = craft.hex if given.hex is None else here.hex(given.hex)
    _fits_air(play.state, craft, hex)
    craft.place(hex)
    craft.where = "board" if craft.where == "away" else craft.where
    craft.heading = craft.heading if given.heading is None else given.heading
    craft.velocity = craft.velocity if given.velocity is None else given.velocity
    words = f"is moved to {here.label(hex)}, heading {craft.heading}, velocity {craft.velocity}"
    _tell(play, craft, words, reason, hex=here.label(hex), heading=craft.heading, velocity=craft.velocity)


def _fits_air(state: State, craft: Craft, hex: Hex) -> None:
    b = board(state.layout)
    if in_air(b, spots(b, hex, craft.heading, kind(craft).hexes)) and not air_limit(craft):
        raise ValueError(f"{craft.name} cannot fly in the atmosphere, where {board(state.layout).label(hex)} is")


def _damage(play: P, ruling: Json, reason: str) -> None:
    given = _whole(play.state, DamageRuling, ruling)
    craft = _craft(play.state, given.unit)
    if given.side not in craft.armor:
        raise ValueError(f"{craft.name} has no side '{given.side}'; it has {', '.join(craft.armor)}")
    blow = spread(play.dice, craft, given.side, given.points)
    play.state.hits += blow.marked + len(blow.parts)
    words = f"takes {boxes(given.points)} of damage on its {given.side.replace('_', ' ')}: {blow.words()}"
    _tell(play, craft, words, reason, side=given.side, points=given.points)
    take_effect(play, craft)


def _pilot(play: P, ruling: Json, reason: str) -> None:
    given = _read(PilotRuling, ruling)
    craft = play.state.craft.get(given.unit)
    if craft is None or craft.where == "arriving":
        craft = _craft(play.state, given.unit)
    ruled_pilots.change(play, craft, given, reason)


def _destroy(play: P, ruling: Json, reason: str) -> None:
    craft = _craft(play.state, _whole(play.state, _OnUnit, ruling).unit, away=True)
    destroy(play, craft, f"is taken out of play ({reason})", rule_name=RULE)


def _remove(play: P, ruling: Json, reason: str) -> None:
    craft = _craft(play.state, _whole(play.state, _OnUnit, ruling).unit, away=True)
    leave(play, craft, "left", f"is taken off the board ({reason})")


# --- repairs ----------------------------------------------------------------------------------------------------------------------------


def _repair(play: P, ruling: Json, reason: str) -> None:
    given = _whole(play.state, RepairRuling, ruling)
    craft = _craft(play.state, given.unit)
    if given.side is not None and given.system is not None:
        raise ValueError("a repair is of a side or of a system, not of both at once")
    if given.side is not None:
        _mend_side(craft, given.side)
    elif given.system is not None:
        _mend_system(craft, given.system)
    else:
        _mend_all(craft)
    what = given.side or given.system
    words = "is made whole" if what is None else f"has its {what.replace('_', ' ').replace(':', ', ')} repaired"
    _tell(play, craft, words, reason, repaired=what or "all")


def _mend_all(craft: Craft) -> None:
    for side in craft.armor:
        craft.armor[side] = of_points(kind(craft).armor[side])
    craft.marks, craft.shorts, craft.fresh, craft.wild, craft.life_support, craft.reported = {}, {}, [], False, 0, ""
    _mend_weapons(craft)


def _mend_weapons(craft: Craft) -> None:
    for mount in craft.mounts:
        mount.gone, mount.out = False, 0
    hardpoints.settle(craft)


def _mend_side(craft: Craft, side: str) -> None:
    """Its armor and its shield."""
    if side not in craft.armor:
        raise ValueError(f"{craft.name} has no side '{side}'; it has {', '.join(craft.armor)}")
    whole = boxes_left(craft.armor[side]) == kind(craft).armor[side]
    if whole and f"shield_destroyed:{side}" not in craft.marks and f"shield:{side}" not in craft.shorts:
        raise ValueError(f"the {side.replace('_', ' ')} of {craft.name} is not damaged")
    craft.armor[side] = of_points(kind(craft).armor[side])
    craft.marks.pop(f"shield_destroyed:{side}", None)
    craft.shorts.pop(f"shield:{side}", None)


def damaged_systems(craft: Craft) -> list[str]:
    """What of a craft could be repaired, armor left out."""
    lost = ["weapons"] if any(mount.gone or mount.out for mount in craft.mounts) else []
    return sorted({*craft.marks, *craft.shorts, *lost})


def _mend_system(craft: Craft, system: str) -> None:
    able = damaged_systems(craft)
    if system not in able:
        raise ValueError(f"'{system}' of {craft.name} is not damaged; damaged are {', '.join(able) or 'no systems'}")
    craft.marks.pop(system, None)
    craft.shorts.pop(system, None)
    if system == "weapons":
        _mend_weapons(craft)
    elif system == "life_support":
        craft.life_support = 0


# --- a new craft ------------------------------------------------------------------------------------------------------------------------


def _add(play: P, ruling: Json, reason: str) -> None:
    read = _read(AddRuling, ruling)
    given = read.craft or read.satellite
    if given is None or (read.craft and read.satellite):
        raise ValueError("an add ruling has a craft or a satellite, one of them")
    if faults := _add_faults(play.state, given):
        raise ValueError("; ".join(faults))
    craft = _made(play.state, given)
    craft.moved = 0 if play.state.at.phase == "initiative" else play.state.at.turn
    roster.man(play, craft, unknown=read.craft is not None and is_unknown(read.craft))
    play.state.craft[craft.id] = craft
    if read.craft is not None:
        hold.stow(play.state, craft, [load_of(unit, craft.side) for unit in read.craft.cargo])
    label = board(play.state.layout).label(craft.hex)
    _tell(play, craft, f"joins the battle in {label}", reason, hex=label, side=craft.side)


def _add_faults(state: State, given: CraftIn | SatelliteIn) -> list[str]:
    sides = [side.id for side in state.sides]
    if isinstance(given, SatelliteIn):
        found = placing.faults(state.layout, sides, given, "satellite", enters=False)
    else:
        found = craft_faults(state.layout, sides, given, "craft")
    found += [fault for fault in [id_fault(given.id, "id")] if fault]
    words = [fault.text.rstrip(".") for fault in found]
    if isinstance(given, CraftIn) and not given.hex:
        words.append("a craft added by a ruling has a hex")
    if given.id in state.craft or given.id in state.units:
        words.append(f"there is a '{given.id}' on this board already")
    aboard = {load.id for loads in state.loads.values() for load in loads} | set(state.falling)
    cargo = [unit.id for unit in given.cargo] if isinstance(given, CraftIn) else []
    words += [f"there is a '{id}' on this board already" for id in cargo if id in aboard | set(state.craft) or cargo.count(id) > 1]
    if isinstance(given, CraftIn) and (given.unit or given.squadron):
        words.append("a craft added by a ruling belongs to no unit and no squadron of another board")
    return words


def _made(state: State, given: CraftIn | SatelliteIn) -> Craft:
    if isinstance(given, SatelliteIn):
        return placing.new_satellite(state.layout, given)
    craft = with_sheet(new_craft(given), given.sheet)
    craft.place(board(state.layout).hex(given.hex))
    return craft


# --- missiles ---------------------------------------------------------------------------------------------------------------------------


def _strike_off(play: P, ruling: Json, reason: str) -> None:
    """A missile in flight is gone; a ground battle that waits for its javelins hears of it."""
    shot = shot_of(play.state, _read(StrikeOffRuling, ruling).missile)
    if shot is None:
        raise ValueError(
            f"there is no missile '{ruling['missile']}' in flight; in flight are {', '.join(s.id for s in play.state.shots) or 'none'}"
        )
    if shot.cluster is not None:
        javelins.lose(play, shot, shot.cluster.javelins, f"taken out of play ({reason})", rule=RULE)
    else:
        strike_off(play, shot, f"is taken out of play ({reason})", rule_name=RULE)


# --- the battle -------------------------------------------------------------------------------------------------------------------------


def _end(play: P, ruling: Json, reason: str) -> None:
    state, sides = play.state, [side.id for side in play.state.sides]
    winner = ruling.get("winner")
    gather(
        lambda: _read(EndRuling, ruling),
        lambda: refuse(isinstance(winner, str) and winner not in sides, f"a winner is one of {', '.join(sides)}, not '{str(winner)[:40]}'"),
        lambda: refuse(state.standing, "this board stands as long as its campaign: it cannot be ended"),
        lambda: refuse(state.ended, "the battle is ended already"),
    )
    given = _read(EndRuling, ruling)
    state.ended = True
    state.verdict = Verdict(given.outcome or ENDED, given.winner if "winner" in ruling else leader(points(state)))
    words = f": {state.verdict.winner} wins" if state.verdict.winner else ""
    play.tell("ended", f"The battle is ended{words} ({reason}).", RULE, data={"reason": reason, "winner": state.verdict.winner})


_RULED: dict[str, Callable[[P, Json, str], None]] = {
    "move": _move,
    "damage": _damage,
    "repair": _repair,
    "pilot": _pilot,
    "destroy": _destroy,
    "add": _add,
    "remove": _remove,
    "strike_off": _strike_off,
    "end": _end,
}
