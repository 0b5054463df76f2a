"""A campaign that is brought in is believed only as far as it can be played again; one that is deleted is gone from every table."""

import json
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlmodel import SQLModel

from orchestrator.campaign import Campaigns
from orchestrator.errors import BadExport, NotConfirmed, NotFound
from orchestrator.history import importing
from orchestrator.history.export import Exported, from_json, to_json
from orchestrator.store.models import Snapshot, table
from orchestrator.store.writing import BATTLE
from scales.codec import encode, plain
from scales.engine import Orders
from scales.engines import engine
from tests.orchestrator.scenes import campaigns, two_scales
from tests.orchestrator.test_verify import rechain

PLAN = two_scales(boats=1, turns=2)


@pytest.fixture
def game() -> Campaigns:
    return campaigns("sqlite://")


@pytest.fixture(scope="module")
def ended() -> bytes:
    """Rewound once, then played to its end."""
    made = campaigns("sqlite://")
    id = made.create(PLAN, seed=1)
    made.run(id, until_turn=2)
    made.rewind(id, 20, "the shells were forgotten")
    made.run(id)
    return to_json(made.export(id))


@pytest.fixture(scope="module")
def in_a_row() -> bytes:
    """Waiting for a person in the middle of a row, its secret not told."""
    made = campaigns("sqlite://")
    id = made.create(PLAN, {"red": "person"}, seed=1)
    made.run(id)
    for _ in range(12):
        for asked in made.decisions(id):
            made.answer(id, asked.id, Orders({slot.id: slot.options[0].order for slot in made.offers(id, asked.id)}))
        made.run(id)
    document = made.export(id)
    assert not document.secret
    assert any(step.tick == document.tick for step in document.steps)
    return to_json(document)


def kept(game: Campaigns, id: str, name: str, *but: str) -> list[dict[str, Any]]:
    """The rows of a campaign in a table, without what names the campaign or counts for all."""
    its = table(next(model for model in MODELS if model.__tablename__ == name))
    with game.store.database.read() as connection:
        rows = connection.execute(select(its).where(its.c.campaign == id).order_by(*(its.c[n] for n in KEYS[name])))
        return [{key: value for key, value in row._mapping.items() if key not in {"campaign", "seq", *but}} for row in rows]


MODELS = [mapper.class_ for mapper in SQLModel._sa_registry.mappers]
KEYS = {
    "battle": ("timeline", "battle"),
    "step": ("timeline", "battle", "version"),
    "event": ("timeline", "battle", "version", "n"),
    "message": ("timeline", "id"),
    "row_close": ("timeline", "theatre", "tick"),
    "snapshot": ("timeline", "battle", "version"),
}


def test_an_ended_campaign_comes_in_as_it_was(game: Campaigns, ended: bytes) -> None:
    id = game.import_(ended)
    assert id != from_json(ended).campaign
    status = game.show(id)
    assert (status.status, status.digest, status.result) == ("ended", from_json(ended).digest, from_json(ended).result)
    again = game.export(id)
    again.campaign = from_json(ended).campaign
    assert to_json(again) == ended
    assert game.verify(id).is_sound
    assert game.replay(id)
    assert [each.reason for each in game.timelines(id)] == ["the shells were forgotten"]


def test_every_table_holds_what_it_held_where_the_campaign_was_played(game: Campaigns) -> None:
    first = game.create(two_scales(boats=2, turns=2), seed=3)
    game.run(first)
    second = game.import_(to_json(game.export(first)))
    for name in KEYS:
        assert kept(game, second, name) == kept(game, first, name), name


def test_a_campaign_that_goes_on_does_so_from_the_beginning_of_its_row_with_a_new_secret(game: Campaigns, in_a_row: bytes) -> None:
    document = from_json(in_a_row)
    id = game.import_(in_a_row)
    record = game.reading.campaign(id)
    assert (record.status, record.tick, record.timeline) == ("paused", document.tick, 0)
    assert record.commitment != document.commitment
    assert not record.is_seeded
    assert all(step.tick < document.tick for step in game.export(id).steps)
    assert game.digest(id) == document.digest
    assert game.run(id).status == "waiting"
    everybody = game.import_(in_a_row, {})
    assert game.run(everybody).status == "ended"
    verdict = game.verify(everybody)
    assert verdict.is_sound
    assert verdict.dice == sum(len(e.event.rolls) for e in game.export(everybody).events if e.tick >= document.tick)
    assert game.replay(everybody)
    assert game.verify(game.export(everybody)).is_sound


def test_what_came_in_can_be_rewound_and_forked_although_its_secret_is_not_known(game: Campaigns, in_a_row: bytes) -> None:
    id = game.import_(in_a_row, {})
    game.rewind(id, 3, "further back")
    game.run(id)
    child = game.fork(id, 2)
    game.run(child)
    for each in (id, child):
        assert game.verify(each).is_sound
        assert game.replay(each)
    assert len(game.reading.lineage(child, 0).past) == 1


