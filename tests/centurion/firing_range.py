"""A flat sheet with units put where a test wants them, and the phases played with chosen orders or by the bot."""

from collections.abc import Mapping
from typing import Any

from scales.centurion import ENGINE
from scales.centurion.catalog import vehicle_type
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.dice import Dice, KeyedDice, ScriptedDice, phase_key, seeded_secret
from scales.engine import Delivery, Event, Json, Orders, Step
from scales.hexes import hex_of
from scales.play import Play

FLAT = {f"{column:02d}{row:02d}": "0." for column in range(1, 26) for row in range(1, 15)}
SIDES = [{"id": "red", "faction": "tog", "seat": "red"}, {"id": "blue", "faction": "commonwealth", "seat": "blue"}]


def tank(id: str, type: str, hex: str, facing: int = 1) -> Json:
    return {"id": id, "type": type, "name": id, "hex": hex, "facing": facing}


def squad(id: str, hex: str, type: str = "bounce_tvlg", strength: int = 8) -> Json:
    return {"id": id, "type": type, "name": id, "hex": hex, "strength": strength}


def table(red: list[Json], blue: list[Json], terrain: dict[str, str] | None = None, **more: Any) -> BattleState:
    """A battle on open ground; a unit without a strength is a vehicle. The first turn has begun, red having lost the initiative."""
    platoons = []
    for side, units in (("red", red), ("blue", blue)):
        vehicles, squads = [u for u in units if "strength" not in u], [u for u in units if "strength" in u]
        extra = {"centurion": vehicles[0]["id"]} if vehicles else {}
        platoons.append({"id": f"{side}-1", "side": side, "vehicles": vehicles, "squads": squads, **extra})
    setup = {"board": {"sheets": ["centurion_farmland"], "terrain": {**FLAT, **(terrain or {})}}, "sides": SIDES, "platoons": platoons}
    faults = ENGINE.faults({**setup, **more})
    assert not faults, faults
    state: BattleState = ENGINE.setup({**setup, **more}, bones()).state
    state.turn, state.winner_of_initiative = 1, "blue"
    return state


def bones(seed: int = 1) -> KeyedDice:
    return KeyedDice(key=phase_key(seeded_secret(seed), 0, "range", 0))


def play(state: BattleState, *script: int) -> Play[BattleState]:
    """A working copy with scripted dice, or plain ones when there is no script."""
    dice: Dice = ScriptedDice.of(*script) if script else bones()
    return Play(state, dice)


def vehicle(state: BattleState, id: str) -> Vehicle:
    return state.vehicles[id]


def foot(state: BattleState, id: str) -> Squad:
    return state.squads[id]


def advance(
    state: BattleState, phase: str, dice: Dice, orders: Mapping[str, Mapping[str, Any]] | None = None, inbox: list[Delivery] | None = None
) -> tuple[Step, list[Event]]:
    """Play a phase to its end: decisions get the orders named by their key, everything else holds ({}). Says all that happened."""
    step = ENGINE.advance(state, phase, {}, inbox or [], dice)
    events = list(step.events)
    outbox = list(step.outbox)
    while not step.done:
        answers = {}
        for decision in step.pending:
            given = (orders or {}).get(decision.key, {})
            slots = decision.data.get("units") or decision.data["slots"]
            answer = Orders({slot: given.get(slot, {}) for slot in slots})
            assert not ENGINE.check(ENGINE.view(step.state, decision.seat), decision, answer)
            answers[decision.key] = answer
        step = ENGINE.advance(step.state, phase, answers, [], dice)
        events += step.events
        outbox += step.outbox
    step.outbox[:] = outbox
    return step, events


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def at(label: str) -> Any:
    return hex_of(label)


def mount_of(type: str, weapon: str) -> int:
    """The number of a weapon on the sheet of a vehicle type."""
    return next(i for i, m in enumerate(vehicle_type(type).weapons) if m.weapon == weapon)
