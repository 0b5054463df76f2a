"""Missiles that burst over a whole hex: the DFM, and the HELL missile (Interceptor: Missiles; centurion: HELL Missile)."""

from scales.engine import Json
from scales.hexes import Hex
from scales.interceptor.board import board
from scales.interceptor.damage.condition import shield
from scales.interceptor.damage.damage import P, boxes, spread
from scales.interceptor.missiles.attack import damage, toward
from scales.interceptor.missiles.hard_points import unload
from scales.interceptor.missiles.in_flight import JAVELINS, RULE, name_of, strike_off
from scales.interceptor.missiles.launching import lock, no_lock
from scales.interceptor.missiles.lock_on import burst_hex, lock_number, note_launch, struck_at
from scales.interceptor.patrol.halves import sides_in
from scales.interceptor.pilots import engagement
from scales.interceptor.satellites.javelins import lose
from scales.interceptor.state import Craft, Shot, State
from scales.interceptor.tables import missiles, rule

HELL_RULE = "centurion: HELL Missile"


# --- DFM ------------------------------------------------------------------------------------------------------------------------------


def burst(play: P, craft: Craft, ahead: int) -> None:
    """A DFM bursts straight ahead at once: every craft in the hex takes a hit on the side turned to the launcher (designed)."""
    state, missile, spot = play.state, missiles()["dfm"], burst_hex(craft, ahead)
    label = board(state.layout).label(spot)
    note_launch(craft, state.at.turn)
    check = lock(play, craft.name, missile, label, lock_number(craft, missile))
    if not check.passed:
        no_lock(play, craft.name, missile, label, check, [craft.id])
        return
    side = unload(craft, "dfm", state.at.turn, craft.launches)
    data = {"hex": label, "hard_point": side}
    play.tell("dfm_burst", f"{craft.name} bursts a DFM in {label}.", RULE, units=[craft.id], checks=[check], data=data)
    for target in struck_at(state, spot):
        struck = toward(state, target, craft.hex, spot)
        engagement.shot_at(state, craft.id, target.id)
        damage(play, target, struck, family="mdc", points=missile.damage, by=craft.id, name=missile.name)


# --- HELL missile ---------------------------------------------------------------------------------------------------------------------


def hell_damage(shields: dict[str, int]) -> dict[str, int]:
    """Damage of a HELL missile to each side: a hundred less the shield rating (centurion: HELL Missile)."""
    full: int = rule("hell")["damage"]
    return {side: max(0, full - rating) for side, rating in shields.items()}


def hell_blast(state: State, spot: Hex) -> dict[str, dict[str, int]]:
    """What a HELL missile in a hex would do, by craft and side: a patrol craft is struck on the sides of its half there."""
    b, turn = board(state.layout), state.at.turn
    return {c.id: hell_damage({side: shield(c, side, turn) for side in sides_in(b, c, spot)}) for c in struck_at(state, spot)}


def explode(play: P, shot: Shot, spot: Hex) -> None:
    """A HELL missile in its target's hex: all craft there are struck, and other missiles and javelins are destroyed."""
    state, label = play.state, board(play.state.layout).label(spot)
    text = f"The {name_of(state, shot)} explodes in {label}."
    state.shots.remove(shot)
    play.tell("hell_burst", text, HELL_RULE, units=[shot.owner, shot.target], data={"missile": shot.id, "hex": label})
    for id, points in hell_blast(state, spot).items():
        engagement.shot_at(state, shot.owner, id)
        _burn(play, state.craft[id], points, shot.owner)
    for other in [s for s in state.shots if s.hex == spot]:
        if other.kind == JAVELINS:
            lose(play, other, other.cluster.javelins if other.cluster else 0, "destroyed by the blast", by=shot.owner, rule=HELL_RULE)
        else:
            strike_off(play, other, "is destroyed by the blast")


def _burn(play: P, craft: Craft, points: Json, by: str) -> None:
    blows = [spread(play.dice, craft, side, count) for side, count in points.items()]
    marked, parts = sum(blow.marked for blow in blows), [part for blow in blows for part in blow.parts]
    craft.by = by
    play.state.hits += marked + len(parts)
    where = "all round" if len(points) == len(craft.armor) else f"on its {'bow' if 'bow' in points else 'stern'} half"
    play.tell("hell_damage", f"{craft.name} loses {boxes(marked, 'armor ')} {where}.", HELL_RULE, units=[craft.id, by], data=points)
