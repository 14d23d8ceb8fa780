//! Nothing but tests, in `tests/c/tests`.
