"""Bringing in a campaign from its export: nothing of it is believed before its chains were checked and its log was played again.

What is stored is what came out of playing it, with the boards as they stood then; the document only gives the plan, the orders and the dice. An
ended campaign comes in as ended. One that goes on does so as a fork does, from the beginning of the row it stands in, with a new secret: that of
its past is not known, or known to everybody.
"""

import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

import msgspec
from sqlalchemy import insert

from orchestrator.closing import Judge
from orchestrator.dispatch.seating import PLAYERS, seated
from orchestrator.errors import BadExport, ReplayDiffers
from orchestrator.history.export import Exported, from_json
from orchestrator.history.lineage import of_another
from orchestrator.history.replay import Kept, differing, played_again
from orchestrator.history.timelines import PAUSED, timeline_row
from orchestrator.history.verify import verify
from orchestrator.links.post import Post
from orchestrator.moments import stamp, utc_now
from orchestrator.sequence import sequence
from orchestrator.store.records import BattlePlan, CampaignRecord, PhaseCommit
from orchestrator.store.writing import CAMPAIGN, ENDED, TIMELINE, Store, campaign_row, write_close, write_commit
from scales.dice import commitment, new_secret
from scales.engines import Resolver

BYTES_AT_MOST = 256 << 20
DEPTH_AT_MOST = 100
NUMBERS_BELOW = 1 << 31
STRETCHES_AT_MOST = 1000
EMPTY_ROWS_AT_MOST = 1000
"""So many rows may pass for each in which something happened: a few turns."""
FAULTS_AT_MOST = 20
STATUSES = ("running", "waiting", "paused", "ended")
REASON = "brought in from an export"

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.\-]{0,99}")
_HASH = re.compile(r"[0-9a-f]{64}")
_JSON_PARTS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)


@dataclass(slots=True)
class Rules:
    """What a campaign is played by: the links, the judge and the engines of this Imperator."""

    post: Post
    judge: Judge
    resolve: Resolver


def bring_in(store: Store, rules: Rules, data: bytes, players: Mapping[str, str] | None = None, id: str = "") -> str:
    """Store a campaign from the bytes of its export, all or nothing, and return its new id; raises BadExport with every reason against it.

    `players` seats people, else those sit where the document has them.
    """
    document = read(data)
    refuse(_faults(document, rules))
    refuse(verify(document).faults)
    try:
        with differing():
            _, kept = played_again(document, rules.post, rules.judge, rules.resolve, document.tick)
    except ReplayDiffers as error:
        raise BadExport([str(error)]) from error
    seats = seated(document.plan.seats, dict(document.seats if players is None else players))
    record = _record(document, seats)
    record.id = id or record.id
    _store(store, document, record, kept)
    return record.id


class _Head(msgspec.Struct):
    """What a document has if it is an export at all; the long parts are passed over unread."""

    imperator_export: int
    campaign: str
    status: str
    tick: int
    commitment: str
    digest: str
    plan: msgspec.Raw
    steps: msgspec.Raw
    events: msgspec.Raw


def glance(data: bytes) -> None:
    """Raises BadExport at once for a document that is no export; what is wrong with one shows when it is read and played again."""
    try:
        msgspec.json.decode(data, type=_Head)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadExport([f"it is no export of a campaign: {error}"]) from error


