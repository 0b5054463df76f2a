"""What a battle's file may say, what is wrong with it, the standard formations, and how they become the state before turn 1."""
