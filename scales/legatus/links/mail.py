"""What other boards report: units spotted from space, damage from ships, losses below, squadrons that come back."""

from typing import Any

from scales.codec import typed
from scales.engine import Delivery
from scales.legatus.combat import fighting
from scales.legatus.double_blind import sightings
from scales.legatus.double_blind.hearing import blind
from scales.legatus.state import Century, LegatusState, present
from scales.legatus.support import interceptors
from scales.messages import GroundDamage, GroundLosses, Spotted, SquadronBack
from scales.play import Play

RULE = "leviathan: Full Leviathan/Centurion Integration"


def take_news(play: Play[LegatusState]) -> tuple[()]:
    """Act on everything that has come, by kind, in the order of arrival."""
    for kind, act in (("spotted", _spotted), ("ground_damage", _damage), ("ground_losses", _damage), ("squadron_back", _back)):
        for delivery in play.mail(kind):
            act(play, delivery)
    return ()


def _spotted(play: Play[LegatusState], delivery: Delivery) -> None:
    news = typed(delivery.data, Spotted)
    found = [play.state.units[u] for u in news.units if u in play.state.units and present(play.state.units[u])]
    for unit in found:
        sightings.mark(unit, news.side)
    names = ", ".join(u.name for u in found) or "nobody that is still there"
    text, data = f"{news.ship_name} spots {names} from space.", {"side": news.side, "ship": news.ship}
    # in a double-blind battle nobody hears that his own are spotted
    heard = [news.side] if blind(play.state) else None
    play.tell("spotted", text, RULE, units=[u.id for u in found], data=data, cause=delivery.cause, seen_by=heard)


def _damage(play: Play[LegatusState], delivery: Delivery) -> None:
    """A hit from a ship, or a loss on the Centurion map: destroyed, crippled, or only marked."""
    kind: Any = GroundDamage if delivery.kind == "ground_damage" else GroundLosses
    news = typed(delivery.data, kind)
    unit = play.state.units.get(news.unit)
    if unit is None or not present(unit):
        text = f"News of {news.unit} comes too late: it is not on the map."
        play.tell("news_void", text, RULE, units=[news.unit] if unit else [], data={"unit": news.unit}, cause=delivery.cause)
        return
    unit.sheet |= news.sheet
    set_outcome(play.state, unit, news.outcome)
    unit.reported = face(unit) if delivery.kind == "ground_damage" else unit.reported
    source = "from space" if delivery.kind == "ground_damage" else "below"
    text = f"{unit.name} is {news.outcome} by fire {source}."
    play.tell("struck", text, RULE, units=[unit.id], data={"outcome": news.outcome}, cause=delivery.cause)


def set_outcome(state: LegatusState, unit: Century, outcome: str) -> None:
    """Make a unit crippled or destroyed because another board says so; never better than it was."""
    if outcome == "destroyed":
        unit.crippled = True
        fighting.hurt(state, unit)
    elif outcome == "crippled" and not unit.crippled:
        fighting.hurt(state, unit)


def face(unit: Century) -> str:
    return "destroyed" if unit.status == "destroyed" else "crippled" if unit.crippled else ""


def _back(play: Play[LegatusState], delivery: Delivery) -> None:
    news = typed(delivery.data, SquadronBack)
    squadron = play.state.squadrons.get(news.squadron)
    if squadron is None or squadron.box != "away":
        text, named = f"Squadron {news.squadron} was not away.", [news.squadron] if squadron else []
        play.tell("news_void", text, interceptors.RULE, units=named, data={"squadron": news.squadron}, cause=delivery.cause)
        return
    squadron.box = "destroyed" if news.lost else interceptors.after_mission()
    play.state.damaged = play.state.damaged or news.lost
    word = "is lost" if news.lost else "is back and re-arms"
    play.tell(
        "squadron_back",
        f"{squadron.name} {word}.",
        interceptors.RULE,
        units=[squadron.id],
        data={"box": squadron.box},
        cause=delivery.cause,
    )
