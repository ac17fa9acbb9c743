"""Where pictures of the table come from: cameras, films, folders, streams, phones."""
