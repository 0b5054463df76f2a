"""Interception: CAP meets squadrons on their way to a target, and low-altitude combat. legatus: Interceptors, R-LEG-04

`meetings` is a part of a stage that asks: first those who have CAP, when they see who comes and for what, then those who are caught.
"""

from collections.abc import Mapping, Sequence

from scales.engine import Decision
from scales.legatus.orders import Contact, Intercept, read
from scales.legatus.state import LegatusState, Side, Squadron, on_mission, seat_of
from scales.legatus.support.interceptors import RULE, after_mission, attack_of, evasion, interception, show, strike
from scales.play import Play


def meetings(play: Play[LegatusState], flights: Mapping[str, str]) -> Sequence[Decision]:
    """Let CAP meet squadrons under way; call it again with the answers until it returns (). Who was met has left ground support then.

    `flights`: the century each squadron goes for, by squadron. memo: air (the step it is at), contacts (those met, with their CAP).
    """
    memo = play.state.at.memo
    if "air" not in memo:
        memo["air"] = "patrols"
        asked = _ask_patrols(play.state, flights)
        if asked:
            return asked
    if memo["air"] == "patrols":
        memo |= {"air": "contacts", "contacts": _approaches(play, flights)}
        asked = _ask_raiders(play.state, memo["contacts"])
        if asked:
            return asked
    if memo["air"] == "contacts":
        memo["air"] = "over"
        _clashes(play, memo["contacts"])
    return ()


def defending(state: LegatusState, side: str, flights: Mapping[str, str]) -> dict[str, str]:
    """The flights at centuries of a side: it is attacked, and may intercept them."""
    return {q: t for q, t in sorted(flights.items()) if t in state.units and state.units[t].side == side}


def patrol_orders(side: Side, caps: Sequence[str], flights: Mapping[str, str]) -> Decision:
    """A side is asked which of its squadrons on CAP go for which raid."""
    prompt = "Intercept ground attacks with squadrons on combat air patrol"
    return Decision(
        f"intercept:{side.id}", side.seat, "intercept", prompt, [*caps], sealed=True, data={"side": side.id, "flights": flights}
    )


def _ask_patrols(state: LegatusState, flights: Mapping[str, str]) -> list[Decision]:
    found = []
    for side in state.sides:
        caps, coming = [q.id for q in on_mission(state, side.id, "cap")], defending(state, side.id, flights)
        if caps and coming:
            found.append(patrol_orders(side, caps, coming))
    return found


def _approaches(play: Play[LegatusState], flights: Mapping[str, str]) -> dict[str, list[str]]:
    """Every CAP squadron sent out tests; returns who is in contact, by raider."""
    sent: dict[str, list[Squadron]] = {}
    for side in play.state.sides:
        answer = play.answers.get(f"intercept:{side.id}")
        for cap in on_mission(play.state, side.id, "cap"):
            raider = read(Intercept, (answer.choices if answer else {}).get(cap.id)).raider
            if raider in defending(play.state, side.id, flights):
                sent.setdefault(raider, []).append(cap)
    met = {id: approach(play, play.state.squadrons[id], caps) for id, caps in sorted(sent.items())}
    return {id: [c.id for c in caps] for id, caps in met.items() if caps}


def approach(play: Play[LegatusState], raider: Squadron, caps: Sequence[Squadron]) -> list[Squadron]:
    """The maneuver tests of CAP against one raid: those that pass make contact and stop it, the others re-arm. R-LEG-04"""
    found = []
    for cap in [c for c in caps if c.box == "cap" and raider.box == "ground_support"]:
        show(play.state, cap, [raider.side])
        show(play.state, raider, [cap.side])
        check = interception(play.state, cap, raider).roll(play.dice)
        word = "intercepts" if check.passed else "fails to intercept"
        data = {"contact": check.passed}
        play.tell("intercepted", f"{cap.name} {word} {raider.name}.", RULE, units=[cap.id, raider.id], checks=[check], data=data)
        cap.box = cap.box if check.passed else after_mission()
        found += [cap] if check.passed else []
    return found


def _ask_raiders(state: LegatusState, contacts: Mapping[str, Sequence[str]]) -> list[Decision]:
    by_side: dict[str, dict[str, list[str]]] = {}
    for id, caps in sorted(contacts.items()):
        by_side.setdefault(state.squadrons[id].side, {})[id] = list(caps)
    return [
        Decision(
            f"contact:{s}", seat_of(state, s), "contact", "Intercepted: avoid contact or fight", [*met], True, {"side": s, "contacts": met}
        )
        for s, met in sorted(by_side.items())
    ]


def _clashes(play: Play[LegatusState], contacts: Mapping[str, Sequence[str]]) -> None:
    orders = {id: order for answer in play.answers.values() for id, order in answer.choices.items()}
    for id, caps in sorted(contacts.items()):
        clash(play, play.state.squadrons[id], [play.state.squadrons[c] for c in caps], read(Contact, orders.get(id)))


def clash(play: Play[LegatusState], raider: Squadron, caps: Sequence[Squadron], order: Contact) -> None:
    """The raider avoids contact, or the CAP attacks first and a survivor attacks one of them back; survivors re-arm."""
    caps = [c for c in caps if c.box == "cap"]
    if raider.box != "ground_support" or not caps:
        return
    for squadron in (raider, *caps):
        squadron.box = after_mission()
    if order.evade and _evades(play, raider, caps):
        return
    for cap in caps:
        if raider.box != "destroyed":
            strike(play, cap.id, attack_of(play.state, cap, raider), cap.name, raider)
    if raider.box != "destroyed":
        target = next((c for c in caps if c.id == order.target), caps[0])
        strike(play, raider.id, attack_of(play.state, raider, target), raider.name, target)


def _evades(play: Play[LegatusState], raider: Squadron, caps: Sequence[Squadron]) -> bool:
    check = evasion(play.state, raider).roll(play.dice)
    word = "avoids contact with" if check.passed else "cannot avoid"
    names, ids = " and ".join(c.name for c in caps), [c.id for c in caps]
    play.tell("evaded", f"{raider.name} {word} {names}.", RULE, units=[raider.id, *ids], checks=[check], data={"evaded": check.passed})
    return check.passed


def meet(play: Play[LegatusState], raider: Squadron, caps: Sequence[Squadron]) -> bool:
    """A squadron under way meets CAP without anybody being asked; does it get through?"""
    met = approach(play, raider, caps)
    clash(play, raider, met, Contact())
    return not met
