"""What damage does to a Thor satellite, in words for its record sheet and the log (centurion: Thor Satellites, Thor Record Sheet)."""

from scales.interceptor.tables import table

SHORTS = {
    "orbital_controls": ("the orbital controls", "it drops one hexrow toward the planet"),
    "comm_system": ("the comm system", "no Thor mission is launched"),
}


def effect(name: str, hits: int) -> str:
    """What the hits marked on a component do where a satellite has effects of its own; '' where they are those of all craft."""
    own = table("internals")["thor_satellite"]
    if name in own["spoils"]:
        return f"{own['spoils'][name]} to hit for all javelins launched"
    if name == "orbital_controls":
        return "it falls" if hits >= own["destroyed_at"] else f"{hits} of {own['destroyed_at']} hits: they still work"
    if name == "plant":
        return "more than the craft can bear" if hits >= own["destroyed_at"] else f"{hits} of {own['destroyed_at']} hits: it still works"
    return ""
