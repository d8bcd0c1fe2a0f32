//! Mechanical rules of this repository. They are tests: see `tests/tidy`.