def test_states_are_computed_and_not_taken_from_anywhere(game: Campaigns, ended: bytes) -> None:
    id = game.import_(ended)
    with game.store.database.read() as connection:
        for row in connection.execute(select(BATTLE).where(BATTLE.c.campaign == id)):
            assert zlib.decompress(row.state)
        assert connection.execute(select(func.count()).select_from(table(Snapshot)).where(table(Snapshot).c.campaign == id)).scalar_one()


def test_killed_in_between_nothing_is_there(game: Campaigns, ended: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    closes = 0

    def dies(*arguments: object) -> None:
        nonlocal closes
        closes += 1
        if closes == 30:
            raise KeyboardInterrupt
        return write_close(*arguments)  # type: ignore[arg-type]

    write_close = importing.write_close
    monkeypatch.setattr(importing, "write_close", dies)
    with pytest.raises(KeyboardInterrupt):
        game.import_(ended)
    assert closes == 30
    assert total(game) == 0


def total(game: Campaigns) -> int:
    """The rows of all tables but what the database says of itself."""
    with game.store.database.read() as connection:
        names = [each for each in SQLModel.metadata.sorted_tables if each.name != "schema_version"]
        return sum(connection.execute(select(func.count()).select_from(each)).scalar_one() for each in names)


# ---- documents of somebody who means harm -------------------------------------------------------------------------


def forged(change: Callable[[Exported], None]) -> Callable[[bytes], bytes]:
    """A document that was changed and all of whose heads were computed anew."""

    def made(data: bytes) -> bytes:
        document = from_json(data)
        change(document)
        rechain(document)
        return to_json(document)

    return made


def other_order(document: Exported) -> None:
    step = next(step for step in document.steps if step.orders and step.tick > 5)
    step.orders[next(iter(step.orders))].orders = Orders({"x": {"move": "hold"}})


def miracle(document: Exported) -> None:
    next(event for event in document.events if event.tick > 10).event.text = "A miracle."


def other_outcome(document: Exported) -> None:
    assert document.result is not None
    document.result["winner"] = "blue" if document.result["winner"] != "blue" else "red"


def bigger_boats(document: Exported) -> None:
    for board in document.battles:
        board.setup["boats"][0]["boxes"] = 99


def shorter(document: Exported) -> None:
    document.plan.turn_limit = 1


FORGED = (other_order, miracle, other_outcome, bigger_boats, shorter)


@pytest.mark.parametrize("change", FORGED)
def test_a_log_that_does_not_replay_is_refused_however_well_it_is_chained(
    change: Callable[[Exported], None], game: Campaigns, ended: bytes
) -> None:
    with pytest.raises(BadExport):
        game.import_(forged(change)(ended))
    assert total(game) == 0


def test_cheated_dice_of_a_campaign_whose_secret_is_told_are_refused(game: Campaigns, ended: bytes) -> None:
    def cheat(document: Exported) -> None:
        event = next(event for event in document.events if event.event.rolls and event.tick > 10)
        plainly = plain(event.event.rolls[0])
        event.event.rolls[0] = type(event.event.rolls[0])(**(plainly | {"value": plainly["value"] % 10 + 1}))

    with pytest.raises(BadExport, match="the secret does not say so"):
        game.import_(forged(cheat)(ended))


def paths(value: Any, where: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """One way to each kind of place in a document: into lists only as far as their first thing."""
    yield where
    if isinstance(value, dict):
        for key in value:
            yield from paths(value[key], (*where, key))
    elif isinstance(value, list) and value:
        yield from paths(value[0], (*where, 0))


NONSENSE: tuple[Any, ...] = (None, [], {}, "../../etc/passwd", -5, 1 << 62, 10**30, True, 1.5, ["x"], {"x": {"y": []}}, "\x00", "💥" * 50)


def put(document: Any, where: tuple[Any, ...], value: Any) -> Any:
    if not where:
        return value
    at = document
    for key in where[:-1]:
        at = at[key]
    at[where[-1]] = value
    return document


def test_nonsense_at_any_level_is_refused_in_a_sentence_or_harmless(game: Campaigns, ended: bytes) -> None:
    """Whatever is put wherever: a refusal, or, where nothing hangs on it, a campaign that verifies."""
    whole = json.loads(ended)
    places = [where for where in paths(whole) if "ballast" not in where]
    came_in = 0
    for n, where in enumerate(places):
        refused, id = outcome(game, json.dumps(put(json.loads(ended), where, NONSENSE[n % len(NONSENSE)])).encode())
        came_in += not refused
        assert len(refused) < 10_000
        assert refused or (game.verify(id).is_sound and game.replay(id)), where
    assert came_in < len(places) / 4


def outcome(game: Campaigns, data: bytes) -> tuple[str, str]:
    """Why a document is refused, or the id of the campaign that came of it."""
    try:
        return "", game.import_(data)
    except BadExport as refusal:
        return str(refusal), ""


def of(change: Callable[[dict[str, Any]], object]) -> Callable[[bytes], bytes]:
    def made(data: bytes) -> bytes:
        whole = plain(from_json(data))
        change(whole)
        return encode(whole)

    return made


HOSTILE: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("no export", lambda _: b""),
    ("no export", lambda _: b"\x80\x04\x95\x10\x00\x00\x00cos\nsystem\n"),
    ("no export", lambda _: zlib.compress(b"0" * 100_000)),
    ("no export", lambda data: data[: len(data) // 2]),
    ("no export", lambda data: data.replace(b"toys", b"\xff\xfe", 1)),
    ("nested deeper", lambda _: b"[" * 100_000),
    ("nested deeper", lambda data: data.replace(b'"ballast":""', b'"ballast":' + b'{"a":' * 500 + b"1" + b"}" * 500, 1)),
    ("format 3", of(lambda d: d.update(imperator_export=3))),
    ("format 0", of(lambda d: d.update(imperator_export=0))),
    ("there is no scale 'chess'", of(lambda d: d["plan"]["theatres"][0]["battles"][0].update(scale="chess"))),
    ("no row of the turn sequence", of(lambda d: d["plan"].update(scales=["chess"]))),
    ("is no id", of(lambda d: d["battles"][0].update(battle="../../etc/passwd"))),
    ("is no id", of(lambda d: d["plan"]["theatres"][0].update(id="a/b"))),
    ("two have the same id", of(lambda d: d["battles"].append(d["battles"][0]))),
    ("out of range", of(lambda d: d["steps"][0].update(tick=1 << 62))),
    ("only 61 rows were closed", of(lambda d: d.update(tick=10**8))),
    ("'asleep' is none of", of(lambda d: d.update(status="asleep"))),
    ("tells its secret", of(lambda d: d.update(secret=""))),
    ("32 bytes in hexadecimal", of(lambda d: d.update(secret="zz"))),
    ("not the one whose hash was published", of(lambda d: d.update(secret="00" * 32))),
    ("plays no seat", of(lambda d: d["seats"].update(red="robot"))),
    ("not the seats of the plan", of(lambda d: d["seats"].pop("red"))),
    ("printable name", of(lambda d: d["plan"].update(name="\x1b[2J"))),
    ("cannot be set up", of(lambda d: d["plan"]["theatres"][0]["battles"][0].update(setup={}))),
    ("not even the set-up", of(lambda d: d.update(tick=-1))),
    ("stretches", of(lambda d: d.update(lineage=d["lineage"] * 2000))),
    ("was altered", of(lambda d: d["events"][40]["event"].update(text="A miracle."))),
    ("is missing", of(lambda d: d["steps"].pop())),
]


@pytest.mark.parametrize(("words", "change"), HOSTILE)
def test_a_hostile_document_is_refused_in_a_sentence_and_leaves_nothing(words: str, change: Callable[[bytes], bytes], ended: bytes) -> None:
    def resolve(scale: str) -> Any:
        return game.resolve(scale) if scale in {"leviathan", "centurion"} else engine(scale)

    game = campaigns("sqlite://")
    strict = Campaigns(game.store, game.links, game.judge, resolve)
    with pytest.raises(BadExport, match=words):
        strict.import_(change(ended))
    assert total(game) == 0


def test_a_document_that_is_too_large_is_not_even_read(game: Campaigns, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "BYTES_AT_MOST", 1 << 20)
    with pytest.raises(BadExport, match="it has 3 MB, a campaign has at most 1"):
        game.import_(b" " * (3 << 20))


def test_a_die_with_more_sides_than_numbers_ends_in_a_fault(game: Campaigns, ended: bytes) -> None:
    """Its face would be looked for for ever."""
    whole = plain(from_json(ended))
    next(event for event in whole["events"] if event["event"]["rolls"])["event"]["rolls"][0]["sides"] = 1 << 63
    assert game.verify(from_json(encode(whole))).faults


# ---- deleting -----------------------------------------------------------------------------------------------------


def test_a_deleted_campaign_is_gone_from_every_table(game: Campaigns, ended: bytes) -> None:
    other = game.import_(ended)
    before = total(game)
    id = game.create(two_scales(boats=2, turns=2), {"red": "person"}, seed=1)
    game.run(id)
    game.rewind(id, 0, "again")
    with game.store.database.write() as connection:
        for each in with_a_campaign():
            if connection.execute(select(func.count()).select_from(each).where(each.c.campaign == id)).scalar_one() == 0:
                connection.execute(each.insert(), [filled(each, id)])
    with pytest.raises(NotConfirmed, match="'toys'"):
        game.delete(id, "toy")
    assert game.show(id)
    game.delete(id, "toys")
    with game.store.database.read() as connection:
        for each in with_a_campaign():
            assert connection.execute(select(func.count()).select_from(each).where(each.c.campaign == id)).scalar_one() == 0, each.name
    assert total(game) == before
    assert game.verify(other).is_sound
    with pytest.raises(NotFound):
        game.show(id)


def with_a_campaign() -> list[Any]:
    return [each for each in SQLModel.metadata.sorted_tables if "campaign" in each.c]


def filled(its: Any, campaign: str) -> dict[str, object]:
    """A row of a table with something in every column."""
    values: dict[type, object] = {str: "x", int: 1, bool: False, bytes: b"x"}
    return {column.name: values.get(column.type.python_type, "x") for column in its.columns if column.name != "seq"} | {
        "campaign": campaign
    }
