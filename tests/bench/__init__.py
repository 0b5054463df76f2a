"""What `make bench` measures: each figure beside the one it is compared with, both from the same run. docs/performance.md explains."""
