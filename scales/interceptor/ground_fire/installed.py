"""Defensive installations of a set-up: on a ground hex of a board that has no battle of its own below (centurion: Installation Type).

Their turrets and launchers work in every minute: what could destroy them is fought out on the board of a battle. One laser volley and a missile
from each launcher a minute, as for any installation; nothing is told to anybody below.
"""

from typing import Annotated, Literal

from pydantic import Field

from scales.engine import Fault
from scales.interceptor.board import board
from scales.interceptor.shapes import Strict
from scales.interceptor.state import Installed, State
from scales.interceptor.tables import rule
from scales.messages import AntiAir, GroundTarget

RULE = "centurion: Installation Type"
Id = Annotated[str, Field(min_length=1, max_length=100)]


class InstallationIn(Strict):
    """One installation of the Installation Table, by the number of its type, in a hex of the ground row."""

    id: Id
    name: Annotated[str, Field(max_length=100)] = ""
    side: Id
    hex: Annotated[str, Field(min_length=4, max_length=12)]
    type: Literal[1, 2, 3, 4] = 1


def faults(layout: str, sides: list[str], battles: list[str], given: InstallationIn, where: str) -> list[Fault]:
    """Everything wrong with an installation."""
    found = [] if given.side in sides else [Fault("unknown_side", f"{given.id}: there is no side '{given.side}'.", where + ".side")]
    found += [Fault("double_id", f"An installation and a battle have the id '{given.id}'.", where + ".id")] if given.id in battles else []
    try:
        zone = board(layout).zone(board(layout).hex(given.hex))
    except ValueError as error:
        return [*found, Fault("off_the_board", f"{error}.", where + ".hex")]
    if zone == "ground":
        return found
    text = f"{given.id}: an installation stands on the ground, and {given.hex} is no ground hex of the board {layout} ({RULE})."
    return [*found, Fault("not_on_the_ground", text, where + ".hex")]


def installed(layout: str, given: InstallationIn) -> Installed:
    hex = board(layout).hex(given.hex)
    return Installed(given.id, given.name or f"Installation {given.type}", given.side, str(given.type), hex.column, hex.row)


def stand(state: State) -> None:
    """What each of them can fire in this minute, under its own id as if it were a battle."""
    for base in state.installations:
        state.ground[base.id] = [GroundTarget(base.id, base.name, base.side, "installation", "grounded", 1, {}, anti_air=_arms(base))]


def _arms(base: Installed) -> AntiAir:
    figures = rule("installations")
    lasers, launchers = figures["types"][base.type]["lasers"], figures["types"][base.type]["launchers"]
    return AntiAir(list(lasers), {figures["missile"]: launchers}, launchers, figures["gunnery"])
