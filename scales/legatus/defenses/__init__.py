"""Static defenses: passive defenses, earthworks, and the engineers that clear and build them. legatus: Static Defenses"""
