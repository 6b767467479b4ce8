"""The tests of simcards."""
