//! What a person can ask the window for, and what it takes.

mod availability;
mod item;
mod list;
mod request;
mod shortcuts;
pub mod thing_menu;

pub use availability::Availability;
pub use item::{item, mark};
pub use list::{Action, Menu};
pub use request::{KeptRequest, Layout, Request, RobotFile};
pub use shortcuts::{Reserved, Shortcuts, reserved, take_pressed};
