"""Between the strategic campaign and a Legatus battle: initiative pools, squadrons, and what becomes of cohorts. legatus: Prefect to Legatus, R-LEG-15"""

from scales.legatus.tables import strategic


def initiative_pool(passed_by: int, hq_centuries: int, signals_centuries: int, legion_hq: bool) -> int:
    """Points of a side at the start: the margin of its detection roll, its headquarters and signals, the legion headquarters. R-LEG-12"""
    row = strategic()["initiative"]
    total = row["passed_by"] * passed_by + row["hq"] * hq_centuries + row["signals"] * signals_centuries
    return int(total + (row["legion_hq"] if legion_hq else 0))


def squadrons(flights: int, naval_base: str = "none") -> int:
    """Squadron counters for interceptor flights; a naval base on the map (gn3, gn5) supports more."""
    return flights * int(strategic()["squadrons_per_flight"][naval_base])


def cohort_after(centuries: int, destroyed: int, crippled: int, hq_destroyed: bool) -> str:
    """A cohort after the battle: wiped out, disrupted (headquarters or more than half lost, crippled ones count half), or fatigued."""
    if destroyed >= centuries:
        return "wiped_out"
    return "disrupted" if hq_destroyed or 2 * destroyed + crippled > centuries else "fatigued"
