"""Rounds that go off over a craft on the ground (centurion: Landing or Launching Centurion Units, Artillery Rounds)."""

from collections.abc import Sequence

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
    if round not in ("hafe_i", "hell"):
        return
    figure = figures("artillery")[round]
    for half in in_hexes(play.state, within(hex, int(figure["radius"]), PARITY) if round == "hafe_i" else [hex]):
        shields = half.landed.craft.shields if round == "hell" else {}
        points = {side: int(figure["damage"]) - shields.get(side, 0) for side in landed_craft.sides_in(half.half)}
        half.landed.hits += [AirHit(by, round, n, side, SPREAD, "", str(figure["name"])) for side, n in points.items() if n > 0]
        craft = half.landed.craft
        text = f"{craft.craft_name} is caught by a {figure['name']} round in {half.hex.label}."
        play.tell("blast", text, RULE, units=[craft.craft, *([by] if by else [])], data={"hex": half.hex.label, "points": points})
