"""What would come of a building or of a worker's move, looked at without deciding anything."""
