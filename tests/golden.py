"""Golden playthroughs: what happens in a short battle of each engine and in a linked campaign, one line for each event.

`make golden` writes them anew; the test compares. A change of rules or bots shows as a diff that can be read.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from api.commands.root import judge
from campaigns.check import parse
from campaigns.library import LIBRARY
from orchestrator.campaign import Campaigns
from orchestrator.links.every import every_link
from orchestrator.planning import plan_of
from orchestrator.sequence import sequence
from orchestrator.store.reading import LoggedEvent
from orchestrator.store.writing import Store
from scales.codec import encode
from scales.engines import engine

FOLDER = Path(__file__).parent / "golden"
SKIRMISH = Path(__file__).parent / "data" / "skirmish.yaml"
TURNS = {"uplands": 2, "copses": 2, "dogfight": 4, "meeting_engagement": 3}
"""A battle of each engine out of the library, and how many turns of it are told."""
NAMES = (*TURNS, "skirmish")
SEED = 6830


def transcript(name: str) -> str:
    """The lines of a battle; of the linked campaign those of events that led to something on another board, and what they led to."""
    game = Campaigns(Store("sqlite://"), every_link(), judge)
    campaign = parse(_file(name), name, engine)
    id = game.create(plan_of(campaign), seed=SEED)
    game.run(id)
    events = [logged for _, logged in game.log(id)]
    if name == "skirmish":
        causes = {logged.event.cause for logged in events}
        events = [logged for logged in events if logged.event.cause or str(logged.place) in causes]
    return "".join(f"{line}\n" for line in (*_lines(game, id, events), f"result: {encode(game.show(id).result).decode()}"))


def _file(name: str) -> str:
    if name == "skirmish":
        return SKIRMISH.read_text()
    return re.sub(r"turn_limit: \d+", f"turn_limit: {TURNS[name]}", (LIBRARY / f"{name}.yaml").read_text())


def _lines(game: Campaigns, id: str, events: list[LoggedEvent]) -> Iterator[str]:
    turns = sequence(game.reading.campaign(id).plan.scales)
    for logged in events:
        rolled = ",".join(str(roll.value) for roll in logged.event.rolls)
        when = f"{turns.turn(logged.tick)}/{turns.minute(logged.tick)}"
        yield f"{when} {logged.place.battle} {logged.event.text}" + (f" [{rolled}]" if rolled else "")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in NAMES:
        (FOLDER / f"{each}.txt").write_text(transcript(each), encoding="utf-8")
        print(f"Written: {FOLDER / each}.txt")
