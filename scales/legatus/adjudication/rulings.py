"""A game master's rulings. Each is read by a model and checked whole before anything changes; a ValueError names all that is wrong."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, Field

from scales import misfits
from scales.codec import clone
from scales.dice import Dice
from scales.engine import Json, Step
from scales.legatus.adjudication import asking
from scales.legatus.adjudication.reinforcing import add_century, add_squadron
from scales.legatus.double_blind import sightings
from scales.legatus.double_blind.hearing import hearing
from scales.legatus.links import mail
from scales.legatus.links.releasing import release
from scales.legatus.movement.movement import grid_of
from scales.legatus.preparation.models import CenturyUnit, SquadronIn
from scales.legatus.preparation.setup_faults import stand_faults
from scales.legatus.scenario import scoring, victory
from scales.legatus.state import WAITING, Century, LegatusState, Squadron, present, side_name
from scales.legatus.support import calls, interceptors
from scales.legatus.tables import kinds, tables
from scales.play import Play
from scales.rulings import LONGEST, RULE, SHARED, read, reason_of, shared

Game = Play[LegatusState]
ID = Field(min_length=1, max_length=100)


class Ruling(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    kind: str
    reason: str = Field("", max_length=LONGEST)


class OfUnit(Ruling):
    unit: str = ID


class Move(OfUnit):
    to: str = ID
    altitude: Literal["", "dug_in", "normal", "tree_top", "low_altitude"] = ""


class OnMission(OfUnit):
    box: Literal["ready", "cap", "ground_support", "re_arming"]


class Spot(OfUnit):
    side: str = ID
    spotted: bool = True


class Pool(Ruling):
    side: str = ID
    points: int = Field(ge=0)


class Release(Ruling):
    engagement: str = ID


class Add(Ruling):
    cohort: str = ""
    century: CenturyUnit | None = None
    squadron: SquadronIn | None = None


class End(Ruling):
    winner: str | None = None
    outcome: str = Field("by ruling", min_length=1, max_length=60)


def amend(state: LegatusState, ruling: Json, dice: Dice) -> Step:
    """Carry out a ruling of `RULINGS`; raises ValueError with a sentence."""
    play: Game = Play(clone(state), dice, hearing=hearing)
    kind = ruling.get("kind")
    if not isinstance(kind, str) or kind not in RULINGS:
        named = repr(kind[:40]) if isinstance(kind, str) else "without a kind"
        raise ValueError(f"there is no ruling {named} on a Legatus map: known are {', '.join(sorted(RULINGS))}")
    if not shared(play, ruling, [s.id for s in state.sides]):
        model, rule = _KINDS[kind]
        _refuse_unprintable({name: value for name, value in ruling.items() if name != "reason"})
        rule(play, read(model, ruling, RULINGS))
    return Step(play.state, play.events, play.outbox, asking.as_it_stands(play.state), True)


def _refuse_unprintable(fields: Json) -> None:
    """Names and words of a ruling go into the log."""
    if found := [text for _, text in misfits.unprintable(fields)]:
        raise ValueError("; ".join(found[:5]))


def _tell(play: Game, ruling: Ruling, text: str, units: list[str], *, seen_by: list[str] | None = None, **data: Any) -> None:
    reason = reason_of({"reason": ruling.reason})
    play.tell(
        "ruling",
        f"The game master rules: {text} ({reason}).",
        RULE,
        units=units,
        data={"ruling": ruling.kind, "reason": reason, **data},
        seen_by=seen_by,
    )


def _century(state: LegatusState, ruling: OfUnit) -> Century:
    unit = state.units.get(ruling.unit)
    if unit is None:
        raise ValueError(f"there is no century or installation {ruling.unit!r} on this map")
    return unit


def _here(state: LegatusState, ruling: OfUnit) -> Century:
    """A unit that is still on the map."""
    unit = _century(state, ruling)
    if not present(unit):
        gone = {"destroyed": "it is destroyed", WAITING: "its side has still to place it"}.get(unit.status, "it is gone")
        raise ValueError(f"{unit.name} is not on the map: {gone}")
    return unit


def _on_hand(state: LegatusState, ruling: OfUnit) -> Century:
    """A unit that is on the map, or that its side has still to place."""
    unit = _century(state, ruling)
    return unit if unit.status == WAITING else _here(state, ruling)


def _move(play: Game, ruling: Move) -> None:
    """A unit stands somewhere else; one that its side has still to place is placed."""
    unit = _on_hand(play.state, ruling)
    if unit.engaged:
        raise ValueError(f"{unit.name} is held by engagement {unit.engaged}: release that first")
    there = replace(unit, at=ruling.to, altitude=ruling.altitude or unit.altitude)
    faults = [fault.text for fault in stand_faults(grid_of(play.state), "to", there)]
    if kinds()[unit.kind].carriage == "fixed" and (there.altitude != "normal" or "|" in there.at):
        faults.append(f"{unit.name} is an installation: it stands in one hex at normal altitude")
    if faults:
        raise ValueError("; ".join(faults))
    start, unit.at, unit.altitude, unit.status = unit.at, there.at, there.altitude, "ok"
    words = unit.altitude.replace("_", " ")
    _tell(play, ruling, f"{unit.name} is at {unit.at}, {words}", [unit.id], to=unit.at, altitude=unit.altitude, start=start)


def _damage(play: Game, ruling: OfUnit) -> None:
    unit = _on_hand(play.state, ruling)
    if unit.crippled:
        raise ValueError(f"{unit.name} is crippled already: destroy it, or let it be")
    mail.set_outcome(play.state, unit, "crippled")
    # nobody else sees what has still to be placed
    heard = [unit.side] if unit.status == WAITING else None
    _tell(play, ruling, f"{unit.name} is crippled", [unit.id], seen_by=heard, status="crippled")


def _destroy(play: Game, ruling: OfUnit) -> None:
    squadron = play.state.squadrons.get(ruling.unit)
    if squadron:
        _ground(play, ruling, squadron, "destroyed")
        return
    unit = _on_hand(play.state, ruling)
    mail.set_outcome(play.state, unit, "destroyed")
    _tell(play, ruling, f"{unit.name} is destroyed", [unit.id], status="destroyed")


def _ground(play: Game, ruling: OfUnit, squadron: Squadron, box: Literal["destroyed", "left"]) -> None:
    """A squadron is out of the battle."""
    if squadron.box in {"destroyed", "left"}:
        raise ValueError(f"{squadron.name} has been {'destroyed' if squadron.box == 'destroyed' else 'withdrawn'} before")
    squadron.box = box
    play.state.damaged = play.state.damaged or box == "destroyed"
    text = "is destroyed" if box == "destroyed" else "leaves the battle"
    _tell(play, ruling, f"{squadron.name} {text}", [squadron.id], status=box)


def _mission(play: Game, ruling: OnMission) -> None:
    """A squadron is in another box of its mission sheet; in a double-blind battle its side alone hears of it."""
    squadron = play.state.squadrons.get(ruling.unit)
    if squadron is None:
        raise ValueError(f"there is no squadron {ruling.unit!r} in this battle: {', '.join(sorted(play.state.squadrons)) or 'none'} are")
    if squadron.box not in interceptors.SHEET:
        raise ValueError(f"{squadron.name} is on no mission sheet: it is {squadron.box}")
    squadron.box = ruling.box
    heard, words = interceptors.keeps_to(play.state, squadron.side), interceptors.words_of(squadron.box)
    _tell(play, ruling, f"{squadron.name} is in the box {words}", [squadron.id], seen_by=heard, box=squadron.box)


def _remove(play: Game, ruling: OfUnit) -> None:
    """Off the map, alive; what comes from orbit does not come any more."""
    state = play.state
    squadron = state.squadrons.get(ruling.unit)
    if squadron:
        _ground(play, ruling, squadron, "left")
        return
    if any(x.id == ruling.unit for x in state.satellites) or any(x.id == ruling.unit for x in state.supports):
        _withdraw(play, ruling)
        return
    unit = _on_hand(state, ruling)
    unit.status, unit.engaged = "left", ""
    _tell(play, ruling, f"{unit.name} leaves the map", [unit.id], status="left")


def _withdraw(play: Game, ruling: OfUnit) -> None:
    """What waits in orbit does not come any more; only its side knew of it."""
    fate = victory.fate_of(play.state, ruling.unit)
    if fate.status == "left":
        raise ValueError(f"{fate.name} is gone already")
    calls.withdraw(play.state, ruling.unit)
    _tell(play, ruling, f"{fate.name} leaves the battle", [ruling.unit], seen_by=[fate.side], status="left")


def _repair(play: Game, ruling: OfUnit) -> None:
    """Whole again, and back on the map if it was lost; a squadron back on the ground."""
    state = play.state
    squadron = state.squadrons.get(ruling.unit)
    if squadron:
        if squadron.box not in {"destroyed", "left"}:
            raise ValueError(f"{squadron.name} is whole: there is nothing to repair")
        squadron.box = "re_arming"
        _tell(play, ruling, f"{squadron.name} is back and re-arms", [squadron.id], status="ok")
        return
    unit = _century(state, ruling)
    if present(unit) and not unit.crippled:
        raise ValueError(f"{unit.name} is whole: there is nothing to repair")
    unit.crippled = unit.crippled_at_start = False
    unit.status, unit.reported = "ok", ""
    unit.engaged = next((c.id for c in state.clashes if unit.id in c.units), "")
    _tell(play, ruling, f"{unit.name} is whole", [unit.id], status="ok")


def _rally(play: Game, ruling: OfUnit) -> None:
    unit = _here(play.state, ruling)
    if not unit.broken:
        raise ValueError(f"{unit.name} is not broken")
    unit.broken = False
    _tell(play, ruling, f"{unit.name} rallies", [unit.id])


def _spot(play: Game, ruling: Spot) -> None:
    """A side sees a unit from now on, or does not any more; the unit's own side hears nothing of it."""
    found = sightings.amended(play.state, ruling.unit, ruling.side, ruling.spotted)
    text = f"{side_name(play.state, ruling.side)} {'has spotted' if ruling.spotted else 'loses sight of'} {found.name}"
    _tell(play, ruling, text, [found.id], seen_by=[ruling.side], side=ruling.side, spotted=ruling.spotted)


