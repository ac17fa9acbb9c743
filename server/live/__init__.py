"""The dashboard's live side: the event log, the channel to browsers, playback, the web app."""
