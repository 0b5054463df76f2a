"""Help from elsewhere: artillery, ships, Thor, and craft that attack the ground."""
