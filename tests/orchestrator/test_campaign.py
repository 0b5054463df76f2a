import pytest

from orchestrator.campaign import Campaigns
from orchestrator.errors import AlreadyAnswered, BadCampaign, CampaignBusy, NotFound, OrdersRefused, StaleOrders
from orchestrator.store.lease import Lease
from orchestrator.store.records import Asked
from scales.codec import decode
from scales.dice import phase_key
from scales.engine import Orders
from tests.orchestrator.scenes import two_scales
from tests.orchestrator.toy import Sea, toy
from workers.jobs import bot_orders

PLAN = two_scales(boats=1, turns=2)


def as_the_bot(game: Campaigns, id: str, asked: Asked) -> Orders:
    """The orders of a person who thinks like the bot."""
    record = game.reading.campaign(id)
    battle = game.reading.battle(id, 0, asked.place.battle)
    key = phase_key(record.secret, 0, battle.battle, battle.phase_no, "bot")
    return bot_orders(toy(battle.scale), decode(battle.state, Sea), asked.decision, key, battle.version)


@pytest.fixture(scope="module")
def among_bots(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The digest of the campaign that every test here plays, by bots alone."""
    from tests.orchestrator.scenes import campaigns

    game = campaigns(f"sqlite:///{tmp_path_factory.mktemp('bots') / 'c.db'}")
    id = game.create(PLAN, seed=1)
    assert game.run(id).status == "ended"
    return game.digest(id)


def test_people_who_order_what_bots_would_get_the_same_campaign(game: Campaigns, among_bots: str) -> None:
    id = game.create(PLAN, {"red": "person", "blue": "person"}, seed=1)
    rounds = 0
    while game.run(id).status == "waiting":
        rounds += 1
        for asked in game.decisions(id):
            assert game.answer(id, asked.id, as_the_bot(game, id, asked))
    assert rounds > 10
    assert game.digest(id) == among_bots


def test_a_person_who_never_answers_is_played_by_the_bot(game: Campaigns, among_bots: str) -> None:
    id = game.create(PLAN, {"blue": "person"}, seed=1)
    while game.run(id).status == "waiting":
        for asked in game.decisions(id, "blue"):
            game.leave_to_bot(id, asked.id)
    assert game.digest(id) == among_bots


def test_a_campaign_stopped_at_every_turn_and_loaded_again_is_the_same(game: Campaigns, among_bots: str) -> None:
    id = game.create(PLAN, seed=1)
    assert [game.run(id, until_turn=turn).turn for turn in (1, 2, 3)] == [1, 2, 2]
    assert game.show(id).status == "ended"
    assert game.digest(id) == among_bots


def asked_at_first(game: Campaigns) -> tuple[str, Asked]:
    id = game.create(PLAN, {"red": "person"}, seed=1)
    assert game.run(id).status == "waiting"
    return id, game.decisions(id)[0]


def test_running_while_a_person_thinks_changes_nothing(game: Campaigns) -> None:
    id, _ = asked_at_first(game)
    before = game.show(id), len(game.log(id))
    assert (game.run(id), len(game.log(id))) == before


def test_orders_that_come_in_while_another_process_plays_are_played_by_it(game: Campaigns, among_bots: str) -> None:
    """The person answers between the last look at the orders and the end of the call, when nobody else may play on."""
    id = game.create(PLAN, {"red": "person"}, seed=1)
    release = game.store.release

    def late(lease: Lease) -> None:
        for asked in game.decisions(id):
            game.leave_to_bot(id, asked.id)
        release(lease)

    game.store.release = late  # type: ignore[method-assign]
    assert game.run(id).status == "ended"
    assert game.digest(id) == among_bots


def test_illegal_orders_are_refused_with_every_fault_and_change_nothing(game: Campaigns) -> None:
    id, asked = asked_at_first(game)
    with pytest.raises(OrdersRefused) as refused:
        game.answer(id, asked.id, Orders({"nobody": {"move": "close"}, asked.decision.units[0]: {"move": "fly"}}))
    assert [fault.code for fault in refused.value.faults] == ["unknown", "illegal"]
    assert game.decisions(id)[0].answer is None


def test_the_same_orders_twice_are_one_and_others_are_refused(game: Campaigns) -> None:
    id, asked = asked_at_first(game)
    unit = asked.decision.units[0]
    close, hold = Orders({unit: {"move": "close"}}), Orders({unit: {"move": "hold"}})
    assert [game.answer(id, asked.id, close) for _ in range(3)] == [True, False, False]
    with pytest.raises(AlreadyAnswered):
        game.answer(id, asked.id, hold)
    game.run(id)
    assert not game.answer(id, asked.id, close), "a second window posts it again after the battle went on"
    with pytest.raises(AlreadyAnswered):
        game.answer(id, asked.id, hold)


def test_a_decision_is_answered_or_left_to_the_bot_not_both(game: Campaigns) -> None:
    id, asked = asked_at_first(game)
    orders = as_the_bot(game, id, asked)
    assert game.answer(id, asked.id, orders)
    with pytest.raises(AlreadyAnswered, match="answered with orders"):
        game.leave_to_bot(id, asked.id)
    id, asked = asked_at_first(game)
    assert game.leave_to_bot(id, asked.id)
    assert not game.leave_to_bot(id, asked.id)
    with pytest.raises(StaleOrders, match="left to the bot"):
        game.answer(id, asked.id, orders)


def test_orders_for_a_version_gone_by_are_refused(game: Campaigns) -> None:
    id, asked = asked_at_first(game)
    game.leave_to_bot(id, asked.id)
    game.run(id)
    with pytest.raises(StaleOrders):
        game.answer(id, asked.id, Orders({asked.decision.units[0]: {"move": "hold"}}))


def test_a_seat_answers_only_what_it_was_asked(game: Campaigns) -> None:
    id, asked = asked_at_first(game)
    for seat, name in (("blue", asked.id), ("red", "landfall.leviathan:999:0"), ("red", "nonsense")):
        with pytest.raises(NotFound):
            game.answer(id, name, Orders(), seat)


def test_unknown_seats_and_players_are_all_named(game: Campaigns) -> None:
    with pytest.raises(BadCampaign) as refused:
        game.create(two_scales(), {"green": "person", "red": "oracle"})
    assert [fault.code for fault in refused.value.faults] == ["seat", "player"]


def test_the_secret_is_kept_until_the_end_and_its_hash_told_at_the_start(game: Campaigns) -> None:
    id, _ = asked_at_first(game)
    assert game.export(id).secret == ""
    secret = game.reading.campaign(id).secret.hex()
    assert secret not in game.export(id).__repr__()
    while game.run(id).status == "waiting":
        for asked in game.decisions(id):
            game.leave_to_bot(id, asked.id)
    assert game.export(id).secret == secret


def test_a_campaign_has_one_owner_until_its_lease_lapses(game: Campaigns) -> None:
    id = game.create(two_scales(turns=1), seed=1)
    elsewhere = Lease(id, owner="other.host:1:aa", seconds=60)
    assert game.store.claim(elsewhere, elsewhere.now())
    with pytest.raises(CampaignBusy, match=r"other\.host"):
        game.run(id)
    assert game.store.claim(Lease(id, owner="other.host:1:aa", seconds=-5), elsewhere.now())
    assert game.run(id).status == "ended"


def test_what_an_ended_campaign_is_asked_to_do_changes_nothing(game: Campaigns, among_bots: str) -> None:
    id = game.create(PLAN, seed=1)
    first = game.run(id)
    assert game.run(id) == first
    assert first.digest == among_bots


def test_campaigns_of_one_database_do_not_mix(game: Campaigns, among_bots: str) -> None:
    ids = [game.create(PLAN, seed=seed) for seed in (1, 2, 1)]
    for turn in (2, 3):
        for id in ids:
            game.run(id, until_turn=turn)
    digests = [game.digest(id) for id in ids]
    assert digests[0] == digests[2] == among_bots != digests[1]
