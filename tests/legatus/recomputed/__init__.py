"""A second reading of the Legatus rules: it plays nothing, and works out anew every number that a battle tells. It uses no rule of the scale."""
