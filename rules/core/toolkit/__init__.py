"""What games are made with: a contract needs none of it, a new game saves itself the writing."""
