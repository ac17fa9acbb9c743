"""Who is asking, and from where: hosts, origins, keys and roles."""
