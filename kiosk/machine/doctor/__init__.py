"""`meduris doctor`: checks of the machine, with advice for each problem."""
