"""The log as history: digest, verification, replay, timelines, export and import."""
