"""Answers to questions, over any game of the registry."""
