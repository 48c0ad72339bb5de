"""`meduris doctor`: what the machine is like, and what to do where it is not as it should be."""
