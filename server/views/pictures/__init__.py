"""What a page shows as a picture: the drawn board, the photo packed, cut out or straightened."""
