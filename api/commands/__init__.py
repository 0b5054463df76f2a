"""The commands of `imperator`, one module for each group of them."""
