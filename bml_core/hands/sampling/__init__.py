"""Hands and whole deals drawn at random from all that fit, each as likely as the others.

Nothing is simulated that can be counted: a random number chooses one of all ways to deal one hand or two.
"""

from bml_core.hands.sampling.deals import Deals, sample_deals, sample_hands
from bml_core.hands.sampling.random_numbers import RandomNumbers

__all__ = ["Deals", "RandomNumbers", "sample_deals", "sample_hands"]
