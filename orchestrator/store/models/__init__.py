"""The tables, all of them here, so that whoever makes a database makes them all."""

from orchestrator.store.models.columns import table
from orchestrator.store.models.dispatch import Assignment, Call, Hook, Notice, Plan, Receipt, TableResult, Work
from orchestrator.store.models.log import (
    SCHEMA,
    Battle,
    Campaign,
    Decision,
    Event,
    Message,
    RowClose,
    SchemaVersion,
    Snapshot,
    Step,
    Timeline,
)
from orchestrator.store.models.people import Invitation, Member, Person, Setting, Token

__all__ = [
    "SCHEMA",
    "Assignment",
    "Battle",
    "Call",
    "Campaign",
    "Decision",
    "Event",
    "Hook",
    "Invitation",
    "Member",
    "Message",
    "Notice",
    "Person",
    "Plan",
    "Receipt",
    "RowClose",
    "SchemaVersion",
    "Setting",
    "Snapshot",
    "Step",
    "TableResult",
    "Timeline",
    "Token",
    "Work",
    "table",
]
