"""The core: games, matches, chance, rules, records. It knows no game."""
