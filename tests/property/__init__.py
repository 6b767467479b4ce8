"""Laws that hold for all input, and twins that agree on random input."""
