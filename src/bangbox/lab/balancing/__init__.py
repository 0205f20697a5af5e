"""How a game is balanced: many matches watched closely, and a page with plots of what they tell a designer."""
