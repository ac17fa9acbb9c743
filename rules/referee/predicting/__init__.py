"""What a picture makes of every history: explained from its tables, judged, weighed, compared."""
