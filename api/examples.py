"""Answers to show in the description, by operation: an evening of the library's dogfight."""

from typing import Any

WHEN = "2026-11-30T18:00:00+00:00"
BATTLE = "dogfight.interceptor"
TIME = {"minute": 0, "phase": "movement", "row": "D4", "scale": "interceptor", "turn": 1, "tick": 1}
ORDER = {"craft": "tog-1", "faster": -3, "turns": [0, -1]}
TOKEN = {
    "access_token": "eyJhbGciOi...",
    "token_type": "bearer",
    "id": "5f1c0e8a4b7d2f96",
    "person": "194065ad8eec2968",
    "expires_utc": WHEN,
}
UNIT = {
    "battle": BATTLE,
    "battle_status": "open",
    "by": None,
    "id": "tog-1",
    "name": "Gladius Prima",
    "scale": "interceptor",
    "side": "tog",
    "status": "ok",
    "theatre": "dogfight",
}
DECISION = {
    "campaign": "a5442d0f",
    "id": "0-tog-1",
    "status": "open",
    "seat": "tog",
    "side": "tog",
    "battle": BATTLE,
    "scale": "interceptor",
    "phase": "movement",
    "turn": 1,
    "minute": 0,
    "kind": "move",
    "prompt": "Move one of Gladius Prima, Gladius Secunda.",
    "units": ["tog-1", "tog-2"],
    "formation": [],
    "without": [],
    "is_simultaneous": False,
    "pace": "live",
    "on_deadline": "wait",
    "asked_utc": WHEN,
    "due_utc": None,
    "overdue_utc": None,
    "sealed_by": None,
    "revision": 0,
}
OPTION = {"order": ORDER, "label": "Gladius Prima flies to 1:1204, heading 3, velocity 1, 4 thrust", "info": {"hex": "1:1204", "thrust": 4}}
SLOT = {"id": "move", "title": "Which craft moves, and how", "unit": "", "options": [OPTION]}
WORK = {
    "id": "55c20a98c8cb773f",
    "campaign": "a5442d0f",
    "kind": "run",
    "status": "running",
    "progress": {"turn": 1, "minute": 0, "scale": "interceptor", "phase": "initiative"},
    "result": None,
    "error": None,
    "created_utc": WHEN,
    "ended_utc": None,
}
INVITATION = {
    "id": "9a1c0e8a4b7d2f96",
    "campaign": "a5442d0f",
    "role": "player",
    "side": "tog",
    "seat": "tog",
    "name": "Marcus",
    "made_by": "32d1bd4b9992d83b",
    "created_utc": WHEN,
    "expires_utc": "2026-12-14T18:00:00+00:00",
    "state": "open",
    "used_by": None,
}
EVENT = {
    "battle": BATTLE,
    "cause": None,
    "checks": [],
    "data": {"rolls": {"cw": 6, "tog": 4}},
    "id": None,
    "kind": "initiative",
    "number": 2,
    "rolls": [{"index": None, "sides": 10, "value": 4, "verified": None, "why": "initiative, heavy fighters: tog"}],
    "rule": "interceptor: Initiative",
    "scale": "interceptor",
    "seen_by": None,
    "text": "cw must move its heavy fighters first.",
    "theatre": "dogfight",
    "time": TIME | {"phase": "initiative", "row": "D3", "tick": 0},
    "units": [],
}
ASSIGNMENT = {
    "id": "1c5d",
    "since_utc": WHEN,
    "seat": "tog",
    "holder": "person",
    "pace": "live",
    "deadline_seconds": 86400,
    "on_deadline": "bot",
}
ASSIGNMENT |= {"battle": "", "units": [], "person": ""}
RESULT = {
    "id": "b1f2",
    "battle": BATTLE,
    "status": "proposed",
    "form": {"fates": {"cw-1": {"status": "destroyed"}}, "winner": "tog"},
    "by": "194065ad8eec2968",
    "note": "",
    "given_utc": WHEN,
    "decided_utc": None,
}
HOOK = {"id": "77c0", "kind": "webhook", "target": "https://example.org/imperator", "events": ["decision"], "created_utc": WHEN}
ME = {"id": "194065ad8eec2968", "name": "Marcus", "login": "marcus", "email": "", "is_host": False, "has_password": True}
PART = {"campaign": "a5442d0f", "role": "player", "side": "tog", "seats": ["tog"]}
WELCOME = {"person": "194065ad8eec2968", "name": "Marcus", "campaign": "a5442d0f", "role": "player", "side": "tog", "seat": "tog"}

ANSWERS: dict[str, Any] = {
    "sign_in": TOKEN,
    "give_token": TOKEN,
    "show_me": ME | {"campaigns": [PART]},
    "invite": {"invitation": INVITATION, "link": "https://imperator.example.org/join#k3JxWb0q", "secret": "k3JxWb0q"},
    "accept_invitation": WELCOME | {"token": TOKEN},
    "begin_campaign": {"id": "a5442d0f", "name": "dogfight", "title": "Dogfight", "commitment": "630dcd2966c43366..."},
    "check_campaign_file": {"faults": [{"code": "file", "text": "line 3: a campaign has a title", "where": ""}]},
    "run_campaign": WORK,
    "show_work": WORK | {"status": "waiting"},
    "assign": ASSIGNMENT,
    "list_my_decisions": [DECISION],
    "list_decisions": [DECISION],
    "show_decision": DECISION | {"offers": [SLOT], "prospects": [], "draft": None},
    "save_draft": {"revision": 1, "faults": []},
    "seal_orders": DECISION | {"status": "sealed", "revision": 1},
    "rule": {"taken": True, "version": 13},
    "report_result": RESULT,
    "approve_result": RESULT | {"status": "approved", "decided_utc": WHEN},
    "list_units": [UNIT],
    "list_events": {"cursor": "0.2", "events": [EVENT], "more": True, "timeline": 0},
    "show_event": EVENT,
    "show_proof": {"commitment": "630dcd2966c43366...", "digest": None, "secret": None},
    "add_hook": HOOK | {"secret": "whsec_..."},
}
