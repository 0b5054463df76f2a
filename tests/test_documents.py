"""The documents name what the code cites."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
CODE = ("scales", "orchestrator", "workers", "campaigns", "api")


def test_every_ruling_cited_is_told() -> None:
    told = (ROOT / "docs" / "rulings.md").read_text()
    cited = {
        (ruling, str(path.relative_to(ROOT)))
        for folder in (*CODE, "docs/coverage")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".yaml", ".md")
        for ruling in re.findall(r"\bR-[A-Z]+-\d+\b", path.read_text())
    }
    assert not sorted(each for each in cited if f"| {each[0]} |" not in told)


def test_every_engine_has_a_page_of_coverage() -> None:
    for scale in ("legatus", "leviathan", "interceptor", "centurion"):
        assert "## Decisions" in (ROOT / "docs" / "coverage" / f"{scale}.md").read_text()
