"""Golden vectors, computed in float64 from the rules of docs/spec.md. Shares no code with the library."""
