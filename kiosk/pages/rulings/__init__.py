"""What the table has ruled and keeps."""
