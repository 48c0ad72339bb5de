"""What the screens are made of: drawings, buttons, the board, cards and the keyboard."""
