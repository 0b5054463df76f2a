"""Taking a campaign up again from the store, exactly where it was left."""

from orchestrator.dispatch import Table
from orchestrator.links.link import Board
from orchestrator.reading import Reading
from orchestrator.records import CampaignRecord, Routed
from orchestrator.running import Running


def table_of(reading: Reading, record: CampaignRecord) -> Table:
    """Who sits where, and what is asked of them now."""
    table = Table(record.seats)
    for asked in reading.asked(record.id, record.timeline):
        table.asked.setdefault(asked.place.battle, []).append(asked)
    return table


def loaded(reading: Reading, running: Running) -> Running:
    """A campaign in play with its boards, its mail, and what happened in the row that is not closed yet."""
    record = running.record
    id, timeline = record.id, record.timeline
    for battle in reading.battles(id, timeline):
        running.boards[battle.battle] = Board(battle, running.resolve(battle.scale))
    for message in reading.due(id, timeline):
        running.post_to(Routed(message.delivery, message.battle, message.sent_tick, message.due_tick))
    running.sent = reading.sent(id, timeline, record.tick)
    running.moved = reading.moved(id, timeline, record.tick)
    running.heads = reading.heads(id, timeline)
    running.lineage = reading.lineage(id, timeline)
    return running
