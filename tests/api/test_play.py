"""A linked campaign played over HTTP: two sides by two clients that know only their tokens, a GM who dispatches, rules, rewinds and takes in a table's result."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from argon2 import PasswordHasher

from api.app import create_app
from api.commands.root import judge
from api.service import Service, Settings
from campaigns.library import LIBRARY
from orchestrator.campaign import Campaigns
from orchestrator.history.export import from_json
from orchestrator.history.verify import verify
from orchestrator.links.every import every_link
from orchestrator.people.invitations import Wanted
from orchestrator.people.passwords import Passwords
from orchestrator.people.people import People
from orchestrator.sequence import sequence
from orchestrator.store.writing import Store
from scales.dice import commitment
from tests.api.generated import Person, generate, model
from tests.soaking import first_of
from workers.inline import Inline

PATIENCE = 300
SENT_TWICE = 10
"""So many answers of each side are sent again."""
CAMPAIGNS = {
    "skirmish": (Path(__file__).parents[1] / "data" / "skirmish.yaml", "port"),
    "landfall": (LIBRARY / "landfall.yaml", "ostia"),
}
"""The file and the theatre. Landfall takes many times as long."""
TICK_OF_TURN_2 = sequence(["centurion", "interceptor", "legatus", "leviathan"]).next_tick("leviathan", "power", 4)


class Watch:
    """The time of day as the service sees it; the test moves it on."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def service(tmp_path: Path, watch: Watch) -> Iterator[Service]:
    campaigns = Campaigns(Store(f"sqlite:///{tmp_path / 'play.db'}"), every_link(), judge)
    people = People(campaigns.store.database, Passwords(PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)))
    yield Service(campaigns, Inline(), Settings(beat_seconds=0.2), people, watch.now)
    campaigns.store.close()


