"""Rouge, by the French leaflet: lines of three on three turning rings; the last one in wins."""
