"""A checked campaign file becomes the plan that the orchestrator plays."""

from campaigns.check import board_setup, common_setup, fights_below
from campaigns.schema import Campaign, Theatre
from orchestrator.store.records import BattlePlan, CampaignPlan, TheatrePlan
from scales.engine import Json

FOUGHT_BELOW_TURNS = 200
"""A battle that stands for an engagement lasts while its centuries are in contact: its turn limit is the campaign's."""


def plan_of(campaign: Campaign) -> CampaignPlan:
    """The plan of a campaign: its boards with their set-ups, the scales that come into play, and who sits for which side."""
    return CampaignPlan(
        campaign.name,
        [_theatre(campaign, theatre) for theatre in campaign.theatres],
        scales_of(campaign),
        {id: seat.side for id, seat in campaign.seats.items()},
        campaign.victory.turn_limit,
        campaign.model_dump(mode="json"),
    )


def scales_of(campaign: Campaign) -> list[str]:
    """The scales in play from the start and those that engagements bring in later."""
    here = {str(scale) for theatre in campaign.theatres for scale in theatre.boards}
    below = {"centurion"} if any(fights_below(theatre) for theatre in campaign.theatres) else set()
    return sorted(here | below)


def battle_id(theatre: str, name: str) -> str:
    """The id of a board or battle: the same every time the campaign is played."""
    return f"{theatre}.{name}"


def _theatre(campaign: Campaign, theatre: Theatre) -> TheatrePlan:
    boards = [BattlePlan(battle_id(theatre.id, scale), scale, _board(campaign, theatre, scale)) for scale in sorted(theatre.boards)]
    data: Json = {"terrain_key": theatre.terrain_key}
    if fights_below(theatre):
        data["below"] = common_setup(campaign, theatre, "centurion") | {"standing": False, "turn_limit": FOUGHT_BELOW_TURNS}
        data["fire_control"] = theatre.engagements.fire_control
    return TheatrePlan(theatre.id, boards, data)


def _board(campaign: Campaign, theatre: Theatre, scale: str) -> Json:
    """The set-up of a board, told which other boards of the theatre are in play."""
    setup = board_setup(campaign, theatre, scale)  # type: ignore[arg-type]
    others = theatre.boards
    if scale == "legatus":
        policy = theatre.engagements.model_dump(exclude={"fire_control"})
        setup = setup | {"leviathan": "leviathan" in others, "interceptor": "interceptor" in others}
        setup = setup | {"rules": setup["rules"] | {"engagements": policy}}
    if scale == "leviathan":
        setup = setup | {"interceptor": "interceptor" in others}
    return setup
