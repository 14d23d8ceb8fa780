//! What a person has chosen and finds again at the next start.

pub mod drawing;
pub mod folder;
pub mod layout;
pub mod layouts;
pub mod overlays;
pub mod snap;
