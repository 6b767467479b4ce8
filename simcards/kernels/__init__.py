"""Shared Numba code: numbers in, numbers out; no strings, files, frames or rules objects."""
