"""Stored runs: folders that survive a kill, a full disk and other people's files."""
