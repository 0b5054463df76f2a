"""Thor missions of a satellite that is on the board above."""

from typing import Any

from scales.centurion import ENGINE
from scales.centurion.state import BattleState
from scales.centurion.support import satellites, thor
from scales.codec import plain
from scales.dice import ScriptedDice
from scales.engine import Delivery, Json
from scales.messages import SatelliteAbove, ThorAbove, ThorJavelins, ThorNews
from tests.centurion.firing_range import advance, bones, kinds, table, tank


def mail(kind: str, message: object) -> Delivery:
    return Delivery(f"{kind}:1", kind, "above", plain(message), "above:7:0")


def above(clusters: int = 9, minutes: int = 3, waiting: int = 0, *lost: str) -> Delivery:
    return mail("thor_above", ThorAbove("", [SatelliteAbove("eye", "Eye", "blue", clusters, waiting, list(lost), minutes)]))


def field(**more: Any) -> BattleState:
    return table([tank("h", "horatius", "0505"), tank("g", "viper", "0606")], [tank("v", "viper", "1510")], **more)


CALL = {"thor:blue": {"thor": {"call": True}}}


def called(state: BattleState, **seen: Any) -> BattleState:
    step, _ = advance(state, "end", bones(), CALL, [above(**seen)])
    found: BattleState = step.state
    return found


# --- calling ------------------------------------------------------------------------------------------------------------------------


def test_the_call_goes_up_and_nothing_is_due_yet() -> None:
    step, events = advance(field(), "end", bones(), CALL, [above()])
    (made,) = step.state.calls
    assert (made.kind, made.source, made.due) == ("thor", "satellite", 0)
    (sent,) = step.outbox
    assert (sent.kind, sent.data) == ("thor_call", {"call": made.id, "battle": "", "side": "blue"})
    (event,) = [e for e in events if e.kind == "thor_called"]
    assert (event.seen_by, event.rule) == (["blue"], "centurion: Thor Combat")
    step.state.turn = 9
    assert thor.ask_targets(step.state, "blue") == []


def test_a_side_with_a_satellite_above_has_no_other_missions() -> None:
    state = field(options={"thor_missions": 3})
    assert (thor.missions(state, "blue"), thor.missions(state, "red")) == (3, 3)
    step, _ = advance(state, "end", bones(), {}, [above(0)])
    assert (thor.missions(step.state, "blue"), thor.missions(step.state, "red")) == (0, 3)
    assert thor.ask(step.state, "blue") == []


def test_what_is_called_for_and_not_launched_is_counted() -> None:
    step, _ = advance(field(), "end", bones(), {}, [above(clusters=2, waiting=1)])
    assert thor.missions(step.state, "blue") == 1


def test_when_the_board_above_is_closed_its_satellites_are_gone() -> None:
    state = called(field())
    step, _ = advance(state, "end", bones(), {})
    assert thor.missions(step.state, "blue") == 0


def test_an_offer_says_what_a_call_would_come_to() -> None:
    state = field()
    state.satellites = {"blue": [SatelliteAbove("eye", "Eye", "blue", 9, 0, ["fire computer"], 3)]}
    option = thor.offers(state, thor.ask(state, "blue")[0])[0].options[1]
    assert option.label == "call three javelins of Eye for turn 5 of the battle"
    assert (option.info["launch"], option.info["lands"], option.info["left"]) == (2, 5, 8)
    assert option.info["spoiled_by"] == ["fire computer"]
    state.satellites["blue"][0].minutes = 0
    assert "waits" in thor.offers(state, thor.ask(state, "blue")[0])[0].options[1].info


# --- news and javelins --------------------------------------------------------------------------------------------------------------


def test_a_launch_tells_when_the_javelins_are_due() -> None:
    state = called(field())
    state.turn = 2
    news = ThorNews(state.calls[0].id, "b", "launched", "", 3, ["scanner systems"])
    step, events = advance(state, "combat", bones(), {}, [mail("thor_news", news)])
    assert step.state.calls[0].due == 5
    (told,) = [e for e in events if e.kind == "thor_on_its_way"]
    assert (told.seen_by, told.cause, told.data) == (["blue"], "above:7:0", {"due": 5, "lost": ["scanner systems"]})
    record = ENGINE.record(ENGINE.view(step.state, "blue"), "thor:blue")
    assert record["under_way"] == [{"turn": 5, "round": "thor", "state": "launched"}]
    assert ENGINE.record(ENGINE.view(step.state, "red"), "thor:blue") == {}


def test_a_mission_that_comes_to_nothing_is_struck_off_with_its_reason() -> None:
    state = called(field())
    news = ThorNews(state.calls[0].id, "b", "struck", "its javelins were destroyed on their way")
    step, events = advance(state, "combat", bones(), {}, [mail("thor_news", news)])
    assert step.state.calls == []
    assert [e.text for e in events if e.kind == "thor_struck"] == [
        "The Thor mission comes to nothing: its javelins were destroyed on their way."
    ]


def arrived(state: BattleState, javelins: int = 3, **lost: int) -> Delivery:
    return mail("thor_javelins", ThorJavelins(state.calls[0].id, "b", "blue", javelins, lost))


def test_javelins_get_their_targets_when_they_arrive_and_strike_with_a_spoiled_aim() -> None:
    state = called(field())
    state.turn, id = 5, state.calls[0].id
    orders: Json = {"javelins:blue": {f"{id}#1": {"target": "g"}, f"{id}#2": {"target": "h"}}}
    delivery = arrived(state, 2, **{"target locking circuits": -1})
    # a five hits, a six misses and scatters
    step, events = advance(state, "combat", ScriptedDice.of(5, 7, 5, 6, 3), orders, [delivery])
    javelins = [e for e in events if e.kind == "javelin"]
    assert [(e.checks[0].base, e.checks[0].target, e.checks[0].passed) for e in javelins] == [(6, 5, True), (6, 5, False)]
    assert [m.name for m in javelins[0].checks[0].modifiers] == ["target locking circuits"]
    assert kinds(events)[0] == "thor_arrives"
    assert step.state.vehicles["g"].destroyed
    assert step.state.calls == []


def test_lost_javelins_are_not_asked_about() -> None:
    state = called(field())
    id = state.calls[0].id
    step = ENGINE.advance(state, "combat", {}, [arrived(state, 1)], bones())
    asked = [d for d in ENGINE.prospects(ENGINE.view(step.state, "blue"), step.pending[0]) if d.kind == "javelins"]
    assert [d.data["slots"] for d in asked] == [[f"{id}#1"]]


def test_javelins_that_nobody_waits_for_come_down_all_the_same() -> None:
    state = field()
    message = ThorJavelins("blue-9-9", "b", "blue", 3, {})
    _, events = advance(state, "combat", bones(), {}, [mail("thor_javelins", message)])
    assert "thor_arrives" in kinds(events)


# --- who knows ----------------------------------------------------------------------------------------------------------------------


def test_satellites_and_calls_are_their_own_side_s() -> None:
    state = called(field())
    assert (ENGINE.view(state, "red").state.satellites, ENGINE.view(state, "red").state.calls) == ({}, [])
    assert list(ENGINE.view(state, "blue").state.satellites) == ["blue"]
    assert satellites.missions(state, "blue") == 9
