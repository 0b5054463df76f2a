"""The orders a seat may give, and what is wrong with one: models first (shape), then the rules (`fault_of_...`)."""

from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from scales.engine import Fault, Orders
from scales.interceptor.movement.flight import Plan
from scales.interceptor.shapes import Strict
from scales.misfits import sentences

Small = Annotated[int, Field(ge=-60, le=60)]
Id = Annotated[str, Field(max_length=120)]
FASTEST = 999
"""Hexes that an order can fly: no craft comes near that velocity, since it is off the board long before."""
SHOWN = 10
"""Misfits of an order named at most."""


class MoveOrder(Strict):
    """Move a craft: change of velocity, hexsides turned (clockwise positive) before each hex and at the end, change after, orbit raised, extra
    thrust out of the plant."""

    craft: Id
    faster: Small = 0
    turns: list[Annotated[int, Field(ge=-3, le=3)]] = Field(default_factory=lambda: [0], max_length=FASTEST + 1)
    after: Small = 0
    up: Annotated[int, Field(ge=0, le=2)] = 0
    push: Annotated[int, Field(ge=0, le=5)] = 0

    def plan(self) -> Plan:
        return Plan(self.faster, tuple(self.turns), self.after, self.up, self.push)


class ReturnOrder(Strict):
    """A craft that flew off the board: wait outside, return in a hex on a heading, or be gone for good."""

    do: Literal["wait", "return", "gone"] = "wait"
    hex: Annotated[str, Field(max_length=12)] = ""
    heading: Annotated[int, Field(ge=1, le=6)] = 1


class FireOrder(Strict):
    """What a craft fires at: ids of targets by number of the weapon; empty holds fire."""

    fire: dict[Annotated[str, Field(max_length=3)], Id] = Field(default_factory=dict, max_length=40)


class LaunchOrder(Strict):
    """A missile launched: its kind and the target, or for a DFM how many hexes ahead it bursts; nothing holds it."""

    missile: Annotated[str, Field(max_length=30)] = ""
    target: Id = ""
    ahead: Annotated[int, Field(ge=0, le=20)] = 0


class DefendOrder(Strict):
    """How missiles are met: run the pod, release an ECM missile, or neither and engage these missiles, by their ids, with point defense."""

    ecm: Literal["", "pod", "missile"] = ""
    engage: list[Id] = Field(default_factory=list, max_length=60)


class AnnounceOrder(Strict):
    """At the end of movement: stay, up (to the Leviathan board), land at the base, or at the ground battle named attack, drop vehicles (`units`) or
    touch down with all that is aboard."""

    do: Literal["stay", "up", "land", "strafing", "dive_bombing", "drop", "touch_down"] = "stay"
    battle: Id = ""
    units: list[Id] = Field(default_factory=list, max_length=40)


class PullOutOrder(Strict):
    """The heading on which a craft comes out of its attack on the ground."""

    heading: Literal[1, 4]


class ShieldsOrder(Strict):
    """The setting of a patrol craft's shields: rating by side, every side named; empty keeps them as they are."""

    shields: dict[Annotated[str, Field(max_length=20)], Annotated[int, Field(ge=0, le=1000)]] = Field(default_factory=dict, max_length=6)


class DeployOrder(Strict):
    """Where a craft begins that its side places itself, how it heads, how fast it is."""

    hex: Annotated[str, Field(max_length=12)]
    heading: Annotated[int, Field(ge=1, le=6)]
    velocity: Annotated[int, Field(ge=0, le=60)]


class GroundLaunch(Strict):
    """A missile that the ground launches: its kind and the target."""

    missile: Annotated[str, Field(max_length=30)]
    target: Id


class GroundLaunchOrder(Strict):
    """The launches that a unit of the ground tries, in their order."""

    launches: list[GroundLaunch] = Field(default_factory=list, max_length=5)


class PlaceOrder(Strict):
    """Where a craft comes down (hex), how it heads, how fast it is: one part to a slot."""

    hex: Annotated[str, Field(max_length=12)] | None = None
    heading: Annotated[int, Field(ge=1, le=6)] | None = None
    velocity: Annotated[int, Field(ge=0, le=60)] | None = None


MODELS: dict[str, Any] = {
    "move": MoveOrder,
    "return": ReturnOrder,
    "deploy": DeployOrder,
    "fire": FireOrder,
    "launch": LaunchOrder,
    "ground_fire": FireOrder,
    "ground_launch": GroundLaunchOrder,
    "defend": DefendOrder,
    "announce": AnnounceOrder,
    "pull_out": PullOutOrder,
    "place": PlaceOrder,
    "shields": ShieldsOrder,
}


@lru_cache(maxsize=8)
def _adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(MODELS[kind])


def read(kind: str, order: Any) -> Any:
    """The order as its model; ValueError with all that is wrong when it has another shape."""
    try:
        return _adapter(kind).validate_python(order)
    except ValidationError as error:
        raise ValueError("; ".join(sentences(error)[:SHOWN])) from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def shape_faults(slots: list[str], orders: Orders) -> list[Fault]:
    """Slots that are missing or that nobody asked for, before any order is read."""
    choices: Any = orders.choices
    if not isinstance(choices, dict) or not all(isinstance(k, str) for k in choices):
        return [Fault("bad_shape", "Orders must be one order for each slot, by the slot's id.")]
    missing = [Fault("missing_slot", f"There is no order for {slot}.", where=slot) for slot in slots if slot not in choices]
    known = set(slots)
    unknown = sorted(k for k in choices if k not in known)
    return missing + [Fault("unknown_slot", f"'{slot[:40]}' is no slot of this decision.", where=slot[:40]) for slot in unknown[:20]]
