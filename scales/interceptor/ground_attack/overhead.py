"""What this board and the ground battles below see of each other (centurion: Attacks at LAF, Attacking Fighters from the Centurion Board)."""

from scales.codec import typed
from scales.engine import Decision
from scales.hexes import Hex
from scales.interceptor.board import board
from scales.interceptor.damage.condition import shield
from scales.interceptor.damage.damage import P
from scales.interceptor.ground_fire import installed
from scales.interceptor.landing import dropping
from scales.interceptor.patrol.halves import hexes_of
from scales.interceptor.state import Craft, State
from scales.messages import CraftOverhead, GroundForces, Overhead


def look_down(play: P) -> list[Decision]:
    """Take up who is on the ground this minute; what was known of the last one is forgotten."""
    play.state.ground = {}
    for delivery in play.mail("ground_forces"):
        news = typed(delivery.data, GroundForces)
        if news.battle in play.state.battles:
            play.state.ground[news.battle] = news.units
    installed.stand(play.state)
    dropping.falling(play)
    return []


def craft_overhead(state: State, battle: str) -> CraftOverhead:
    """The craft on this board with any part in the hex of a ground battle, in order of id; not those that attack the ground."""
    below = state.battles.get(battle)
    if below is None:
        return CraftOverhead(battle, [])
    b, hex = board(state.layout), Hex(below.column, below.row)
    return CraftOverhead(battle, [_overhead(state, craft) for craft in state.flying() if hex in hexes_of(b, craft)])


def _overhead(state: State, craft: Craft) -> Overhead:
    shields = {side: shield(craft, side, state.at.turn) for side in craft.armor}
    return Overhead(craft.id, craft.name, craft.type, craft.side, craft.heading, craft.velocity, shields)