def read(data: bytes) -> Exported:
    """An export's bytes as a document whose parts have the right types; raises BadExport."""
    if len(data) > BYTES_AT_MOST:
        raise BadExport([f"it has {len(data) >> 20} MB, a campaign has at most {BYTES_AT_MOST >> 20}"])
    if _depth(data) > DEPTH_AT_MOST:
        raise BadExport([f"its lists and objects are nested deeper than {DEPTH_AT_MOST}"])
    try:
        return from_json(data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadExport([f"it is no export of a campaign: {error}"]) from error


def _depth(data: bytes) -> int:
    """How deep lists and objects are nested, as far as that is of interest."""
    depth = deepest = 0
    for part in _JSON_PARTS.finditer(data):
        first = data[part.start()]
        if first in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first in b"]}":
            depth -= 1
        if deepest > DEPTH_AT_MOST:
            break
    return deepest


def refuse(faults: Iterable[str]) -> None:
    """Raise BadExport if there are faults, with as many of them as somebody would read."""
    found = list(faults)
    if found:
        more = [f"and {len(found) - FAULTS_AT_MOST} more"] if len(found) > FAULTS_AT_MOST else []
        raise BadExport(found[:FAULTS_AT_MOST] + more)


# ---- what chains do not say ---------------------------------------------------------------------------------------


def _faults(document: Exported, rules: Rules) -> Iterator[str]:
    """What makes no sense whatever the chains say."""
    faults = [*_numbers(document), *_names(document), *_people(document), *_secrets(document)]
    yield from faults
    if not faults:
        yield from _plan(document, rules)


def _numbers(document: Exported) -> Iterator[str]:
    numbers = {
        "timeline": [document.timeline, *(each.timeline for each in document.lineage)],
        "tick": [document.tick, *(each.until_tick for each in document.lineage)],
        "steps": [n for each in document.steps for n in (each.version, each.tick, each.phase_no, each.events)],
        "events": [n for each in document.events for n in (each.place.version, each.place.n, each.tick)],
        "rows": [each.tick for each in document.rows],
        "messages": [n for each in document.messages for n in (each.sent_tick, each.due_tick)],
        "battles": [each.version for each in document.battles],
        "plan.turn_limit": [document.plan.turn_limit],
    }
    for name, values in numbers.items():
        if not all(-1 <= value < NUMBERS_BELOW for value in values):
            yield f"{name}: a number is out of range (-1 to {NUMBERS_BELOW - 1})"
    last = max([document.tick, *(each.tick for each in document.steps), *(each.tick for each in document.rows)])
    if last > EMPTY_ROWS_AT_MOST * (1 + len(document.rows)):
        yield f"tick: the campaign stands in row {last}, but only {len(document.rows)} rows were closed"
    if document.tick < 0:
        yield "tick: nothing was played yet, not even the set-up; begin a campaign from its file instead"
    if len(document.lineage) > STRETCHES_AT_MOST:
        yield f"lineage: {len(document.lineage)} stretches, {STRETCHES_AT_MOST} are enough"


def _names(document: Exported) -> Iterator[str]:
    plan = document.plan
    if not plan.name.strip() or not plan.name.isprintable() or len(plan.name) > 200:
        yield "plan.name: a campaign has a printable name of at most 200 characters"
    names = {
        "plan.theatres": [each.id for each in plan.theatres],
        "plan.theatres.battles": [board.id for each in plan.theatres for board in each.battles],
        "battles": [each.battle for each in document.battles],
        "plan.seats": [*plan.seats, *plan.seats.values()],
    }
    for where, its in names.items():
        bad = [name for name in its if not _NAME.fullmatch(name)]
        if bad:
            yield f"{where}: {bad[0][:100]!r} is no id (letters, digits, '_', '-' and '.')"
        if where != "plan.seats" and len(set(its)) < len(its):
            yield f"{where}: two have the same id"


def _people(document: Exported) -> Iterator[str]:
    if document.status not in STATUSES:
        yield f"status: {document.status[:100]!r} is none of {', '.join(STATUSES)}"
    if sorted(document.seats) != sorted(document.plan.seats):
        yield "seats: they are not the seats of the plan"
    for seat, who in sorted(document.seats.items()):
        if who not in PLAYERS:
            yield f"seats.{seat[:100]}: {who[:100]!r} plays no seat, one of {', '.join(PLAYERS)} does"


def _secrets(document: Exported) -> Iterator[str]:
    hashes = [document.commitment, *(each.commitment for each in document.lineage if each.commitment)]
    if not all(_HASH.fullmatch(each) for each in hashes):
        yield "commitment: it is a SHA-256 in hexadecimal"
    told = [each for each in (document.secret, *(each.secret for each in document.lineage)) if each]
    if not all(_HASH.fullmatch(each) for each in told):
        yield "secret: it is 32 bytes in hexadecimal"
    if document.status == ENDED and not document.secret:
        yield "secret: a campaign that has ended tells its secret"


def _plan(document: Exported, rules: Rules) -> Iterator[str]:
    """Every board of the plan can be set up, its rows are there, and the judge can read its conditions."""
    plan = document.plan
    checks: dict[str, Callable[[], object]] = {
        "plan.scales": lambda: sequence(plan.scales),
        "plan.file": lambda: rules.judge(plan, [], 0),
    }
    for where, check in checks.items():
        try:
            check()
        except Exception as error:
            yield f"{where}: {_first(error)}"
    for theatre in plan.theatres:
        for board in theatre.battles:
            yield from _board(board, rules.resolve)


def _board(board: BattlePlan, resolve: Resolver) -> Iterator[str]:
    try:
        yield from (f"battle {board.id}: {fault.where}: {fault.text}" for fault in resolve(board.scale).faults(board.setup))
    except Exception as error:  # a set-up of somebody else may be of any shape
        yield f"battle {board.id}: it cannot be set up ({type(error).__name__}: {_first(error)})"


def _first(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:300]


# ---- storing ------------------------------------------------------------------------------------------------------


def _record(document: Exported, seats: dict[str, str]) -> CampaignRecord:
    """The campaign as it is stored: ended as it was, or going on with a secret of its own."""
    has_ended = document.status == ENDED
    secret = bytes.fromhex(document.secret) if has_ended else new_secret()
    return CampaignRecord(
        id=secrets.token_hex(4),
        plan=document.plan,
        seats=seats,
        created_utc=stamp(utc_now()),
        status=ENDED if has_ended else PAUSED,
        timeline=document.timeline if has_ended else 0,
        tick=document.tick,
        secret=secret,
        commitment=commitment(secret),
        is_revealed=has_ended,
        is_seeded=False,
        result=document.result,
    )


def _store(store: Store, document: Exported, record: CampaignRecord, kept: Kept) -> None:
    past, reason = document.lineage, document.reason
    if record.status != ENDED:
        past, reason = of_another(document.history.branched(document.tick), document.commitment, document.secret), REASON
    key: dict[str, object] = {"campaign": record.id, "timeline": record.timeline}
    with store.database.write() as connection:
        connection.execute(insert(CAMPAIGN), [campaign_row(record)])
        connection.execute(insert(TIMELINE), [timeline_row(record.id, record.timeline, past, reason, "")])
        for each in kept:
            if isinstance(each, PhaseCommit):
                write_commit(connection, key, each)
            else:
                write_close(connection, key, each)
