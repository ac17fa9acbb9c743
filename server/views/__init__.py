"""What pages, terminals and programs are shown: JSON, words, drawings, packed pictures."""
