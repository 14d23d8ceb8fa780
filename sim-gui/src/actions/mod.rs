//! What a person can ask the window for, and what it takes.

mod availability;
mod list;
mod request;
mod shortcuts;

pub use availability::Availability;
pub use list::{Action, Menu, Toggle};
pub use request::{KeptRequest, Layout, Request, RobotFile};
pub use shortcuts::{Reserved, Shortcuts, reserved, take_pressed};
