"""Passive defenses: found by who enters them, and their attack on who is caught. legatus: Passive Defenses"""

from collections.abc import Collection, Sequence

from scales.legatus.combat import fighting
from scales.legatus.double_blind import sightings
from scales.legatus.double_blind.hearing import knows_marker
from scales.legatus.rolls import Trial, trial
from scales.legatus.state import Century, LegatusState, Marker
from scales.legatus.tables import tables
from scales.play import Play

RULE = "legatus: Passive Defenses"


def against(state: LegatusState, side: str, hexes: Collection[str]) -> list[Marker]:
    """The passive defenses of other sides in some hexes."""
    return [m for m in state.markers if m.kind == "passive" and m.side != side and not set(hexes).isdisjoint(m.hexes)]


def discover(state: LegatusState, side: str, hexes: Collection[str]) -> None:
    """A side that has gone through defenses knows of them from then on."""
    for marker in against(state, side, hexes):
        if not knows_marker(state, marker, side):
            marker.known_to = sorted([*marker.known_to, side])


def strike(play: Play[LegatusState], unit: Century, hex: str, cleared: Sequence[Marker] = ()) -> None:
    """The attack on a century that failed its test on entering: who defends there makes it, so he knows of the century.

    `cleared`: what engineers that are caught have just taken from the hex, which they get out of like others.
    """
    caught = [*against(play.state, unit.side, [hex]), *cleared]
    for marker in caught:
        sightings.mark(unit, marker.side)
    check = attack(play.state, unit, hex).roll(play.dice)
    word = "hit" if check.passed else "miss"
    text = f"The passive defenses in {hex} {word} {unit.name}."
    play.tell("attacked", text, RULE, units=[unit.id], checks=[check], data={"hit": check.passed, "hex": hex})
    if check.passed:
        zone = frozenset([hex, *(h for marker in caught for h in marker.hexes)])
        fighting.settle_hits(play, [fighting.Hit(unit.id, "", at=hex, zone=zone)])


def attack(state: LegatusState, unit: Century, hex: str) -> Trial:
    return trial(state, f"attack: passive defenses in {hex} on {unit.name}", attack_value(), [], RULE)


def attack_value() -> int:
    return int(tables()["combat"]["passive_defense_attack"])
