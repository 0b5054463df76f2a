"""Taking a campaign out of the database: everything that any table holds of it."""

from sqlalchemy import Connection, delete, select, update
from sqlmodel import SQLModel

from orchestrator.errors import NotConfirmed
from orchestrator.history.lineage import Stretch
from orchestrator.store.lease import Lease
from orchestrator.store.reading import Reading
from orchestrator.store.records import CampaignRecord
from orchestrator.store.writing import CAMPAIGN, TIMELINE, Store, hold, text
from scales.codec import decode


def remove(store: Store, reading: Reading, lease: Lease, confirm: str) -> None:
    """Delete a campaign for good, with its members, hooks and work; raises NotConfirmed unless `confirm` is its name."""
    record = reading.campaign(lease.campaign)
    if confirm != record.plan.name:
        raise NotConfirmed(
            f"{confirm!r} is not the name of campaign {record.id}; it is deleted for good only with its name, {record.plan.name!r}"
        )
    with store.database.write() as connection:
        hold(connection, lease)
        if record.is_revealed:
            _hand_down(connection, record)
        for table in SQLModel.metadata.sorted_tables:
            if "campaign" in table.c:
                connection.execute(delete(table).where(table.c.campaign == record.id))
        connection.execute(delete(CAMPAIGN).where(CAMPAIGN.c.id == record.id))


def _hand_down(connection: Connection, record: CampaignRecord) -> None:
    """The published secret goes to the campaigns that were forked from this one, so that its dice can still be checked."""
    for row in connection.execute(select(TIMELINE).where(TIMELINE.c.lineage.contains(record.commitment))):
        past = decode(row.lineage, list[Stretch])
        for stretch in past:
            if stretch.commitment == record.commitment:
                stretch.secret = record.secret.hex()
        here = [TIMELINE.c.campaign == row.campaign, TIMELINE.c.timeline == row.timeline]
        connection.execute(update(TIMELINE).where(*here), {"lineage": text(past)})
