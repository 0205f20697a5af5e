"""The games through other people's interfaces: PettingZoo, OpenSpiel, Gymnasium. Each module needs the extra of its name."""
