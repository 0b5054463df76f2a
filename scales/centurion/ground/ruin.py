"""What fire from artillery, aircraft and ships has made of the ground: woods, buildings, rubble, mines and craters that are no more."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scales.centurion.combat.effects import listed
from scales.centurion.ground.terrain import WOODS, terrain_of
from scales.centurion.state import BattleState
from scales.hexes import Hex
from scales.play import Play

WORDS = {
    "burnt": "woods are burnt away in",
    "rubbled": "woods become rubble in",
    "melted": "rubble is swept away in",
    "razed": "the buildings are razed in",
    "mines": "the mines are gone from",
    "craters": "empty craters are gone from",
}
"""What can become of a hex."""


@dataclass(slots=True, frozen=True)
class Look:
    """A hex as everybody sees it: kind of ground, whether buildings stand, whether there are mines, how many craters."""

    ground: str
    built: bool
    mined: bool
    craters: int


def look(state: BattleState, hexes: Sequence[Hex]) -> dict[str, Look]:
    """How some hexes of the board look now, by label."""
    return {hex.label: _look(state, hex) for hex in hexes}


def _look(state: BattleState, hex: Hex) -> Look:
    label, tile = hex.label, terrain_of(state).tile(hex)
    assert tile is not None, f"{label} is not on the board"
    block = state.ground.buildings.get(label)
    built = any(block.levels) if block is not None else tile.levels > 0
    return Look(tile.ground, built, label in state.ground.mines, state.ground.craters.get(label, 0))


def _changes(before: Look, now: Look) -> Iterator[str]:
    """What became of a hex, by the keys of `WORDS`."""
    if before.ground in WOODS and now.ground not in WOODS:
        yield "rubbled" if now.ground == "rubble" else "burnt"
    if before.ground == "rubble" and now.ground != "rubble":
        yield "melted"
    if before.built and not now.built:
        yield "razed"
    if before.mined and not now.mined:
        yield "mines"
    if now.craters < before.craters:
        yield "craters"


def tell(play: Play[BattleState], before: dict[str, Look], hexes: Sequence[Hex], rule: str, by: str) -> None:
    """One event for what is no more in some hexes since they looked as `before`; none if everything stands."""
    found: dict[str, list[str]] = {}
    for hex in sorted(hexes, key=lambda h: h.label):
        for what in _changes(before[hex.label], _look(play.state, hex)):
            found.setdefault(what, []).append(hex.label)
    if not found:
        return
    words = "; ".join(f"{WORDS[what]} {listed(found[what])}" for what in WORDS if what in found)
    data = {what: found[what] for what in WORDS if what in found}
    cause = play.state.causes.get(by)
    play.tell("ground_changed", f"{words[:1].upper()}{words[1:]}.", rule, units=[by] if by else [], data=data, cause=cause)
