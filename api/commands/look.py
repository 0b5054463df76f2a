"""Looking at campaigns, and a person's way in: decisions and their answers."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from api.commands.console import DEFAULT_DB, AsJson, CampaignId, Db, Refused, say, say_json, table
from api.commands.numbers import numbers
from api.commands.root import find_id, open_campaigns
from api.commands.summary import event_json, final_tables, names_of_sides, summary
from campaigns.places import MAX_CHARACTERS
from orchestrator.store.reading import LoggedEvent
from scales.codec import plain, typed
from scales.engine import Event, Json, Orders, Slot
from scales.engines import SCALES


def list_campaigns(db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """The campaigns of a database, newest first."""
    campaigns = open_campaigns(db)
    found = list(reversed(campaigns.all()))
    if as_json:
        say_json([plain(status) for status in found])
        return
    say(
        table(
            ["id", "campaign", "status", "turn", "minute", "waiting"],
            [[s.id, s.name, s.status, s.turn, s.minute, s.waiting] for s in found],
        )
    )


def show(id: CampaignId, db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """How a campaign stands: its boards, losses, links and result."""
    campaigns = open_campaigns(db)
    id = find_id(campaigns, id)
    facts = summary(campaigns, id)
    if as_json:
        say_json(facts)
    else:
        say(final_tables(facts, names_of_sides(campaigns, id)))


def decisions(
    id: CampaignId,
    seat: Annotated[str | None, typer.Option("--seat", help="Only what this seat is asked.")] = None,
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """What people are asked, with the options of every part. Options are numbered for the answer."""
    campaigns = open_campaigns(db)
    id = find_id(campaigns, id)
    _known("seat", seat, campaigns.reading.campaign(id).plan.seats)
    found = [(asked, campaigns.offers(id, asked.id)) for asked in campaigns.decisions(id, seat)]
    if as_json:
        say_json([{"id": asked.id, **plain(asked.decision), "slots": plain(slots)} for asked, slots in found])
        return
    if not found:
        say("Nobody is asked anything.")
    for asked, slots in found:
        say(f"{asked.id}  {asked.decision.seat}: {asked.decision.prompt}")
        for slot in slots:
            say(f"  {slot.id}: {slot.title}")
            for n, option in enumerate(slot.options, 1):
                say(f"    {n}  {option.label}")


def answer(
    id: CampaignId,
    decision: Annotated[str, typer.Argument(metavar="DECISION", help="The id of a decision.")],
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="JSON: for each part an order, or the number of an option; - reads it from stdin.")
    ] = None,
    bot: Annotated[bool, typer.Option("--bot", help="Let the bot answer this one.")] = False,
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Answer a decision. 'imperator resume' then plays on."""
    if (file is None) != bot:
        raise Refused("give either a file with the answer or --bot")
    campaigns = open_campaigns(db)
    id = find_id(campaigns, id)
    if file is None:
        is_new = campaigns.leave_to_bot(id, decision)
    else:
        given = _read(file)
        slots = campaigns.offers(id, decision) if _has_numbers(given) else []
        is_new = campaigns.answer(id, decision, _orders(given, slots))
    left = len(campaigns.decisions(id))
    if as_json:
        say_json({"decision": decision, "taken": True, "new": is_new, "waiting": left})
    else:
        said = "taken" if is_new else "was taken before"
        say(f"The answer to {decision} is {said}. " + (f"{left} decisions are open." if left else f"Play on with: imperator resume {id}"))


def _read(file: str) -> Json:
    try:
        text = _text(file)
        if len(text) > MAX_CHARACTERS:
            raise Refused(f"the answer {file} is longer than {MAX_CHARACTERS // 1_000_000} MB; orders are a few lines")
        given = json.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"the answer {file} cannot be read: {getattr(error, 'strerror', None) or 'it is not text in UTF-8'}") from error
    except (ValueError, RecursionError) as error:
        raise Refused(f"the answer {file} is not JSON: {error}") from error
    if not isinstance(given, dict):
        raise Refused(f"the answer {file} must be a JSON object that gives each part of the decision its order")
    choices = given.get("choices", given)
    if not isinstance(choices, dict):
        raise Refused(f"'choices' in {file} must be a JSON object that gives each part of the decision its order")
    return choices


def _text(file: str) -> str:
    """No more of a file, or of what is typed, than an answer can be long."""
    if file == "-":
        return sys.stdin.read(MAX_CHARACTERS + 1)
    with Path(file).open(encoding="utf-8") as opened:
        return opened.read(MAX_CHARACTERS + 1)


def _has_numbers(choices: Json) -> bool:
    return any(isinstance(order, int) for order in choices.values())


def _orders(choices: Json, slots: list[Slot]) -> Orders:
    """Orders as given, with numbers replaced by the options that they stand for."""
    options = {slot.id: slot.options for slot in slots}
    orders = {}
    for slot, order in choices.items():
        if isinstance(order, int) and not isinstance(order, bool) and slot in options:
            if not 1 <= order <= len(options[slot]):
                raise Refused(f"{slot} has options 1 to {len(options[slot])}, not {order}")
            order = options[slot][order - 1].order  # noqa: PLW2901
        orders[slot] = order
    return Orders(orders)


def log(
    id: CampaignId,
    scale: Annotated[str | None, typer.Option("--scale", help="Only this scale.")] = None,
    battle: Annotated[str | None, typer.Option("--battle", help="Only this board.")] = None,
    explain: Annotated[
        str | None, typer.Option("--explain", metavar="EVENT", help="Why an event happened, back across the scales.")
    ] = None,
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Everything that happened, in order, or what led to one event."""
    campaigns = open_campaigns(db)
    id = find_id(campaigns, id)
    if explain is not None:
        chain = event_json(campaigns, id, campaigns.explain(id, explain))
        if as_json:
            say_json(chain)
        else:
            say(
                "\n".join(
                    line for n, fact in enumerate(chain) for line in _explained(n, fact, chain[n - 1]["event"]["cause"] if n else None)
                )
            )
        return
    _known("scale", scale, SCALES)
    _known("board", battle, [board.battle for board in campaigns.reading.battles(id, campaigns.reading.campaign(id).timeline)])
    found: list[LoggedEvent] = [logged for _, logged in campaigns.log(id)]
    facts = [f for f in event_json(campaigns, id, found) if scale in {None, f["scale"]} and battle in {None, f["battle"]}]
    if as_json:
        say_json(facts)
        return
    for fact in facts:
        say(f"{fact['id']}  turn {fact['turn']}, minute {fact['minute']}: {fact['event']['text']}")


def _known(what: str, given: str | None, known: Iterable[str]) -> None:
    """Refuse a filter that lets nothing through because it is misspelt."""
    if given is not None and given not in known:
        raise Refused(f"there is no {what} {given!r}; known are {', '.join(known)}")


def _explained(depth: int, fact: Json, cause: str | None) -> list[str]:
    """An event with its dice and rules; deeper ones are causes, or what came just before on the same board."""
    event, indent = fact["event"], "  " * depth
    link = "" if not depth else "because: " if cause == fact["id"] else "after: "
    first = f"{indent}{link}{event['text']}"
    lines = [first, f"{indent}  {fact['id']}, minute {fact['minute']}, {fact['scale'] or 'theatre'}; rule: {event['rule']}"]
    return lines + [f"{indent}  {line}" for line in numbers(typed(event, Event))]
