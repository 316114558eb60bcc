"""Scripts for the program dealer, out of conditions and auctions and out of what dealer.dpp reads."""
