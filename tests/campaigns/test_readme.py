"""The campaign file that the README tells readers to write works as it stands there."""

import re
from pathlib import Path

from campaigns.check import parse
from scales.engines import engine

README = Path(__file__).parents[2] / "README.md"


def first_campaign() -> str:
    (text,) = re.findall(r"```yaml\n(.*?)```", README.read_text(), re.S)
    return str(text)


def test_the_first_campaign_file_of_the_readme_can_be_played() -> None:
    campaign = parse(first_campaign(), "duel.yaml", engine)
    assert campaign.name == "duel"
    assert set(campaign.theatres[0].boards) == {"leviathan"}
