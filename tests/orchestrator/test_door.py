"""The one door: what each reader gets, page by page, and that what is hidden from him changes no byte of it."""

import json
import random
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaigns.library import find
from orchestrator.campaign import Campaigns
from orchestrator.errors import FormRefused, NotAllowed, NotFound
from orchestrator.links.every import every_link
from orchestrator.links.link import Board
from orchestrator.planning import plan_of
from orchestrator.readers.door import EVERYTHING, Door
from orchestrator.readers.pages import Cursor, Wanted
from orchestrator.readers.seeing import Eyes
from orchestrator.store.writing import Store
from scales.codec import plain
from scales.engines import engine
from tests.orchestrator import hiding
from tests.orchestrator.hiding import rewrite
from tests.orchestrator.scenes import campaigns
from tests.secrets import pages

RED, BLUE, ALL = Eyes(side="red"), Eyes(side="blue"), Eyes()


@pytest.fixture
def game(toys: Path, tmp_path: Path) -> Iterator[Campaigns]:
    made = campaigns(f"sqlite:///{shutil.copy(toys, tmp_path / 'toys.db')}")
    yield made
    made.store.close()


@pytest.fixture
def id(game: Campaigns) -> str:
    return game.all()[0].id


# ---- what is read ---------------------------------------------------------------------------------------------------


def test_a_campaign_says_your_turn_only_to_the_seat_that_is_asked(game: Campaigns, id: str) -> None:
    game.store.pause(held(game, id), game.reading.campaign(id).tick, "waiting")
    door = Door(game)
    asked = door.campaign(id, RED, ["red"])
    assert (asked.status, [(call.seat, call.number) for call in asked.calls]) == ("your_turn", [("red", 1)])
    for eyes, seats in ((BLUE, ["blue"]), (RED, []), (ALL, [])):
        other = door.campaign(id, eyes, seats)
        assert (other.status, other.calls, other.master) == ("in_play", [], None)
    master = door.campaign(id, EVERYTHING).master
    assert master is not None
    assert (master.status, master.digest, len(master.calls)) == ("waiting", game.digest(id), 1)


def held(game: Campaigns, id: str):  # type: ignore[no-untyped-def]
    from orchestrator.store.lease import Lease

    lease = Lease(id)
    assert game.store.claim(lease, lease.now())
    return lease


def test_every_number_is_the_readers_own_and_pages_add_up(game: Campaigns, id: str) -> None:
    door = Door(game)
    for eyes in (RED, BLUE, ALL, EVERYTHING):
        events = [event for page in pages(door, id, eyes) for event in page["events"]]
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        backwards = [event for page in pages(door, id, eyes, newest_first=True) for event in page["events"]]
        assert backwards == events[::-1]
        assert [plain(door.event(id, eyes, n)) for n in (1, len(events))] == [events[0], events[-1]]
    everything = [event for page in pages(door, id, EVERYTHING) for event in page["events"]]
    assert [event["id"] for event in everything] == [str(logged.place) for _, logged in game.log(id)]


def test_a_page_goes_on_where_the_log_went_on(game: Campaigns, id: str) -> None:
    door = Door(game)
    first = door.events(id, RED, limit=1000)
    assert not first.more
    assert door.events(id, RED, after=first.cursor).events == []
    game.run(id)
    later = door.events(id, RED, after=first.cursor, limit=1000)
    assert later.events
    assert later.events[0].number == len(first.events) + 1


def test_events_by_what_is_wanted(game: Campaigns, id: str) -> None:
    door = Door(game)
    found = door.events(id, EVERYTHING, Wanted(scale="centurion", kind="shot", from_turn=2, to_turn=2), limit=1000).events
    assert found
    assert {(each.scale, each.kind, each.time.turn) for each in found} == {("centurion", "shot", 2)}
    unit = found[0].units[0]
    about = door.events(id, EVERYTHING, Wanted(unit=unit, battle=found[0].battle, from_minute=1, to_minute=3), limit=1000).events
    assert about
    assert all(unit in each.units and 1 <= each.time.minute <= 3 for each in about)
    with pytest.raises(FormRefused, match="known are landfall"):
        door.events(id, EVERYTHING, Wanted(theatre="none"))


