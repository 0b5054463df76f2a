"""The spotting phase: both sides seal arcs and the hexes their squadrons look at, then a d10 for each line of sight within range.

legatus: Double-blind rules: Spotting, Interceptors
"""

from collections.abc import Mapping, Sequence

from scales.engine import Decision, Json
from scales.legatus.double_blind import glimpses, sightings, watching
from scales.legatus.double_blind.glimpses import Glimpse, Quarry, Spotter
from scales.legatus.double_blind.hearing import hides, knows
from scales.legatus.movement.movement import grid_of
from scales.legatus.orders import Arc, Meet, Scout, read
from scales.legatus.state import LegatusState, Side, Squadron, enemies_of, on_mission, side_name
from scales.legatus.support import interception
from scales.play import Play

RULE = glimpses.RULE


def spot(play: Play[LegatusState]) -> Sequence[Decision]:
    """Only in a double-blind battle: arcs first, then who meets the squadrons, then both sides look."""
    state = play.state
    if not hides(state):
        return ()
    if play.asks_first():
        asked = [d for s in state.sides if (d := watching.spot_orders(state, s)).units]
        if asked:
            return asked
    over = _fly(play, {q: hex for side in state.sides for q, hex in _orders(play, side).items()})
    for side in state.sides:
        eyes = [glimpses.spotter_of(state, u, u.watch) for u in watching.watchers(state, side.id)]
        _look(play, side.id, [*eyes, *(s for s in over if s.side == side.id)])
    return ()


def _choices(play: Play[LegatusState], side: str) -> Mapping[str, Json]:
    answer = play.answers.get(f"spot:{side}")
    return answer.choices if answer else {}


def _orders(play: Play[LegatusState], side: Side) -> dict[str, str]:
    """Turn the arcs of a side as ordered, and tell it; returns the hexes that its squadrons look at."""
    state, choices = play.state, _choices(play, side.id)
    turned = watching.turning(state, side.id)
    for unit in turned:
        unit.watch = read(Arc, choices.get(unit.id)).heading
    if turned:
        words = ", ".join(f"{u.name} {watching.TOWARDS[u.watch]}" for u in turned)
        data = {u.id: u.watch for u in turned}
        play.tell("watched", f"{side_name(play.state, side.id)} watches: {words}.", RULE, units=[*data], data=data, seen_by=[side.id])
    sent = {q.id: read(Scout, choices.get(q.id)).hex for q in on_mission(state, side.id, "ground_support")}
    return {id: hex for id, hex in sent.items() if hex}


def _fly(play: Play[LegatusState], flown: Mapping[str, str]) -> list[Spotter]:
    """Send squadrons over their hexes; CAP that was ordered to meets them on the way, each squadron of it the next. legatus: Interceptors"""
    state, over = play.state, []
    for id, hex in sorted(flown.items()):
        squadron = state.squadrons[id]
        text = f"{squadron.name} looks for the enemy over {hex}."
        play.tell("scouted", text, RULE, units=[id], data={"hex": hex}, seen_by=[squadron.side])
    met = {side.id: _shared(play, side, [q for q in sorted(flown) if state.squadrons[q].side != side.id]) for side in state.sides}
    for id, hex in sorted(flown.items()):
        squadron = state.squadrons[id]
        caps = [cap for side in state.sides for cap in met[side.id].get(id, ())]
        if interception.meet(play, squadron, caps):
            over.append(glimpses.scout_over(hex, id, squadron.name, squadron.side))
    return over


def _shared(play: Play[LegatusState], side: Side, coming: Sequence[str]) -> dict[str, list[Squadron]]:
    """Which squadrons of a side's CAP meet which of those that come: in turns, by id."""
    choices, found = _choices(play, side.id), dict[str, list[Squadron]]()
    willing = [q for q in on_mission(play.state, side.id, "cap") if read(Meet, choices.get(q.id)).intercept]
    for n, cap in enumerate(willing if coming else ()):
        found.setdefault(coming[n % len(coming)], []).append(cap)
    return found


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
        text = f"{spotter.name} spots {unit.name} of {side_name(state, unit.side)} in {unit.at}: {sightings.looks_of(unit)}."
        known = glimpses.as_known(state, spotter, quarry, check)
        play.tell("spotted", text, RULE, units=ids, data={"at": unit.at, **data}, checks=[known], seen_by=[spotter.side])
