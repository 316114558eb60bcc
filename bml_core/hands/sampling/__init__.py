"""Hands and whole deals drawn at random from all that fit, each as likely as the others."""

from bml_core.hands.sampling.choosing import LARGEST_SEED, RandomNumbers
from bml_core.hands.sampling.deals import MOST_TRIES, Deals, sample_deals, sample_hands

__all__ = ["LARGEST_SEED", "MOST_TRIES", "Deals", "RandomNumbers", "sample_deals", "sample_hands"]
