"""The judge of campaigns made from a campaign file: its victory conditions."""

from collections.abc import Sequence

from campaigns import victory
from campaigns.schema import Campaign
from campaigns.victory import Result, Standing
from orchestrator.records import CampaignPlan


def by_its_file(plan: CampaignPlan, boards: Sequence[Standing], turns: int) -> Result | None:
    """The result by the conditions of the campaign file, or None while the campaign goes on."""
    return victory.result(Campaign.model_validate(plan.file), boards, turns)
