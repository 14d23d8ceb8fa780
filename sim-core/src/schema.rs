//! Validation of values against JSON schemas.
