"""Campaigns of the toy game, and the links between its boards."""

from orchestrator.campaign import Campaigns
from orchestrator.links.link import Deliveries, Link, Scene, carry
from orchestrator.store.records import BattlePlan, CampaignPlan, Sent, TheatrePlan
from orchestrator.store.writing import Store
from tests.orchestrator.toy import setup, toy

ARRIVES = {
    "leviathan": ("centurion", "combat"),
    "centurion": ("leviathan", "power"),
    "interceptor": ("centurion", "hits"),
    "legatus": ("centurion", "initiative"),
}


class Shells(Link):
    """Shells fly down from Leviathan to Centurion and up again; a second battle begins where they land thickly."""

    kinds = ("shell",)

    def deliver(self, message: Sent, scene: Scene) -> Deliveries:
        source = scene.everywhere[message.source].scale
        return carry(message, scene, *ARRIVES[source])

    def after_row(self, scene: Scene) -> Deliveries:
        """In turn 2 a further ground battle opens, once."""
        name = f"{scene.theatre.id}.ground2"
        if scene.theatre.data.get("second") and scene.turn == 2 and scene.row.letter == "C" and name not in scene.everywhere:
            return Deliveries(openings=[BattlePlan(name, "centurion", setup(2, turn_limit=8, prefix="x", boxes=60))])
        return Deliveries()


def campaigns(url: str) -> Campaigns:
    return Campaigns(Store(url), [Shells()], resolve=toy)


def two_scales(*, boats: int = 3, turns: int = 4, theatres: tuple[str, ...] = ("landfall",), ballast: str = "") -> CampaignPlan:
    """Leviathan above, Centurion below; enough boxes to last."""
    plans = [
        TheatrePlan(
            theatre,
            [
                BattlePlan(
                    f"{theatre}.{scale}",
                    scale,
                    setup(boats, turn_limit=1000, prefix=f"{theatre}-{scale}-", boxes=60, standing=True, ballast=ballast),
                )
                for scale in ("leviathan", "centurion")
            ],
            {"second": True},
        )
        for theatre in theatres
    ]
    return CampaignPlan("toys", plans, ["leviathan", "centurion"], {"red": "red", "blue": "blue"}, turns)
