"""What a set-up file may say of the ground: sheets, buildings, zones, and the way onto the board."""

from typing import Annotated, Literal

from pydantic import Field

from scales.centurion.preparation.spec import Edge, Ground, Label, Span, Spec, Velocity


class FieldSpec(Spec):
    """A generated field: campaign key, id of the Legatus map, Legatus hexes that are fought over."""

    campaign_key: str
    map: str
    hexes: Annotated[list[Label], Field(min_length=1, max_length=12)]


class BuildingSpec(Spec):
    """A building counter on a hex; `antenna` is one box more on top of it."""

    hex: Label
    levels: Annotated[int, Field(ge=1, le=10)]
    armor_factor: Annotated[int, Field(ge=1, le=100)]
    antenna: bool = False


class ReadAsSpec(Spec):
    """Ground that a scenario reads otherwise than it is printed, on the sheets named or everywhere: `ground` by ground, and that of `hills`."""

    sheets: list[str] = []
    ground: dict[Ground, Ground] = {}
    hills: Ground | None = None


class BoardSpec(Spec):
    """Printed sheets, or a generated field. The sheets are named row by row from the north-west, `across` of them side by side (1: from
    north to south). `terrain` replaces the token of single hexes."""

    sheets: Annotated[list[str], Field(max_length=6)] = []
    across: Annotated[int, Field(ge=1, le=3)] = 1
    legatus_field: FieldSpec | None = None
    terrain: dict[Label, str] = {}
    read_as: Annotated[list[ReadAsSpec], Field(max_length=12)] = []
    buildings: Annotated[list[BuildingSpec], Field(max_length=100)] = []


class ZoneSpec(Spec):
    """Hexes of the board: single ones, Legatus hexes of the field, whole sheets by name, or what lies `within` so many hexes of an edge of the
    board or, with sheets, of an edge of these; `columns` and `rows` (first, last) cut any of them down."""

    hexes: list[Label] = []
    edge: Edge | None = None
    within: Annotated[int, Field(ge=1, le=60)] | None = None
    sheets: list[str] = []
    legatus: list[Label] = []
    columns: Span | None = None
    rows: Span | None = None


class DeploySpec(ZoneSpec):
    """Where units stand before play: a zone, or one zone and `also` others; without a word about it the edge of their side."""

    anywhere: bool = False
    also: Annotated[list[ZoneSpec], Field(max_length=8)] = []


class EnterSpec(ZoneSpec):
    """Units that come later: over the outermost hexes of their zone, in the Movement Phase of `turn` (or a later one), at a velocity of at most
    `velocity`; a grav vehicle without a word about it enters at up to its thrust."""

    turn: Annotated[int, Field(ge=1, le=200)] = 1
    or_later: bool = False
    velocity: Velocity | Literal["thrust"] = "thrust"
    least: Velocity = 0