def _pool(play: Game, ruling: Pool) -> None:
    """Only its own side knows a pool."""
    side = next((s for s in play.state.sides if s.id == ruling.side), None)
    most = 10 * int(tables()["initiative"]["maximum"])
    if side is None or ruling.points > most:
        sides = ", ".join(s.id for s in play.state.sides)
        raise ValueError(f"a pool is that of a side of this battle ({sides}) and holds 0 to {most} points")
    side.pool = ruling.points
    _tell(
        play,
        ruling,
        f"{side_name(play.state, side.id)} has {side.pool} initiative points",
        [],
        seen_by=[side.id],
        side=side.id,
        pool=side.pool,
    )


def _release(play: Game, ruling: Release) -> None:
    """An engagement below is over without a result."""
    clash = next((c for c in play.state.clashes if c.id == ruling.engagement), None)
    if clash is None:
        known = ", ".join(c.id for c in play.state.clashes) or "none"
        raise ValueError(f"there is no engagement {ruling.engagement!r} below: open are {known}")
    release(play.state, clash)
    _tell(play, ruling, f"engagement {clash.id} is over without a result", clash.units, engagement=clash.id)


def _add(play: Game, ruling: Add) -> None:
    if (ruling.century is None) == (ruling.squadron is None):
        raise ValueError("add either a century (and the cohort it joins) or a squadron")
    if ruling.century:
        unit = add_century(play.state, ruling.century, ruling.cohort)
        _tell(play, ruling, f"{unit.name} joins {play.state.cohorts[unit.cohort].name} at {unit.at}", [unit.id], at=unit.at)
    elif ruling.squadron:
        squadron = add_squadron(play.state, ruling.squadron)
        _tell(play, ruling, f"{squadron.name} joins {side_name(play.state, squadron.side)}", [squadron.id])


