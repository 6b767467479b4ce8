"""Three-hand gin's words: gin's, and what sitting out does to a score."""

from __future__ import annotations

from simcards.sheets.gin import WORDING as GIN

WORDING = GIN._replace(
    about_turns="Turns are those of the box and the captain together, the one that ends the hand too.",
    about_scores="Scores: points a hand played; who sits out scores nothing. Net: own points less the other "
    "player’s. Spread: the standard deviation of the score from hand to hand.",
)
