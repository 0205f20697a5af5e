"""The Great Brain Robbery: zombies on a train that grows in front, falls apart behind and is full of brains."""
