"""Morph targets by docs/spec.md, in Python's standard library: one module for each section of the specification."""
