"""The shield settings that a patrol craft is offered, with what each side then takes from a number to hit."""

from scales.engine import Json, Option
from scales.interceptor.damage.condition import kind
from scales.interceptor.patrol.allocation import choices
from scales.interceptor.patrol.shields import power_of
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import rule


def settings(state: State, craft: Craft) -> list[Option]:  # noqa: ARG001
    """The setting that stands first: who does nothing keeps it. `check` judges any other."""
    return [_option(craft, name, ratings) for name, ratings in choices(craft).items()]


def _option(craft: Craft, name: str, ratings: dict[str, int]) -> Option:
    words = "keeps its shields as they are" if name == "as it is" else f"puts the power of its shields {name}"
    figures = ", ".join(f"{side.replace('_', ' ')} {rating}" for side, rating in ((side, ratings[side]) for side in kind(craft).shields))
    tenth = rule("to_hit")["shield_divisor"]
    info: Json = {
        "shields": ratings,
        "factors": {side: (rating + tenth // 2) // tenth for side, rating in ratings.items()},
        "power": power_of(ratings),
        "of": kind(craft).shield_power,
    }
    return Option({"shields": ratings}, f"{craft.name} {words}: {figures}", info)
