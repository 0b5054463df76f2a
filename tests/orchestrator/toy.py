"""A genuine small game for the orchestrator's tests: two sides of gunboats shoot at each other, and shells fall from board to board.

It plays any scale of the turn sequence. In every movement phase each seat is asked, boat by boat, to close in or to hold; in every combat phase
both seats name targets, sealed, and shots are rolled on a d10; a shot that misses badly flies on to the other boards as a `shell`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from msgspec import Struct, field
from pydantic import BaseModel, ConfigDict

from scales.dice import Dice
from scales.engine import (
    At,
    Check,
    Counter,
    Decision,
    Delivery,
    Event,
    Fate,
    Fault,
    Json,
    Modifier,
    Option,
    Orders,
    Picture,
    Report,
    Slot,
    Step,
)
from scales.play import Play, Stage, run_phase

PHASES = {
    "legatus": ("initiative", "movement", "spotting", "commitment", "combat", "end"),
    "leviathan": ("power", "movement", "spotting", "launch", "combat"),
    "interceptor": ("initiative", "movement", "combat", "hits"),
    "centurion": ("initiative", "movement", "hits", "combat", "end"),
}
FACES, LONG_SHOT, HARD = 10, 10, 4


class BoatSetup(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    id: str
    side: str
    boxes: int = 3


class SideSetup(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    id: str
    seat: str


class ToySetup(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    sides: list[SideSetup]
    boats: list[BoatSetup]
    turn_limit: int
    standing: bool = False
    ballast: str = ""


class Boat(Struct):
    side: str
    boxes: int
    whole: int
    range: int = 3


class Sea(Struct):
    """`seats` by side; boats by id; `ballast` makes the state as large as a test wants."""

    seats: dict[str, str]
    boats: dict[str, Boat]
    turn_limit: int
    standing: bool
    ballast: str = ""
    at: At = field(default_factory=At)

    def afloat(self, side: str | None = None) -> list[str]:
        return [id for id, boat in sorted(self.boats.items()) if boat.boxes > 0 and side in {None, boat.side}]


@dataclass(slots=True)
class SeaView:
    """Everything is in sight but the other side's sealed orders, which stand in no state."""

    seat: str
    side: str
    sea: Sea


