"""How often each face of the die was rolled."""
