//! What a person can ask the window for, and what it takes.

mod availability;
mod list;
mod request;

pub use availability::Availability;
pub use list::{Action, Menu};
pub use request::{Request, RobotFile};
