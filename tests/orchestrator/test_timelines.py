"""Going back: rewinds and forks copy the past exactly, play on with other dice, and can be checked like any campaign."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Table, select

from orchestrator.campaign import Campaigns, Progress
from orchestrator.closing import close_row
from orchestrator.errors import CampaignBusy, NotFound, ReplayDiffers, StaleOrders, TimelineRefused
from orchestrator.history.export import Exported, from_json, to_json
from orchestrator.history.lineage import Lineage, Stretch
from orchestrator.links.link import Deliveries, Due, Scene
from orchestrator.rows import row_of, rows, tick_of
from orchestrator.running import Running
from orchestrator.sequence import sequence
from orchestrator.store.lease import Lease
from orchestrator.store.reading import LoggedMessage
from orchestrator.store.records import BattleRecord, PhaseCommit, RowCommit, Sent
from orchestrator.store.writing import BATTLE, EVENT, MESSAGE, SNAPSHOT, STEP, Store
from scales.codec import encode, plain
from scales.engine import Orders
from tests.orchestrator.scenes import Shells, campaigns, two_scales
from tests.orchestrator.toy import toy
from workers.inline import Inline


class Endings(Shells):
    """Shells that take their time, a theatre that sends one before a row, and a ground battle that a link ends in the middle of turn 2."""

    def deliver(self, message: Sent, scene: Scene) -> Deliveries:
        sent = super().deliver(message, scene)
        for due in sent.dues:
            due.tick += len(scene.sequence.rows)
        return sent

    def before_row(self, scene: Scene) -> Deliveries:
        boards = scene.boards("leviathan")
        if scene.row.letter != "B" or not boards:
            return Deliveries()
        return Deliveries(dues=[Due(boards[0].id, scene.tick, "shell", {"from": "above"})])

    def after_row(self, scene: Scene) -> Deliveries:
        out = super().after_row(scene)
        ground = f"{scene.theatre.id}.centurion"
        if scene.turn == 2 and scene.row.letter == "D6" and scene.row.minute > 1 and scene.everywhere[ground].is_open:
            out.closings.append(ground)
        return out


@dataclass
class Watching(Campaigns):
    """Remembers how boards and mail stood before each row that it plays."""

    seen: dict[tuple[int, int], tuple[list[BattleRecord], list[LoggedMessage]]] = field(default_factory=dict)

    def _play(
        self, running: Running, until_turn: int | None, progress: Callable[[Progress], None] | None, stop: Callable[[], bool]
    ) -> tuple[int, str]:
        id, timeline = running.record.id, running.record.timeline

        def look(each: Progress | None) -> None:
            tick = self.reading.campaign(id).tick
            self.seen[timeline, tick] = (self.reading.battles(id, timeline), self.reading.due(id, timeline))
            if progress is not None and each is not None:
                progress(each)

        look(None)
        return super()._play(running, until_turn, look, stop)


def watching(url: str = "sqlite://") -> Watching:
    return Watching(Store(url), [Endings()], resolve=toy)


PLAN, LONG = two_scales(boats=1, turns=2), two_scales(boats=1, turns=3)
AT = len(sequence(PLAN.scales).rows)
"""The row with which turn 2 begins."""


@pytest.fixture
def game() -> Campaigns:
    return campaigns("sqlite://")


def is_sound(game: Campaigns, id: str) -> bool:
    verdict = game.verify(id)
    assert verdict.faults == []
    return game.replay(id).digest == verdict.digest == game.digest(id)


def by_id(messages: list[LoggedMessage]) -> list[LoggedMessage]:
    return sorted(messages, key=lambda message: message.delivery.id)


# ---- what holds for every campaign and every row ------------------------------------------------------------------


@settings(max_examples=2)
@given(seed=st.integers(0, 10_000), data=st.data())
def test_a_campaign_rewound_to_any_row_and_played_on_is_sound(seed: int, data: st.DataObject) -> None:
    """Rewound, rewound again and forked; what was there before each row is what comes back."""
    game = watching()
    players = {"red": "random", "blue": data.draw(st.sampled_from(["bot", "random"]))}
    id = game.create(PLAN, players, seed=seed)
    game.run(id, until_turn=2)
    digests = []
    for timeline in (1, 2):
        tick = data.draw(st.integers(0, game.reading.campaign(id).tick))
        boards, due = game.seen.get((timeline - 1, tick), (None, None))
        status = game.rewind(id, tick, f"for the {timeline}. time")
        assert (status.status, game.reading.campaign(id).tick) == ("paused", tick)
        if boards is not None and due is not None:
            assert game.reading.battles(id, timeline) == boards
            assert by_id(game.reading.due(id, timeline)) == by_id(due)
        assert is_sound(game, id)
        game.run(id, until_turn=data.draw(st.integers(1, 2)))
        assert is_sound(game, id)
        digests.append(game.digest(id))
    for (timeline, tick), (boards, _) in game.seen.items():
        assert game.state_at(id, tick, timeline) == boards
    child = game.fork(id, data.draw(st.integers(0, game.reading.campaign(id).tick)), seed=seed + 1)
    assert is_sound(game, child)
    assert game.run(child).status == "ended"
    assert is_sound(game, child)
    assert game.run(id).status == "ended"
    assert is_sound(game, id)
    assert game.verify(game.export(child)).is_sound


# ---- rewinds ------------------------------------------------------------------------------------------------------


@pytest.fixture
def among_people(game: Campaigns) -> tuple[Campaigns, str]:
    """Red is a person who has answered a few times, and is asked again in the middle of a row."""
    id = game.create(PLAN, {"red": "person"}, seed=1)
    game.run(id)
    for _ in range(3):
        answer_all(game, id)
    return game, id


def answer_all(game: Campaigns, id: str) -> None:
    """What red is asked now, as the bot would answer."""
    for asked in game.decisions(id):
        slots = game.offers(id, asked.id)
        game.answer(id, asked.id, Orders({slot.id: slot.options[0].order for slot in slots}))
    game.run(id)


def test_a_row_half_played_is_undone_whole(among_people: tuple[Campaigns, str]) -> None:
    game, id = among_people
    tick = game.reading.campaign(id).tick
    assert any(board.phase for board in game.reading.battles(id, 0))
    assert game.rewind(id, tick, "again, please").waiting == 0
    assert game.reading.campaign(id).timeline == 1
    assert game.decisions(id) == []
    assert all(board.phase == "" and board.done_tick < tick for board in game.reading.battles(id, 1))
    assert game.run(id).status == "waiting"
    assert is_sound(game, id)


def test_a_ruling_is_undone_with_the_row_before_which_it_was_given(game: Campaigns) -> None:
    id = game.create(PLAN, seed=1)
    game.run(id, until_turn=2)
    board, tick = game.reading.battles(id, 0)[0], game.reading.campaign(id).tick
    unit = sorted(board.report.fates)[0]
    assert game.overrule(id, board.battle, board.version, {"kind": "destroy", "unit": unit})
    game.rewind(id, tick, "that was rash")
    assert game.reading.battle(id, 1, board.battle) == board
    with pytest.raises(StaleOrders, match="it is on timeline 1"):
        game.overrule(id, board.battle, board.version, {"kind": "destroy", "unit": unit}, timeline=0)
    assert game.overrule(id, board.battle, board.version, {"kind": "destroy", "unit": unit}, timeline=1)
    game.run(id, until_turn=2)
    assert is_sound(game, id)


def test_a_ruling_before_the_row_stays_with_its_dice(game: Campaigns) -> None:
    id = game.create(LONG, seed=1)
    game.run(id, until_turn=2)
    board = game.reading.battles(id, 0)[0]
    game.overrule(id, board.battle, board.version, {"kind": "destroy", "unit": sorted(board.report.fates)[0]})
    game.run(id, until_turn=3)
    game.rewind(id, game.reading.campaign(id).tick - 20, "once more")
    assert game.reading.step(id, 1, board.battle, board.version + 1) == game.reading.step(id, 0, board.battle, board.version + 1)
    game.run(id)
    assert is_sound(game, id)


def test_orders_from_before_a_rewind_are_stale(game: Campaigns) -> None:
    id = game.create(PLAN, {"red": "person"}, seed=1)
    game.run(id)
    asked = game.decisions(id)[0]
    orders = Orders({slot.id: slot.options[0].order for slot in game.offers(id, asked.id)})
    game.rewind(id, game.reading.campaign(id).tick, "again")
    with pytest.raises(StaleOrders, match="rewound"):
        game.answer(id, asked.id, orders)
    game.run(id)
    assert game.decisions(id)[0].id == asked.id
    for late in (lambda: game.answer(id, asked.id, orders, timeline=0), lambda: game.leave_to_bot(id, asked.id, timeline=0)):
        with pytest.raises(StaleOrders, match="for timeline 0"):
            late()
    with pytest.raises(StaleOrders):
        game.store.answer(id, 0, asked.place, orders)
    assert game.decisions(id)[0].is_open
    assert game.answer(id, asked.id, orders, timeline=1)


def test_a_result_from_before_a_rewind_changes_nothing(game: Campaigns) -> None:
    """A worker's result comes in when its row was undone, under the lease that is good again."""
    id = game.create(PLAN, seed=1)
    lease = Lease(id)
    assert game.store.claim(lease, lease.now())
    running = game._load(game.reading.campaign(id), lease, Inline(toy))
    given = Late(game.store)
    running.store = given
    assert running.play_row(0)
    close_row(running, game._post, 0, game.judge)
    game.store.release(lease)
    game.rewind(id, 0, "from the start")
    assert game.store.claim(lease, lease.now())
    before = game.reading.log(id, 0), game.reading.log(id, 1), game.reading.campaign(id).tick
    for commit in given.commits:
        assert not game.store.commit_phase(lease, 0, commit)
    assert not game.store.close_row(lease, 0, given.rows[0], given.commits)
    assert (game.reading.log(id, 0), game.reading.log(id, 1), game.reading.campaign(id).tick) == before


