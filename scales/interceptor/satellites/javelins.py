"""Clusters of Thor javelins on their way down: flight, losses, and the minute in which they land (centurion: Thor Satellites, Thor Combat).

A cluster moves before all other missiles, one hex more each turn. Fire that hits it takes one javelin; the blast of a HELL missile all of them.
"""

from scales.engine import Decision
from scales.hexes import Hex, distance, neighbor
from scales.interceptor.board import Board, board
from scales.interceptor.damage.damage import P
from scales.interceptor.satellites.missions import RULE, to_hit_lost
from scales.interceptor.state import Cluster, Shot, State
from scales.interceptor.tables import missiles
from scales.messages import ThorJavelins, ThorNews


def under_way(state: State) -> list[tuple[Shot, Cluster]]:
    """Clusters in flight, in the order of their launch."""
    return [(shot, shot.cluster) for shot in state.shots if shot.cluster is not None]


def goal(state: State, shot: Shot) -> Hex | None:
    """The battlefield hex that a cluster flies to; None when the battle is over."""
    battle = state.battles.get(shot.battle)
    return None if battle is None else Hex(battle.column, battle.row)


def step(b: Board, here: Hex, goal: Hex) -> Hex:
    """One hex of the shortest way over the board, downward where several are as short."""
    headings = [*b.down, *(h for h in range(1, 7) if h not in b.down)]
    around = [neighbor(here, heading, "odd") for heading in headings]
    return min(around, key=lambda hex: (distance(hex, goal, "odd"), not b.has(hex)))


def fly(play: P) -> list[Decision]:
    """Every cluster gains a point of velocity and flies so many hexes, or as far as the battlefield."""
    for shot, _ in under_way(play.state):
        if shot.launched < play.state.at.turn:
            _fly(play, shot)
    return []


def _fly(play: P, shot: Shot) -> None:
    b, target = board(play.state.layout), goal(play.state, shot)
    if target is None:
        _strike_off(play, shot, "the battle on the ground is over")
        return
    shot.velocity += missiles()[shot.kind].thrust
    for _ in range(min(shot.velocity, distance(shot.hex, target, "odd"))):
        shot.place(step(b, shot.hex, target))
    text = f"The javelins of {play.state.craft[shot.owner].name} fall to {b.label(shot.hex)}, velocity {shot.velocity}."
    play.tell("thor_falls", text, RULE, units=[shot.owner], data={"hex": b.label(shot.hex), "velocity": shot.velocity})


def _strike_off(play: P, shot: Shot, why: str) -> None:
    play.state.shots.remove(shot)
    text = f"The javelins of {play.state.craft[shot.owner].name} come to nothing: {why}."
    play.tell("thor_wasted", text, RULE, units=[shot.owner], data={"battle": shot.battle, "reason": why})


def lose(play: P, shot: Shot, count: int, how: str, *, by: str = "", rule: str = RULE) -> None:
    """Javelins of a cluster are destroyed; with the last one it is gone, and its battle waits no longer."""
    cluster = shot.cluster
    assert cluster is not None
    lost = min(count, cluster.javelins)
    cluster.javelins -= lost
    play.state.hits += lost
    left = "none is left" if not cluster.javelins else f"{cluster.javelins} left"
    text = f"{lost} of the javelins of {play.state.craft[shot.owner].name} {'is' if lost == 1 else 'are'} {how}, {left}."
    data = {"lost": lost, "left": cluster.javelins}
    event = play.tell("javelins_lost", text, rule, units=[*([by] if by else []), shot.owner], data=data)
    if not cluster.javelins:
        play.state.shots.remove(shot)
        news = ThorNews(cluster.call, shot.battle, "struck", "its javelins were destroyed on their way")
        play.send("thor_news", news, event=event, battle=shot.battle)


def land(play: P) -> list[Decision]:
    """Clusters that are in their battlefield hex after all fire strike the ground in this minute's Combat Phase."""
    for shot, cluster in under_way(play.state):
        if shot.hex == goal(play.state, shot):
            _land(play, shot, cluster)
    return []


def _land(play: P, shot: Shot, cluster: Cluster) -> None:
    play.state.shots.remove(shot)
    many = "javelin comes" if cluster.javelins == 1 else "javelins come"
    label = board(play.state.layout).label(shot.hex)
    text = f"{cluster.javelins} {many} down on the battlefield in {label} from {play.state.craft[shot.owner].name}."
    data = {"battle": shot.battle, "javelins": cluster.javelins}
    event = play.tell("thor_lands", text, RULE, units=[shot.owner], data=data)
    lost = {modifier.name: modifier.value for modifier in to_hit_lost(cluster.spoiled)}
    play.send("thor_javelins", ThorJavelins(cluster.call, shot.battle, shot.side, cluster.javelins, lost), event=event, battle=shot.battle)
