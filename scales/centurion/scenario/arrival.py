"""How a battle that stands for a Legatus engagement begins: the order that opened it is told with its cause. (designed: engagements)"""

from scales.centurion.state import BattleState
from scales.codec import typed
from scales.engine import Decision
from scales.messages import Engagement
from scales.play import Play

RULE = "legatus: Combat Phase"


def arrivals(play: Play[BattleState]) -> list[Decision]:
    """Tell which centuries came into contact, and on which ground; not which batteries stand behind them."""
    for delivery in play.mail("engagement"):
        engagement = typed(delivery.data, Engagement)
        names = ", ".join(c.name for c in engagement.centuries)
        text = f"Engagement {engagement.id} is fought in {', '.join(engagement.hexes)} between {names}."
        open_to_all = {name: value for name, value in delivery.data.items() if name != "batteries"}
        play.tell("engagement_begins", text, RULE, units=[c.id for c in engagement.centuries], data=open_to_all, cause=delivery.cause)
    return []


STAGES = [arrivals]
