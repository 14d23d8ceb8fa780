//! Colours of the painted floor.
