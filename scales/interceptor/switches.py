"""Optional rules: the switches of a battle. A set-up names them under `options`; what it leaves out is as `standard` says."""

from scales import switches
from scales.interceptor.state import State
from scales.switches import Switch

SWITCHES: dict[str, Switch] = {
    "optional_turning": Switch("Heading Changes", 0, 1, "heading changes cost by the optional column of the chart, a point less a hexside"),
    "random_pilots": Switch("Skills", 0, 1, "pilots whose skills nobody gives roll for piloting and gunnery"),
}


def is_on(state: State, name: str) -> bool:
    """Is an optional rule played in this battle?"""
    return switches.value(SWITCHES, state.options, name) > 0
