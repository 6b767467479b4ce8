"""Slow, obvious twins written from the rules alone: the oracles of the compiled code, with which they share nothing."""
