"""Messages between boards: each arrives once, in the row its rule names, or is struck off with a reason."""

from collections import Counter

import pytest

from orchestrator.campaign import Campaigns
from orchestrator.errors import LinkFailed
from orchestrator.links.link import Carry, Deliveries, Due, Link, Scene
from orchestrator.store.records import BattlePlan, CampaignPlan, Sent, TheatrePlan
from orchestrator.store.writing import Store
from scales.engine import Delivery, Event
from tests.orchestrator.scenes import Shells, two_scales
from tests.orchestrator.toy import setup, toy


def game_of(*links: Link) -> Campaigns:
    return Campaigns(Store("sqlite://"), links, resolve=toy)


def test_every_message_is_delivered_once_in_its_row_and_led_back_to_its_cause() -> None:
    game = game_of(Shells())
    id = game.create(two_scales(boats=3, turns=6), seed=1)
    game.run(id)
    document = game.export(id)
    delivered = Counter(delivery.id for step in document.steps for delivery in step.inbox)
    assert set(delivered.values()) == {1}
    sent = {f"{step.battle}:{step.version}:{n}" for step in document.steps for n in range(len(step.outbox))}
    assert len(sent) > 10
    assert {message.delivery.id.partition("/")[0] for message in document.messages} == sent
    phases = {(step.battle.split(".")[1], step.phase) for step in document.steps if step.inbox}
    assert phases <= {("leviathan", "power"), ("centurion", "combat"), ("ground2", "combat")}
    for step in document.steps:
        for delivery in step.inbox:
            cause = game.explain(id, delivery.cause or "")[0]
            assert cause.event.kind == "shot"
            assert cause.place.battle == delivery.source


def test_a_battle_that_a_link_opens_is_played_from_the_next_row_on() -> None:
    game = game_of(Shells())
    id = game.create(two_scales(boats=2, turns=3), seed=1)
    game.run(id)
    steps = [step for step in game.export(id).steps if step.battle == "landfall.ground2"]
    assert [step.kind for step in steps[:2]] == ["setup", "phase"]
    assert steps[1].tick == steps[0].tick + 1
    assert game.reading.battle(id, 0, "landfall.ground2").status == "ended"


def short_ground(turns: int = 3) -> CampaignPlan:
    """The ground battle is over after a minute; what is sent to it later comes too late."""
    boards = [
        BattlePlan("t.sky", "leviathan", setup(4, turn_limit=99, prefix="s", boxes=90, standing=True)),
        BattlePlan("t.ground", "centurion", setup(2, turn_limit=0, prefix="g", boxes=90)),
    ]
    return CampaignPlan("short", [TheatrePlan("t", boards)], ["leviathan", "centurion"], {"red": "red", "blue": "blue"}, turns)


class ToGround(Link):
    """Names its target, whether it is open or not."""

    kinds = ("shell",)

    def deliver(self, message: Sent, scene: Scene) -> Deliveries:
        tick = scene.next_tick("centurion", "combat")
        assert tick is not None
        return Deliveries(dues=[Due("t.ground", tick, "shell", message.message.data, message.cause, message.source)])


def test_a_message_to_a_battle_that_has_ended_is_struck_off_and_the_log_says_so() -> None:
    game = game_of(ToGround())
    id = game.create(short_ground(), seed=4)
    game.run(id)
    struck = [message for message in game.export(id).messages if message.status == "struck"]
    notes = [entry for _, entry in game.log(id) if entry.event.kind == "message_struck"]
    assert len(struck) == len(notes) > 0
    assert all(note.event.seen_by == [] and note.place.battle == "t" for note in notes)
    assert {note.event.data["message"] for note in notes} == {message.delivery.id for message in struck}
    assert game.explain(id, str(notes[0].place))[1].event.kind == "shot"
    assert game.verify(id).is_sound
    game.replay(id)


