"""All links of the rules."""

from orchestrator.links.at_laf import ATTACK_AT_LAF, FIRE_FROM_LAF
from orchestrator.links.battlefield import Battlefields
from orchestrator.links.engagement import Engagements
from orchestrator.links.fighter_transfer import FIGHTERS_DOWN, FIGHTERS_LOST, FIGHTERS_UP
from orchestrator.links.fire_support import FIRE_SUPPORT, FIRE_SUPPORT_REPORT
from orchestrator.links.ground_attack import GROUND_ATTACK, RETURN_FIRE
from orchestrator.links.ground_fire import GROUND_FIRED
from orchestrator.links.landing import CRAFT_LANDED, CRAFT_TOOK_OFF, FIRE_ON_LANDED, UNITS_ABOARD, UNITS_DROPPED, UNITS_LANDED
from orchestrator.links.link import Link
from orchestrator.links.missions import INTERCEPTOR_MISSION, SQUADRON_BACK
from orchestrator.links.overhead import CraftAbove, GroundBelow
from orchestrator.links.patrol_transfer import PATROL_DOWN, PATROL_UP
from orchestrator.links.spotting import GROUND_DAMAGE, GROUND_LOSSES, SPOTTED, GroundTruth
from orchestrator.links.stand_off import STAND_OFF, STAND_OFF_LOST
from orchestrator.links.thor import THOR_JAVELINS, THOR_NEWS, SatellitesAbove, ThorCalls


def every_link() -> list[Link]:
    """The links in a fixed order: it decides the order of messages that fall due together."""
    return [
        Engagements(),
        Battlefields(),
        GroundTruth(),
        SPOTTED,
        GROUND_DAMAGE,
        GROUND_LOSSES,
        FIGHTERS_DOWN,
        FIGHTERS_UP,
        FIGHTERS_LOST,
        PATROL_DOWN,
        PATROL_UP,
        INTERCEPTOR_MISSION,
        SQUADRON_BACK,
        GroundBelow(),
        GROUND_ATTACK,
        CraftAbove(),
        RETURN_FIRE,
        UNITS_DROPPED,
        CRAFT_LANDED,
        CRAFT_TOOK_OFF,
        FIRE_ON_LANDED,
        UNITS_LANDED,
        UNITS_ABOARD,
        ATTACK_AT_LAF,
        FIRE_FROM_LAF,
        GROUND_FIRED,
        STAND_OFF,
        STAND_OFF_LOST,
        SatellitesAbove(),
        ThorCalls(),
        THOR_NEWS,
        THOR_JAVELINS,
        FIRE_SUPPORT,
        FIRE_SUPPORT_REPORT,
    ]
