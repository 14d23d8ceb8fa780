//! Lining up and distributing.

pub const STAYED: &str =
    "What does not move by itself was left where it is: it has only a start. Choose “Move: Start” for it.";