@pytest.fixture
def url(service: Service, tmp_path: Path) -> Iterator[str]:
    """The service behind a real socket, and the client generated from its description."""
    app = create_app(service)
    generate(app.openapi(), tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


class Game:
    """The campaign as the test follows it."""

    def __init__(self, url: str, service: Service, name: str) -> None:
        self.url = url
        file, theatre = CAMPAIGNS[name]
        self.space, self.map = f"{theatre}.leviathan", f"{theatre}.legatus"
        _, secret = service.people.invitations.make(Wanted("host", ""))
        self.gm = self.come(secret, "Septima")
        self.id = self.gm.ask("campaigns.begin_campaign", body=model("NewCampaign", file=file.read_text())).id
        self.sealed = dict.fromkeys(("tog", "commonwealth"), 0)

    def come(self, secret: str, name: str) -> Person:
        """Open an invitation, and go on with the token that it gives."""
        given = Person(self.url).ask("invitations.accept_invitation", body=model("Acceptance", secret=secret, name=name))
        return Person(self.url, given.token.access_token)

    def player(self, name: str, seats: list[str]) -> Person:
        """Somebody for a seat, to whom the GM then gives the others."""
        order = model("InvitationWanted", role="player", seat=seats[0])
        person = self.come(self.gm.ask("invitations.invite", self.id, body=order).secret, name)
        me = person.ask("people.show_me").id
        for seat in seats[1:]:
            self.gm.ask("members.seat_somebody", self.id, seat, body=model("SeatWanted", person=me))
        return person

    def assign(self, **wish: Any) -> Any:
        return self.gm.ask("dispatch.assign", self.id, body=model("Assignment", **wish))

    def run(self, **order: Any) -> Any:
        return self.gm.ask("campaigns.run_campaign", self.id, body=model("RunOrder", **order))

    def work(self, id: str) -> Any:
        return self.gm.ask("works.show_work", id)

    def until(self, holds: Callable[[], Any], what: str) -> Any:
        """Wait for something that others do."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := holds():
                return found
            time.sleep(0.02)
        raise AssertionError(f"it did not happen in time: {what}")

    def finished(self, work: Any) -> Any:
        found = self.until(lambda: (w := self.work(work.id)).status in {"done", "failed", "stopped"} and w, f"{work.kind} ends")
        assert found.status == "done", found.error
        return found

    def answer(self, player: Person, side: str) -> int:
        """Answer all that a player is asked: a plan where the phase is planned, else the option in the middle of each slot."""
        calls = player.ask("decisions.list_my_decisions")
        for call in calls:
            shown = player.ask("decisions.show_decision", self.id, call.id).to_dict()
            orders = plan_of(shown) if shown["pace"] == "plan" else choices_of(shown)
            for _ in range(2 if self.sealed[side] < SENT_TWICE else 1):  # twice with one key is once
                player.ask("decisions.seal_orders", self.id, call.id, body=model("OrdersForm", **orders), idempotency_key=call.id)
            self.sealed[side] += 1
        return len(calls)


def choices_of(shown: dict[str, Any]) -> dict[str, Any]:
    """The option in the middle of each slot."""
    return {"choices": {slot["id"]: slot["options"][len(slot["options"]) // 2]["order"] for slot in shown["offers"]}}


def plan_of(shown: dict[str, Any]) -> dict[str, Any]:
    """Wishes for all that can be foreseen, two for each slot; the bot does the rest."""
    prefer = {
        f"{each['kind']}/{slot['id']}": [option["order"] for option in slot["options"][:2]]
        for each in shown["prospects"]
        for slot in each["offers"]
    }
    return {"plan": {"prefer": prefer, "otherwise": "bot"}}


class Evening:
    """One sitting of the game, step by step."""

    def __init__(self, game: Game, watch: Watch) -> None:
        self.game, self.watch = game, watch
        self.tog = game.player("Marcus", ["tog_ground", "tog_fleet"])
        self.cw = game.player("Thea", ["cw_ground"])
        self.absent = game.player("Nobody Home", ["cw_fleet"])
        self.ruled = self.left_to_bot = 0
        self.rewound, self.table = False, ""
        self.done: set[str] = set()

    def dispatch(self) -> None:
        """Plans for phases; the ships of TOG decision by decision; a captain who is never there, with ten seconds for each decision of the ships.

        Bots fly his fighters and march, so that there is a fight on the ground.
        """
        for seat in ("tog_ground", "cw_ground", "tog_fleet"):
            self.game.assign(seat=seat, pace="plan")
        for seat in ("tog_ground", "cw_ground"):
            self.game.assign(seat=seat, battle=self.game.map, holder="bot")
        self.game.assign(seat="tog_fleet", battle=self.game.space)
        self.game.assign(seat="cw_fleet", holder="bot")
        self.game.assign(seat="cw_fleet", battle=self.game.space, holder="person", deadline_seconds=10, on_deadline="bot")

    def play(self) -> None:
        """Until the campaign ends: answer, let deadlines pass, rule once, rewind once, take one battle to a table."""
        work = self.game.run()
        while (status := self.game.work(work.id).status) != "done":
            assert status in {"queued", "running", "waiting"}, self.game.work(work.id).error
            if status != "waiting":
                time.sleep(0.05)
                continue
            asked = self.game.answer(self.tog, "tog") + self.game.answer(self.cw, "commonwealth")
            state = self.game.gm.ask("reading.show_campaign", self.game.id)
            if not asked:
                self.let_time_pass(state)
            if not self.ruled and state.time.minute >= 5:
                self.rule()
            elif self.ruled and not self.rewound and state.time.minute >= 10:
                work = self.rewind(state)
            elif self.rewound:
                self.to_the_table_and_back()

    def let_time_pass(self, state: Any) -> None:
        """Whoever is absent is over his time now, and the bot decides."""
        overdue = [call for call in state.master.calls if call.seat == "cw_fleet"]
        self.left_to_bot += len(overdue)
        self.watch.ahead += timedelta(seconds=11) if overdue else timedelta()

    def rule(self) -> None:
        """The GM repairs a ship; a second GM who looked at the same time comes too late."""
        id, gm, space = self.game.id, self.game.gm, self.game.space
        version = gm.ask("rulings.list_kinds_of_rulings", id, space).version
        ship = next(u.id for u in gm.ask("reading.list_units", id, battle=space) if u.status in {"ok", "damaged"})
        ruling = model("Ruling", version=version, kind="repair", reason="the dockyard was faster", details={"unit": ship})
        if gm.ask("rulings.rule", id, space, body=ruling).taken:
            self.ruled += 1
            other = model("Ruling", version=version, kind="destroy", reason="I disagree", details={"unit": ship})
            assert gm.refused("rulings.rule", id, space, body=other).status == 409

    def rewind(self, state: Any) -> Any:
        """Back to the beginning of the ships' second turn, and on from there."""
        stale = [call.id for call in self.tog.ask("decisions.list_my_decisions")]
        order = model("RewindOrder", tick=TICK_OF_TURN_2, reason="the wind was forgotten")
        self.game.finished(self.game.gm.ask("campaigns.rewind_campaign", self.game.id, body=order))
        self.rewound = True
        after = self.game.gm.ask("reading.show_campaign", self.game.id)
        assert (after.timeline, after.time.minute) == (1, 5) != (state.timeline, state.time.minute)
        assert self.cw.ask("reading.show_campaign", self.game.id).timelines[-1].reason == "the wind was forgotten"
        for call in stale:
            assert self.tog.refused("decisions.seal_orders", self.game.id, call, body=model("OrdersForm")).status == 409
        return self.game.run()

    def to_the_table_and_back(self) -> None:
        """The first ground battle is played with miniatures; the GM approves what a player reports."""
        id, gm = self.game.id, self.game.gm
        ground = [b for b in gm.ask("reading.list_battles", id) if b.scale == "centurion" and b.status == "open"]
        if not self.table and ground:
            self.table = ground[0].id
            self.game.assign(battle=self.table, holder="table")
        elif self.table in {b.id for b in ground} and self.game.gm.ask("reading.show_campaign", id).status != "ended":
            form = gm.ask("tables.show_table_sheet", id, self.table).form.to_dict()
            for fate in [fate for unit, fate in sorted(form["fates"].items()) if "tog" in unit and "/" in unit][:3]:
                fate["status"] = "destroyed"
            result = self.tog.ask("tables.report_result", id, self.table, body=model("ResultForm", **form, winner="commonwealth"))
            assert gm.ask("tables.approve_result", id, result.id, body=model("Approval")).status == "approved"
            self.done.add(self.table)


@pytest.mark.parametrize("name", first_of(CAMPAIGNS))
def test_a_campaign_over_http(url: str, service: Service, watch: Watch, name: str) -> None:
    # given
    game = Game(url, service, name)
    evening = Evening(game, watch)
    evening.dispatch()
    # when
    evening.play()
    # then: there is a result that everyone can check, and everything was used
    end = evening.cw.ask("reading.show_campaign", game.id)
    assert end.status == "ended"
    assert end.result is not None
    assert (evening.ruled, evening.rewound, len(evening.done)) == (1, True, 1)
    assert evening.left_to_bot > 0
    assert min(game.sealed.values()) > 0
    assert game.finished(game.gm.ask("campaigns.verify_campaign", game.id)).result["is_sound"]
    document = evening.tog.http.get_httpx_client().get(f"/v1/campaigns/{game.id}/export").content
    assert verify(from_json(document)).is_sound
    proof = evening.tog.ask("reading.show_proof", game.id)
    assert commitment(bytes.fromhex(proof.secret)) == proof.commitment
