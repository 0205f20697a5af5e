"""Makes offsets.npz from simulated throws: what a die does after touching down, for throws without physics."""
