"""Ground ordnance of a side: how many rounds its craft carry, and how many of them are HELL (centurion: Fighter Ground Missions)."""

from collections import Counter

from scales.interceptor.preparation.loads import default_loads
from scales.interceptor.preparation.models import CraftIn, Setup
from scales.interceptor.tables import aliases, craft_types, rounds


def carried(setup: Setup) -> dict[str, Counter[str]]:
    """Rounds 'all' and 'hell' by side; what nobody chose counts too."""
    found: dict[str, Counter[str]] = {side.id: Counter() for side in setup.sides}
    for craft in setup.craft:
        if craft.mission == "ground" and craft.side in found:
            loads = _loads(craft)
            found[craft.side] += Counter({"all": sum(loads.get(name, 0) for name in rounds()), "hell": loads.get("hell", 0)})
    return found


def _loads(craft: CraftIn) -> dict[str, int]:
    kind = craft_types().get(aliases().get(craft.type.lower(), ""))
    if craft.loads is not None or kind is None:
        return craft.loads or {}
    return default_loads(kind, craft.mission)
