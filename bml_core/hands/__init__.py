"""What hands are: shapes, conditions and their words, what notes say of hands, counts, samples and calls."""
