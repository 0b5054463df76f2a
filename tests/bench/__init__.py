"""What `make bench` measures: each figure beside the one it is compared with, both from the same run. docs/performance.md explains.

Garbage cycles are looked for as seldom as in every command.
"""

import gc

from api.cli import COLLECT_AFTER

gc.set_threshold(*COLLECT_AFTER)
