//! What a person can ask the window for, and what it takes.

mod availability;
mod item;
mod key_bindings;
mod list;
mod request;

pub use availability::Availability;
pub use item::{item, mark};
pub use key_bindings::{Reserved, Shortcuts, reserved, take_pressed};
pub use list::{Action, Menu};
pub use request::{KeptRequest, Layout, Request, RobotFile};
