"""A log that was tampered with is found out, and the first place named."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from msgspec import structs

from orchestrator.campaign import Campaigns
from orchestrator.errors import ReplayDiffers
from orchestrator.history import digest
from orchestrator.history.export import Exported, from_json, to_json
from orchestrator.store.reading import LoggedEvent, LoggedMessage
from orchestrator.store.records import BattlePlan
from scales.engine import Event, Orders
from tests.orchestrator.scenes import campaigns, two_scales


def straight(game: Campaigns) -> str:
    id = game.create(two_scales(boats=2, turns=2), seed=1)
    game.run(id)
    return id


def rewound(game: Campaigns) -> str:
    """Twice: the second time to a row that was played after the first."""
    id = game.create(two_scales(boats=2, turns=2), seed=1)
    game.run(id, until_turn=2)
    game.rewind(id, 12, "the shells were forgotten")
    game.run(id, until_turn=2)
    game.rewind(id, 24, "somebody had to leave")
    game.run(id)
    return id


def forked(game: Campaigns) -> str:
    """From a campaign that has ended."""
    id = game.fork(rewound(game), 40, "what if", seed=2)
    game.run(id)
    return id


HISTORIES = (straight, rewound, forked)


@pytest.fixture(scope="module", params=HISTORIES)
def played(request: pytest.FixtureRequest) -> tuple[Campaigns, bytes]:
    """The export of a campaign that was played straight on, rewound, or forked: everything here holds for all of them."""
    game = campaigns("sqlite://")
    return game, to_json(game.export(request.param(game)))


@pytest.fixture
def document(played: tuple[Campaigns, bytes]) -> Exported:
    return from_json(played[1])


@pytest.fixture
def game(played: tuple[Campaigns, bytes]) -> Campaigns:
    return played[0]


def rolled(document: Exported) -> LoggedEvent:
    """An event in the middle with a die."""
    return [event for event in document.events if event.event.rolls and event.tick > 20][7]


def of(document: Exported, event: LoggedEvent) -> int:
    return document.events.index(event)


def test_an_untouched_campaign_is_sound_and_every_die_checked(document: Exported, game: Campaigns) -> None:
    verdict = game.verify(document)
    assert verdict.faults == []
    assert verdict.dice == sum(len(event.event.rolls) for event in document.events) > 100
    assert game.replay(document).digest == verdict.digest == document.digest


@pytest.mark.parametrize("tick", [4, 14, 28, 45])
def test_each_stretch_of_a_history_is_checked_with_its_own_dice(tick: int, document: Exported, game: Campaigns) -> None:
    event = next(event for event in document.events if event.event.rolls and event.tick > tick)
    one_pip(event)
    rechain(document)
    assert game.verify(document).faults[0].startswith("die ")
    with pytest.raises(ReplayDiffers):
        game.replay(document)


def test_an_altered_sentence_is_named(document: Exported, game: Campaigns) -> None:
    event = rolled(document)
    event.event.text = "Nothing happened."
    assert game.verify(document).faults[0] == f"event {event.place} was altered: Nothing happened."


def test_a_removed_event_is_named(document: Exported, game: Campaigns) -> None:
    event = rolled(document)
    document.events.remove(event)
    assert str(event.place) in game.verify(document).faults[0]


def test_an_added_event_is_found(document: Exported, game: Campaigns) -> None:
    event = rolled(document)
    n = sum(each.place.battle == event.place.battle and each.place.version == event.place.version for each in document.events)
    document.events.append(LoggedEvent(replace(event.place, n=n), event.tick, Event("miracle", "A miracle.", ""), "0" * 64))
    assert any(str(replace(event.place, n=n)) in fault for fault in game.verify(document).faults)


def test_altered_orders_are_found(document: Exported, game: Campaigns) -> None:
    step = next(step for step in document.steps if step.orders)
    step.orders[next(iter(step.orders))].orders = Orders({"x": {"move": "hold"}})
    assert game.verify(document).faults[0].startswith(f"step {step.battle}:{step.version} was altered")


def test_a_cut_end_is_found(document: Exported, game: Campaigns) -> None:
    last = max((step for step in document.steps if step.battle == "landfall.leviathan"), key=lambda step: step.version)
    document.steps.remove(last)
    document.events = [event for event in document.events if event.place.version != last.version or event.place.battle != last.battle]
    assert "missing" in game.verify(document).faults[0]
    for battle in document.battles:
        if battle.battle == last.battle:
            battle.version -= 1
    assert "steps that are not in its log" in " ".join(game.verify(document).faults)


def rechain(document: Exported) -> None:
    """What a forger with the whole database does: compute every head anew."""
    begun = {(step.battle, step.tick) for step in document.steps if step.kind == "setup"}
    heads: dict[str, str] = {}
    ends: dict[tuple[str, int], str] = {}
    for step in document.steps:
        head = digest.inputs_link(
            heads.get(step.battle, digest.start(step.battle)), step.battle, step, kind=step.kind, phase=step.phase, events=step.events
        )
        step.head = head
        for event in document.events:
            if (event.place.battle, event.place.version) == (step.battle, step.version):
                head = event.head = digest.event_link(head, step.battle, step.version, event.place.n, event.event)
        heads[step.battle] = ends[step.battle, step.tick] = head
    for battle in document.battles:
        battle.head = heads[battle.battle]
    theatres: dict[str, str] = {}
    for row in document.rows:
        opened = [
            BattlePlan(battle.battle, battle.scale, battle.setup)
            for battle in document.battles
            if battle.theatre == row.theatre and (battle.battle, row.tick) in begun
        ]
        is_last = row.tick == document.tick - 1
        branch = document.history.opening(row.tick, document.commitment)
        bound = digest.bound(document.plan if row.tick < 0 else None, opened, document.result if is_last else None, branch)
        row.battles = {battle: ends[battle, row.tick] for battle in row.battles}
        notes = [event.event for event in document.events if event.place.battle == row.theatre and event.place.version == row.tick + 1]
        row.head = theatres[row.theatre] = digest.row_link(
            theatres.get(row.theatre, digest.start(row.theatre)), row.tick, row.battles, notes, bound
        )
    document.digest = digest.campaign_digest(theatres)


def one_pip(event: LoggedEvent) -> None:
    roll = event.event.rolls[0]
    event.event.rolls[0] = structs.replace(roll, value=roll.value % roll.sides + 1)


def no_die(event: LoggedEvent) -> None:
    event.event.rolls.pop(0)


def rerolled(event: LoggedEvent) -> None:
    """The same die twice: as if a roll that did not please had been repeated."""
    event.event.rolls.insert(0, event.event.rolls[0])


@pytest.mark.parametrize("forge", [one_pip, no_die, rerolled])
def test_a_forger_who_computes_all_heads_anew_is_betrayed_by_the_dice(
    forge: Callable[[LoggedEvent], None], document: Exported, game: Campaigns
) -> None:
    known, event = document.digest, rolled(document)
    forge(event)
    rechain(document)
    faults = game.verify(document, known).faults
    assert str(event.place.battle) in faults[0]
    assert faults[0].startswith("die ")
    assert faults[-1].endswith(f"not {known}")


def test_a_forged_event_without_dice_is_betrayed_by_the_digest_and_by_a_replay(document: Exported, game: Campaigns) -> None:
    known, event = document.digest, rolled(document)
    event.event.text = "Nothing happened."
    rechain(document)
    assert game.verify(document).is_sound
    assert not game.verify(document, known).is_sound
    with pytest.raises(ReplayDiffers, match=rf"event {event.place} comes out otherwise"):
        game.replay(document)


def test_another_secret_than_the_one_promised_is_found(document: Exported, game: Campaigns) -> None:
    document.secret = "00" * 32
    assert game.verify(document).faults[0] == "the secret is not the one whose hash was published at the start"


def test_a_campaign_that_goes_on_can_be_verified_but_its_export_holds_no_dice_to_check() -> None:
    game = campaigns("sqlite://")
    id = game.create(two_scales(boats=2, turns=3), {"red": "person"}, seed=1)
    game.run(id)
    document = game.export(id)
    assert game.verify(document).is_sound
    assert game.verify(document).dice == 0
    assert game.verify(id).dice > 0
    assert game.replay(id).events == len(document.events)
    with pytest.raises(ReplayDiffers, match="published at the end"):
        game.replay(document)


def late_row(document: Exported) -> None:
    document.rows.pop()


def early_row(document: Exported) -> None:
    document.rows.pop(0)


def other_winner(document: Exported) -> None:
    assert document.result is not None
    document.result["winner"] = "nobody at all"


def no_result(document: Exported) -> None:
    document.result, document.status = None, "running"


def other_status(document: Exported) -> None:
    document.status = "paused"


def other_tick(document: Exported) -> None:
    document.tick += 5


def other_plan(document: Exported) -> None:
    document.plan.turn_limit += 1


def other_setup(document: Exported) -> None:
    document.battles[0].setup["title"] = "another"


def other_scale(document: Exported) -> None:
    document.battles[0].scale += "x"


def other_theatre(document: Exported) -> None:
    document.battles[0].theatre += "x"


def moved_event(document: Exported) -> None:
    rolled(document).tick += 1


def moved_step(document: Exported) -> None:
    event = rolled(document)
    for step in document.steps:
        if (step.battle, step.version) == (event.place.battle, event.place.version):
            step.tick += 1
    for each in document.events:
        if (each.place.battle, each.place.version) == (event.place.battle, event.place.version):
            each.tick += 1


def other_timeline(document: Exported) -> None:
    """What a database shows of a timeline that it does not hold."""
    document.battles, document.steps, document.events, document.rows, document.messages = [], [], [], [], []
    document.digest = digest.campaign_digest({theatre.id: digest.start(theatre.id) for theatre in document.plan.theatres})


def stray_steps(document: Exported) -> None:
    document.steps += [replace(step, battle="elsewhere") for step in document.steps if step.battle == document.battles[0].battle]


def stray_row(document: Exported) -> None:
    document.rows.append(replace(document.rows[-1], theatre="elsewhere"))


def other_message(document: Exported) -> None:
    delivered(document).delivery.data["forged"] = True


def lost_message(document: Exported) -> None:
    document.messages.remove(delivered(document))


def other_board(document: Exported) -> None:
    delivered(document).battle += "x"


def delivered(document: Exported) -> LoggedMessage:
    return next(message for message in document.messages if message.status == "delivered")


FORGERIES = (late_row, early_row, other_winner, no_result, other_status, other_tick, other_plan, other_setup, other_scale)
FORGERIES += (other_theatre, moved_event, moved_step, other_timeline, stray_steps, stray_row, other_message, lost_message, other_board)


@pytest.mark.parametrize("forge", FORGERIES)
def test_whatever_a_document_tells_is_bound_to_its_chains(forge: Callable[[Exported], None], document: Exported, game: Campaigns) -> None:
    forge(document)
    assert game.verify(document).faults


@pytest.mark.parametrize("secret", ["zz", "0", "\N{SNOWMAN}", "00 "])
def test_a_secret_that_is_none_is_found(secret: str, document: Exported, game: Campaigns) -> None:
    document.secret = secret
    assert game.verify(document).faults[0] == "the secret is not the one whose hash was published at the start"
    with pytest.raises(ReplayDiffers):
        game.replay(document)


def test_orders_that_no_engine_can_carry_out_are_a_difference(document: Exported, game: Campaigns) -> None:
    for step in document.steps:
        for given in step.orders.values():
            given.orders = Orders({"nowhere": None})
    rechain(document)
    with pytest.raises(ReplayDiffers):
        game.replay(document)
