//! Actions and requests of the user interface, and their availability.

mod action_list;
mod availability;
mod item;
mod key_sets;
mod rebound_keys;
pub mod request;

pub use action_list::{Action, Menu};
pub use availability::{Availability, Categories};
pub use item::{item, mark};
pub use key_sets::KeySet;
pub use rebound_keys::{Reserved, Shortcuts, reserved, take_pressed};
pub use request::*;