class Late:
    """A store that remembers what it was given before it passes it on."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.commits: list[PhaseCommit] = []
        self.rows: list[RowCommit] = []

    def commit_phase(self, lease: Lease, timeline: int, commit: PhaseCommit) -> bool:
        self.commits.append(commit)
        return self.store.commit_phase(lease, timeline, commit)

    def close_row(self, lease: Lease, timeline: int, row: RowCommit, commits: Sequence[PhaseCommit] = ()) -> bool:
        self.commits += commits
        self.rows.append(row)
        return self.store.close_row(lease, timeline, row, commits)


def test_old_timelines_can_be_read_and_numbers_only_grow(game: Campaigns) -> None:
    id = game.create(PLAN, seed=1)
    game.run(id, until_turn=2)
    old = game.reading.log(id, 0)
    game.rewind(id, 20, "first")
    game.run(id, until_turn=2)
    game.rewind(id, 8, "second", by="ana")
    assert game.reading.log(id, 0) == old
    told = [(each.number, each.parent, each.branched_at, each.reason, each.opened_by) for each in game.timelines(id)]
    assert told == [(0, None, -1, "", ""), (1, 0, 20, "first", "gm"), (2, 1, 8, "second", "ana")]
    assert all(each.opened_utc for each in game.timelines(id))
    assert game.reading.lineage(id, 2) == Lineage([Stretch(8, 0)], 2, "second")
    assert game.reading.lineage(id, 1) == Lineage([Stretch(20, 0)], 1, "first")


def test_the_dice_after_a_rewind_are_others_and_the_same_every_time(game: Campaigns) -> None:
    digests = []
    for _ in range(2):
        id = game.create(PLAN, seed=7)
        game.run(id)
        straight = game.digest(id)
        id = game.create(PLAN, seed=7)
        game.run(id, until_turn=2)
        game.rewind(id, 12, "why not")
        game.run(id)
        digests.append(game.digest(id))
    assert digests[0] == digests[1] != straight


def test_a_rewind_that_cannot_be_is_refused_in_a_sentence(game: Campaigns) -> None:
    id = game.create(PLAN, seed=1)
    game.run(id, until_turn=2)
    tick = game.reading.campaign(id).tick
    before = game.reading.log(id, 0)
    for row_, reason, words in (
        (-1, "why", "no row -1"),
        (tick + 1, "why", f"rows 0 to {tick} were played or stand"),
        (1 << 70, "why", "no row"),
        (3, " ", "a reason is needed"),
        (3, "x" * 3000, "3000 characters"),
    ):
        with pytest.raises(TimelineRefused, match=words):
            game.rewind(id, row_, reason)
    with pytest.raises(NotFound):
        game.rewind("nowhere", 3, "why")
    assert game.reading.log(id, 0) == before
    assert len(game.timelines(id)) == 1
    game.run(id)
    with pytest.raises(TimelineRefused, match="has ended and its dice are published: fork it"):
        game.rewind(id, 3, "why")


def test_a_campaign_that_another_process_plays_is_not_rewound(game: Campaigns) -> None:
    id = game.create(PLAN, seed=1)
    lease = Lease(id, owner="elsewhere:1:x")
    assert game.store.claim(lease, lease.now())
    for call in (lambda: game.rewind(id, 0, "why"), lambda: game.delete(id, "toys")):
        with pytest.raises(CampaignBusy):
            call()


def test_whatever_fails_in_the_middle_of_a_rewind_leaves_nothing(game: Campaigns, monkeypatch: pytest.MonkeyPatch) -> None:
    id = game.create(PLAN, seed=1)
    game.run(id, until_turn=2)
    before = [list(connection_rows(game, table)) for table in (STEP, EVENT, MESSAGE, BATTLE, SNAPSHOT)]
    monkeypatch.setattr("orchestrator.history.timelines._board_row", lambda *_: 1 / 0)
    for call in (lambda: game.rewind(id, 5, "why"), lambda: game.fork(id, 5)):
        with pytest.raises(ZeroDivisionError):
            call()
    assert [list(connection_rows(game, table)) for table in (STEP, EVENT, MESSAGE, BATTLE, SNAPSHOT)] == before
    assert len(game.all()) == len(game.timelines(id)) == 1
    monkeypatch.undo()
    game.rewind(id, 5, "why")
    game.run(id)
    assert is_sound(game, id)


def connection_rows(game: Campaigns, table: Table) -> Iterator[tuple[object, ...]]:
    with game.store.database.read() as connection:
        yield from (tuple(row) for row in connection.execute(select(table)))


def test_an_altered_snapshot_is_no_way_back(game: Campaigns) -> None:
    """What comes out of a snapshot must give the heads of the log."""
    id = game.create(LONG, seed=1)
    game.run(id, until_turn=3)
    assert game.state_at(id, 56)
    with game.store.database.write() as connection:
        states = {row.battle: row.state for row in connection.execute(select(SNAPSHOT).where(SNAPSHOT.c.tick < 20))}
        for battle, state in states.items():
            connection.execute(SNAPSHOT.update().where(SNAPSHOT.c.battle == battle), {"state": state})
    with pytest.raises(ReplayDiffers):
        game.rewind(id, 56, "why")
    assert len(game.timelines(id)) == 1


# ---- lineage in a document ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def rewound_twice() -> bytes:
    game = campaigns("sqlite://")
    id = game.create(two_scales(boats=1, turns=2), seed=1)
    game.run(id, until_turn=2)
    game.rewind(id, 9, "the shells were forgotten")
    game.run(id, until_turn=2)
    game.rewind(id, 20, "somebody had to leave")
    game.run(id)
    return to_json(game.export(id))


def other_reason(document: Exported) -> None:
    document.reason += "!"


def other_reason_before(document: Exported) -> None:
    document.lineage[1].reason += "!"


def other_row(document: Exported) -> None:
    document.lineage[0].until_tick += 1


def other_number(document: Exported) -> None:
    document.lineage[1].timeline = 5


def other_present(document: Exported) -> None:
    document.timeline = 3


def no_lineage(document: Exported) -> None:
    document.lineage, document.reason = [], ""


def one_stretch_less(document: Exported) -> None:
    del document.lineage[0]


def one_stretch_more(document: Exported) -> None:
    document.lineage.append(Stretch(30, 7, reason="never"))


def another_turn_of_time(document: Exported) -> None:
    document.lineage.reverse()


def far_future(document: Exported) -> None:
    document.lineage.append(Stretch(1 << 40, 2))


def another_promise(document: Exported) -> None:
    document.lineage[0].commitment = "0" * 64


def a_secret_that_nobody_promised(document: Exported) -> None:
    document.lineage[0].secret = document.secret


def no_branching_row(document: Exported) -> None:
    document.rows = [row for row in document.rows if row.tick != 20]


LINEAGES = (other_reason, other_reason_before, other_row, other_number, other_present, no_lineage, one_stretch_less, one_stretch_more)
LINEAGES += (another_turn_of_time, far_future, another_promise, a_secret_that_nobody_promised, no_branching_row)


@pytest.mark.parametrize("forge", LINEAGES)
def test_how_a_campaign_was_rewound_is_bound_to_its_chains(forge: Callable[[Exported], None], rewound_twice: bytes) -> None:
    game, document = campaigns("sqlite://"), from_json(rewound_twice)
    assert game.verify(document).is_sound
    forge(document)
    assert game.verify(document).faults


def test_a_document_of_format_1_is_one_without_lineage(game: Campaigns) -> None:
    id = game.create(PLAN, seed=1)
    game.run(id)
    old = plain(game.export(id)) | {"imperator_export": 1}
    del old["lineage"], old["reason"]
    document = from_json(encode(old))
    assert (document.imperator_export, document.lineage) == (2, [])
    assert game.verify(document).is_sound
    assert game.replay(document)
    with pytest.raises(msgspec.ValidationError, match="format 3, this Imperator reads 1 to 2"):
        from_json(encode(old | {"imperator_export": 3}))


# ---- forks --------------------------------------------------------------------------------------------------------


def test_a_fork_tells_no_secret_of_a_parent_that_goes_on(game: Campaigns) -> None:
    parent = game.create(PLAN, seed=1)
    game.run(parent, until_turn=2)
    child = game.fork(parent, 12, "what if", seed=2)
    game.run(child)
    secret = game.reading.campaign(parent).secret.hex()
    document = game.export(child)
    assert secret not in to_json(document).decode()
    rolled = sum(len(event.event.rolls) for event in document.events if event.tick >= 12)
    assert game.verify(document).is_sound
    assert game.verify(document).dice == rolled
    assert game.replay(document).digest == game.digest(child)
    assert game.verify(child).dice > rolled
    game.run(parent)
    revealed = game.export(child)
    assert revealed.lineage[0].secret == secret
    assert game.verify(revealed).dice == sum(len(event.event.rolls) for event in revealed.events)
    assert game.replay(revealed).digest == game.digest(child)


def test_the_secret_of_a_deleted_parent_stays_with_its_forks_once_it_was_published(game: Campaigns) -> None:
    parent = game.create(PLAN, seed=1)
    game.run(parent, until_turn=2)
    child = game.fork(parent, 12, seed=2)
    game.run(parent)
    secret = game.reading.campaign(parent).secret.hex()
    game.delete(parent, "toys")
    assert game.export(child).lineage[0].secret == secret
    assert is_sound(game, child)


def test_a_fork_whose_parent_is_gone_with_its_secret_can_still_be_rewound(game: Campaigns) -> None:
    parent = game.create(PLAN, seed=1)
    game.run(parent, until_turn=2)
    child = game.fork(parent, 25, seed=2)
    game.delete(parent, "toys")
    game.rewind(child, 13, "further back than it began")
    assert game.reading.lineage(child, 1).past[0].until_tick == 13
    game.run(child)
    assert is_sound(game, child)


def test_forks_of_an_ended_campaign_and_of_a_fork(game: Campaigns) -> None:
    parent = game.create(LONG, seed=1)
    game.run(parent)
    with pytest.raises(TimelineRefused, match="no row"):
        game.fork(parent)
    first = game.fork(parent, 50)
    game.run(first, until_turn=3)
    second = game.fork(first, reason="from where it stands")
    assert game.reading.battles(second, 0) == game.reading.battles(first, 0)
    assert game.digest(second) == game.digest(first)
    assert [each.commitment for each in game.reading.lineage(second, 0).past] == [
        game.reading.campaign(each).commitment for each in (parent, first)
    ]
    game.run(second)
    assert is_sound(game, second)
    assert not game.reading.campaign(game.fork(parent, 3)).is_seeded
    assert game.reading.campaign(game.fork(parent, 3, seed=4)).is_seeded
    assert len({game.reading.campaign(each).commitment for each in (parent, first, second)}) == 3


def test_a_fork_seats_people_as_in_its_parent_unless_told_otherwise(game: Campaigns) -> None:
    parent = game.create(PLAN, {"red": "person"}, seed=1)
    assert game.reading.campaign(game.fork(parent)).seats == {"red": "person", "blue": "bot"}
    assert game.reading.campaign(game.fork(parent, players={"blue": "random"})).seats == {"red": "bot", "blue": "random"}


# ---- rows by name -------------------------------------------------------------------------------------------------


def test_a_row_is_named_by_its_number_or_by_turn_and_row(game: Campaigns) -> None:
    record = game.reading.campaign(game.create(PLAN, seed=1))
    assert [row_of(record, place) for place in ("0", "17", "1:1", "2:1", "2:30")] == [0, 17, 0, 30, 59]
    for place in ("", "x", "1:", ":1", "0:1", "1:0", "1:31", "-1", "1:1:1", "9" * 20):
        with pytest.raises(TimelineRefused, match="names no row"):
            row_of(record, place)


def test_every_row_is_named_by_what_people_are_shown_of_it(game: Campaigns) -> None:
    record = game.reading.campaign(game.create(PLAN, seed=1))
    for row in rows(record, 3):
        assert tick_of(record, 3, row.letter, nth=row.nth) == row.tick
        assert row_of(record, f"3:{row.letter.lower()}:{row.minute}") == row.tick == row_of(record, f"3:{row.number}")
        assert row_of(record, f"3:{row.letter}") <= row.tick
    for place in ("1:Z9", "1:D3:77", "1:D3:x", "1::0"):
        with pytest.raises(TimelineRefused, match="names no row"):
            row_of(record, place)
