"""Fighter units: how they fly, attack, are launched and recovered."""
