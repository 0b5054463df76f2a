"""A Python client generated from the service's own description, as a maker of tools would have it."""

import importlib
import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

PACKAGE = "imperator_client"
CONFIG = f"post_hooks: []\nproject_name_override: imperator-client\npackage_name_override: {PACKAGE}\n"


def generate(description: dict[str, Any], folder: Path) -> str:
    """Write the client into a folder and make it importable; returns what the generator said."""
    (folder / "openapi.json").write_text(json.dumps(description))
    (folder / "config.yaml").write_text(CONFIG)
    program = Path(sys.executable).parent / "openapi-python-client"
    order = [str(program), "generate", "--path", "openapi.json", "--output-path", PACKAGE, "--config", "config.yaml", "--meta", "none"]
    done = subprocess.run(order, cwd=folder, capture_output=True, text=True, check=True)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    return done.stdout + done.stderr


@cache
def part(name: str) -> Any:
    """A module of the client."""
    return importlib.import_module(f"{PACKAGE}.{name}")


def model(name: str, /, **values: Any) -> Any:
    """A body, from its JSON."""
    return getattr(part("models"), name).from_dict(values)


class Person:
    """Somebody with nothing but a token and the generated client."""

    def __init__(self, url: str, token: str | None = None) -> None:
        client = part("client")
        self.http = client.Client(url, timeout=60) if token is None else client.AuthenticatedClient(url, token, timeout=60)

    def ask(self, operation: str, *path: str, **more: Any) -> Any:
        """`decisions.seal_orders`: call it; the answer as the client parsed it (None where there is no content)."""
        answer = part(f"api.{operation}").sync_detailed(*path, client=self.http, **more)
        assert answer.status_code < 300, f"{operation}: {answer.status_code} {answer.content!r}"
        return answer.parsed

    def refused(self, operation: str, *path: str, **more: Any) -> Any:
        """The problem that is the answer."""
        answer = part(f"api.{operation}").sync_detailed(*path, client=self.http, **more)
        assert answer.status_code >= 400, f"{operation} was not refused: {answer.content!r}"
        assert answer.parsed is not None, f"{operation}: {answer.status_code} is not documented"
        return answer.parsed
