"""Thor satellites of the board above: what they could do, calls that go up to them, and javelins that come down (centurion: Thor Satellites).

A side that has or had a satellite up there calls that one, and none by the abstract rule. A call stands among the battle's calls from the End
Phase on: `source` is SATELLITE until its javelins arrive, `due` the turn in which they should, 0 as long as they are not launched.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from scales.centurion.state import BattleState, Call, Vehicle
from scales.centurion.support import calls
from scales.codec import typed
from scales.engine import Decision, Delivery, Json, Modifier
from scales.messages import SatelliteAbove, ThorAbove, ThorCall, ThorJavelins, ThorNews
from scales.play import Play

RULE = "centurion: Thor Combat"
RECORD = "centurion: Thor Record Sheet"
SATELLITE = "satellite"
FULL = 9
"""Clusters of a whole satellite."""


# --- what is above ----------------------------------------------------------------------------------------------------------------


def look_up(play: Play[BattleState]) -> Sequence[Decision]:
    """Take up how the satellites above stand before anybody calls. When nothing comes any more the board above is closed, and they are gone."""
    state, found = play.state, dict[str, list[SatelliteAbove]]()
    for delivery in play.mail("thor_above"):
        for satellite in typed(delivery.data, ThorAbove).satellites:
            found.setdefault(satellite.side, []).append(satellite)
    gone = {side: [replace(s, clusters=0) for s in above] for side, above in state.satellites.items()}
    state.satellites = {side: above for side, above in sorted((gone | found).items()) if side in state.sides}
    return ()


def missions(state: BattleState, side: str) -> int:
    """Clusters that no call waits for yet."""
    above = state.satellites.get(side, [])
    return max(0, sum(s.clusters for s in above) - max((s.waiting for s in above), default=0))


def prospect(state: BattleState, side: str) -> Json:
    """What a call now would come to, as its offer shows it: who would launch, when the javelins could land, and what spoils their aim."""
    able = [s for s in state.satellites[side] if s.clusters]
    soonest = min((s.minutes for s in able if s.minutes), default=0)
    first = next((s for s in able if s.minutes == soonest), able[0])
    lands = {"lands": state.turn + 1 + soonest} if soonest else {"waits": "the battlefield will not be in its firing arc next turn"}
    return {"satellite": first.name, "launch": state.turn + 1, **lands, "spoiled_by": first.lost}


# --- calls ------------------------------------------------------------------------------------------------------------------------


def call(play: Play[BattleState], side: str, caller: Vehicle) -> None:
    """The commander's call goes up; the satellite launches by itself as soon as it can."""
    assert caller.hex is not None
    made = calls.new_call(play.state, side, kind="thor", source=SATELLITE, hex=caller.hex, due=0)
    made.caller = caller.id
    text = f"{caller.name} calls for three javelins of the satellite above."
    event = play.tell("thor_called", text, RULE, units=[caller.id], data={"call": made.id}, seen_by=[side])
    play.send("thor_call", ThorCall(made.id, "", side), event=event)


def take_news(play: Play[BattleState]) -> Sequence[Decision]:
    """What became of calls, and javelins that are here."""
    for delivery in play.mail("thor_news"):
        _news(play, typed(delivery.data, ThorNews), delivery)
    for delivery in play.mail("thor_javelins"):
        _arrive(play, typed(delivery.data, ThorJavelins), delivery)
    return ()


def _waiting(state: BattleState, id: str) -> Call | None:
    return next((c for c in state.calls if c.id == id and c.source == SATELLITE), None)


def _news(play: Play[BattleState], news: ThorNews, delivery: Delivery) -> None:
    state, made = play.state, _waiting(play.state, news.call)
    if made is None:
        return
    if news.news == "launched":
        made.due = state.turn + news.minutes
        spoiled = f", their aim spoiled by {', '.join(news.lost)}" if news.lost else ""
        text = f"The javelins are on their way{spoiled}: due in turn {made.due} of the battle."
        play.tell("thor_on_its_way", text, RULE, data={"due": made.due, "lost": news.lost}, seen_by=[made.side], cause=delivery.cause)
        return
    state.calls.remove(made)
    text = f"The Thor mission comes to nothing: {news.reason}."
    play.tell("thor_struck", text, RULE, data={"reason": news.reason}, seen_by=[made.side], cause=delivery.cause)


def _arrive(play: Play[BattleState], javelins: ThorJavelins, delivery: Delivery) -> None:
    """The call is due now, whoever called it; one that a ruling took away is entered anew."""
    state = play.state
    made = _waiting(state, javelins.call)
    if made is None:
        hex = next((unit.hex for unit in state.in_play() if unit.hex is not None), None)
        if hex is None or javelins.side not in state.sides:
            return
        made = calls.new_call(state, javelins.side, kind="thor", source=SATELLITE, hex=hex, due=0)
    made.source, made.due = "thor", state.turn
    made.data = {"javelins": javelins.javelins, "lost": javelins.lost}
    count = f"{javelins.javelins} javelin{'s' if javelins.javelins > 1 else ''}"
    text = f"{count[0].upper()}{count[1:]} of the satellite above come{'' if javelins.javelins > 1 else 's'} down."
    data = {"javelins": javelins.javelins, "lost": javelins.lost}
    play.tell("thor_arrives", text, RULE, data=data, cause=delivery.cause)


def spoiled(made: Call) -> list[Modifier]:
    """What damage of the satellite at the launch takes from each javelin's number."""
    return [Modifier(name, value, RECORD) for name, value in made.data.get("lost", {}).items()]
