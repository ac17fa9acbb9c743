"""What people put right, remembered by how it looks."""
