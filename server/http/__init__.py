"""The web app: pages and API on a listening socket, and who may use them."""