def _end(play: Game, ruling: End) -> None:
    state = play.state
    if state.over:
        raise ValueError("the battle is over already")
    if ruling.winner is not None and ruling.winner not in [s.id for s in state.sides]:
        raise ValueError(f"{ruling.winner!r} is no side of this battle: a winner is one of {', '.join(s.id for s in state.sides)}, or null")
    state.over, state.winner, state.outcome = True, ruling.winner, ruling.outcome
    state.reasons = ["the game master ended the battle", *scoring.sentences(state)]
    who = f"{side_name(play.state, ruling.winner)} wins" if ruling.winner else "nobody wins"
    _tell(play, ruling, f"the battle is over, {who}: {ruling.outcome}", [], winner=ruling.winner, outcome=ruling.outcome)


_KINDS: dict[str, tuple[type[Ruling], Callable[[Game, Any], None]]] = {
    "move": (Move, _move),
    "damage": (OfUnit, _damage),
    "repair": (OfUnit, _repair),
    "destroy": (OfUnit, _destroy),
    "rally": (OfUnit, _rally),
    "mission": (OnMission, _mission),
    "spot": (Spot, _spot),
    "pool": (Pool, _pool),
    "release": (Release, _release),
    "add": (Add, _add),
    "remove": (OfUnit, _remove),
    "end": (End, _end),
}

RULINGS = {
    "move": "unit (a century) and to: a hex (0603), a hexside (0603|0703) or a junction (0603|0703|0704), each hex four digits, column and row; "
    "optionally altitude (dug_in, normal, tree_top, low_altitude)",
    "damage": "unit: a century or installation that is whole; it is crippled then",
    "repair": "unit: a century, installation or squadron; it is whole then, and back on the map if it was lost",
    "destroy": "unit: a century, installation or squadron",
    "rally": "unit: a broken century",
    "mission": "unit: a squadron that is here, and box (ready, cap, ground_support, re_arming): its place on the mission sheet",
    "spot": "unit (a century, installation or squadron of another side), side (one of the battle) and optionally spotted (false: it is lost from "
    "sight), in a double-blind battle; only that side hears it",
    "pool": "side (one of the battle) and points (a whole number from 0): the initiative points it has then; only that side hears it",
    "release": "engagement (such as e1.1): one that is fought below; it ends without a result and its centuries are free",
    "add": "either century (as in a set-up: id, kind, and at, a position such as 0603) with cohort beside it (one of the battle), or squadron "
    "(as in a set-up)",
    "remove": "unit: a century, installation, squadron, satellite or supporting ship; it leaves the battle unharmed",
    "end": "optionally winner (a side, or null for a draw) and outcome (1 to 60 characters)",
    **SHARED,
}
"""Each kind of ruling with what it needs besides kind and reason."""