class GoesBack(ToGround):
    def bounce(self, delivery: Delivery, scene: Scene) -> Deliveries:
        tick = scene.next_tick("leviathan", "power")
        assert tick is not None
        return Deliveries(dues=[Due(delivery.source, tick, "shell", delivery.data, delivery.cause)])


def test_a_link_may_bring_back_what_came_too_late() -> None:
    game = game_of(GoesBack())
    id = game.create(short_ground(), seed=4)
    game.run(id)
    document = game.export(id)
    back = {message.delivery.id for message in document.messages if message.delivery.id.endswith("~")}
    assert back
    arrived = {delivery.id for step in document.steps if step.battle == "t.sky" for delivery in step.inbox}
    waiting = {message.delivery.id for message in document.messages if message.status == "due"}
    assert back == arrived | waiting
    assert [m.reason for m in document.messages if f"{m.delivery.id}~" in back] == ["went back"] * len(back)
    game.replay(id)


class Herald(Link):
    """Tells every ground battle before each minute what the hour is, and ends one of them."""

    kinds = ("shell", "hour")

    def deliver(self, message: Sent, scene: Scene) -> Deliveries:  # noqa: ARG002
        return Deliveries(struck="the herald keeps it")

    def before_row(self, scene: Scene) -> Deliveries:
        if scene.row.letter != "D6":
            return Deliveries()
        note = Event("hour", f"It is minute {scene.minute}.", "herald: Hours")
        return Deliveries(dues=[Due(b.id, scene.tick, "shell", {"from": "herald"}) for b in scene.boards("centurion")], notes=[note])

    def after_row(self, scene: Scene) -> Deliveries:
        return Deliveries(closings=["landfall.centurion"] if scene.minute == 7 else [])


def test_links_may_speak_before_a_row_and_end_battles_after_one() -> None:
    game = game_of(Herald())
    id = game.create(two_scales(boats=1, turns=3), seed=1)
    game.run(id)
    document = game.export(id)
    told = [(step.tick, delivery.id) for step in document.steps for delivery in step.inbox]
    assert len(told) == 8 - 1
    assert all(id == f"landfall@{tick}<0" for tick, id in told)
    assert sum(event.event.kind == "hour" for event in document.events) == 15
    assert game.reading.battle(id, 0, "landfall.centurion").status == "ended"
    game.replay(id)


def test_a_message_that_no_link_carries_stops_the_campaign() -> None:
    game = game_of()
    id = game.create(two_scales(boats=3, turns=3), seed=1)
    with pytest.raises(LinkFailed, match="no link carries shell"):
        game.run(id)


def test_two_links_for_one_kind_are_refused() -> None:
    with pytest.raises(LinkFailed, match="two links carry shell"):
        game_of(Shells(), Carry("shell", "centurion", "combat"))


def test_a_message_for_a_scale_that_is_not_in_play_goes_nowhere() -> None:
    game = game_of(Carry("shell", "interceptor", "combat"))
    id = game.create(two_scales(boats=3, turns=3), seed=1)
    game.run(id)
    assert {message.reason for message in game.export(id).messages} == {"no interceptor board is in play"}


class IntoThePast(ToGround):
    def deliver(self, message: Sent, scene: Scene) -> Deliveries:
        return Deliveries(dues=[Due("t.ground", scene.tick, "shell", message.message.data)])


def test_a_link_that_delivers_into_a_row_gone_by_stops_the_campaign() -> None:
    game = game_of(IntoThePast())
    with pytest.raises(LinkFailed, match="which is over"):
        game.run(game.create(short_ground(), seed=4))


class ToNobody(ToGround):
    def deliver(self, message: Sent, scene: Scene) -> Deliveries:
        return Deliveries(dues=[Due("t.moon", scene.tick + 1, "shell", message.message.data)])


def test_a_link_that_names_no_battle_stops_the_campaign() -> None:
    game = game_of(ToNobody())
    with pytest.raises(LinkFailed, match=r"'t\.moon', which is no battle"):
        game.run(game.create(short_ground(), seed=4))