@dataclass(slots=True)
class Toy:
    """The toy game, playing as one of the scales."""

    scale: str
    turn_phase: str = ""
    phases: tuple[str, ...] = ()
    setup_model: ClassVar[type[BaseModel]] = ToySetup
    state_type: ClassVar[type[Any]] = Sea
    rulings: ClassVar[Mapping[str, str]] = {"destroy": "unit: a boat"}

    def __post_init__(self) -> None:
        self.phases = PHASES[self.scale]
        self.turn_phase = self.phases[0]

    def faults(self, setup: Json) -> list[Fault]:
        sides = {side["id"] for side in setup["sides"]}
        return [Fault("side", f"boat {boat['id']} has no side", "boats") for boat in setup["boats"] if boat["side"] not in sides]

    def setup(self, setup: Json, dice: Dice) -> Step:
        read = ToySetup.model_validate(setup)
        boats = {boat.id: Boat(boat.side, boat.boxes, boat.boxes) for boat in read.boats}
        sea = Sea({side.id: side.seat for side in read.sides}, boats, read.turn_limit, read.standing, read.ballast)
        wind = dice.d10("wind at the start")
        event = Event("begun", f"The wind blows {wind}.", f"{self.scale}: Set-up", rolls=list(dice.fresh))
        dice.fresh.clear()
        return Step(sea, [event], [], [], True)

    def advance(self, state: Sea, phase: str, answers: Mapping[str, Orders], inbox: Sequence[Delivery], dice: Dice) -> Step:
        stages: list[Stage] = [_shells]
        if phase == self.turn_phase:
            stages.insert(0, _turn)
        if phase == "movement":
            stages.append(_move)
        if phase == "combat":
            stages.append(_fire)
        return run_phase(state, phase, stages, answers, inbox, dice)

    def view(self, state: Sea, seat: str) -> SeaView:
        side = next((side for side, its in state.seats.items() if its == seat), "")
        return SeaView(seat, side, state)

    def offers(self, view: SeaView, decision: Decision) -> list[Slot]:
        if decision.kind == "move":
            moves = [Option({"move": move}, move) for move in ("close", "hold")]
            return [Slot(unit, unit, moves) for unit in decision.units]
        targets = [id for id in view.sea.afloat() if view.sea.boats[id].side != view.side]
        return [Slot(unit, unit, [Option({"target": target}, target) for target in [*targets, ""]]) for unit in decision.units]

    def check(self, view: SeaView, decision: Decision, orders: Orders) -> list[Fault]:
        slots = {slot.id: slot for slot in self.offers(view, decision)}
        faults = [Fault("unknown", f"{unit} is not asked", slot) for slot in orders.choices if (unit := slot) not in slots]
        for slot in slots.values():
            given = orders.choices.get(slot.id)
            if all(option.order != given for option in slot.options):
                faults.append(Fault("illegal", f"{slot.id} may not do {given}", slot.id))
        return faults

    def choose(self, view: SeaView, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders:
        """Close in, and shoot at the weakest; a die breaks ties."""
        if decision.kind == "move":
            return Orders({slot.id: slot.options[0].order for slot in offers})
        chosen = {}
        for slot in offers:
            real = [option for option in slot.options if option.order["target"]] or slot.options
            least = min(view.sea.boats[o.order["target"]].boxes if o.order["target"] else 0 for o in real)
            weakest = [o for o in real if not o.order["target"] or view.sea.boats[o.order["target"]].boxes == least]
            chosen[slot.id] = dice.pick(weakest, "whom to shoot at").order
        return Orders(chosen)

    def prospects(self, view: SeaView, decision: Decision) -> list[Decision]:  # noqa: ARG002
        return [decision]

    def amend(self, state: Sea, ruling: Json, dice: Dice) -> Step:
        play = Play(_copy(state), dice)
        unit = ruling.get("unit")
        if ruling.get("kind") != "destroy" or unit not in play.state.boats:
            raise ValueError(f"a ruling destroys a boat, and {unit!r} is none")
        play.state.boats[unit].boxes = 0
        play.tell("ruled", f"The GM sinks {unit}.", "imperator: rulings", units=[unit])
        return Step(play.state, play.events, [], [], not state.at.phase)

    def report_faults(self, state: Sea, report: Json) -> list[Fault]:
        strange = [
            Fault("unknown_unit", f"{unit!r} is no boat of this battle", unit) for unit in report["fates"] if unit not in state.boats
        ]
        ours = {unit: _boxes(fate) for unit, fate in report["fates"].items() if unit in state.boats}
        grown = [Fault("boxes", f"{u} has {state.boats[u].boxes} boxes, not {n}", u) for u, n in ours.items() if n > state.boats[u].boxes]
        return strange + grown

    def settle(self, state: Sea, report: Json) -> Step:
        sea = _copy(state)
        for unit, fate in report["fates"].items():
            if unit not in sea.boats:
                raise ValueError(f"{unit!r} is no boat of this battle")
            sea.boats[unit].boxes = _boxes(fate)
        sea.at = At(turn=sea.at.turn)
        event = Event("settled", "The table reports.", "imperator: results", {"fates": report["fates"]})
        return Step(sea, [event], [], [], True)

    def report(self, state: Sea) -> Report:
        effective = {side: len(state.afloat(side)) for side in state.seats}
        over = not state.standing and (state.at.turn > state.turn_limit or min(effective.values()) == 0)
        points = {side: sum(b.whole - max(b.boxes, 0) for b in state.boats.values() if b.side != side) for side in state.seats}
        best = [side for side in points if points[side] == max(points.values())]
        fates = {
            id: Fate(b.side, id, "ok" if b.boxes == b.whole else "damaged" if b.boxes > 0 else "destroyed", {"boxes": b.boxes})
            for id, b in state.boats.items()
        }
        winner = best[0] if over and len(best) == 1 else None
        return Report(over, f"won by {winner}" if winner else "undecided", winner, state.at.turn, points, effective, fates)

    def record(self, view: SeaView, unit: str) -> Json:
        boat = view.sea.boats.get(unit)
        return {} if boat is None else {"name": unit, "side": boat.side, "armor": {"hull": {"left": boat.boxes, "of": boat.whole}}}

    def picture(self, view: SeaView) -> Picture:
        counters = [
            Counter((1 + n, view.sea.boats[id].range + 1), id, view.sea.boats[id].side, unit=id) for n, id in enumerate(view.sea.boats)
        ]
        return Picture("sea", (1, max(1, len(counters))), (1, 4), "odd", {}, counters)

    def invariants(self, state: Sea) -> list[str]:
        return [f"{id} has grown" for id, boat in state.boats.items() if boat.boxes > boat.whole]

    def sample(self, dice: Dice) -> Json:
        return setup(dice.roll(3, "boats"), turn_limit=5)


def _boxes(fate: Json) -> int:
    """What a boat has left, as its sheet says or the fate itself."""
    return int((fate.get("sheet") or fate)["boxes"])


def _copy(state: Sea) -> Sea:
    from scales.codec import clone

    return clone(state)


def _turn(play: Play[Sea]) -> Sequence[Decision]:
    play.state.at.turn += 1
    winds = [play.dice.d10(f"wind for {side}") for side in play.state.seats]
    play.tell("turn", f"Turn {play.state.at.turn} begins, wind {winds}.", "toy: Turn")
    return ()


def _shells(play: Play[Sea]) -> Sequence[Decision]:
    """Shells from other boards fall on whoever is unlucky."""
    for delivery in play.mail("shell"):
        afloat = play.state.afloat()
        if not afloat:
            continue
        unit = play.dice.pick(afloat, "where the shell falls")
        play.state.boats[unit].boxes -= 1
        play.tell("shelled", f"A shell of {delivery.data['from']} hits {unit}.", "toy: Shells", units=[unit], cause=delivery.cause)
    return ()


def _move(play: Play[Sea]) -> Sequence[Decision]:
    """One boat at a time, in order of their ids."""
    for unit, orders in list(play.answers.items()):
        boat = play.state.boats[unit]
        drift = play.dice.d10(f"current at {unit}")
        if orders.choices[unit]["move"] == "close":
            boat.range = max(0, boat.range - 1)
        play.tell("moved", f"{unit} is at {boat.range}.", "toy: Movement", units=[unit], data={"drift": drift})
        play.state.at.memo["moved"] = [*play.state.at.memo.get("moved", []), unit]
    for unit in play.state.afloat():
        if unit not in play.state.at.memo.get("moved", []):
            seat = play.state.seats[play.state.boats[unit].side]
            return [Decision(unit, seat, "move", f"Where does {unit} go?", [unit])]
    return ()


def _fire(play: Play[Sea]) -> Sequence[Decision]:
    """Both sides name their targets, sealed; then all shots fall."""
    if not play.answers:
        asked = [(side, seat, play.state.afloat(side)) for side, seat in sorted(play.state.seats.items())]
        return [Decision(f"fire {side}", seat, "fire", "Whom do you shoot at?", units, sealed=True) for side, seat, units in asked if units]
    for key in sorted(play.answers):
        for unit, order in sorted(play.answers[key].choices.items()):
            if order["target"]:
                _shot(play, unit, order["target"])
    return ()


def _shot(play: Play[Sea], unit: str, target: str) -> None:
    boat, range_ = play.state.boats[target], play.state.boats[unit].range
    roll = play.dice.d10(f"to hit: {unit} on {target}")
    needed = HARD + 3 - range_
    check = Check(f"{unit} on {target}", HARD, [Modifier("range", 3 - range_, "toy: Range")], needed, roll, roll <= needed, "toy: Fire")
    if check.passed and boat.boxes > 0:
        boat.boxes -= 1
    event = play.tell("shot", f"{unit} {'hits' if check.passed else 'misses'} {target}.", "toy: Fire", units=[unit, target], checks=[check])
    if roll == LONG_SHOT:
        play.send("shell", {"from": unit}, event=event)


def setup(boats: int, *, turn_limit: int, prefix: str = "", boxes: int = 3, standing: bool = False, ballast: str = "") -> Json:
    """A set-up of so many boats a side; `prefix` keeps their ids apart from those of other boards."""
    sides = [{"id": "red", "seat": "red"}, {"id": "blue", "seat": "blue"}]
    fleet = [{"id": f"{prefix}{side}{n}", "side": side, "boxes": boxes} for side in ("red", "blue") for n in range(1, boats + 1)]
    return {"sides": sides, "boats": fleet, "turn_limit": turn_limit, "standing": standing, "ballast": ballast}


TOYS = {scale: Toy(scale) for scale in PHASES}


def toy(scale: str) -> Any:
    """The resolver of the tests."""
    return TOYS[scale]
