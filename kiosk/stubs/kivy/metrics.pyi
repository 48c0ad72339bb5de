class _Metrics:
    density: float
    fontscale: float

Metrics: _Metrics

def dp(value: float) -> float: ...
def sp(value: float) -> float: ...
