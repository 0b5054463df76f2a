"""What vehicles at low altitude hit of a craft above them: they fire at it in the Combat Phase of their own board (centurion: Attacks at LAF)."""

from scales.codec import typed
from scales.engine import Decision
from scales.interceptor.damage.damage import P, take_effect
from scales.interceptor.ground_attack.return_fire import strike_craft
from scales.messages import FireFromLaf

RULE = "centurion: Attacks at LAF"


def take(play: P) -> list[Decision]:
    """Armor suffers hit by hit, what lies inside at once after that; a craft that is gone meanwhile takes nothing."""
    for delivery in play.mail("fire_from_laf"):
        report = typed(delivery.data, FireFromLaf)
        craft = play.state.craft.get(report.craft)
        if craft is not None and craft.where == "board":
            for hit in report.hits:
                strike_craft(play, craft, hit, delivery.cause, RULE)
            if craft.fresh:
                take_effect(play, craft, report.hits[-1].by, delivery.cause)
    return []
