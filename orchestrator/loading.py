"""Taking a campaign up again from the store, exactly where it was left."""

from functools import cache

from orchestrator.dispatch.desk import Desk
from orchestrator.dispatch.seating import Table
from orchestrator.links.link import Board
from orchestrator.running import Running
from orchestrator.store.reading import Reading
from orchestrator.store.records import CampaignRecord, Routed
from scales.engines import Resolver


def table_of(reading: Reading, record: CampaignRecord, resolve: Resolver) -> Table:
    """Who sits where, and what is asked of them now."""
    desk = Desk(reading.database)
    table = Table(record.seats, {}, desk.assigned(record.id), desk.plans(record.id, record.timeline), desk.taken(record.id))

    def board(id: str) -> Board:
        found = reading.battle(record.id, record.timeline, id)
        return Board(found, resolve(found.scale))

    table.board = cache(board)
    for asked in reading.asked(record.id, record.timeline):
        table.asked.setdefault(asked.place.battle, []).append(asked)
    return table


def loaded(reading: Reading, running: Running) -> Running:
    """A campaign in play with its boards, its mail, and what happened in the row that is not closed yet."""
    record = running.record
    id, timeline = record.id, record.timeline
    for battle in reading.battles(id, timeline):
        running.boards[battle.battle] = Board(battle, running.resolve(battle.scale))
    running.table.board = running.boards.__getitem__
    for message in reading.due(id, timeline):
        running.post_to(Routed(message.delivery, message.battle, message.sent_tick, message.due_tick))
    running.sent = reading.sent(id, timeline, record.tick)
    running.moved = reading.moved(id, timeline, record.tick)
    running.heads = reading.heads(id, timeline)
    running.lineage = reading.lineage(id, timeline)
    return running
