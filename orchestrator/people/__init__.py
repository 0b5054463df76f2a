"""Who there is, what they show to be let in, what they are in which campaign, and how they are told."""
