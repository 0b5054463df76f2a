"""What stands in the paths of routes. Each is bounded: what is longer than all that the service gives out is asked of no database."""

from typing import Annotated

from fastapi import Path

LONGEST = 200
NAME = r"^[0-9A-Za-z_-]{1,64}$"
"""Ids that the service gives: of persons, tokens, invitations."""

CampaignId = Annotated[str, Path(max_length=LONGEST, description="The campaign's id.")]
Battle = Annotated[str, Path(max_length=LONGEST, description="The battle's id.", examples=["ostia.leviathan"])]
Decision = Annotated[str, Path(max_length=LONGEST, description="The decision's id.", examples=["0-tog_fleet-3"])]
Unit = Annotated[str, Path(max_length=LONGEST, description="The unit's id.", examples=["fulgur-1"])]
Seat = Annotated[str, Path(max_length=LONGEST, description="The seat's id.", examples=["tog_fleet"])]
AssignmentId = Annotated[str, Path(max_length=LONGEST, description="The assignment's id.")]
ResultId = Annotated[str, Path(max_length=LONGEST, description="The id of a reported result.")]
HookId = Annotated[str, Path(max_length=LONGEST, description="The hook's id.")]
WorkId = Annotated[str, Path(max_length=LONGEST, description="The id of the work, as its answer gave it.")]
EventNumber = Annotated[int, Path(ge=0, le=10_000_000, description="Your own number of the event, as in lists of events.")]
InvitationId = Annotated[str, Path(pattern=NAME, description="The invitation's id.")]
PersonId = Annotated[str, Path(pattern=NAME, description="The person's id.")]
TokenId = Annotated[str, Path(pattern=NAME, description="The token's id, or 'current' for the one this request came with.")]
