"""From the strategic campaign to a battle, and back. legatus: Prefect to Legatus, Legatus to Prefect"""
