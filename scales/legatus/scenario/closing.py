"""The end phase: pools, rallies, earthworks, mission sheets, objectives, and whether it is over. legatus: Initiative Pool, Rally"""

from collections.abc import Sequence
from functools import partial

from scales.engine import Decision
from scales.legatus.defenses import engineers
from scales.legatus.defenses.installations import is_fixed
from scales.legatus.double_blind.hearing import Word, known_of, knows, tell_apart
from scales.legatus.links import mail
from scales.legatus.scenario import ending, victory
from scales.legatus.state import Century, LegatusState, free, hexes_of, side_name, units_of
from scales.legatus.support import interceptors, naval
from scales.messages import GroundLosses
from scales.play import Play

RULE = "legatus: End Phase"


def rallies(broken_hexes: set[str], refuge_hexes: list[set[str]]) -> bool:
    """A broken century rallies in the hex of a friendly headquarters or installation."""
    return any(broken_hexes & r for r in refuge_hexes)


def end_turn(play: Play[LegatusState]) -> Sequence[Decision]:
    _pools(play)
    _rally(play)
    engineers.build_all(play)
    interceptors.stand_down(play)
    naval.finish_installations(play)
    state = play.state
    state.markers = [m for m in state.markers if m.kind != "denial"]
    victory.take_objectives(play)
    _losses(play)
    state.quiet = 0 if state.damaged or state.clashes else state.quiet + 1
    state.damaged = False
    ending.judge(play)
    return ()


def _pools(play: Play[LegatusState]) -> None:
    """Each side adds a d10 to its pool."""
    for side in play.state.sides:
        roll = play.dice.d10(f"initiative pool of {side.id}")
        side.pool = side.pool + roll
        play.tell(
            "pool",
            f"{side_name(play.state, side.id)} gains {roll} initiative points and has {side.pool}.",
            RULE,
            data={"side": side.id, "pool": side.pool},
            seen_by=[side.id],
        )


def _rally(play: Play[LegatusState]) -> None:
    for side in play.state.sides:
        here = units_of(play.state, side.id)
        for unit in [u for u in here if u.broken and free(u)]:
            havens = [u for u in here if (u.hq or is_fixed(u)) and u is not unit and not u.broken]
            found = [u for u in havens if rallies(set(hexes_of(unit.at)), [set(hexes_of(u.at))])]
            if found:
                unit.broken = False
                tell_apart(play, "rallied", RULE, partial(_rallied, play.state, unit, found))


def _rallied(state: LegatusState, unit: Century, havens: Sequence[Century], side: str) -> Word | None:
    """Who rallies, and at which of the headquarters and installations there that a side knows."""
    if not knows(state, side, unit.id):
        return None
    at = known_of(state, side, havens)[:1]
    where = f" at {at[0].name}" if at else ""
    return Word(f"{unit.name} rallies{where}.", [unit.id, *(u.id for u in at)])


def _losses(play: Play[LegatusState]) -> None:
    """Ships above learn of units crippled or destroyed since the last report."""
    for id in sorted(play.state.units):
        unit = play.state.units[id]
        if mail.face(unit) != unit.reported:
            unit.reported = mail.face(unit)
            if play.state.links.leviathan:
                play.send("ground_losses", GroundLosses(id, unit.reported, unit.sheet))
