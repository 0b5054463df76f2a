"""Orders of the Movement Phase as JSON. Headings and facings are hexsides 1 to 6."""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from scales.centurion.movement.grav_orders import Digs, Facing, GravMove, Ids, Order
from scales.centurion.movement.watching import Terms

KINDS = ("grav", "drive", "march", "mount", "conceal", "storey", "join", "stay", "enter", "leave")


class Drive(Order):
    """A ground vehicle: headings of the hexes entered, final facing; `crater`: it uses a crater of its last hex; by a variant
    `ram` names the enemy vehicle that it means to ram. `backward`: it backs one hex. `digs`: digging charges fired on the way, by the number
    of hexes entered."""

    kind: Literal["drive"]
    route: Annotated[str, Field(max_length=20, pattern="^[1-6]*$")] = ""
    facing: Facing
    crater: bool = False
    dig: bool = False
    dismount: Ids = Field(default_factory=list)
    ram: Annotated[str, Field(max_length=200)] = ""
    backward: bool = False
    digs: Digs = Field(default_factory=list)


class March(Order):
    """A squad on foot: headings of the hexes entered; `crater`: it takes cover in a crater of its last hex."""

    kind: Literal["march"]
    route: Annotated[str, Field(max_length=12, pattern="^[1-6]*$")] = ""
    crater: bool = False


class Mount(Order):
    """A squad climbs into or onto a vehicle at rest in its hex."""

    kind: Literal["mount"]
    vehicle: Annotated[str, Field(max_length=200)]


class Conceal(Order):
    """A squad hides instead of moving."""

    kind: Literal["conceal"]


class Storey(Order):
    """A squad goes into a building or changes the storey; 0 leaves it."""

    kind: Literal["storey"]
    level: Annotated[int, Field(ge=0, le=10)]


class Join(Order):
    """A squad idles for a turn and hands `men` (0: all who find room) with their weapons over to another one in its hex."""

    kind: Literal["join"]
    squad: Annotated[str, Field(max_length=200)]
    men: Annotated[int, Field(ge=0, le=8)] = 0


class Stay(Order):
    """A unit does nothing; a vehicle at rest may let its infantry off. `watch`: it fires at the first enemy that moves within so many hexes,
    on the `terms` given. A vehicle on the ground may dig a crater and use one (`dig`, `crater`) without rising."""

    kind: Literal["stay"]
    dismount: Ids = Field(default_factory=list)
    watch: Annotated[int, Field(ge=0, le=20)] = 0
    terms: Terms = Terms()
    dig: bool = False
    crater: bool = False


class Enter(Order):
    """A unit comes onto the board over an edge hex, at a facing and velocity, and then makes its move (a squad has neither)."""

    kind: Literal["enter"]
    hex: Annotated[str, Field(pattern=r"^\d{4}$")]
    facing: Facing = 1
    velocity: Annotated[int, Field(ge=0, le=40)] = 0
    move: GravMove | Drive | March | Stay


class Leave(Order):
    """A vehicle moves and then crosses the edge of the board that lies straight ahead; a squad that withdraws goes over its side's edge."""

    kind: Literal["leave"]
    move: GravMove | Drive | March


MoveOrder = GravMove | Drive | March | Mount | Conceal | Storey | Join | Stay | Enter | Leave
_ADAPTER: TypeAdapter[MoveOrder] = TypeAdapter(Annotated[MoveOrder, Field(discriminator="kind")])


def read(raw: Any) -> MoveOrder:
    """An order from JSON; raises pydantic's `ValidationError`."""
    return _ADAPTER.validate_python(raw)
