//! Only tests, in `tests/c/tests`.
