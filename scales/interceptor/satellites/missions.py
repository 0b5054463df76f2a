"""Thor missions: calls of ground commanders, and the launch of a cluster in the missile phase (centurion: Thor Satellites, Thor Combat).

A call that cannot be answered yet waits: the satellite launches by itself as soon as the battlefield lies in its arc. One cluster a turn.
"""

from scales.codec import typed
from scales.engine import Decision, Modifier
from scales.hexes import Hex, arc_sides, distance, turned
from scales.interceptor.board import Board, board
from scales.interceptor.damage.condition import is_ready, is_short
from scales.interceptor.damage.damage import P
from scales.interceptor.satellites.hardpoints import CLUSTER, clusters, is_satellite, loaded, use
from scales.interceptor.satellites.orbit import below, next_move, satellites
from scales.interceptor.state import Cluster, Craft, Mission, Shot, State
from scales.interceptor.tables import missiles, rule, table
from scales.messages import SatelliteAbove, ThorAbove, ThorCall, ThorNews

RULE = "centurion: Thor Combat"
RECORD = "centurion: Thor Record Sheet"
COMM = "comm_system"


# --- what a satellite can do ----------------------------------------------------------------------------------------------------------


def obstacle(craft: Craft, turn: int) -> str:
    """Why a satellite launches nothing this turn; '' when it can."""
    if not clusters(craft):
        return "it has no javelins left"
    if craft.launched >= turn:
        return "it has launched a cluster this turn"
    if is_short(craft, COMM, turn):
        return "its comm system is out"
    if not any(is_ready(craft, mount, turn) for mount in loaded(craft)):
        return "its hard points are out"
    return ""


def in_arc(b: Board, hex: Hex, heading: int, target: Hex) -> bool:
    """Does the side of the satellite that is turned to the planet bear on a hex? (designed)"""
    return any(turned(heading, side - 1) in b.down for side in arc_sides(hex, heading, target, "odd"))


def spoiled(craft: Craft) -> list[str]:
    """Sensors and targeting systems that are out: each costs every javelin launched now one of its to-hit number."""
    return [part for part in table("internals")["thor_satellite"]["spoils"] if craft.marks.get(part)]


def to_hit_lost(parts: list[str]) -> list[Modifier]:
    """What systems that were out at launch take from the javelins, each with its name."""
    lost = table("internals")["thor_satellite"]["spoils"]
    return [Modifier(part.replace("_", " "), lost[part], RECORD) for part in parts]


def minutes_down(b: Board, hex: Hex, target: Hex) -> int:
    """Movement phases from the launch of a cluster above a hex until it is in a battlefield hex."""
    left, velocity, minutes = distance(below(b, hex), target, "odd"), rule("thor")["first_velocity"], 0
    while left > 0:
        velocity, minutes = velocity + missiles()[CLUSTER].thrust, minutes + 1
        left -= velocity
    return minutes


# --- calls ----------------------------------------------------------------------------------------------------------------------------


def take_calls(play: P) -> list[Decision]:
    """Calls of the End Phase before; those of battles that are over, or of a side without javelins above, come to nothing."""
    for delivery in play.mail("thor_call"):
        call = typed(delivery.data, ThorCall)
        play.state.missions.append(Mission(call.call, call.battle, call.side, delivery.cause))
    for mission in list(play.state.missions):
        if mission.battle not in play.state.battles:
            _strike_off(play, mission, "the battle on the ground is over")
        elif not any(clusters(craft) for craft in satellites(play.state) if craft.side == mission.side):
            _strike_off(play, mission, "no satellite of the side has any javelins left")
    return []


def _strike_off(play: P, mission: Mission, why: str) -> None:
    """A mission that will never be flown; its battle is told if it goes on."""
    state = play.state
    state.missions.remove(mission)
    text = f"A Thor mission for {mission.battle} is struck off: {why}."
    data = {"battle": mission.battle, "reason": why}
    event = play.tell("thor_struck", text, RULE, data=data, seen_by=[mission.side], cause=mission.cause)
    if mission.battle in state.battles:
        play.send("thor_news", ThorNews(mission.call, mission.battle, "struck", why), event=event, battle=mission.battle)


