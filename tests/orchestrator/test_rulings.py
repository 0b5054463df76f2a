"""A GM overrules, a table reports: once, for the version it was meant for, and replayed like everything else."""

import pytest

from orchestrator.campaign import Campaigns
from orchestrator.errors import NotFound, RulingRefused, StaleOrders
from orchestrator.message_forms import message_forms
from scales.codec import decode
from scales.messages import KINDS
from tests.orchestrator.scenes import two_scales
from tests.orchestrator.toy import Sea

SKY = "landfall.leviathan"
SINK = {"kind": "destroy", "unit": "landfall-leviathan-red1", "reason": "the table says so"}


def begun(game: Campaigns, players: dict[str, str] | None = None) -> str:
    id = game.create(two_scales(boats=1, turns=3), players, seed=1)
    game.run(id, until_turn=2)
    return id


def version(game: Campaigns, id: str, battle: str = SKY) -> int:
    return game.reading.battle(id, 0, battle).version


def sea(game: Campaigns, id: str, battle: str = SKY) -> Sea:
    return decode(game.reading.battle(id, 0, battle).state, Sea)


def test_a_ruling_between_phases_changes_the_battle_and_its_row_is_still_played(game: Campaigns) -> None:
    id = begun(game)
    before = version(game, id)
    assert game.overrule(id, SKY, before, SINK)
    assert sea(game, id).boats["landfall-leviathan-red1"].boxes == 0
    assert version(game, id) == before + 1
    game.run(id)
    steps = [step for step in game.export(id).steps if step.battle == SKY and step.version > before]
    assert [(step.kind, step.phase) for step in steps[:2]] == [("amend", ""), ("phase", "power")]
    assert steps[0].tick == steps[1].tick
    assert game.verify(id).is_sound
    assert game.replay(id).events == len(game.log(id))


def test_a_ruling_in_the_middle_of_a_phase_asks_again_and_the_phase_goes_on(game: Campaigns) -> None:
    id = begun(game, {"red": "person"})
    game.run(id)
    asked = game.decisions(id)[0]
    assert game.overrule(id, SKY, asked.place.version, SINK | {"unit": "landfall-leviathan-blue1"})
    again = game.decisions(id)[0]
    assert (again.decision.key, again.place.version) == (asked.decision.key, asked.place.version + 1)
    with pytest.raises(StaleOrders):
        game.leave_to_bot(id, asked.id)
    while game.run(id).status == "waiting":
        for each in game.decisions(id):
            game.leave_to_bot(id, each.id)
    assert game.verify(id).is_sound
    assert game.replay(id).digest == game.digest(id)


def test_the_same_ruling_twice_is_one_and_another_for_that_version_is_refused(game: Campaigns) -> None:
    id = begun(game)
    at = version(game, id)
    assert [game.overrule(id, SKY, at, SINK) for _ in range(5)] == [True, False, False, False, False]
    with pytest.raises(StaleOrders, match=f"not {at}"):
        game.overrule(id, SKY, at, SINK | {"unit": "landfall-leviathan-blue1"})
    assert version(game, id) == at + 1


def test_a_ruling_that_does_not_fit_is_refused_with_a_sentence_and_changes_nothing(game: Campaigns) -> None:
    id = begun(game)
    at = version(game, id)
    with pytest.raises(RulingRefused, match="'ghost' is none"):
        game.overrule(id, SKY, at, SINK | {"unit": "ghost"})
    with pytest.raises(NotFound):
        game.overrule(id, "landfall.moon", 1, SINK)
    assert version(game, id) == at


def test_a_result_from_the_table_is_taken_once_and_ends_a_battle(game: Campaigns) -> None:
    id = begun(game)
    game.run(id, until_turn=3)
    ground = "landfall.ground2"
    assert game.reading.battle(id, 0, ground).status == "open"
    at = version(game, id, ground)
    result = {"fates": {unit: {"boxes": 0} for unit in sea(game, id, ground).boats if "red" in unit}}
    assert [game.settle(id, ground, at, result) for _ in range(3)] == [True, False, False]
    assert game.reading.battle(id, 0, ground).status == "ended"
    assert game.reading.battle(id, 0, ground).report.winner == "blue"
    with pytest.raises(RulingRefused, match="has ended"):
        game.settle(id, ground, at + 1, result)
    game.run(id)
    assert game.verify(id).is_sound
    assert game.replay(id).digest == game.digest(id)


def test_a_result_that_names_a_strange_unit_is_refused_and_the_battle_stays_open(game: Campaigns) -> None:
    id = begun(game)
    with pytest.raises(RulingRefused, match="'stranger' is no boat"):
        game.settle(id, SKY, version(game, id), {"fates": {"stranger": {"boxes": 0}}})
    assert game.reading.battle(id, 0, SKY).status == "open"


def test_nothing_is_ruled_in_a_campaign_that_has_ended(game: Campaigns) -> None:
    id = begun(game)
    game.run(id)
    with pytest.raises(RulingRefused, match="has ended"):
        game.overrule(id, SKY, version(game, id), SINK)


@pytest.mark.parametrize("event", ["nowhere:1:1", "the last one", 7, None, f"{SKY}:999:1"])
def test_a_die_is_rolled_again_of_an_event_that_is_there(game: Campaigns, event: object) -> None:
    id = begun(game)
    for more in ({}, {"why": "a hit", "sides": 10}):
        with pytest.raises(RulingRefused, match="there is no event"):
            game.overrule(id, SKY, version(game, id), {"kind": "reroll", "event": event, "reason": "x"} | more)


def test_every_fault_of_a_ruling_is_told_by_itself(game: Campaigns) -> None:
    id = begun(game)
    with pytest.raises(RulingRefused) as refusal:
        game.overrule(id, SKY, version(game, id), {"kind": "note", "text": "", "seen_by": ["nobody"], "reason": "x"})
    assert len(refusal.value.faults) >= 1
    assert "; ".join(fault.text for fault in refusal.value.faults) == str(refusal.value)


def test_every_message_is_described_with_all_its_fields() -> None:
    for kind, form in message_forms().items():
        assert form.about, kind
        assert set(form.fields) == set(KINDS[kind].__struct_fields__)
    assert message_forms()["return_fire"].fields["hits"].startswith("list of {by: text; weapon: text; damage: number")
    assert message_forms()["engagement_result"].fields["winner"] == "text or null"