def test_causes_stop_where_the_reader_no_longer_sees(game: Campaigns, id: str, tmp_path: Path) -> None:
    """Given a shell from the other board that hits, when the shot is hidden from a side, then the hit has no cause for it."""
    hit, shot = next((logged, logged.event.cause) for _, logged in game.log(id) if logged.event.kind == "shelled")
    for seen_by, causes in ((None, 2), (["blue"], 1)):

        def show(data: sqlite3.Connection, _chance: random.Random, seen_by: object = seen_by) -> None:
            for row in hiding.rows(data, "event"):
                place = f"{row['battle']}:{row['version']}:{row['n']}"
                if place in {str(hit.place), shot}:
                    body = json.loads(row["body"]) | {"seen_by": None if place == str(hit.place) else seen_by}
                    data.execute("UPDATE event SET body = ? WHERE seq = ?", [json.dumps(body), row["seq"]])

        rewrite(tmp_path / "toys.db", show)
        door = Door(game)
        seen = next(each for each in door.events(id, RED, Wanted(kind="shelled"), limit=1000).events if each.text == hit.event.text)
        chain = door.explain(id, RED, seen.number)
        assert [each.kind for each in chain][:2] == ["shelled", "shot"][:causes]
        assert (seen.cause is None) == (causes == 1)
        everything = door.look(id, EVERYTHING).seen.numbers
        assert [each.kind for each in door.explain(id, EVERYTHING, everything[str(hit.place)])][:2] == ["shelled", "shot"]


def test_dice_are_verified_for_a_gm_and_in_the_end_for_everybody(game: Campaigns, id: str) -> None:
    door = Door(game)
    assert all(each.roll.verified and each.roll.index is not None for each in door.dice(id, EVERYTHING, limit=1000).throws)
    assert all(each.roll.verified is each.roll.index is None for each in door.dice(id, RED, limit=1000).throws)
    game.run(id)
    ended = door.dice(id, RED, limit=1000).throws
    assert ended
    assert all(each.roll.verified for each in ended)


def test_a_die_that_the_secret_does_not_say_is_not_verified(game: Campaigns, id: str, tmp_path: Path) -> None:
    rewrite(tmp_path / "toys.db", hiding.campaign)
    throws = Door(game).dice(id, EVERYTHING, limit=1000).throws
    assert sum(bool(each.roll.verified) for each in throws) < len(throws) / 2


def test_digest_secret_and_log_are_everybodys_only_in_the_end(game: Campaigns, id: str) -> None:
    door = Door(game)
    secret = game.reading.campaign(id).secret.hex()
    assert (door.proof(id, RED).digest, door.proof(id, RED).secret) == (None, None)
    assert (door.proof(id, EVERYTHING).digest, door.proof(id, EVERYTHING).secret) == (game.digest(id), None)
    for read in (door.export, door.verify):
        with pytest.raises(NotAllowed):
            read(id, RED)
    game.run(id)
    assert (door.proof(id, ALL).digest, door.proof(id, ALL).secret) == (game.digest(id), secret)
    assert door.export(id, RED).secret == secret
    assert door.campaign(id, RED).result == game.show(id).result


def test_statistics_count_what_was_seen(game: Campaigns, id: str) -> None:
    door = Door(game)
    mine, whole = door.statistics(id, RED).figures, door.statistics(id, EVERYTHING).figures
    assert sum(sum(kinds.values()) for kinds in mine.events.values()) == door.look(id, RED).upto
    assert sum(sum(kinds.values()) for kinds in whole.events.values()) == len(game.log(id))
    assert sum(whole.dice["d10"].values()) > sum(mine.dice["d10"].values())
    shots = whole.shooting["centurion"]["red"]
    assert 0 < shots.hits < shots.shots
    assert whole.links


