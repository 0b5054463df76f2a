"""`python -m api` is `imperator`."""

from api.cli import main

main()
