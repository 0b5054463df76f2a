"""What fighters attack: one unit after the other, none at what will be gone."""

from collections.abc import Sequence

from scales.engine import Json, Option, Orders, Slot
from scales.leviathan.bot.claims import Claims
from scales.leviathan.state import Ship
from scales.leviathan.view import View


def attack_all(view: View, offers: Sequence[Slot]) -> Orders:
    claims = Claims(view.state)
    return Orders({slot.id: _attack(slot, claims) for slot in offers})


def _attack(slot: Slot, claims: Claims) -> Json:
    best = max(slot.options, key=lambda o: _gain(o, claims))
    for shot in best.info["shots"]:
        target = claims.find(shot["target"])
        claims.take(target, shot["damage"], shot["chance"] // 10, shot["side"])
        if "column" in shot and isinstance(target, Ship):
            claims.take_column(target, shot["damage"], shot["chance"] // 10, shot["side"], shot["column"])
    return best.order


def _gain(option: Option, claims: Claims) -> int:
    return sum(_worth(shot, claims) for shot in option.info["shots"])


def _worth(shot: Json, claims: Claims) -> int:
    target = claims.find(shot["target"])
    hit = (shot["damage"], shot["chance"] // 10, shot["side"])
    if "column" in shot and isinstance(target, Ship):
        return claims.strike(target, *hit, shot["column"])
    return claims.gain(target, *hit)
