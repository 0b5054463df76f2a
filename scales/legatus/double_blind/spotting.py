"""The spotting phase: both sides seal arcs and the hexes their squadrons look at, then a d10 for each line of sight within range.

legatus: Double-blind rules: Spotting, Interceptors
"""

from collections.abc import Sequence

from scales.engine import Decision
from scales.legatus.board import dispersion
from scales.legatus.double_blind import glimpses, sightings, watching
from scales.legatus.double_blind.glimpses import Glimpse, Quarry, Spotter
from scales.legatus.double_blind.hearing import blind, knows
from scales.legatus.movement.movement import grid_of
from scales.legatus.orders import Arc, Patrol, Scout, read
from scales.legatus.state import LegatusState, Side, Squadron, enemies_of, side_name
from scales.legatus.support import interceptors
from scales.play import Play

RULE = glimpses.RULE


def spot(play: Play[LegatusState]) -> Sequence[Decision]:
    """Only in a double-blind battle: arcs first, then who meets the squadrons, then both sides look."""
    state = play.state
    if not blind(state):
        return ()
    if play.asks_first():
        asked = [d for s in state.sides if (d := watching.spot_orders(state, s)).units]
        if asked:
            return asked
    flown = {q.id: hex for side in state.sides for q, hex in _orders(play, side)}
    over = [glimpses.scout_of(state.squadrons[id], hex) for id, hex in sorted(flown.items()) if _gets_through(play, id, hex)]
    for side in state.sides:
        eyes = [glimpses.spotter_of(state, u, u.watch) for u in watching.watchers(state, side.id)]
        _look(play, side.id, [*eyes, *(s for s in over if s.side == side.id)])
    return ()


def _orders(play: Play[LegatusState], side: Side) -> list[tuple[Squadron, str]]:
    """Turn the arcs of a side as ordered, and tell it; returns its squadrons with the hexes they look at."""
    state, answer = play.state, play.answers.get(f"spot:{side.id}")
    choices = answer.choices if answer else {}
    turned = watching.turning(state, side.id)
    for unit in turned:
        unit.watch = read(Arc, choices.get(unit.id)).heading
    if turned:
        words = ", ".join(f"{u.name} {watching.TOWARDS[u.watch]}" for u in turned)
        data = {u.id: u.watch for u in turned}
        play.tell("watched", f"{side_name(side.id)} watches: {words}.", RULE, units=[*data], data=data, seen_by=[side.id])
    sent = [(q, read(Scout, choices.get(q.id)).hex) for q in watching.squadrons(state, side.id, "ground_support")]
    patrols = watching.squadrons(state, side.id, "cap")
    state.plans.intercept += [q.id for q in patrols if q.id in choices and read(Patrol, choices[q.id]).intercept]
    return [(q, hex) for q, hex in sent if hex]


def _gets_through(play: Play[LegatusState], id: str, hex: str) -> bool:
    """Send a squadron over its hex; CAP that was ordered to meets it on the way. legatus: Interceptors"""
    squadron = play.state.squadrons[id]
    text = f"{squadron.name} looks for the enemy over {hex}."
    play.tell("scouted", text, RULE, units=[id], data={"hex": hex}, seen_by=[squadron.side])
    return interceptors._meets_nobody(play, squadron)


def _look(play: Play[LegatusState], side: str, eyes: Sequence[Spotter]) -> None:
    """Every spotter of a side looks for every enemy that nobody of the side has spotted so far."""
    state, grid = play.state, grid_of(play.state)
    hidden = [glimpses.quarry_of(state, grid, e) for e in enemies_of(state, side) if not knows(state, side, e.id)]
    for spotter in eyes:
        for quarry in hidden:
            found = glimpses.best(grid, spotter, quarry)
            if found is not None:
                _roll(play, spotter, quarry, found)
        hidden = [q for q in hidden if not knows(state, side, q.unit.id)]


def _roll(play: Play[LegatusState], spotter: Spotter, quarry: Quarry, glimpse: Glimpse) -> None:
    """One attempt. The game master alone hears of it; a success is told to the spotting side with the roll as it can work it out."""
    state, unit = play.state, quarry.unit
    roll = play.dice.d10(f"spotting: {spotter.name} on {unit.name}, {glimpse.modified} or more")
    check = glimpses.checked(spotter, quarry, glimpse, roll)
    word = "spots" if check.passed else "does not spot"
    ids, data = [spotter.id, unit.id], {"from": glimpse.start, "to": glimpse.end, "range": spotter.range, "spotted": check.passed}
    text = f"{spotter.name} looks from {glimpse.start} to {glimpse.end} and {word} {unit.name}."
    play.tell("looked", text, RULE, units=ids, data=data, checks=[check], seen_by=[])
    if check.passed:
        sightings.mark(unit, spotter.side)
        how = f"{dispersion(unit.at).replace('_', '-')}, {unit.altitude.replace('_', ' ')}"
        text = f"{spotter.name} spots {unit.name} of {side_name(unit.side)} in {unit.at}: {unit.kind.replace('_', ' ')}, {how}."
        known = glimpses.as_known(state, spotter, quarry, check)
        play.tell("spotted", text, RULE, units=ids, data={"at": unit.at, **data}, checks=[known], seen_by=[spotter.side])
