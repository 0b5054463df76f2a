"""The commands of docs/api.md, in their order, against a service."""

import json
import re
import shlex
import uuid
from datetime import UTC, datetime
from pathlib import Path
from string import Template
from typing import Any

from standardwebhooks import Webhook

from orchestrator.people.invitations import Wanted
from tests.api.conftest import URL, House, wait_for

GUIDE = (Path(__file__).parents[2] / "docs" / "api.md").read_text()
COMMAND = re.compile(r"(?:(?P<name>\w+)=\$\()?(?P<curl>curl .*?)(?: \| jq -(?P<how>[rc]) (?P<path>\S+)\))?$")


class Shell:
    """As much of a shell, of curl, jq and uuidgen as the guide uses."""

    def __init__(self, house: House, **variables: str) -> None:
        self.house, self.variables = house, variables

    def run(self, line: str) -> None:
        found = COMMAND.fullmatch(line)
        assert found, line
        answer = self.curl(found["curl"])
        assert answer.status_code < 300, f"{line}: {answer.text}"
        if found["name"]:
            value = pick(answer.json(), found["path"])
            self.variables[found["name"]] = value if isinstance(value, str) else json.dumps(value)

    def curl(self, command: str) -> Any:
        command = command.replace("$(uuidgen)", str(uuid.uuid4()))
        words = iter([Template(word).substitute(self.variables) for word in shlex.split(command)[1:]])
        method, url, headers, body, form = "", "", dict[str, str](), "", dict[str, str]()
        for word in words:
            if word == "-X":
                method = next(words)
            elif word == "-H":
                name, _, headers[name] = next(words).partition(": ")
            elif word == "--json":
                body = next(words)
            elif word == "-d":
                name, _, form[name] = next(words).partition("=")
            else:
                url = word
        if body:
            return self.house.client.request(method or "POST", url, headers=headers | {"content-type": "application/json"}, content=body)
        return self.house.client.request(method or ("POST" if form else "GET"), url, headers=headers, data=form or None)


def pick(value: Any, path: str) -> Any:
    for name, place in re.findall(r"\.?(\w+)|\[(\d+)\]", path):
        value = value[name] if name else value[int(place)]
    return value


def test_every_command_of_the_guide_works(house: House) -> None:
    _, secret = house.people.invitations.make(Wanted("host", ""))
    shell = Shell(house, URL=URL, SECRET=secret)
    for line in (line for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.S) for line in block.splitlines()):
        if line.startswith("CALL="):
            auth = {"Authorization": f"Bearer {shell.variables['MARCUS']}"}
            wait_for(lambda auth=auth: bool(house.client.get("/v1/decisions", headers=auth).json()))  # type: ignore[misc]
        shell.run(line)


def test_the_check_of_a_call_tells_ours_from_others() -> None:
    (text,) = re.findall(r"```python\n(.*?)```", GUIDE, re.S)
    names: dict[str, Any] = {}
    exec(text, names)
    secret, body, now = "whsec_" + "c2VjcmV0IG9mIGEgaG9vaw==", b'{"decision": "0-tog-1"}', datetime.now(UTC)
    signature = Webhook(secret).sign("1", now, body.decode())
    headers = {"webhook-id": "1", "webhook-timestamp": str(int(now.timestamp())), "webhook-signature": signature}
    assert names["is_ours"](secret, body, headers)
    assert not names["is_ours"](secret, body + b" ", headers)
    assert not names["is_ours"](secret, body, headers | {"webhook-timestamp": str(int(now.timestamp()) - 400)})
