"""The Initiative and Movement Phases: who moves when, how everything moves, and Opportunity Fire."""
