"""What a battle's file may say, what is wrong with it, and how it becomes the state before turn 1."""
