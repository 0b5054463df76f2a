"""The weapons of a craft by name: where several are alike, with the place of each."""

from scales.interceptor.state import Craft
from scales.interceptor.tables import weapons


def mount_name(craft: Craft, number: int) -> str:
    """'5/4 laser', or where there are several 'left bow 5/4 laser', and of those in one place 'left bow 5/4 laser 2'."""
    mount, name = craft.mounts[number], weapons()[craft.mounts[number].weapon].name
    alike = [n for n, other in enumerate(craft.mounts) if other.weapon == mount.weapon]
    if len(alike) == 1:
        return name
    beside = [n for n in alike if craft.mounts[n].location == mount.location]
    place = mount.location.replace("_", " ")
    return f"{place} {name}" + (f" {beside.index(number) + 1}" if len(beside) > 1 else "")
