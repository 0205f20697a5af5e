"""Guests and bots: who they are, and how much they may ask for."""
