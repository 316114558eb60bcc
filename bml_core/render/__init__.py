"""Documents as pages: one module per kind of page, and the words they share."""
