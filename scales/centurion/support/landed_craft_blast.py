"""Rounds that go off over a craft on the ground (centurion: Landing or Launching Centurion Units, Artillery Rounds)."""

from collections.abc import Sequence
from typing import NamedTuple

from scales.centurion.combat.weapons import figures
from scales.centurion.state import PARITY, BattleState
from scales.centurion.support import landed_craft
from scales.centurion.support.landed_craft import HALVES, RULE
from scales.centurion.support.landed_craft_aim import Half
from scales.hexes import Hex, within
from scales.messages import AirHit
from scales.play import Play

SPREAD = "spread"
"""The template of damage that goes over a whole side."""


def in_hexes(state: BattleState, hexes: Sequence[Hex]) -> list[Half]:
    """Halves of craft in some hexes, in order of id."""
    halves = [Half(landed, half) for _, landed in sorted(state.landed.items()) for half in HALVES]
    return [half for half in halves if half.hex in hexes]


def blast(play: Play[BattleState], round: str, hex: Hex, by: str) -> None:
    """A round with a blast does to every side of a half what it does to the facings of a vehicle: HAFE-I next to its hex too, HELL less shields."""
    if round in ("hafe_i", "hell"):
        figure = figures("artillery")[round]
        hexes = within(hex, int(figure["radius"]), PARITY) if round == "hafe_i" else [hex]
        burn(play, hexes, int(figure["damage"]), Source(by, round, f"a {figure['name']} round", shielded=round == "hell"))


class Source(NamedTuple):
    """What burns a craft: the unit or ship behind it, the weapon, its name in a sentence, and whether shields hold it off."""

    by: str
    weapon: str
    name: str
    shielded: bool = True


def burn(play: Play[BattleState], hexes: Sequence[Hex], rating: int, source: Source) -> None:
    """Points on every side of the halves in some hexes, less the shield rating of each side."""
    for half in in_hexes(play.state, hexes):
        craft = half.landed.craft
        shields = craft.shields if source.shielded else {}
        points = {side: n for side in landed_craft.sides_in(half.half) if (n := rating - shields.get(side, 0)) > 0}
        half.landed.hits += [AirHit(source.by, source.weapon, n, side, SPREAD, "", source.name) for side, n in points.items()]
        text = f"{craft.craft_name} is caught in {half.hex.label} by {source.name}."
        data = {"hex": half.hex.label, "points": points}
        play.tell("blast", text, RULE, units=[craft.craft, *([source.by] if source.by else [])], data=data)
