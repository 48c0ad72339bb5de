"""How long everybody decided and waited."""