def test_a_side_is_shown_its_own_mail_and_no_other(game: Campaigns, id: str, tmp_path: Path) -> None:
    (battle, *_) = game.reading.battles(id, 0)
    first = next(str(logged.place) for _, logged in game.log(id) if logged.event.seen_by is None)

    def post(data: sqlite3.Connection, _chance: random.Random) -> None:
        for n, (side, cause) in enumerate([("red", first), ("blue", first), ("red", "landfall.none:1:1")]):
            key = {"campaign": id, "timeline": 0, "id": f"m{n}", "kind": "shell", "source": "", "battle": battle.battle, "cause": cause}
            row = {
                "data": json.dumps({"side": side, "of": first}),
                "sent_tick": 3,
                "posted_tick": 3,
                "due_tick": 99,
                "status": "due",
                "reason": "",
            }
            hiding.insert(data, "message", key | row)

    rewrite(tmp_path / "toys.db", post)
    door = Door(game)
    (mine,) = door.messages(id, RED)
    number = door.look(id, RED).seen.numbers[first]
    assert (mine.id, mine.cause, mine.data) == (None, number, {"side": "red", "of": str(number)})
    assert door.messages(id, ALL) == []
    assert {"m0", "m1", "m2"} <= {each.id for each in door.messages(id, EVERYTHING)}


def test_record_sheets_show_what_the_readers_view_knows(tmp_path: Path) -> None:
    made = Campaigns(Store(f"sqlite:///{tmp_path / 'dogfight.db'}"), every_link())
    id = made.create(plan_of(find("dogfight", engine)), seed=5)
    made.run(id, until_turn=3)
    door, eyes = Door(made), Eyes(side="tog")
    own, other = door.unit(id, eyes, "tog-1"), door.unit(id, eyes, "cw-1")
    battle = made.reading.battle(id, 0, "dogfight.interceptor")
    rules, state = engine("interceptor"), Board(battle, engine("interceptor")).state()
    assert own.boards[0].record == rules.record(rules.view(state, "tog"), "tog-1")
    assert other.boards[0].record == rules.record(rules.view(state, "tog"), "cw-1")
    assert own.history
    assert all("tog-1" in event.units for event in own.history)
    assert door.unit(id, EVERYTHING, "cw-1").boards[0].record == rules.record(rules.view(state, "cw"), "cw-1")
    assert {unit.side for unit in door.units(id, eyes, side="cw")} == {"cw"}
    made.store.close()


@pytest.mark.parametrize(
    "read",
    [
        lambda door, _id: door.campaign("none", RED),
        lambda door, id: door.battle(id, RED, "none"),
        lambda door, id: door.unit(id, RED, "none"),
        lambda door, id: door.event(id, RED, 0),
        lambda door, id: door.explain(id, RED, 10**9),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(game: Campaigns, id: str, read) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(NotFound, match="there is no"):
        read(Door(game), id)


@pytest.mark.parametrize("text", ["", "5", "a.b", "1.-1", "1.5.2", "²·1", "9" * 40])
def test_a_cursor_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(FormRefused, match="is no cursor"):
        Cursor.of(text)


def test_an_old_timelines_cursor_goes_on_from_the_branch(game: Campaigns, id: str, tmp_path: Path) -> None:
    """Given a campaign gone back to turn 2, when a reader comes with a cursor of before, then he is told again what happened since then."""
    door = Door(game)
    old = door.events(id, RED, limit=1000)
    branch = next(logged.tick for _, logged in game.log(id) if logged.tick >= 14)

    def go_back(data: sqlite3.Connection, _chance: random.Random) -> None:
        for table in ("battle", "step", "event", "row_close"):
            for row in hiding.rows(data, table):
                if table == "battle" or row["tick"] < branch:
                    hiding.insert(data, table, {name: value for name, value in row.items() if name != "seq"} | {"timeline": 1})
        row = {"campaign": id, "timeline": 1, "parent": 0, "branched_at": branch, "reason": "a mistake", "opened_utc": "2026"}
        hiding.insert(data, "timeline", row)
        data.execute("UPDATE campaign SET timeline = 1, tick = ?", [branch])

    rewrite(tmp_path / "toys.db", go_back)
    new = door.events(id, RED, limit=1000)
    assert new.timeline == 1
    assert new.events == old.events[: len(new.events)]
    assert 0 < len(new.events) < len(old.events)
    assert door.start(id, RED, Cursor.of(old.cursor)) == len(new.events)
    assert door.start(id, RED, Cursor(0, 3)) == 3
    assert [(each.timeline, each.reason) for each in door.campaign(id, RED).timelines] == [(0, ""), (1, "a mistake")]