# --- launches -------------------------------------------------------------------------------------------------------------------------


def launch(play: P) -> list[Decision]:
    """Every mission that can be flown is flown, in the order of the calls; the others wait."""
    for mission in list(play.state.missions):
        found = {craft.id: _why_not(play.state, craft, mission) for craft in satellites(play.state) if craft.side == mission.side}
        able = [id for id, why in found.items() if not why]
        if able:
            _launch(play, play.state.craft[able[0]], mission)
        elif not found:
            _strike_off(play, mission, "no satellite of the side is there any more")
        else:
            _wait(play, mission, found)
    return []


def _why_not(state: State, craft: Craft, mission: Mission) -> str:
    b, battle = board(state.layout), state.battles[mission.battle]
    seen = in_arc(b, craft.hex, craft.heading, Hex(battle.column, battle.row))
    return obstacle(craft, state.at.turn) or ("" if seen else "the battlefield is not in its firing arc")


def _wait(play: P, mission: Mission, found: dict[str, str]) -> None:
    words = "; ".join(f"{play.state.craft[id].name}: {why}" for id, why in found.items())
    text = f"The Thor mission for {mission.battle} waits: {words}."
    data = {"battle": mission.battle, "reasons": found}
    play.tell("thor_waits", text, RULE, units=list(found), data=data, seen_by=[mission.side], cause=mission.cause)


def _launch(play: P, craft: Craft, mission: Mission) -> None:
    """A cluster is placed one hexrow below the satellite at velocity 1, without a roll."""
    state, b, battle = play.state, board(play.state.layout), play.state.battles[mission.battle]
    use(craft)
    craft.launched = state.at.turn
    start, lost = below(b, craft.hex), spoiled(craft)
    shot = Shot(f"{craft.id}.m{state.next_shot}", CLUSTER, craft.side, craft.id, "", *start, rule("thor")["first_velocity"], state.at.turn)
    shot.battle, shot.cluster = battle.id, Cluster(mission.call, rule("thor")["javelins"], lost)
    state.next_shot += 1
    state.shots.append(shot)
    state.missions.remove(mission)
    minutes = minutes_down(b, craft.hex, Hex(battle.column, battle.row))
    text = f"{craft.name} launches three javelins at the battlefield in {b.label(Hex(battle.column, battle.row))}, {clusters(craft)} clusters left."
    data = {"battle": battle.id, "hex": b.label(start), "minutes": minutes, "spoiled": lost, "left": clusters(craft)}
    event = play.tell("thor_launched", text, RULE, units=[craft.id], data=data, cause=mission.cause)
    news = ThorNews(mission.call, battle.id, "launched", "", minutes, [m.name for m in to_hit_lost(lost)])
    play.send("thor_news", news, event=event, battle=battle.id)


# --- what the ground sees -------------------------------------------------------------------------------------------------------------


def thor_above(state: State, battle: str) -> ThorAbove:
    """The satellites that a battle's sides have or had on this board, as the ground commanders know them when they may call."""
    found = [_above(state, craft, battle) for _, craft in sorted(state.craft.items()) if is_satellite(craft)]
    return ThorAbove(battle, found)


def _above(state: State, craft: Craft, battle: str) -> SatelliteAbove:
    """`minutes` from a launch in the next turn until the javelins land, 0 when the battlefield will not be in arc then."""
    b, turn, here = board(state.layout), state.at.turn + 1, state.battles.get(battle)
    on_board = craft.where == "board"
    minutes = 0
    if on_board and here is not None:
        orbit, target = next_move(b, craft, turn), Hex(here.column, here.row)
        hex = orbit.hexes[-1] if orbit.hexes else craft.hex
        minutes = minutes_down(b, hex, target) if not orbit.end and in_arc(b, hex, craft.heading, target) else 0
    waiting = sum(mission.side == craft.side for mission in state.missions)
    lost = [m.name for m in to_hit_lost(spoiled(craft))]
    return SatelliteAbove(craft.id, craft.name, craft.side, clusters(craft) if on_board else 0, waiting, lost, minutes)
