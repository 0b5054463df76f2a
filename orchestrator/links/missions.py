"""Ground squadrons of the Legatus mission sheet fly on the Interceptor board when it is in play. (legatus: Interceptors)"""

from orchestrator.links.link import Carry

INTERCEPTOR_MISSION = Carry("interceptor_mission", "interceptor", "initiative")
SQUADRON_BACK = Carry("squadron_back", "legatus", "end")
