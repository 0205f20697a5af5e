"""Big×Bang: matter against antimatter on an oval sky, by Miguel Marqués."""
