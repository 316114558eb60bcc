"""Every claim about speed, measured beside its peer: one file per claim, ``run.py`` runs them all."""
