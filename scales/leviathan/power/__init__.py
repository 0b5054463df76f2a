"""The Initiative and Power Allocation Phases."""
