"""Hands and whole deals drawn at random from all that fit, each as likely as the others."""

from bml_core.hands.sampling.deals import Deals, sample_deals, sample_hands
from bml_core.hands.sampling.random_numbers import RandomNumbers

__all__ = ["Deals", "RandomNumbers", "sample_deals", "sample_hands"]
