"""What a hand can be: shapes, and in time conditions, counts and samples of hands."""
