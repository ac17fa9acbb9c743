"""How a phone reaches the table: addresses, links as QR codes, and a certificate made here."""
