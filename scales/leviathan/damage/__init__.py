"""What hits do: armor, internal components, explosions."""
